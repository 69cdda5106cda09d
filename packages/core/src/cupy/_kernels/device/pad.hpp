// An array with something around it, on SIMT targets: a thread writes vectors of the output.
#pragma once

#include "device/unaligned.hpp"
#include "pad_params.hpp"

namespace cupy {
namespace padding {

// By itself: NVRTC 13.0 crashes where it is part of loops that are written out.
CUPY_CALLED PadRow far_plane(const Pad &p, unsigned line) { return PadRow(p, line, 2); }

// Where the lines along the last two axes begin that a block writes to: found once for all of its threads.
struct PadPlanes {
    const Pad &p;
    const PadRow *held;
    unsigned first, count;            // none are held if there are too many

    CUPY_DEVICE PadPlanes(const Pad &params, PadRow *shared, unsigned begin, unsigned end)
        : p(params), held(shared), first(line_of(begin)), count(line_of(end - 1) - first + 1) {
        if (count > kPadThreads) count = 0;
        if (platform::thread_index() < count) shared[platform::thread_index()] = PadRow(p, first + platform::thread_index(), 2);
        platform::barrier();
    }
    CUPY_DEVICE unsigned line_of(unsigned word) const {
        unsigned line = 0, rest;
        if (p.ndim < 3) return 0;
        pad_divide(word, p.axes[0].out, word, rest);
        pad_divide(word, p.axes[1].out, line, rest);
        return line;
    }
    CUPY_DEVICE PadRow operator[](unsigned line) const { return count ? held[line - first] : far_plane(p, line); }
};

// The items of the output one after the other, from one on. Inside of the source one item, and one row, lies a stride from
// the one before; along the last two axes nothing is divided.
struct PadWalk {
    const PadPlanes &planes;
    unsigned column, row, line;
    PadRow plane, at;
    const char *from;                 // the item, or the value that stands there

    CUPY_DEVICE PadWalk(const PadPlanes &block, unsigned row_, unsigned column_)
        : planes(block), column(column_), row(row_), line(0) {
        const Pad &p = planes.p;
        if (p.ndim > 2) pad_divide(row_, p.axes[1].out, line, row);
        plane = planes[line];
        find_row();
        from = at.address(p, column);
    }
    CUPY_DEVICE void find_row() {
        const Pad &p = planes.p;
        at = plane;
        if (p.ndim < 2) return;
        const int place = pad_place(p.axes[1], row);
        if (place >= 0) at.items += place * p.axes[1].stride;
        else if (!plane.fill || !p.outer_wins) at.fill = &p.values[1][-1 - place];
    }
    // Whether an item is inside, and so is the one before.
    static CUPY_DEVICE bool goes_on(const PadAxis &axis, unsigned at) {
        return (unsigned)((int)at - axis.left - 1) < (unsigned)axis.length - 1;
    }
    CUPY_DEVICE void next() {
        const Pad &p = planes.p;
        if (++column < p.axes[0].out.divisor) {
            if (goes_on(p.axes[0], column) && !at.fill) from += p.axes[0].stride;
            else from = at.address(p, column);
            return;
        }
        column = 0;
        ++row;
        if (goes_on(p.axes[1], row)) {
            at.items += p.axes[1].stride;
        } else {
            if (row == p.axes[1].out.divisor && p.ndim > 2) {
                row = 0;
                plane = planes[++line];
            }
            find_row();
        }
        from = at.address(p, 0);
    }
};

// A vector that more than a part of one row of the source is in: some of its items are on their way at once.
template <class T> CUPY_DEVICE void vector_of_items(const PadPlanes &planes, T *to, unsigned word) {
    const Pad &p = planes.p;
    constexpr int V = pad_vector(sizeof(T)), ahead = V < 4 ? V : 4;
    unsigned row, column;
    pad_divide(word, p.axes[0].out, row, column);
    PadWalk walk(planes, row, column);
    // Selected by number: as an array that a loop indexes it would not stay in registers, and with the loop written out
    // for each item the code of all widths is three times as large, at which NVRTC 13.0 crashes.
    constexpr int some = ahead * sizeof(T) / 4;
    simt::Chunk<16> whole = {};
    const int count = p.size - word < V ? (int)(p.size - word) : V;
    CUPY_NO_UNROLL
    for (int v = 0; v < V; v += ahead) {
        T x[ahead];
        CUPY_UNROLL
        for (int u = 0; u < ahead; ++u) {
            x[u] = *reinterpret_cast<const T *>(walk.from);
            if (v + u + 1 < count) walk.next();
        }
        unsigned part[some] = {};
        CUPY_UNROLL
        for (int u = 0; u < ahead; ++u) simt::put_item(part, u, x[u]);
        CUPY_UNROLL
        for (int k = 0; k < 4; ++k)
            if (k / some == v / ahead) whole.words[k] = part[k % some];
    }
    simt::store_first(to, whole, count);
}

// What a block writes where all of it lies in one row of the source: whether that is so. Nothing is found for each vector.
template <class T> CUPY_DEVICE bool copy_part(const Pad &p, unsigned begin) {
    constexpr int V = pad_vector(sizeof(T)), U = pad_vectors(sizeof(T));
    constexpr unsigned count = U * kPadThreads * V;
    unsigned row, column;
    pad_divide(begin, p.run.out, row, column);
    const int place = (int)column - p.run.left;
    if (place < 0 || place + (int)count > p.run.length || p.run.stride != sizeof(T)) return false;
    const PadRow line(p, row, p.run.axes);
    if (line.fill) return false;
    constexpr unsigned step = kPadThreads * V;
    const T *from = reinterpret_cast<const T *>(line.items) + place + platform::thread_index() * V;
    T *to = reinterpret_cast<T *>(p.output) + begin + platform::thread_index() * V;
    simt::Chunk<16> x[U];
    if (V == 1 || !(reinterpret_cast<uint64>(from) & 15)) {
        CUPY_UNROLL
        for (int u = 0; u < U; ++u) x[u] = *reinterpret_cast<const simt::Chunk<16> *>(from + u * step);
    } else if constexpr (sizeof(T) < 4) {
        simt::Anywhere coming[U];
        CUPY_UNROLL
        for (int u = 0; u < U; ++u) coming[u].load(from + u * step);
        CUPY_UNROLL
        for (int u = 0; u < U; ++u) coming[u].take(x[u].words);
    } else {
        CUPY_UNROLL
        for (int u = 0; u < U; ++u)
            CUPY_UNROLL
            for (int v = 0; v < V; ++v) simt::put_item(x[u].words, v, from[u * step + v]);
    }
    CUPY_UNROLL
    for (int u = 0; u < U; ++u) *reinterpret_cast<simt::Chunk<16> *>(to + u * step) = x[u];
    return true;
}

template <class T> CUPY_DEVICE void run(const Pad &p) {
    constexpr int V = pad_vector(sizeof(T)), U = pad_vectors(sizeof(T));
    constexpr bool small = sizeof(T) < 4;
    constexpr unsigned count = U * kPadThreads * V;
    CUPY_SHARED PadRow shared[kPadThreads];
    unsigned block = platform::block_index();
    if (block < p.together * p.turns) block = block % p.together * p.turns + block / p.together;
    const unsigned begin = block * count;
    if (copy_part<T>(p, begin)) return;
    const PadPlanes planes(p, shared, begin, p.size - begin < count ? p.size : begin + count);
    const unsigned first = begin + platform::thread_index() * V;
    const PadRun &run = p.run;
    unsigned left = 0, whole = 0;     // vectors that are made item by item, and those of a part of one row
    unsigned shifted = 0;             // vectors on their way as what holds them
    simt::Anywhere coming[small ? U : 1];
    simt::Chunk<16> x[U];
    CUPY_UNROLL
    for (int u = 0; u < U; ++u) {
        const unsigned word = first + u * kPadThreads * V;
        if (word >= p.size) break;
        unsigned row, column;
        pad_divide(word, run.out, row, column);
        const int place = (int)column - run.left;
        if constexpr (V == 1) {
            pad_divide(word, p.axes[0].out, row, column);
            x[u] = *reinterpret_cast<const T *>(PadWalk(planes, row, column).from);
        } else if (p.size - word < V || place < 0 || place + V > run.length || run.stride != sizeof(T)) {
            left |= 1u << u;
            continue;
        } else {
            const PadRow line = run.axes == 2 ? planes[row] : PadWalk(planes, row, column).at;
            const T *from = reinterpret_cast<const T *>(line.items) + place;
            x[u] = {};
            if (line.fill) {
                CUPY_UNROLL
                for (int v = 0; v < V; ++v) simt::put_item(x[u].words, v, *reinterpret_cast<const T *>(line.fill));
            } else if constexpr (small) {
                coming[u].load(from);
                shifted |= 1u << u;
            } else if (reinterpret_cast<uint64>(from) & 15) {
                CUPY_UNROLL
                for (int v = 0; v < V; ++v) simt::put_item(x[u].words, v, from[v]);
            } else {
                x[u] = *reinterpret_cast<const simt::Chunk<16> *>(from);
            }
        }
        whole |= 1u << u;
    }
    CUPY_UNROLL
    for (int u = 0; u < U; ++u) {
        if constexpr (small)
            if (shifted >> u & 1) coming[u].take(x[u].words);
        if (whole >> u & 1)
            *reinterpret_cast<simt::Chunk<16> *>(reinterpret_cast<T *>(p.output) + first + u * kPadThreads * V) = x[u];
    }
    if constexpr (V > 1) {
        CUPY_NO_UNROLL
        for (int u = 0; u < U; ++u) {
            const unsigned word = first + u * kPadThreads * V;
            if (left >> u & 1) vector_of_items<T>(planes, reinterpret_cast<T *>(p.output) + word, word);
        }
    }
}

}  // namespace padding
}  // namespace cupy

#define CUPY_PAD(name, T)                                                                         \
    CUPY_KERNEL CUPY_LAUNCH_BOUNDS(cupy::kPadThreads)                                             \
        name(CUPY_GRID_CONSTANT const cupy::Pad params) {                                         \
        cupy::padding::run<cupy::simt::Chunk<sizeof(T)>>(params);                                 \
    }
