// Smallest and largest item on SIMT targets: a block writes those of its share, the last one those of all.
#pragma once

#include "block/reduce.hpp"
#include "extent_params.hpp"

namespace cupy {
namespace extents {

constexpr int kThreads = kExtentThreads, kItems = kExtentItems;

template <class T> CUPY_DEVICE Ends<T> load_now(const Ends<T> *from) {
    unsigned char bytes[sizeof(Ends<T>)];
    CUPY_UNROLL
    for (int k = 0; k < (int)sizeof(Ends<T>); ++k)
        bytes[k] = platform::load_now(reinterpret_cast<const unsigned char *>(from) + k);
    Ends<T> ends;
    memcpy(&ends, bytes, sizeof ends);
    return ends;
}

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
    CUPY_SHARED unsigned ticket;
    const unsigned blocks = platform::block_count();
    Ends<T> *found = static_cast<Ends<T> *>(p.ends);
    const auto both = [](Ends<T> a, const Ends<T> &b) {
        a.take(b);
        return a;
    };
    ends = block::reduce_shared<kThreads>(ends, shared, both);
    if (thread == 0) {
        found[platform::block_index()] = ends;
        platform::fence();
        ticket = platform::add_and_return(p.ticket, 1u);
    }
    platform::barrier();
    if (ticket != blocks - 1) return;
    platform::fence();
    ends = load_now(found);
    for (unsigned k = thread; k < blocks; k += kThreads) ends.take(load_now(found + k));
    ends = block::reduce_shared<kThreads>(ends, shared, both);
    if (thread == 0) found[blocks] = ends;
}

}  // namespace extents
}  // namespace cupy

#define CUPY_TEMPLATE(name, T)                                                                    \
    CUPY_KERNEL CUPY_LAUNCH_BOUNDS(cupy::extents::kThreads)                                       \
        name(CUPY_GRID_CONSTANT const cupy::Extent params) {                                      \
        alignas(16) CUPY_SHARED unsigned char memory[sizeof(cupy::Ends<T>) * cupy::extents::kThreads]; \
        cupy::extents::run<T>(params, reinterpret_cast<cupy::Ends<T> *>(memory));                 \
    }
