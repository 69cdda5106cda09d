// Kernels that fill an array with random numbers, on the host: a block serves a range of streams.
#pragma once

#include "random/fill.hpp"

namespace cupy {
namespace random {

constexpr int kLanes = 64;      // streams whose numbers are computed with vectors

template <bool Arrays, class Engine, class D, class T> CUPY_DEVICE void draw_stream(const RandomFill &p, int64 s) {
    Source<Engine> source(p, first_stream(p) + (uint64)s);
    for (int group = 0; group < Engine::kGroups; ++group) {
        const int64 first = (s * Engine::kGroups + group) * 4;
        if (first >= p.size) break;
        if constexpr (is_same<typename D::base, none>::value) {
            draw_items<D, T>(source, p, first);
        } else {
            T out[4];
            draw_group<Arrays, D>(source, p, first, out);
            const int64 count = p.size - first < 4 ? p.size - first : 4;
            memcpy(static_cast<T *>(p.out) + first, out, count * sizeof(T));
        }
    }
}

// Word k of block `number` of stream s + j, at w[k][j].
template <class Engine> CUPY_DEVICE void lane_words(const RandomFill &p, uint64 s, uint32 number, uint32 (&w)[4][kLanes]) {
    const uint32 key[2] = {p.words[0], p.words[1]}, last = p.words[2];
    for (int j = 0; j < kLanes; ++j) {
        uint32 own[4];
        Engine::block_at(key, (uint32)(s + j), (uint32)((s + j) >> 32), number, last, own);
        w[0][j] = own[0];
        w[1][j] = own[1];
        w[2][j] = own[2];
        w[3][j] = own[3];
    }
}
template <class Engine> CUPY_DEVICE void base_words(const RandomFill &p, uint64 s, uint32 (&w)[4][kLanes]) {
    lane_words<Engine>(p, s, 0, w);
}
template <class Engine> CUPY_DEVICE void base_words(const RandomFill &p, uint64 s, uint64 (&w)[4][kLanes]) {
    uint32 v[8][kLanes];
    lane_words<Engine>(p, s, 0, reinterpret_cast<uint32 (&)[4][kLanes]>(v[0]));
    lane_words<Engine>(p, s, 1, reinterpret_cast<uint32 (&)[4][kLanes]>(v[4]));
    for (int k = 0; k < 4; ++k)
        for (int j = 0; j < kLanes; ++j) w[k][j] = v[2 * k][j] | (uint64)v[2 * k + 1][j] << 32;
}

// The items of kLanes whole streams: the same numbers as draw_stream gives.
template <bool Arrays, class Engine, class D, class T> CUPY_DEVICE void draw_lanes(const RandomFill &p, int64 s) {
    using Base = typename D::base;
    using B = typename D::template base_type<T>;
    using Word = typename Base::template word<B>;
    using X = typename base_value<Base, B>::type;
    Word w[4][kLanes];
    base_words<Engine>(p, first_stream(p) + (uint64)s, w);
    X x[4][kLanes];
    for (int j = 0; j < kLanes; ++j) {
        X one[2], other[2];
        Base::template pair<B>({w[0][j], w[1][j]}, one);
        Base::template pair<B>({w[2][j], w[3][j]}, other);
        x[0][j] = one[0];
        x[1][j] = one[1];
        x[2][j] = other[0];
        x[3][j] = other[1];
    }
    T *out = static_cast<T *>(p.out) + 4 * s;
    for (int j = 0; j < kLanes; ++j) {
        Source<Engine> source(p, first_stream(p) + (uint64)(s + j));
        for (int k = 0; k < 4; ++k) {
            source.item(k);
            D::template apply<Arrays>(source, p, 4 * (s + j) + k, x[k][j], out[4 * j + k]);
        }
    }
}

template <bool Arrays, class Engine, class D, class T>
CUPY_DEVICE void draw_range(const RandomFill &p, int64 begin, int64 end) {
    if constexpr (Engine::kCounter && !is_same<typename D::base, none>::value)
        for (; begin + kLanes <= end && 4 * (begin + kLanes) <= p.size; begin += kLanes)
            draw_lanes<Arrays, Engine, D, T>(p, begin);
    for (; begin < end; ++begin) draw_stream<Arrays, Engine, D, T>(p, begin);
}

template <class Engine, class D, class T> void fill(const RandomFill &p, unsigned block, unsigned grid) {
    const int64 streams = stream_count<Engine>(p);
    const int64 begin = streams * block / grid, end = streams * (block + 1) / grid;
    if constexpr (is_same<typename D::base, none>::value) {
        draw_range<true, Engine, D, T>(p, begin, end);
    } else {
        if (p.arrays) draw_range<true, Engine, D, T>(p, begin, end);
        else draw_range<false, Engine, D, T>(p, begin, end);
    }
}

}  // namespace random
}  // namespace cupy

#define CUPY_RANDOM_FILL(name, engine, distribution, T)                                                 \
    CUPY_EXPORT const int name##__info[] = {0, 1, (int)sizeof(cupy::RandomFill)};                      \
    CUPY_EXPORT void name(void **params, unsigned block, unsigned grid) {                        \
        cupy::random::fill<engine, distribution, T>(*static_cast<const cupy::RandomFill *>(params[0]), block, grid); \
    }
