// Short runs repeated, on SIMT targets: a thread writes vectors of the output.
#pragma once

#include "device/unaligned.hpp"
#include "repeat_params.hpp"

namespace cupy {
namespace repeats {

// Four bytes of the output, whose first is the copy of `source`'s byte `from` with so many others of it before.
CUPY_DEVICE unsigned four_copies(const unsigned (&source)[4], unsigned from, unsigned before, unsigned count) {
    const unsigned low = from < 4 ? source[0] : from < 8 ? source[1] : source[2];
    const unsigned high = from < 4 ? source[1] : from < 8 ? source[2] : source[3];
    const unsigned window = (unsigned)(((uint64)high << 32 | low) >> (from & 3) * 8);
    unsigned selector = 0;                  // each digit one more for each source that ends before
    CUPY_UNROLL
    for (int k = 1; k <= 2; ++k) {
        const unsigned end = k * count - before;
        selector += end < 4 ? 0x1111u << end * 4 : 0;
    }
    return platform::permuted(window, 0, selector & 0xffff);
}

// Bytes one by one, at least twice: a vector of the output comes from at most nine.
CUPY_DEVICE void run_bytes(const Repeat &p) {
    constexpr int V = 16, U = kRepeatVectors;
    const unsigned first = (platform::block_index() * U * kRepeatThreads + platform::thread_index()) * V;
    const unsigned count = p.group.divisor;
    simt::Anywhere source[U];
    unsigned before[U];
    CUPY_UNROLL
    for (int u = 0; u < U; ++u) {
        const unsigned word = first + u * kRepeatThreads * V;
        if (word >= p.size) break;
        unsigned from, last, rest;
        simt::divide(word, p.group, from, before[u]);
        simt::divide(p.size - word < V ? p.size - 1 : word + V - 1, p.group, last, rest);
        source[u].load(static_cast<const unsigned char *>(p.items) + from, last - from + 1);
    }
    CUPY_UNROLL
    for (int u = 0; u < U; ++u) {
        const unsigned word = first + u * kRepeatThreads * V;
        if (word >= p.size) break;
        unsigned words[4];
        source[u].take(words);
        simt::Chunk<16> copies;
        CUPY_UNROLL
        for (int k = 0; k < 4; ++k) {
            unsigned from, rest;
            simt::divide(before[u] + 4 * k, p.group, from, rest);
            copies.words[k] = four_copies(words, from, rest, count);
        }
        simt::store_first(static_cast<unsigned char *>(p.output) + word, copies, p.size - word);
    }
}

template <class T> CUPY_DEVICE void run(const Repeat &p) {
    if constexpr (sizeof(T) == 1)
        if (p.inner == 1 && p.group.divisor > 1) return run_bytes(p);
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
