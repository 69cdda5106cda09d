// Rows of an image as columns of boxes that are whole along the last axis, and results back as rows.
//
// A call has `kBoxRun` values next to each other: of bytes and 16-bit numbers each is two pixels, `kBoxRun` apart, in the
// halves of a word, of bytes in the upper bytes of these, whatever the lower ones are. Orders can be reversed.
#pragma once

#include "neighborhood.hpp"
#include "rank_key.hpp"
#include "row_pack.hpp"
#include "sorted.hpp"

namespace cupy {
namespace ndimage {

// What items are compared as.
template <class T> struct ranked { using type = typename conditional<sizeof(T) == 8 || sizeof(T) == 4, T, Halves>::type; };
template <> struct ranked<float16> { using type = float; };
template <> struct ranked<bfloat16> { using type = float; };

template <class T> constexpr int kBoxLanes = is_same<typename ranked<T>::type, Halves>::value ? 2 : 1;
template <class T> constexpr int kBoxPixels = kBoxRun * kBoxLanes<T>;

// As `resolve`; what is close to an end is found without a call.
CUPY_DEVICE int resolved(int i, int length, int mode) {
    if (i >= 0 && i < length) return i;
    if (mode == kConstant) return -1;
    const int close = near_beyond(i, length, mode);
    return close >= 0 && close < length ? close : (int)beyond(i, length, mode);
}

// Items as values in their order, or with `flips` in the reverse one where `p.invert` says so.
template <class T, bool flips> struct Order {
    using V = typename ranked<T>::type;
    const bool reversed;

    CUPY_DEVICE explicit Order(const Neighborhood &p) : reversed(flips && p.invert) {}

    CUPY_DEVICE V value(T item) const {
        if constexpr (is_floating<T>::value) return flips ? cast<V>(item) * (reversed ? V(-1) : V(1)) : cast<V>(item);
        else return flips ? V(item ^ V(reversed ? ~V(0) : V(0))) : item;
    }
    // NaN as infinity: which of both an item is, is asked where it is infinite.
    CUPY_DEVICE V number(V value) const {
        return value == value ? value : reversed ? -limits<V>::infinity() : limits<V>::infinity();
    }
    CUPY_DEVICE T item(V value) const {
        if constexpr (is_floating<T>::value) return cast<T>(flips ? value * (reversed ? V(-1) : V(1)) : value);
        else return flips ? T(value ^ V(reversed ? ~V(0) : V(0))) : value;
    }
};

// Items of 8 or 16 bits, by keys, those of two pixels at once.
template <class T, bool flips> struct KeyOrder {
    using Key = typename rank_key<T>::type;
    static constexpr int kAbove = 16 - 8 * sizeof(T);
    static constexpr unsigned kSigns = is_integer<T>::value && is_signed<T>::value ? sizeof(T) == 1 ? 0x80808080u :
                                                                                     0x80008000u : 0u;
    const unsigned flipped;

    CUPY_DEVICE explicit KeyOrder(const Neighborhood &p) : flipped(flips && p.invert ? ~0u : 0u) {}

    CUPY_DEVICE unsigned key(T item) const { return (unsigned)Key(rank_key<T>::of(item) ^ Key(flipped)); }
    CUPY_DEVICE unsigned keys(unsigned items) const { return items ^ (kSigns ^ flipped); }      // there and back
    CUPY_DEVICE Halves value(T low, T high) const { return {key(low) << kAbove | key(high) << (16 + kAbove)}; }
    CUPY_DEVICE T item(Halves value, int lane) const {
        return rank_key<T>::item(Key(Key(value.word >> (16 * lane + kAbove)) ^ Key(flipped)));
    }
};

template <class T, bool flips>
using order_of = typename conditional<kBoxLanes<T> == 2, KeyOrder<T, flips>, Order<T, flips>>::type;

// A run of items as words of memory.
template <class T> using BoxQuad = RowPack<kBoxRun, T>;
template <class T> struct alignas(kBoxRun * sizeof(T)) BoxWords { unsigned words[kBoxRun * sizeof(T) / 4]; };

// Values of a row: `kBoxRun` from `at` on, and of H columns on either side, which may be anywhere in it or, below 0, hold
// the constant.
template <int H, class T, class Order, class V>
CUPY_DEVICE void read_row(const T *row, int at, const int (&beside)[2 * H], T constant, const Order &order, V *values) {
    constexpr int R = kBoxRun;
    const auto item = [&](int k) {
        const T item = row[beside[k] < 0 ? 0 : beside[k]];
        return beside[k] < 0 ? constant : item;
    };
    if constexpr (kBoxLanes<T> == 1) {
        const BoxQuad<T> quad = *reinterpret_cast<const BoxQuad<T> *>(row + at);
        CUPY_UNROLL
        for (int k = 0; k < R; ++k) values[H + k] = order.value(quad.items[k]);
        CUPY_UNROLL
        for (int k = 0; k < H; ++k) {
            values[k] = order.value(item(k));
            values[H + R + k] = order.value(item(H + k));
        }
    } else {
        constexpr int S = sizeof(T), kWords = R * S / 4;
        unsigned words[4 * kWords] = {};
        CUPY_UNROLL
        for (int lane = 0; lane < 2; ++lane) {
            const BoxWords<T> quad = *reinterpret_cast<const BoxWords<T> *>(row + at + lane * R);
            CUPY_UNROLL
            for (int k = 0; k < kWords; ++k) words[(1 + lane) * kWords + k] = order.keys(quad.words[k]);
        }
        CUPY_UNROLL
        for (int k = 0; k < H; ++k) {
            const int before = (R - H + k) * S, behind = 3 * R * S + k * S;        // bytes
            words[before / 4] |= order.key(item(k)) << before % 4 * 8;
            words[behind / 4] |= order.key(item(H + k)) << behind % 4 * 8;
        }
        CUPY_UNROLL
        for (int k = 0; k < R + 2 * H; ++k) {
            const int byte = (R - H + k) * S;
            const unsigned low = words[byte / 4], high = words[byte / 4 + kWords];
            if constexpr (S == 1) values[k].word = platform::permuted(low, high, 0x4400 + byte % 4 * 0x1111);
            else values[k].word = platform::permuted(low, high, byte % 4 ? 0x7632 : 0x5410);
        }
    }
}

// The same of any columns.
template <int H, class T, class Order, class V>
CUPY_DEVICE void gather_row(const T *row, const int *columns, T constant, const Order &order, V *values) {
    constexpr int R = kBoxRun;
    const auto item = [&](int k) {
        const T item = row[columns[k] < 0 ? 0 : columns[k]];
        return columns[k] < 0 ? constant : item;
    };
    CUPY_UNROLL
    for (int k = 0; k < R + 2 * H; ++k) {
        if constexpr (kBoxLanes<T> == 1) values[k] = order.value(item(k));
        else values[k] = order.value(item(k), item(k + R));
    }
}

// Puts infinities for NaNs. Minima are what calls wait for: products, which others make meanwhile, tell whether there are
// any.
template <int N, int C, class Order, class V>
CUPY_DEVICE void replace_nan(const Order &order, Sorted<C, V> (&columns)[N]) {
    V odd[N];
    CUPY_UNROLL
    for (int k = 0; k < N; ++k) {
        odd[k] = columns[k].items[0] * V(0);
        CUPY_UNROLL
        for (int j = 1; j < C; ++j) odd[k] += columns[k].items[j] * V(0);
    }
    V all = odd[0];
    CUPY_UNROLL
    for (int k = 1; k < N; ++k) all += odd[k];
    if (all == V(0)) return;
    CUPY_UNROLL
    for (int k = 0; k < N; ++k) {
        CUPY_UNROLL
        for (int j = 0; j < C; ++j) columns[k].items[j] = order.number(columns[k].items[j]);
    }
}

// The columns of the boxes of a run: columns[k].items are those that lie above each other. All threads read in the same
// way, and in the image, whatever they make of it.
template <int D, int K, class T, class Order, class Columns>
CUPY_DEVICE void read_columns(const Neighborhood &p, int z, int y, int x, const Order &order, Columns &columns) {
    using V = typename ranked<T>::type;
    constexpr int C = D * K, H = K / 2, R = kBoxRun, N = R + K - 1, P = kBoxPixels<T>;
    const T *input = static_cast<const T *>(p.input);
    const int depth = (int)p.shape[0], height = (int)p.shape[1], width = (int)p.shape[2];
    const bool packs = width % P == 0 && reinterpret_cast<unsigned long long>(input) % sizeof(BoxQuad<T>) == 0;
    const bool constants = p.mode[0] == kConstant || p.mode[1] == kConstant;
    const T constant = constant_of<T>(p);
    int planes[D], lines[K];
    CUPY_UNROLL
    for (int d = 0; d < D; ++d) planes[d] = resolved(z + d - p.low[0], depth, p.mode[0]);
    CUPY_UNROLL
    for (int j = 0; j < K; ++j) lines[j] = resolved(y + j - p.low[1], height, p.mode[1]);
    const auto each_row = [&](auto read) {
        CUPY_UNROLL
        for (int d = 0; d < D; ++d) {
            CUPY_UNROLL
            for (int j = 0; j < K; ++j) {
                const bool there = planes[d] >= 0 && lines[j] >= 0;
                const unsigned row = there ? (unsigned)planes[d] * (unsigned)height + (unsigned)lines[j] : 0u;
                V values[N];
                read(input + row * (unsigned)width, values);
                CUPY_UNROLL
                for (int k = 0; k < N; ++k) columns[k].items[d * K + j] = values[k];
            }
        }
    };
    if (packs) {
        int beside[2 * H];
        CUPY_UNROLL
        for (int k = 0; k < H; ++k) {
            beside[k] = resolved(x - H + k, width, p.mode[2]);
            beside[H + k] = resolved(x + P + k, width, p.mode[2]);
        }
        each_row([&](const T *row, V *values) { read_row<H>(row, x, beside, constant, order, values); });
    } else {
        int all[P + 2 * H];
        CUPY_UNROLL
        for (int k = 0; k < P + 2 * H; ++k) all[k] = resolved(x - H + k, width, p.mode[2]);
        each_row([&](const T *row, V *values) { gather_row<H>(row, all, constant, order, values); });
    }
    if (!constants) return;
    V filler;
    if constexpr (kBoxLanes<T> == 1) filler = order.value(constant);
    else filler = order.value(constant, constant);
    CUPY_UNROLL
    for (int row = 0; row < C; ++row) {
        const bool there = planes[row / K] >= 0 && lines[row % K] >= 0;
        CUPY_UNROLL
        for (int k = 0; k < N; ++k) columns[k].items[row] = there ? columns[k].items[row] : filler;
    }
}

// What has been found of a run, as items.
template <class T, class O, class Order, class V>
CUPY_DEVICE void write_run(O *output, int left, bool aligned, const Order &order, const V *found) {
    constexpr int R = kBoxRun, P = kBoxPixels<T>;
    if constexpr (kBoxLanes<T> == 2 && is_same<T, O>::value) {
        if (aligned) {
            constexpr int kWords = R * sizeof(T) / 4;
            BoxWords<T> quads[2];
            const unsigned a = found[0].word, b = found[1].word, c = found[2].word, d = found[3].word;
            if constexpr (kWords == 1) {
                const unsigned front = platform::permuted(a, b, 0x7351), back = platform::permuted(c, d, 0x7351);
                quads[0].words[0] = order.keys(platform::permuted(front, back, 0x5410));
                quads[1].words[0] = order.keys(platform::permuted(front, back, 0x7632));
            } else {
                quads[0].words[0] = order.keys(platform::permuted(a, b, 0x5410));
                quads[0].words[kWords - 1] = order.keys(platform::permuted(c, d, 0x5410));
                quads[1].words[0] = order.keys(platform::permuted(a, b, 0x7632));
                quads[1].words[kWords - 1] = order.keys(platform::permuted(c, d, 0x7632));
            }
            CUPY_UNROLL
            for (int lane = 0; lane < 2; ++lane) *reinterpret_cast<BoxWords<T> *>(output + lane * R) = quads[lane];
            return;
        }
    }
    O items[P];
    CUPY_UNROLL
    for (int k = 0; k < P; ++k) {
        if constexpr (kBoxLanes<T> == 2) items[k] = cast<O>(order.item(found[k % R], k / R));
        else items[k] = cast<O>(order.item(found[k]));
    }
    if (aligned) {
        CUPY_UNROLL
        for (int k = 0; k < P; k += R) {
            BoxQuad<O> quad;
            CUPY_UNROLL
            for (int j = 0; j < R; ++j) quad.items[j] = items[k + j];
            *reinterpret_cast<BoxQuad<O> *>(output + k) = quad;
        }
        return;
    }
    CUPY_UNROLL
    for (int k = 0; k < P; ++k)
        if (k < left) output[k] = items[k];
}

}  // namespace ndimage
}  // namespace cupy
