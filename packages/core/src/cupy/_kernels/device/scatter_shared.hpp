// Values added to items by index: each block adds up a part of the items in shared memory.
//
// Blocks of every part read all indices, so that there must be few parts; in turn an index that is there
// often, and the unit that adds in the memory of all blocks, no longer hold the others up.
#pragma once

#include "device/gather.hpp"
#include "tuning/one_pass.hpp"

namespace cupy {

struct ScatterShared {
    void *out;                  // contiguous
    const void *index, *values;
    int64 size, length;         // of the values, of `out`
    int parts, width;           // block b adds up the part b % parts: `width` items
    StrayIndex *report;
};

namespace scatters {

constexpr int kItems = kScatterItems;

template <class T> struct alignas(16) Vector {
    T items[kItems];
};

template <class I, class T> CUPY_DEVICE void add_shared(const ScatterShared &p, T *sums) {
    const int thread = platform::thread_index(), part = platform::block_index() % p.parts;
    const int64 from = (int64)part * p.width;
    const int width = int(p.length - from < p.width ? p.length - from : p.width);
    for (int k = thread; k < width; k += kScatterThreads) sums[k] = T(0);
    platform::barrier();
    const I *index = static_cast<const I *>(p.index);
    const T *values = static_cast<const T *>(p.values);
    const I length = I(p.length), start = I(from);      // small: shared memory holds a part
    const auto add = [&](I number, T value) {
        using U = make_unsigned_t<I>;
        U place = U(number < 0 ? number + length : number);
        if (place >= U(length)) place = U(wrapped_index(number, p.length, p.report));
        const U at = place - U(start);
        if (at < (unsigned)width) accumulate::apply(sums + at, value);
    };
    const bool aligned = ((reinterpret_cast<uint64>(index) | reinterpret_cast<uint64>(values)) & 15) == 0;
    const int64 tile = kScatterThreads * kScatterVectors * kItems;
    const int64 step = platform::block_count() / p.parts * tile;
    for (int64 base = platform::block_index() / p.parts * tile; base < p.size; base += step) {
        if (base + tile <= p.size && aligned) {
            Vector<I> numbers[kScatterVectors];
            Vector<T> added[kScatterVectors];
            CUPY_UNROLL
            for (int v = 0; v < kScatterVectors; ++v) {
                const int64 at = base / kItems + v * kScatterThreads + thread;
                numbers[v] = reinterpret_cast<const Vector<I> *>(index)[at];
                added[v] = reinterpret_cast<const Vector<T> *>(values)[at];
            }
            CUPY_UNROLL
            for (int v = 0; v < kScatterVectors; ++v) {
                CUPY_UNROLL
                for (int k = 0; k < kItems; ++k) add(numbers[v].items[k], added[v].items[k]);
            }
        } else {
            const int64 stop = base + tile < p.size ? base + tile : p.size;
            CUPY_NO_UNROLL
            for (int64 i = base + thread; i < stop; i += kScatterThreads) add(index[i], values[i]);
        }
    }
    platform::barrier();
    T *out = static_cast<T *>(p.out) + from;
    for (int k = thread; k < width; k += kScatterThreads)
        if (sums[k] != T(0)) accumulate::apply(out + k, sums[k]);
}

}  // namespace scatters
}  // namespace cupy

#define CUPY_SCATTER_SHARED(name, I, T)                                                   \
    CUPY_KERNEL CUPY_LAUNCH_BOUNDS(cupy::kScatterThreads)                                 \
        name(CUPY_GRID_CONSTANT const cupy::ScatterShared params) {                       \
        CUPY_DYNAMIC_SHARED(cupy_sums);                                                   \
        cupy::scatters::add_shared<I, T>(params, reinterpret_cast<T *>(cupy_sums));       \
    }
