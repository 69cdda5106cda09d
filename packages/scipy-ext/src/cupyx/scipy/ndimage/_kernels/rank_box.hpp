// Items of a rank in small boxes that are whole along the last axis, from sorted columns of the box.
//
// A call makes a run of pixels of a row. Columns are sorted once for all windows that they belong to; two neighbouring
// windows share all columns but one each. Of a window's items only those up to the rank are ever put in order; ranks in
// the upper half are those of the reverse order. Of what two windows share only the middle, one item more than a column,
// can be either median (Sugy, "Fast median filtering by hierarchical tiling", 2025).
#pragma once

#include "box_rows.hpp"
#include "map_resident.hpp"

namespace cupy {
namespace ndimage {

// Whether so few items of a window are numbers that that of the rank is none.
template <int D, int K, class T> CUPY_CALLED bool mostly_nan(const Neighborhood &p, int z, int y, int x) {
    const T *input = static_cast<const T *>(p.input);
    const T constant = constant_of<T>(p);
    int numbers = 0;
    CUPY_NO_UNROLL
    for (int tap = 0; tap < D * K * K; ++tap) {
        const long long plane = resolved(z + tap / (K * K) - p.low[0], (int)p.shape[0], p.mode[0]);
        const long long line = resolved(y + tap / K % K - p.low[1], (int)p.shape[1], p.mode[1]);
        const long long column = resolved(x + tap % K - p.low[2], (int)p.shape[2], p.mode[2]);
        const bool known = plane >= 0 && line >= 0 && column >= 0;
        const T item = input[known ? (plane * p.shape[1] + line) * p.shape[2] + column : 0];
        numbers += known ? item == item : constant == constant;
    }
    return numbers <= (p.invert ? D * K * K - 1 - p.rank : p.rank);
}

template <int rank> struct Constant { static constexpr int value = rank; };

// Calls `visit` with the rank as a constant.
template <int least, int most, class Visit> CUPY_DEVICE void with_rank(int rank, Visit visit) {
    if constexpr (least == most) {
        visit(Constant<least>());
    } else {
        if (rank == least) visit(Constant<least>());
        else with_rank<least + 1, most>(rank, visit);
    }
}

// Boxes of D planes of K rows and columns; the pixel is in the middle column. Ranks are `least` to `most`; the median is
// alone. All pixels of the image are numbered in 32 bits.
template <int D, int K, int least, int most, class T, class O>
CUPY_DEVICE void rank_box(const Neighborhood &p, long long call) {
    constexpr int C = D * K, R = kBoxRun, N = R + K - 1, L = most + 1, P = kBoxPixels<T>;
    constexpr bool kMedian = most == C * K / 2;
    using V = typename ranked<T>::type;
    static_assert(R % 2 == 0 && K % 2 == 1, "windows come in pairs with an even number of common columns");
    const unsigned width = (unsigned)p.shape[2], height = (unsigned)p.shape[1], calls = (width + P - 1) / P;
    const unsigned row = (unsigned)call / calls;
    const int x = (int)(((unsigned)call - row * calls) * P), z = (int)(row / height), y = (int)(row - z * height);
    const order_of<T, !kMedian> order(p);
    Sorted<C, V> columns[N];
    read_columns<D, K, T>(p, z, y, x, order, columns);
    if constexpr (is_floating<T>::value) replace_nan(order, columns);
    constexpr int S = least_of(L, C);
    Sorted<S, V> sorts[N];
    CUPY_UNROLL
    for (int k = 0; k < N; ++k) sorts[k] = sorted_least<L>(columns[k]);
    Sorted<least_of(L, 2 * C), V> pairs[(N - 2) / 2];        // of columns 1 and 2, 3 and 4, …
    CUPY_UNROLL
    for (int k = 0; k < (N - 2) / 2; ++k) pairs[k] = merged_least<L>(sorts[2 * k + 1], sorts[2 * k + 2]);
    V found[R];
    CUPY_UNROLL
    for (int r = 0; r < R; r += 2) {
        const auto shared = [&] {
            if constexpr (K == 3) return pairs[r / 2];
            else if constexpr (K == 5) return merged_least<L>(pairs[r / 2], pairs[r / 2 + 1]);
            else return merged_least<L>(merged_least<L>(pairs[r / 2], pairs[r / 2 + 1]), pairs[r / 2 + 2]);
        }();
        if constexpr (kMedian) {
            const auto both = part<(K - 2) * C / 2, C + 1>(shared);
            found[r] = of_both<C>(both, sorts[r]);
            found[r + 1] = of_both<C>(both, sorts[r + K]);
        } else {
            with_rank<least, most>(p.rank, [&](auto rank) {
                found[r] = of_both<decltype(rank)::value>(shared, sorts[r]);
                found[r + 1] = of_both<decltype(rank)::value>(shared, sorts[r + K]);
            });
        }
    }
    if constexpr (is_floating<T>::value) {
        CUPY_UNROLL
        for (int r = 0; r < R; ++r) {
            const bool infinite = order.item(found[r]) == limits<T>::infinity();
            if (infinite && x + r < (int)width && mostly_nan<D, K, T>(p, z, y, x + r)) found[r] = limits<V>::nan();
        }
    }
    O *output = static_cast<O *>(p.output) + ((unsigned long long)row * width + x);
    const bool aligned = width % P == 0 && reinterpret_cast<unsigned long long>(p.output) % sizeof(BoxQuad<O>) == 0;
    write_run<T>(output, (int)width - x, aligned, order, found);
}

}  // namespace ndimage
}  // namespace cupy

#define CUPY_TEMPLATE(name, D, K, least, most, T, O)                              \
    CUPY_MAP_BLOCKS((sizeof(T) < 8 ? 3 : 2), name, cupy::ndimage::Neighborhood,   \
                    cupy::ndimage::rank_box<D, K, least, most, T, O>)
