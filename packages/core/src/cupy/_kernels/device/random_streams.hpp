// Streams of the sequential bit generators in a block: how they begin, and how their numbers reach memory.
#pragma once

#include "device/registers.hpp"
#include "random/fill.hpp"

namespace cupy {
namespace random {

constexpr int kLine = 128;              // bytes of a stream that are written together
constexpr int kLinePitch = kLine + 16;  // so that threads that write their lines meet in different banks

CUPY_DEVICE unsigned char *stream_memory() {
    alignas(16) CUPY_SHARED unsigned char memory[kFillThreads * kLinePitch];
    return memory;
}

// The beginning of a stream for each thread: each power of two of streams is a jump from those below it.
template <class Engine> CUPY_DEVICE Engine begin_streams(const RandomFill &p, uint64 stream) {
    Engine *begun = reinterpret_cast<Engine *>(stream_memory());
    const unsigned thread = platform::thread_index();
    const typename Engine::table_type *matrix = static_cast<const typename Engine::table_type *>(p.table);
    Engine mine = Engine::together(p, stream);
    if (thread == 0) begun[0] = mine;
    CUPY_NO_UNROLL
    for (unsigned below = 1; below < kFillThreads; below *= 2, matrix += Engine::kMatrix) {
        platform::barrier();
        if constexpr (Engine::kTogether) {
            CUPY_NO_UNROLL
            for (unsigned k = thread / 32; k < below; k += kFillThreads / 32) {
                mine = begun[k];
                mine.jump_together(matrix);
                if (thread % 32 == 0) begun[below + k] = mine;
            }
        } else if (thread >= below && thread < 2 * below) {
            mine = begun[thread - below];
            mine.jump(matrix);
            begun[thread] = mine;
        }
    }
    platform::barrier();
    mine = begun[thread];
    platform::barrier();
    return mine;
}

// The streams of a block: threads gather a line of each, and 32 of them write those together.
template <bool Arrays, class Engine, class D, class T>
CUPY_DEVICE void draw_streams(const RandomFill &p, Source<Engine> &source, int64 begin, bool whole) {
    using Chunk = simt::Chunk<16>;
    constexpr int kItems = kLine / (int)sizeof(T), kChunks = kLine / 16;
    constexpr int64 kStream = 4 * Engine::kGroups;
    unsigned char *lines = stream_memory();
    const int thread = platform::thread_index(), lane = thread % 32, first = thread - lane;
    T *own = reinterpret_cast<T *>(lines + thread * kLinePitch);
    CUPY_NO_UNROLL
    for (int done = 0; done < kStream; done += kItems) {
        const int64 from = (begin + thread) * kStream + done, line = (begin + first) * kStream + done;
        CUPY_NO_UNROLL
        for (int k = 0; k < kItems && (whole || from + k < p.size); k += 4) {
            T out[4];
            draw_group<Arrays, D>(source, p, from + k, out);
            simt::store_vector(own + k, out);
        }
        platform::warp_barrier();
        T *to = static_cast<T *>(p.out) + line;
        if (whole) {
            CUPY_UNROLL
            for (int k = lane; k < 32 * kChunks; k += 32) {
                const int row = k / kChunks, column = k % kChunks;
                reinterpret_cast<Chunk *>(to + row * kStream)[column] =
                    reinterpret_cast<const Chunk *>(lines + (first + row) * kLinePitch)[column];
            }
        } else {
            CUPY_NO_UNROLL
            for (int k = lane; k < 32 * kItems; k += 32) {
                const int row = k / kItems, column = k % kItems;
                if (line + row * kStream + column < p.size)
                    to[row * kStream + column] = reinterpret_cast<T *>(lines + (first + row) * kLinePitch)[column];
            }
        }
        platform::warp_barrier();
    }
}

}  // namespace random
}  // namespace cupy
