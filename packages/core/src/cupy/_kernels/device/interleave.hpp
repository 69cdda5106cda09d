// A few planes and their items side by side, one copied to the other, on SIMT targets: a block brings a part of all planes
// to shared memory, by whole vectors as it lies, and writes whole vectors of the output from there.
#pragma once

#include "device/unaligned.hpp"
#include "interleave_params.hpp"

namespace cupy {
namespace interleave {

template <class T> struct Channels {
    static constexpr int V = 16 / sizeof(T);

    const Interleave &p;
    unsigned *const shared;
    const unsigned few = p.planes.divisor, tile = V << p.shift, thread = platform::thread_index();
    unsigned image, number;
    long long begin;                  // the block's first item of each plane
    unsigned count;                   // and how many it writes

    CUPY_DEVICE Channels(const Interleave &params, unsigned *shared_) : p(params), shared(shared_) {
        simt::divide(platform::block_index(), p.tiles, image, number);
        begin = (long long)number * tile;
        count = p.length - begin < tile ? (unsigned)(p.length - begin) : tile;
    }
    CUPY_DEVICE T *output(unsigned plane) const {
        return reinterpret_cast<T *>(p.output) + place(plane) + begin;
    }
    // Items of `source` from the first on to the words at `to`: a vector, or what there is of it.
    static CUPY_DEVICE void bring(const T *source, unsigned left, unsigned *to) {
        unsigned words[4] = {};
        if (left >= V) {
            simt::Anywhere vector;
            vector.load(source);
            vector.take(words);
        } else {
            CUPY_UNROLL
            for (int j = 0; j < V; ++j)
                if (j < left) simt::put_item(words, j, source[j]);
        }
        CUPY_UNROLL
        for (int k = 0; k < 4; ++k) to[k] = words[k];
    }
    CUPY_DEVICE T item(unsigned byte) const {
        return *reinterpret_cast<const T *>(reinterpret_cast<const char *>(shared) + byte);
    }

    // Planes to items side by side. Vectors of the output end in the next block's part of the planes, of which the first
    // vectors are brought, too.
    CUPY_DEVICE void join() const {
        const unsigned vectors = (1u << p.shift) + 1, pitch = 4 * vectors;        // words from plane to plane
        const long long left = p.length - begin;
        const T *source = reinterpret_cast<const T *>(p.items + image * p.image) + begin;
        const auto bring_one = [&](unsigned plane, unsigned number) {
            const unsigned first = number * V;
            if (first >= left) return;
            const char *from = reinterpret_cast<const char *>(source + first) + plane * p.plane;
            bring(reinterpret_cast<const T *>(from), left - first < V ? (unsigned)(left - first) : V,
                  shared + plane * pitch + number * 4);
        };
        for (unsigned i = thread; i < few << p.shift; i += kInterleaveThreads)
            bring_one(i >> p.shift, i & ((1u << p.shift) - 1));
        if (thread < few) bring_one(thread, 1u << p.shift);
        platform::barrier();
        const long long start = (image * p.length + begin) * few;
        const unsigned lead = head(start), total = count * few;
        T *const to = reinterpret_cast<T *>(p.output) + start;
        for (unsigned first = lead + thread * V; first < total; first += kInterleaveThreads * V) {
            unsigned at, plane;
            simt::divide(first, p.planes, at, plane);
            at = at * sizeof(T) + plane * pitch * 4;
            simt::Chunk<16> vector = {};
            CUPY_UNROLL
            for (int j = 0; j < V; ++j) {
                simt::put_item(vector.words, j, item(at));
                at += pitch * 4;
                if (++plane == few) {
                    plane = 0;
                    at += sizeof(T) - few * pitch * 4;
                }
            }
            simt::store_first(to + first, vector, left * few - first);
        }
        if (begin == 0 && thread < lead && thread < total) {
            unsigned at, plane;
            simt::divide(thread, p.planes, at, plane);
            to[thread] = item(at * sizeof(T) + plane * pitch * 4);
        }
    }

    // Where a vector of the source lies in shared memory: a word more after what V items of all planes take, so that
    // threads with neighbouring vectors of a plane read different banks.
    CUPY_DEVICE void separate() const {
        const long long left = p.length - begin;
        const unsigned some = left < tile + V - 1 ? (unsigned)left : tile + V - 1, total = some * few;
        const T *source = reinterpret_cast<const T *>(p.items + image * p.image) + begin * few;
        for (unsigned i = thread; i * V < total; i += kInterleaveThreads) {
            unsigned gaps, rest;
            simt::divide(i, p.planes, gaps, rest);
            bring(source + i * V, total - i * V, shared + i * 4 + gaps);
        }
        platform::barrier();
        for (unsigned i = thread; i < few << p.shift; i += kInterleaveThreads) {
            const unsigned plane = i >> p.shift, number = i & ((1u << p.shift) - 1), lead = head(place(plane));
            const unsigned first = lead + number * V;
            if (first >= count) continue;
            unsigned at = (first * few + plane) * sizeof(T) + number * 4;
            simt::Chunk<16> vector = {};
            CUPY_UNROLL
            for (int j = 0; j < V; ++j) {
                simt::put_item(vector.words, j, item(at + (lead + j >= V ? 4 : 0)));
                at += few * sizeof(T);
            }
            simt::store_first(output(plane) + first, vector, left - first);
        }
        if (begin > 0) return;
        for (unsigned i = thread; i < few * V; i += kInterleaveThreads) {
            const unsigned plane = i / V, at = i % V;
            if (at < head(place(plane)) && at < count) output(plane)[at] = item((at * few + plane) * sizeof(T));
        }
    }
    // Where a plane of the output begins, and how many items lie between an item and the next whole vector.
    CUPY_DEVICE long long place(unsigned plane) const { return ((long long)image * few + plane) * p.length; }
    static CUPY_DEVICE unsigned head(long long item) { return (unsigned)-item & (V - 1); }
};

template <class T> CUPY_DEVICE void run(const Interleave &p, unsigned *shared) {
    const Channels<T> channels(p, shared);
    if (p.to_planes) channels.separate();
    else channels.join();
}

}  // namespace interleave
}  // namespace cupy

#define CUPY_INTERLEAVE(name, T)                                                                  \
    CUPY_KERNEL CUPY_LAUNCH_BOUNDS(cupy::kInterleaveThreads)                                      \
        name(CUPY_GRID_CONSTANT const cupy::Interleave params) {                                  \
        alignas(16) CUPY_SHARED unsigned shared[cupy::kInterleaveWords];                          \
        cupy::interleave::run<T>(params, shared);                                                 \
    }
