// Medians of small boxes that are whole along the last axis, from sorted columns of the box.
//
// A call makes R pixels of a row. Columns are sorted once for all windows that they belong to; two neighbouring windows
// share all columns but one each, and of what they share only the middle, one item more than a column, can be either
// median (Sugy, "Fast median filtering by hierarchical tiling", 2025). Networks of minima and maxima in registers:
// what of a merged row nobody asks for is never computed.
#pragma once

#include "map_resident.hpp"
#include "neighborhood.hpp"
#include "window.hpp"

namespace cupy {
namespace ndimage {

CUPY_DEVICE float lesser(float a, float b) { return fminf(a, b); }
CUPY_DEVICE float greater(float a, float b) { return fmaxf(a, b); }
template <class V> CUPY_DEVICE V lesser(V a, V b) { return b < a ? b : a; }
template <class V> CUPY_DEVICE V greater(V a, V b) { return b < a ? a : b; }

// What items are compared as: in 32 bits where those hold them.
template <class T> struct ranked { using type = typename conditional<sizeof(T) == 8, T, int>::type; };
template <> struct ranked<unsigned> { using type = unsigned; };
template <> struct ranked<float> { using type = float; };
template <> struct ranked<float16> { using type = float; };
template <> struct ranked<bfloat16> { using type = float; };

// NaN as infinity: which of both a median is, is asked where it is infinite.
template <class V, class T> CUPY_DEVICE V ranked_item(T item) {
    if constexpr (is_floating<T>::value) return lesser(limits<V>::infinity(), cast<V>(item));
    else return cast<V>(item);
}

template <int N, class V> struct Sorted { V items[N]; };

// Every second item, from `first` on.
template <int first, int N, class V> CUPY_DEVICE Sorted<(N + 1 - first) / 2, V> half(const Sorted<N, V> &from) {
    Sorted<(N + 1 - first) / 2, V> some;
    CUPY_UNROLL
    for (int k = 0; k < (N + 1 - first) / 2; ++k) some.items[k] = from.items[2 * k + first];
    return some;
}

// Batcher's odd-even merge of any two lengths.
template <int A, int B, class V> CUPY_DEVICE Sorted<A + B, V> merged(const Sorted<A, V> &a, const Sorted<B, V> &b) {
    Sorted<A + B, V> all;
    if constexpr (A == 1 && B == 1) {
        all.items[0] = lesser(a.items[0], b.items[0]);
        all.items[1] = greater(a.items[0], b.items[0]);
    } else {
        constexpr int kOdd = A / 2 + B / 2, kEven = A + B - kOdd;
        const Sorted<kEven, V> even = merged(half<0>(a), half<0>(b));
        Sorted<kOdd, V> odd;
        if constexpr (A == 1) odd = half<1>(b);
        else if constexpr (B == 1) odd = half<1>(a);
        else odd = merged(half<1>(a), half<1>(b));
        all.items[0] = even.items[0];
        CUPY_UNROLL
        for (int k = 0; k < kOdd; ++k) {
            if (k + 1 < kEven) {
                all.items[2 * k + 1] = lesser(odd.items[k], even.items[k + 1]);
                all.items[2 * k + 2] = greater(odd.items[k], even.items[k + 1]);
            } else {
                all.items[2 * k + 1] = odd.items[k];
            }
        }
        if constexpr (kEven - kOdd == 2) all.items[A + B - 1] = even.items[kEven - 1];
    }
    return all;
}

template <int from, int N, int M, class V> CUPY_DEVICE Sorted<N, V> part(const Sorted<M, V> &whole) {
    Sorted<N, V> some;
    CUPY_UNROLL
    for (int k = 0; k < N; ++k) some.items[k] = whole.items[from + k];
    return some;
}

template <int N, class V> CUPY_DEVICE Sorted<N, V> sorted(const Sorted<N, V> &items) {
    if constexpr (N == 1) return items;
    else return merged(sorted(part<0, N / 2>(items)), sorted(part<N / 2, N - N / 2>(items)));
}

// The item of rank C of C + 1 sorted items and C others.
template <int C, class V> CUPY_DEVICE V middle(const Sorted<C + 1, V> &shared, const Sorted<C, V> &own) {
    V found = shared.items[0];
    CUPY_UNROLL
    for (int k = 0; k < C; ++k) found = greater(found, lesser(shared.items[k + 1], own.items[C - 1 - k]));
    return found;
}

// The columns of a run whose boxes lie inside the image and that can be read by packs; false for others.
template <int D, int K, int R, class T, class Columns>
CUPY_DEVICE bool read_inside(const Neighborhood &p, const T *input, int z, int y, int x, Columns &sorts) {
    using V = typename ranked<T>::type;
    constexpr int H = K / 2;
    if constexpr (sizeof(T) * R == 16 && H <= R) {
        const int width = (int)p.shape[2], row = y - p.low[1], plane = z - p.low[0];
        if (width % R || reinterpret_cast<unsigned long long>(input) % 16 || x < R || x + 2 * R > width || row < 0 ||
            row + K > p.shape[1] || plane < 0 || plane + D > p.shape[0])
            return false;
        CUPY_UNROLL
        for (int d = 0; d < D; ++d) {
            CUPY_UNROLL
            for (int j = 0; j < K; ++j) {
                T run[3 * R];
                unpack<3 * R>(input + ((unsigned)((plane + d) * (int)p.shape[1] + row + j) * (unsigned)width + x - R), run);
                CUPY_UNROLL
                for (int k = 0; k < R + K - 1; ++k) sorts[k].items[d * K + j] = ranked_item<V>(run[R - H + k]);
            }
        }
        return true;
    } else {
        return false;
    }
}

// The columns of any run.
template <int D, int K, int R, class T, class Columns>
CUPY_DEVICE void read_resolved(const Neighborhood &p, const T *input, int z, int y, int x, Columns &sorts) {
    using V = typename ranked<T>::type;
    constexpr int N = R + K - 1;
    const unsigned width = (unsigned)p.shape[2], height = (unsigned)p.shape[1];
    const V constant = ranked_item<V>(constant_of<T>(p));
    int columns[N];
    CUPY_UNROLL
    for (int k = 0; k < N; ++k) columns[k] = (int)resolve(x + k - K / 2, width, p.mode[2]);
    CUPY_UNROLL
    for (int d = 0; d < D; ++d) {
        const long long plane = resolve(z + d - p.low[0], p.shape[0], p.mode[0]);
        CUPY_UNROLL
        for (int j = 0; j < K; ++j) {
            const long long line = resolve(y + j - p.low[1], height, p.mode[1]);
            const bool known = plane >= 0 && line >= 0;
            const T *from = input + (known ? ((unsigned)plane * height + (unsigned)line) * width : 0u);
            CUPY_UNROLL
            for (int k = 0; k < N; ++k)
                sorts[k].items[d * K + j] = known && columns[k] >= 0 ? ranked_item<V>(from[columns[k]]) : constant;
        }
    }
}

// Whether fewer items than the median's rank are numbers.
template <class T> CUPY_CALLED bool mostly_nan(const Neighborhood &p, long long i) {
    int numbers = 0;
    neighbors<T>(p, i, [&](int, T value) {
        numbers += value == value;
        return true;
    });
    return numbers <= p.rank;
}

// Boxes of D planes of K rows and columns; the pixel is in the middle column. All pixels of the image are numbered in 32
// bits.
template <int D, int K, int R, class T, class O> CUPY_DEVICE void median_box(const Neighborhood &p, long long call) {
    using V = typename ranked<T>::type;
    constexpr int C = D * K, N = R + K - 1;
    static_assert(R % 2 == 0 && K % 2 == 1, "windows come in pairs with an even number of common columns");
    const T *input = static_cast<const T *>(p.input);
    const unsigned width = (unsigned)p.shape[2], height = (unsigned)p.shape[1], calls = (width + R - 1) / R;
    const unsigned row = (unsigned)call / calls;
    const int x = (int)(((unsigned)call - row * calls) * R), z = (int)(row / height), y = (int)(row - z * height);
    Sorted<C, V> sorts[N];
    if (!read_inside<D, K, R>(p, input, z, y, x, sorts)) read_resolved<D, K, R>(p, input, z, y, x, sorts);
    CUPY_UNROLL
    for (int k = 0; k < N; ++k) sorts[k] = sorted(sorts[k]);
    O *output = static_cast<O *>(p.output);
    const long long first = (long long)row * width + x;
    Sorted<2 * C, V> pairs[(N - 2) / 2];        // of columns 1 and 2, 3 and 4, …
    CUPY_UNROLL
    for (int k = 0; k < (N - 2) / 2; ++k) pairs[k] = merged(sorts[2 * k + 1], sorts[2 * k + 2]);
    V found[R];
    CUPY_UNROLL
    for (int r = 0; r < R; r += 2) {
        Sorted<C + 1, V> shared;
        if constexpr (K == 3) shared = part<C / 2, C + 1>(pairs[r / 2]);
        else if constexpr (K == 5) shared = part<3 * C / 2, C + 1>(merged(pairs[r / 2], pairs[r / 2 + 1]));
        else shared = part<5 * C / 2, C + 1>(merged(merged(pairs[r / 2], pairs[r / 2 + 1]), pairs[r / 2 + 2]));
        found[r] = middle(shared, sorts[r]);
        found[r + 1] = middle(shared, sorts[r + K]);
    }
    if constexpr (is_floating<T>::value) {
        CUPY_UNROLL
        for (int r = 0; r < R; ++r)
            if (found[r] == limits<V>::infinity() && x + r < (int)width && mostly_nan<T>(p, first + r))
                found[r] = limits<V>::nan();
    }
    O items[R];
    CUPY_UNROLL
    for (int r = 0; r < R; ++r) items[r] = cast<O>(found[r]);
    if constexpr (sizeof(O) * R == 16) {
        if (width % R == 0 && reinterpret_cast<unsigned long long>(output) % 16 == 0) {
            pack<R>(items, output + first);
            return;
        }
    }
    CUPY_UNROLL
    for (int r = 0; r < R; ++r)
        if (x + r < (int)width) output[first + r] = items[r];
}

}  // namespace ndimage
}  // namespace cupy

#define CUPY_TEMPLATE(name, D, K, R, T, O) \
    CUPY_MAP_RESIDENT(name, cupy::ndimage::Neighborhood, cupy::ndimage::median_box<D, K, R, T, O>)
