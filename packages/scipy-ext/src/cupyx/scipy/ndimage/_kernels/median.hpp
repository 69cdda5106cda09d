// Medians of small windows by forgetful selection.
//
// Of the first N / 2 + 2 items neither the least nor the greatest can be the median: both are dropped, one more item
// comes in, and so on until one is left. Everything is unrolled: minima and maxima of registers, no branches. On the
// host a call makes several pixels next to each other, so that these are minima and maxima of vectors.
#pragma once

#include "device/map.hpp"
#include "neighborhood.hpp"
#include "rank_key.hpp"
#include "split.hpp"

namespace cupy {
namespace ndimage {

#ifdef CUPY_HOST
constexpr int kMedianLanes = kHostMedians;
#else
constexpr int kMedianLanes = 1;
#endif

template <class Key> struct Lanes {
    Key items[kMedianLanes];
};

template <class Key> CUPY_DEVICE void order(Lanes<Key> &a, Lanes<Key> &b) {
    CUPY_UNROLL
    for (int lane = 0; lane < kMedianLanes; ++lane) {
        const Key x = a.items[lane], y = b.items[lane];
        a.items[lane] = x < y ? x : y;
        b.items[lane] = x < y ? y : x;
    }
}

// The least of the first `count` comes first, the greatest last.
template <int M, class Key> CUPY_DEVICE void to_ends(Lanes<Key> (&held)[M], int count) {
    const int half = count / 2;
    CUPY_UNROLL
    for (int k = 0; k < M / 2; ++k)
        if (k < half) order(held[k], held[count - 1 - k]);
    CUPY_UNROLL
    for (int k = 1; k < (M + 1) / 2; ++k)
        if (k < (count + 1) / 2) order(held[0], held[k]);
    CUPY_UNROLL
    for (int k = 1; k < M - 1; ++k)
        if (k >= half && k < count - 1) order(held[k], held[count - 1]);
}

template <int N, class Key, class Load> CUPY_DEVICE Lanes<Key> median_of(Load load) {
    constexpr int M = N / 2 + 2;
    Lanes<Key> held[M];
    CUPY_UNROLL
    for (int k = 0; k < M; ++k) held[k] = load(k);
    CUPY_UNROLL
    for (int count = M, next = M; count > 2; --count, ++next) {
        to_ends<M, Key>(held, count);
        // The last place is given up, the first is for the next item.
        if (next < N) held[0] = load(next);
        else held[0] = held[1];
    }
    return held[1];
}

template <int N, class T, class O> CUPY_DEVICE void median(const Neighborhood &p, long long call) {
    using Key = rank_key<T>;
    using Word = typename Key::type;
    const T *input = static_cast<const T *>(p.input);
    O *output = static_cast<O *>(p.output);
    const long long width = p.shape[2], calls = (width + kMedianLanes - 1) / kMedianLanes;
    long long row = call;
    const long long x = split(row, calls) * kMedianLanes, first = row * width + x;
    long long z = row;
    const long long y = split(z, p.shape[1]);
    const int count = (int)(width - x < kMedianLanes ? width - x : kMedianLanes);
    const bool inside = z >= p.low[0] && z + p.high[0] < p.shape[0] && y >= p.low[1] && y + p.high[1] < p.shape[1] &&
                        x >= p.low[2] && x + p.high[2] + kMedianLanes <= width;
    const T constant = constant_of<T>(p);
    const Lanes<Word> found = median_of<N, Word>([&](int tap) {
        Lanes<Word> lanes;
        if (inside) {
            const T *from = input + first + p.close_steps[tap];
            CUPY_UNROLL
            for (int lane = 0; lane < kMedianLanes; ++lane) lanes.items[lane] = Key::of(from[lane]);
        } else {
            const int *place = p.places + tap * 3;
            const long long above = resolve(z + place[0], p.shape[0], p.mode[0]);
            const long long over = resolve(y + place[1], p.shape[1], p.mode[1]);
            for (int lane = 0; lane < kMedianLanes; ++lane) {
                const long long at = resolve(x + lane + place[2], width, p.mode[2]);
                lanes.items[lane] = Key::of(above < 0 || over < 0 || at < 0 ?
                    constant : input[(above * p.shape[1] + over) * width + at]);
            }
        }
        return lanes;
    });
    CUPY_UNROLL
    for (int lane = 0; lane < kMedianLanes; ++lane)
        if (lane < count) output[first + lane] = cast<O>(Key::item(found.items[lane]));
}

}  // namespace ndimage
}  // namespace cupy

#define CUPY_TEMPLATE(name, N, T, O) CUPY_MAP_KERNEL(name, cupy::ndimage::Neighborhood, cupy::ndimage::median<N, T, O>)
