// Correlation of rows with few weights along the last axis, on SIMT targets.
//
// A thread makes a pack of outputs. It reads them as a pack, and four items on either side, which caches have; where the
// weights lie is known by how far from the output each is, so that all items stay in registers.
#pragma once

#include "boundary.hpp"
#include "correlate1d_sums.hpp"
#include "row_pack.hpp"

namespace cupy {
namespace ndimage {

template <class T> constexpr int kRowItems = 4 * sizeof(T) < kRowBytes ? kRowBytes / sizeof(T) : 4;

template <int N, class T> CUPY_DEVICE void read_pack(const T *from, T *to) {
    const RowPack<N, T> pack = *reinterpret_cast<const RowPack<N, T> *>(from);
    CUPY_UNROLL
    for (int k = 0; k < N; ++k) to[k] = pack.items[k];
}

// The place in a row that stands for i, at most kRowReach beyond an end, or -1; rows are longer than that.
CUPY_DEVICE int place_beside(int i, int length, int mode) {
    if (i >= 0 && i < length) return i;
    return mode == kConstant ? -1 : near_beyond(i, length, mode);
}

// Sums of four outputs: seen[H + j] is the item that output j lies on; no tap is farther than H from its output.
template <int H, class O, class W>
CUPY_DEVICE void add_products(const W *seen, const W *weights, int before, int taps, int symmetric, W *sums) {
    const auto each = [&](int offset, auto add) {
        CUPY_UNROLL
        for (int j = 0; j < 4; ++j) add(sums[j], seen + H + j, weights[H + offset]);
    };
    const auto plain = [&](int offset) {
        each(offset, [offset](W &sum, const W *at, W weight) { sum += product_for<O>(weight, at[offset]); });
    };
    if constexpr (kInOrder<O, W>) {
        if (symmetric) {                        // around the output itself
            const W sign = W(symmetric < 0 ? -1 : 1);
            plain(0);
            CUPY_UNROLL
            for (int k = H; k > 0; --k)
                if (k <= before)
                    each(-k, [k, sign](W &sum, const W *at, W weight) {
                        sum += platform::product(at[-k] + sign * at[k], weight);
                    });
            return;
        }
        CUPY_UNROLL
        for (int offset = -H; offset <= H; ++offset)
            if (offset == taps - 1 - before) plain(offset);
        --taps;
    }
    CUPY_UNROLL
    for (int offset = -H; offset <= H; ++offset)
        if (offset >= -before && offset < taps - before) plain(offset);
}

template <int H, class T, class O, class W> CUPY_DEVICE void add_pack(const Correlate1d &p, const T *items, O *output) {
    constexpr int N = kRowItems<T>;
    const W *given = weights_of<W>(p);
    int symmetric = 0;
    if constexpr (kInOrder<O, W>) symmetric = symmetry(p, given);
    W weights[2 * H + 1];
    CUPY_UNROLL
    for (int k = 0; k <= 2 * H; ++k) {
        const int tap = k - H + p.before;
        weights[k] = tap >= 0 && tap < p.taps ? given[tap] : W(0);
    }
    RowPack<N, O> made;
    CUPY_UNROLL
    for (int at = 0; at < N; at += 4) {
        W seen[4 + 2 * H], sums[4] = {W(0), W(0), W(0), W(0)};
        CUPY_UNROLL
        for (int j = 0; j < 4 + 2 * H; ++j) seen[j] = cast<W>(items[kRowReach - H + at + j]);
        add_products<H, O, W>(seen, weights, p.before, p.taps, symmetric, sums);
        CUPY_UNROLL
        for (int j = 0; j < 4; ++j) made.items[at + j] = result<O>(sums[j], p.divisor);
    }
    *reinterpret_cast<RowPack<N, O> *>(output) = made;
}

template <class T, class O, class W> CUPY_DEVICE void correlate_row(const Correlate1d &p) {
    constexpr int H = kRowReach, N = kRowItems<T>;
    const int length = (int)p.length, before = p.before, behind = p.taps - 1 - before;
    const unsigned packs = (unsigned)length / N;
    const unsigned long long pack = (unsigned long long)platform::block_index() * kThreads + platform::thread_index();
    if (pack >= (unsigned long long)p.outer * packs) return;
    const int x = (int)(pack >> 32 ? pack % packs : (unsigned)pack % packs) * N;
    const T *at = static_cast<const T *>(p.input) + pack * N;
    T items[N + 2 * H];
    read_pack<N>(at, items + H);
    const auto beside = [&](int i) {
        const int place = place_beside(i, length, p.mode);
        return place < 0 ? cast<T>(p.constant) : (at - x)[place];
    };
    if (x > 0) {
        read_pack<H>(at - H, items);
    } else {
        CUPY_UNROLL
        for (int k = 1; k <= H; ++k) items[H - k] = k <= before ? beside(-k) : T();
    }
    if (x + N < length) {
        read_pack<H>(at + N, items + H + N);
    } else {
        CUPY_UNROLL
        for (int k = 0; k < H; ++k) items[H + N + k] = k < behind ? beside(length + k) : T();
    }
    O *output = static_cast<O *>(p.output) + pack * N;
    const int reach = before > behind ? before : behind;
    if (reach <= 1) add_pack<1, T, O, W>(p, items, output);
    else if (reach == 2) add_pack<2, T, O, W>(p, items, output);
    else add_pack<H, T, O, W>(p, items, output);
}

}  // namespace ndimage
}  // namespace cupy

#define CUPY_TEMPLATE(name, T, O, W)                                                                    \
    CUPY_KERNEL CUPY_LAUNCH_RESIDENT(cupy::ndimage::kThreads, (sizeof(W) < 8 ? 6 : cupy::is_floating<O>::value ? 4 : 2))                \
        name(CUPY_GRID_CONSTANT const cupy::ndimage::Correlate1d params) {                              \
        cupy::ndimage::correlate_row<T, O, W>(params);                                                  \
    }
