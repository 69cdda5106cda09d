// Kernels that fill an array with random numbers.
//
// A thread serves whole streams, so the numbers do not depend on the grid.
#pragma once

#include "random/draw.hpp"

#if CUPY_SIMT

#include "device/registers.hpp"

namespace cupy {
namespace random {

constexpr int kDrawThreads = 256;

template <bool Arrays, class Engine, class D, class T> CUPY_DEVICE void draw_all(const Draw &p) {
    const int64 streams = stream_count<Engine>(p), step = (int64)platform::block_count() * kDrawThreads;
    CUPY_NO_UNROLL
    for (int64 s = (int64)platform::block_index() * kDrawThreads + platform::thread_index(); s < streams; s += step) {
        Source<Engine> source(p, p.position + (uint64)s);
        CUPY_NO_UNROLL
        for (int group = 0; group < Engine::kGroups; ++group) {
            const int64 first = (s * Engine::kGroups + group) * 4;
            if (first >= p.size) break;
            if constexpr (is_same<typename D::base, none>::value) {
                draw_items<D, T>(source, p, first);
            } else {
                T out[4];
                draw_group<Arrays, D>(source, p, first, out);
                T *to = static_cast<T *>(p.out) + first;
                if (p.aligned && first + 4 <= p.size) {
                    simt::store_vector(to, out);
                } else {
                    CUPY_UNROLL
                    for (int k = 0; k < 4; ++k)
                        if (first + k < p.size) to[k] = out[k];
                }
            }
        }
    }
}

template <class Engine, class D, class T> CUPY_DEVICE void draw(const Draw &p) {
    if constexpr (is_same<typename D::base, none>::value) {
        draw_all<true, Engine, D, T>(p);
    } else {
        if (p.arrays) draw_all<true, Engine, D, T>(p);
        else draw_all<false, Engine, D, T>(p);
    }
}

}  // namespace random
}  // namespace cupy

#define CUPY_DRAW(name, engine, distribution, T)                                                 \
    CUPY_KERNEL CUPY_LAUNCH_BOUNDS(cupy::random::kDrawThreads)                                   \
        name(CUPY_GRID_CONSTANT const cupy::Draw params) {                                       \
        cupy::random::draw<engine, distribution, T>(params);                                     \
    }

#endif
