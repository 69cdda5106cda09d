// Long runs repeated, on SIMT targets: a thread holds vectors of the input and writes each to every copy.
#pragma once

#include "device/registers.hpp"
#include "copies_params.hpp"

namespace cupy {
namespace copies {

template <class Vector> CUPY_DEVICE void run(const Copies &p) {
    constexpr int U = kCopiesVectors;
    const unsigned parts = (p.count + p.share - 1) / p.share;
    const unsigned tile = platform::block_index() / parts, copy = (platform::block_index() - tile * parts) * p.share;
    const unsigned first = tile * U * kCopiesThreads + platform::thread_index();
    const unsigned copies = p.count - copy < p.share ? p.count - copy : p.share;
    const Vector *items = static_cast<const Vector *>(p.items);
    Vector x[U], *to[U];
    CUPY_UNROLL
    for (int u = 0; u < U; ++u) {
        const unsigned at = first + u * kCopiesThreads;
        if (at >= p.vectors) continue;
        x[u] = items[at];
        unsigned run, rest;
        simt::divide(at, p.run, run, rest);
        to[u] = static_cast<Vector *>(p.output) + ((int64)run * p.count + copy) * p.run.divisor + rest;
    }
    CUPY_NO_UNROLL
    for (unsigned k = 0; k < copies; ++k) {
        CUPY_UNROLL
        for (int u = 0; u < U; ++u) {
            if (first + u * kCopiesThreads >= p.vectors) continue;
            *to[u] = x[u];
            to[u] += p.run.divisor;
        }
    }
}

}  // namespace copies
}  // namespace cupy

#define CUPY_COPIES(name, T)                                                                      \
    CUPY_KERNEL CUPY_LAUNCH_BOUNDS(cupy::kCopiesThreads)                                          \
        name(CUPY_GRID_CONSTANT const cupy::Copies params) {                                      \
        cupy::copies::run<cupy::simt::Chunk<sizeof(T)>>(params);                                  \
    }
