// Kernels that fill an array with random numbers, on the host: a block serves a range of streams.
#pragma once

#include "random/draw.hpp"

namespace cupy {
namespace random {

template <bool Arrays, class Engine, class D, class T>
CUPY_DEVICE void draw_range(const Draw &p, int64 begin, int64 end) {
    for (int64 s = begin; s < end; ++s) {
        Source<Engine> source(p, p.position + (uint64)s);
        for (int group = 0; group < Engine::kGroups; ++group) {
            const int64 first = (s * Engine::kGroups + group) * 4;
            if (first >= p.size) break;
            if constexpr (D::rows) {
                draw_rows<D, T>(source, p, first);
            } else {
                T out[4];
                draw_group<Arrays, D>(source, p, first, out);
                const int64 count = p.size - first < 4 ? p.size - first : 4;
                memcpy(static_cast<T *>(p.out) + first, out, count * sizeof(T));
            }
        }
    }
}

template <class Engine, class D, class T> void draw(const Draw &p, unsigned block, unsigned grid) {
    const int64 streams = stream_count<Engine>(p);
    const int64 begin = streams * block / grid, end = streams * (block + 1) / grid;
    if constexpr (is_same<typename D::base, none>::value || D::rows) {
        draw_range<true, Engine, D, T>(p, begin, end);
    } else {
        if (p.arrays) draw_range<true, Engine, D, T>(p, begin, end);
        else draw_range<false, Engine, D, T>(p, begin, end);
    }
}

}  // namespace random
}  // namespace cupy

#define CUPY_DRAW(name, engine, distribution, T)                                                 \
    CUPY_EXPORT const int name##__info[] = {0, 1, (int)sizeof(cupy::Draw)};                      \
    CUPY_EXPORT void name(void **params, unsigned block, unsigned grid) {                        \
        cupy::random::draw<engine, distribution, T>(*static_cast<const cupy::Draw *>(params[0]), block, grid); \
    }
