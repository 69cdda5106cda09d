// Smallest and largest item on SIMT targets: a block writes those of its share.
#pragma once

#include "extent_params.hpp"

namespace cupy {
namespace extents {

constexpr int kThreads = 512;
constexpr int kItems = 8;           // loads of a thread in flight

template <class T> CUPY_DEVICE void run(const Extent &p, Ends<T> *shared) {
    const T *items = static_cast<const T *>(p.items);
    const int thread = platform::thread_index();
    const long long tile = kThreads * kItems, step = tile * platform::block_count();
    Ends<T> ends = {items[0], items[0]};
    for (long long first = tile * platform::block_index(); first < p.size; first += step) {
        const T *from = items + (first + thread) * p.stride;
        if (first + tile <= p.size) {
            T x[kItems];
            CUPY_UNROLL
            for (int k = 0; k < kItems; ++k) x[k] = from[k * kThreads * p.stride];
            CUPY_UNROLL
            for (int k = 0; k < kItems; ++k) ends.take({x[k], x[k]});
        } else {
            for (long long i = first + thread; i < p.size; i += kThreads) {
                const T x = items[i * p.stride];
                ends.take({x, x});
            }
        }
    }
    shared[thread] = ends;
    for (int half = kThreads / 2; half > 0; half /= 2) {
        platform::barrier();
        if (thread < half) shared[thread].take(shared[thread + half]);
    }
    if (thread == 0) static_cast<Ends<T> *>(p.ends)[platform::block_index()] = shared[0];
}

}  // namespace extents
}  // namespace cupy

#define CUPY_TEMPLATE(name, T)                                                                    \
    CUPY_KERNEL CUPY_LAUNCH_BOUNDS(cupy::extents::kThreads)                                       \
        name(CUPY_GRID_CONSTANT const cupy::Extent params) {                                      \
        alignas(16) CUPY_SHARED unsigned char memory[sizeof(cupy::Ends<T>) * cupy::extents::kThreads]; \
        cupy::extents::run<T>(params, reinterpret_cast<cupy::Ends<T> *>(memory));                 \
    }
