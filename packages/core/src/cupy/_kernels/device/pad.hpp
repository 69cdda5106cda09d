// An array with something around it, on SIMT targets: a thread writes vectors of the output.
#pragma once

#include "device/registers.hpp"
#include "pad_params.hpp"

namespace cupy {
namespace padding {

// A vector that a loop fills item by item in two words: as an array it would not stay in registers, and with the loop
// written out for each item the code of all widths is three times as large (and NVRTC 13.0 crashes at it).
template <class T> struct Words {
    uint64 low = 0, high = 0;

    CUPY_DEVICE void put(int v, const T &item) {
        uint64 bits = 0;
        memcpy(&bits, &item, sizeof(T) < 8 ? sizeof(T) : 8);
        const int at = v * 8 * (int)sizeof(T);
        if (at < 64) low |= bits << at;
        else high |= bits << (at - 64);
    }
};

// The items of the output one after the other, from one on. Along the last two axes nothing is divided.
struct PadWalk {
    const Pad &p;
    unsigned column, row, line;
    const char *plane;                // where a line of the last two axes begins
    const PadValue *plane_fill;
    PadRow at;

    CUPY_DEVICE PadWalk(const Pad &params, unsigned row_, unsigned column_)
        : p(params), column(column_), row(row_), line(0), at{nullptr, nullptr} {
        if (p.ndim > 2) pad_divide(row_, p.axes[1].out, line, row);
        find_plane();
        find_row();
    }
    CUPY_DEVICE void find_plane() {
        const PadRow found(p, line, 2);
        plane = found.items;
        plane_fill = found.fill;
    }
    CUPY_DEVICE void find_row() {
        at.items = plane;
        at.fill = plane_fill;
        if (p.ndim < 2) return;
        const int place = pad_place(p.axes[1], row);
        if (place >= 0) at.items += place * p.axes[1].stride;
        else if (!plane_fill || !p.outer_wins) at.fill = &p.values[1][-1 - place];
    }
    CUPY_DEVICE void next() {
        if (++column < p.axes[0].out.divisor) return;
        column = 0;
        if (++row == p.axes[1].out.divisor && p.ndim > 2) {
            row = 0;
            ++line;
            find_plane();
        }
        find_row();
    }
};

// A vector that more than a part of one row of the source is in: some of its items are on their way at once.
template <class T> CUPY_DEVICE void vector_of_items(const Pad &p, T *to, unsigned word) {
    constexpr int V = pad_vector(sizeof(T)), ahead = V < 4 ? V : 4;
    unsigned row, column;
    pad_divide(word, p.axes[0].out, row, column);
    PadWalk walk(p, row, column);
    Words<T> words;
    const int count = p.size - word < V ? (int)(p.size - word) : V;
    CUPY_NO_UNROLL
    for (int v = 0; v < V; v += ahead) {
        T x[ahead] = {};
        CUPY_UNROLL
        for (int u = 0; u < ahead; ++u) {
            if (v + u >= count) continue;
            x[u] = walk.at.template item<T>(p, walk.column);
            if (v + u + 1 < count) walk.next();
        }
        CUPY_UNROLL
        for (int u = 0; u < ahead; ++u) words.put(v + u, x[u]);
    }
    T whole[V];
    memcpy(reinterpret_cast<char *>(whole), &words, sizeof(whole));
    if (count == V) return simt::store_vector(to, whole);
    CUPY_UNROLL
    for (int v = 0; v < V; ++v)
        if (v < count) to[v] = whole[v];
}

template <class T> CUPY_DEVICE void run(const Pad &p) {
    constexpr int V = pad_vector(sizeof(T)), U = pad_vectors(sizeof(T));
    const unsigned first = (platform::block_index() * U * kPadThreads + platform::thread_index()) * V;
    const PadAxis &axis = p.axes[0];
    unsigned left = 0;                // vectors that are made item by item
    CUPY_UNROLL
    for (int u = 0; u < U; ++u) {
        const unsigned word = first + u * kPadThreads * V;
        if (word >= p.size) break;
        T *to = reinterpret_cast<T *>(p.output) + word;
        unsigned row, column;
        pad_divide(word, axis.out, row, column);
        const int place = (int)column - axis.left;
        if constexpr (V == 1) {
            *to = PadRow(p, row).template item<T>(p, column);
        } else if (p.size - word < V || place < 0 || place + V > axis.length || axis.stride != sizeof(T)) {
            left |= 1u << u;
        } else {
            const PadRow line(p, row);
            T x[V];
            const T *from = reinterpret_cast<const T *>(line.items) + place;
            if (line.fill) {
                CUPY_UNROLL
                for (int v = 0; v < V; ++v) x[v] = *reinterpret_cast<const T *>(line.fill);
            } else if (reinterpret_cast<uint64>(from) & 15) {
                CUPY_UNROLL
                for (int v = 0; v < V; ++v) x[v] = from[v];
            } else {
                simt::load_vector(x, from);
            }
            simt::store_vector(to, x);
        }
    }
    if constexpr (V > 1) {
        CUPY_NO_UNROLL
        for (int u = 0; u < U; ++u) {
            const unsigned word = first + u * kPadThreads * V;
            if (left >> u & 1) vector_of_items<T>(p, reinterpret_cast<T *>(p.output) + word, word);
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
