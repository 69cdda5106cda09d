// Short runs repeated, on SIMT targets: a thread writes vectors of the output.
#pragma once

#include "device/registers.hpp"
#include "repeat_params.hpp"

namespace cupy {
namespace repeats {

template <class T> CUPY_DEVICE void run(const Repeat &p) {
    constexpr int V = repeat_vector(sizeof(T)), U = kRepeatVectors;
    const unsigned first = (platform::block_index() * U * kRepeatThreads + platform::thread_index()) * V;
    const T *items = static_cast<const T *>(p.items);
    T *output = static_cast<T *>(p.output);
    T x[U][V];
    CUPY_UNROLL
    for (int u = 0; u < U; ++u) {
        const unsigned word = first + u * kRepeatThreads * V;
        if (word >= p.size) break;
        unsigned run, rest;
        simt::divide(word, p.group, run, rest);
        unsigned item = p.inner == 1 ? 0 : rest % p.inner;
        CUPY_UNROLL
        for (int v = 0; v < V; ++v) {
            if (word + v < p.size) x[u][v] = items[(int64)run * p.inner + item];
            if (++item == p.inner) item = 0;
            if (++rest == p.group.divisor) {
                rest = 0;
                ++run;
            }
        }
    }
    CUPY_UNROLL
    for (int u = 0; u < U; ++u) {
        const unsigned word = first + u * kRepeatThreads * V;
        if (word + V <= p.size) {
            simt::store_vector(output + word, x[u]);
        } else {
            CUPY_UNROLL
            for (int v = 0; v < V; ++v)
                if (word + v < p.size) output[word + v] = x[u][v];
        }
    }
}

}  // namespace repeats
}  // namespace cupy

#define CUPY_REPEAT(name, T)                                                                      \
    CUPY_KERNEL CUPY_LAUNCH_BOUNDS(cupy::kRepeatThreads)                                          \
        name(CUPY_GRID_CONSTANT const cupy::Repeat params) {                                      \
        cupy::repeats::run<cupy::simt::Chunk<sizeof(T)>>(params);                                 \
    }
