// Streams of the sequential bit generators in a block: how they begin, and how their numbers reach memory.
#pragma once

#include "device/registers.hpp"
#include "random/draw.hpp"

namespace cupy {
namespace random {

constexpr int kDrawThreads = 256;
constexpr int kLine = 128;              // bytes of a stream that are written together
constexpr int kLinePitch = kLine + 16;  // so that threads that write their lines meet in different banks

CUPY_DEVICE unsigned char *stream_memory() {
    alignas(16) CUPY_SHARED unsigned char memory[kDrawThreads * kLinePitch];
    return memory;
}

// The beginning of a stream for each thread: each power of two of streams is a jump from those below it.
template <class Engine> CUPY_DEVICE Engine begin_streams(const Draw &p, uint64 stream) {
    Engine *begun = reinterpret_cast<Engine *>(stream_memory());
    const unsigned thread = platform::thread_index();
    const typename Engine::table_type *matrix = static_cast<const typename Engine::table_type *>(p.table);
    Engine mine = Engine::together(p, stream);
    if (thread == 0) begun[0] = mine;
    CUPY_NO_UNROLL
    for (unsigned below = 1; below < kDrawThreads; below *= 2, matrix += Engine::kMatrix) {
        platform::barrier();
        if constexpr (Engine::kTogether) {
            CUPY_NO_UNROLL
            for (unsigned k = thread / 32; k < below; k += kDrawThreads / 32) {
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

// All items of the streams of a block: threads gather a line of each, and 32 of them write those together.
template <bool Arrays, class Engine, class D, class T>
CUPY_DEVICE void draw_streams(const Draw &p, Source<Engine> &source, int64 begin) {
    using Chunk = simt::Chunk<16>;
    constexpr int kAtOnce = kLine / (4 * (int)sizeof(T)), kChunks = kLine / 16;
    constexpr int64 kStream = Engine::kGroups * 4 * (int64)sizeof(T);
    unsigned char *lines = stream_memory();
    const int thread = platform::thread_index(), lane = thread % 32, first = thread - lane;
    T *own = reinterpret_cast<T *>(lines + thread * kLinePitch);
    unsigned char *to = static_cast<unsigned char *>(p.out) + (begin + first) * kStream;
    CUPY_NO_UNROLL
    for (int group = 0; group < Engine::kGroups; group += kAtOnce, to += kLine) {
        CUPY_NO_UNROLL
        for (int k = 0; k < kAtOnce; ++k) {
            T out[4];
            draw_group<Arrays, D>(source, p, ((begin + thread) * Engine::kGroups + group + k) * 4, out);
            simt::store_vector(own + 4 * k, out);
        }
        platform::warp_barrier();
        CUPY_UNROLL
        for (int k = lane; k < 32 * kChunks; k += 32) {
            const int row = k / kChunks, column = k % kChunks;
            reinterpret_cast<Chunk *>(to + row * kStream)[column] =
                reinterpret_cast<const Chunk *>(lines + (first + row) * kLinePitch)[column];
        }
        platform::warp_barrier();
    }
}

}  // namespace random
}  // namespace cupy
