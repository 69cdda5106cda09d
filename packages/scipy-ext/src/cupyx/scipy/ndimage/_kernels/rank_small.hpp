// Items of a given rank in small windows, of which a call has all in registers.
//
// Medians by forgetful selection: of the first N / 2 + 2 items neither the least nor the greatest can be the median, so
// both are dropped, one more item comes in, and so on until one is left. Other ranks by a network that sorts (Batcher,
// "Sorting networks and their applications", 1968). Everything is unrolled: minima and maxima, no branches. On the host
// a call makes several pixels next to each other, so that these are minima and maxima of vectors.
#pragma once

#include "device/map.hpp"
#include "neighborhood.hpp"
#include "rank_key.hpp"
#include "split.hpp"

namespace cupy {
namespace ndimage {

#ifdef CUPY_HOST
constexpr int kRankLanes = kHostRanks;
#else
constexpr int kRankLanes = 1;
#endif

template <class Key> struct Lanes {
    Key items[kRankLanes];
};

template <class Key> CUPY_DEVICE void order(Lanes<Key> &a, Lanes<Key> &b) {
    CUPY_UNROLL
    for (int lane = 0; lane < kRankLanes; ++lane) {
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

// The median of N items.
template <int N> struct Median {
    template <class Key, class Inside, class Beside>
    static CUPY_DEVICE Lanes<Key> of(const Neighborhood &, bool is_inside, Inside inside, Beside beside) {
        constexpr int M = N / 2 + 2;
        const auto load = [&](int tap) { return is_inside ? inside(tap) : beside(tap); };
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
};

// Orders items that lie `apart`, of runs of 2 * `half` items, then those that lie closer; then longer runs.
template <int half, int apart, int N, class Key> CUPY_DEVICE void exchange(Lanes<Key> (&items)[N]) {
    constexpr int kFirst = apart % half;
    CUPY_UNROLL
    for (int k = kFirst; k + apart < N; ++k)
        if ((k - kFirst) / apart % 2 == 0 && k / (2 * half) == (k + apart) / (2 * half)) order(items[k], items[k + apart]);
    if constexpr (apart > 1) exchange<half, apart / 2>(items);
    else if constexpr (2 * half < N) exchange<2 * half, 2 * half>(items);
}

// One item by the bits of its number: compilers would put all into memory to take one by its number.
template <int N, class Key> CUPY_DEVICE Lanes<Key> item_at(const Lanes<Key> (&items)[N], int number) {
    if constexpr (N == 1) {
        return items[0];
    } else {
        Lanes<Key> half[(N + 1) / 2];
        CUPY_UNROLL
        for (int k = 0; k < (N + 1) / 2; ++k) {
            half[k] = items[2 * k];
            if (2 * k + 1 < N && number & 1) half[k] = items[2 * k + 1 < N ? 2 * k + 1 : 0];
        }
        return item_at<(N + 1) / 2>(half, number >> 1);
    }
}

// The item of any rank of at most N.
template <int N> struct Ranked {
    template <class Key, class Inside, class Beside>
    static CUPY_DEVICE Lanes<Key> of(const Neighborhood &p, bool is_inside, Inside inside, Beside beside) {
        Lanes<Key> items[N];
        if (is_inside) {        // all are asked for before one is used: steps behind the last tap's are 0
            CUPY_UNROLL
            for (int k = 0; k < N; ++k) items[k] = inside(k);
        } else {
            CUPY_UNROLL
            for (int k = 0; k < N; ++k) items[k] = beside(k < p.taps ? k : 0);
        }
        CUPY_UNROLL
        for (int k = 0; k < N; ++k) {
            CUPY_UNROLL
            for (int lane = 0; lane < kRankLanes; ++lane)
                if (k >= p.taps) items[k].items[lane] = Key(~Key(0));
        }
        exchange<1, 1>(items);
        return item_at<N>(items, p.rank);
    }
};

template <class Selection, class T, class O> CUPY_DEVICE void rank_small(const Neighborhood &p, long long call) {
    using Key = rank_key<T>;
    using Word = typename Key::type;
    const T *input = static_cast<const T *>(p.input);
    O *output = static_cast<O *>(p.output);
    const long long width = p.shape[2], calls = (width + kRankLanes - 1) / kRankLanes;
    long long row = call;
    const long long x = split(row, calls) * kRankLanes, first = row * width + x;
    long long z = row;
    const long long y = split(z, p.shape[1]);
    const int count = (int)(width - x < kRankLanes ? width - x : kRankLanes);
    const bool inside = z >= p.low[0] && z + p.high[0] < p.shape[0] && y >= p.low[1] && y + p.high[1] < p.shape[1] &&
                        x >= p.low[2] && x + p.high[2] + kRankLanes <= width;
    const T constant = constant_of<T>(p);
    const auto at_once = [&](int tap) {
        Lanes<Word> lanes;
        const T *from = input + first + p.close_steps[tap];
        CUPY_UNROLL
        for (int lane = 0; lane < kRankLanes; ++lane) lanes.items[lane] = Key::of(from[lane]);
        return lanes;
    };
    const auto beside = [&](int tap) {
        Lanes<Word> lanes;
        const int *place = p.places + tap * 3;
        const long long above = resolve(z + place[0], p.shape[0], p.mode[0]);
        const long long over = resolve(y + place[1], p.shape[1], p.mode[1]);
        for (int lane = 0; lane < kRankLanes; ++lane) {
            const long long at = resolve(x + lane + place[2], width, p.mode[2]);
            lanes.items[lane] = Key::of(above < 0 || over < 0 || at < 0 ?
                constant : input[(above * p.shape[1] + over) * width + at]);
        }
        return lanes;
    };
    const Lanes<Word> found = Selection::template of<Word>(p, inside, at_once, beside);
    CUPY_UNROLL
    for (int lane = 0; lane < kRankLanes; ++lane)
        if (lane < count) output[first + lane] = cast<O>(Key::item(found.items[lane]));
}

}  // namespace ndimage
}  // namespace cupy

#define CUPY_TEMPLATE(name, selection, N, T, O) \
    CUPY_MAP_KERNEL(name, cupy::ndimage::Neighborhood, cupy::ndimage::rank_small<cupy::ndimage::selection<N>, T, O>)
