// Correlation of every line along one axis with a row of weights, on SIMT targets.
//
// A thread makes kRun outputs next to each other along the line: the window moves through registers, so
// that a value is fetched once for kRun outputs.  Where neighbours across the lines are contiguous, lanes
// lie across and read memory itself.  Along the last axis (or next to a short one) a block stages
// stretches of lines in shared memory, and its outputs go back through there.
#pragma once

#include "boundary.hpp"
#include "correlate1d_sums.hpp"

namespace cupy {
namespace ndimage {

constexpr int kBatch = 4;          // values that a thread fetches at once
static_assert(kRun % 4 == 0, "runs are whole packs");
// Blocks on a multiprocessor at once; sums in double need more registers, and windows from both ends still more.
template <class O, class W> constexpr int kResident = sizeof(W) < 8 ? 4 : is_floating<O>::value ? 3 : 2;

// The weights of one chunk, in shared memory.
template <class W> CUPY_DEVICE void stage(const Correlate1d &p, int done, W *weights) {
    const W *from = weights_of<W>(p);
    for (int k = platform::thread_index(); k < p.chunk && done + k < p.taps; k += kThreads)
        weights[k] = from[done + k];
}

// Lanes across the lines: only weights are staged.
template <class T, class O, class W> CUPY_DEVICE void across(const Correlate1d &p, W *weights) {
    constexpr int kRows = kThreads / kLanes * kRun;
    const unsigned columns = (unsigned)((p.inner + kLanes - 1) / kLanes);
    const unsigned stretches = (unsigned)((p.length + kRows - 1) / kRows);
    unsigned block = platform::block_index();
    const long long column = (long long)(block % columns) * kLanes + platform::thread_index() % kLanes;
    block /= columns;
    const long long start = (long long)(block % stretches) * kRows + platform::thread_index() / kLanes * kRun;
    const long long line = block / stretches, inner = p.inner;
    const bool works = column < inner && start < p.length;
    const T *input = static_cast<const T *>(p.input) + line * p.length * inner + column;
    O *output = static_cast<O *>(p.output) + (line * p.length + start) * inner + column;
    W sums[kRun];
    CUPY_UNROLL
    for (int j = 0; j < kRun; ++j) sums[j] = W(0);
    CUPY_NO_UNROLL
    for (int done = 0; done < p.taps; done += p.chunk) {
        if (done) platform::barrier();
        stage(p, done, weights);
        platform::barrier();
        const int taps = p.taps - done < p.chunk ? p.taps - done : p.chunk;
        const long long first = start - p.before + done;
        if (!works) continue;
        const bool inside = first >= 0 && first + taps + kRun <= p.length;
        const T *from = input + first * inner;
        const auto load = [&](int i) {
            if (kInOrder<O, W> && inside) return cast<W>(from[i * inner]);
            const long long at = resolve(first + i, p.length, p.mode);
            return at < 0 ? W(p.constant) : cast<W>(input[at * inner]);
        };
        if constexpr (kInOrder<O, W>) {
            if (taps == p.taps) ordered_window<kRun, W>(load, weights, taps, symmetry(p, weights), sums);
            else edge_window<kRun, W>(load, weights, taps, sums);
        } else if (inside) {
            window<kRun, kRun, W>([from, inner](int i, int count, W *to) {
                const T *at = from + i * inner;
                CUPY_UNROLL
                for (int j = 0; j < kRun; ++j, at += inner)
                    if (j < count) to[j] = cast<W>(*at);
            }, weights, taps, sums);
        } else {
            edge_window<kRun, W>(load, weights, taps, sums);
        }
    }
    CUPY_UNROLL
    for (int j = 0; j < kRun; ++j)
        if (works && start + j < p.length) output[j * inner] = result<O>(sums[j], p.divisor);
}

// Padding by which runs next to each other start in different banks: a pack after 32 places, or a place after a run where
// items are read one by one.
template <bool packs> CUPY_DEVICE int padded(int i) { return packs ? i + i / 32 * 4 : i + i / kRun; }

// Of few taps caches have what neighbours read as well.
template <class T, class O, class W> CUPY_DEVICE void direct(const Correlate1d &p) {
    const W *weights = weights_of<W>(p);
    int symmetric = 0;
    if constexpr (kInOrder<O, W>) symmetric = symmetry(p, weights);
    const long long inner = p.inner, line = p.length * inner, total = p.outer * line;
    const long long begin = (long long)platform::block_index() * (kThreads * kDirect);
    const long long place = begin % line, reach = p.before * inner, behind = (p.taps - 1 - p.before) * inner;
    const T *input = static_cast<const T *>(p.input);
    O *output = static_cast<O *>(p.output);
    CUPY_UNROLL
    for (int u = 0; u < kDirect; ++u) {
        const int next = u * kThreads + platform::thread_index();
        const long long i = begin + next;
        if (i >= total) return;
        long long at = place + next;        // in its line
        if (at >= line) at = line < 1ll << 30 ? (long long)((unsigned)at % (unsigned)line) : at - line;
        const bool inside = at >= reach && at + behind < line;
        const T *from = input + (i - reach);
        const auto load = [&](int k) {
            if (inside) return cast<W>(from[k * inner]);
            const long long item = at / inner, there = resolve(item - p.before + k, p.length, p.mode);
            return there < 0 ? W(p.constant) : cast<W>(input[i - at + there * inner + (at - item * inner)]);
        };
        W sum = W(0);
        if constexpr (kInOrder<O, W>) {
            ordered_window<1, W>(load, weights, p.taps, symmetric, &sum);
        } else if (inside) {
            for (int k = 0; k < p.taps; ++k) sum += weights[k] * cast<W>(from[k * inner]);
        } else {
            edge_window<1, W>(load, weights, p.taps, &sum);
        }
        output[i] = result<O>(sum, p.divisor);
    }
}

// `count` items one after the other: a batch is fetched before it is put down.
template <bool packs, class T, class W> CUPY_DEVICE void stage_inside(const T *from, int count, W *tile) {
    int at = platform::thread_index();
    for (; at + (kBatch - 1) * kThreads < count; at += kBatch * kThreads) {
        T held[kBatch];
        CUPY_UNROLL
        for (int b = 0; b < kBatch; ++b) held[b] = from[at + b * kThreads];
        CUPY_UNROLL
        for (int b = 0; b < kBatch; ++b) tile[padded<packs>(at + b * kThreads)] = cast<W>(held[b]);
    }
    for (; at < count; at += kThreads) tile[padded<packs>(at)] = cast<W>(from[at]);
}

// Stretches of `lines` lines, each `runs` runs long, in shared memory.  A single line has no neighbours inside.
template <bool single, class T, class O, class W> CUPY_DEVICE void along(const Correlate1d &p, W *weights) {
    constexpr bool kPacks = !kInOrder<O, W>;
    W *tile = weights + (p.chunk + kRun - 1) / kRun * kRun;
    const int inner = single ? 1 : (int)p.inner, thread = platform::thread_index();
    const int per_line = p.runs * inner, stretch = p.runs * kRun;
    const int pitch = (stretch + (p.chunk + kRun - 1) / kRun * kRun) * inner;
    const unsigned stretches = (unsigned)((p.length + stretch - 1) / stretch);
    const long long start = (long long)(platform::block_index() % stretches) * stretch;
    const long long line = (long long)(platform::block_index() / stretches) * p.lines;
    const int lines = p.outer - line < p.lines ? (int)(p.outer - line) : p.lines;
    const T *input = static_cast<const T *>(p.input) + line * p.length * inner;
    O *output = static_cast<O *>(p.output) + (line * p.length + start) * inner;
    const int mine = thread / per_line;
    const int from = mine * pitch + (thread % per_line / inner * kRun) * inner + thread % inner;
    W sums[kRun];
    CUPY_UNROLL
    for (int j = 0; j < kRun; ++j) sums[j] = W(0);
    CUPY_NO_UNROLL
    for (int done = 0; done < p.taps; done += p.chunk) {
        const int taps = p.taps - done < p.chunk ? p.taps - done : p.chunk;
        const long long first = start - p.before + done;
        if (done) platform::barrier();
        stage(p, done, weights);
        if (single && lines == 1 && first >= 0 && first + pitch <= p.length) {
            stage_inside<kPacks, T, W>(input + first, pitch, tile);
        } else {
            // A batch is fetched before it is put down: the compiler cannot know that the two never overlap.
            for (int at = thread; at < lines * pitch; at += kBatch * kThreads) {
                W held[kBatch];
                CUPY_UNROLL
                for (int b = 0; b < kBatch; ++b) {
                    const int to = at + b * kThreads;
                    held[b] = W(p.constant);
                    if (to >= lines * pitch) continue;
                    const int k = lines == 1 ? 0 : to / pitch, place = to - k * pitch;
                    const long long i = resolve(first + (single ? place : place / inner), p.length, p.mode);
                    const T *source = input + k * p.length * inner;
                    if (i >= 0) held[b] = cast<W>(source[single ? i : i * inner + place % inner]);
                }
                CUPY_UNROLL
                for (int b = 0; b < kBatch; ++b)
                    if (at + b * kThreads < lines * pitch) tile[padded<kPacks>(at + b * kThreads)] = held[b];
            }
        }
        platform::barrier();
        if (mine >= lines) continue;
        if constexpr (kInOrder<O, W>) {
            const auto load = [tile, from, inner](int i) { return tile[padded<kPacks>(from + i * inner)]; };
            if (taps == p.taps) ordered_window<kRun, W>(load, weights, taps, symmetry(p, weights), sums);
            else edge_window<kRun, W>(load, weights, taps, sums);
        } else {
            window<kRun, kRun, W>([tile, from, inner](int i, int count, W *to) {
                if constexpr (single) {
                    if (count > 0) unpack<kRun>(tile + padded<kPacks>(from + i), to);
                } else {
                    CUPY_UNROLL
                    for (int j = 0; j < kRun; ++j)
                        if (j < count) to[j] = tile[padded<kPacks>(from + (i + j) * inner)];
                }
            }, weights, taps, sums);
        }
    }
    platform::barrier();
    if (mine < lines) {
        CUPY_UNROLL
        for (int j = 0; j < kRun; ++j) tile[padded<kPacks>(from + j * inner)] = sums[j];
    }
    platform::barrier();
    const long long left = p.length - start;
    const int count = (int)(left < stretch ? left : stretch) * inner;
    for (int at = thread; at < lines * count; at += kThreads) {
        const int k = lines == 1 ? 0 : at / count, place = at - k * count;
        output[k * p.length * inner + place] = result<O>(tile[padded<kPacks>(k * pitch + place)], p.divisor);
    }
}

// W is the type that sums are made in.
template <class T, class O, class W> CUPY_DEVICE void correlate1d(const Correlate1d &p, unsigned char *shared) {
    W *weights = reinterpret_cast<W *>(shared);
    if (p.inner >= kAcross) across<T, O, W>(p, weights);
    else if (p.lines == 0) direct<T, O, W>(p);
    else if (p.inner == 1) along<true, T, O, W>(p, weights);
    else along<false, T, O, W>(p, weights);
}

}  // namespace ndimage
}  // namespace cupy

#define CUPY_TEMPLATE(name, T, O, W)                                                            \
    CUPY_KERNEL CUPY_LAUNCH_RESIDENT(cupy::ndimage::kThreads, (cupy::ndimage::kResident<O, W>))          \
        name(CUPY_GRID_CONSTANT const cupy::ndimage::Correlate1d params) {                      \
        CUPY_DYNAMIC_SHARED(cupy_staged);                                                       \
        cupy::ndimage::correlate1d<T, O, W>(params, cupy_staged);                               \
    }
