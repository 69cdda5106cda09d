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

// Rows so short that most vectors would hold parts of several: single items, some of which are on their way at once.
// A block finds out once where each of its rows comes from: an address, or the number of a value that fills it.
CUPY_DEVICE uint64 source_of(const Pad &p, unsigned row) {
    const PadRow line(p, row);
    return line.fill ? (uint64)(line.fill - p.values[0]) : reinterpret_cast<uint64>(line.items);
}

template <class T> CUPY_DEVICE T item_at(const Pad &p, uint64 row, unsigned column) {
    const int place = pad_place(p.axes[0], column);
    const PadValue *fill = place < 0 ? &p.values[0][-1 - place] : row < 2 * kPadDims ? p.values[0] + row : nullptr;
    const void *from = fill ? static_cast<const void *>(fill)
                            : reinterpret_cast<const char *>(row) + place * p.axes[0].stride;
    return *static_cast<const T *>(from);
}

template <class T> CUPY_DEVICE void short_rows(const Pad &p) {
    CUPY_SHARED uint64 sources[kPadRows];
    constexpr int count = pad_vector(sizeof(T)) * pad_vectors(sizeof(T)), ahead = 4;
    const unsigned begin = platform::block_index() * count * kPadThreads, end = begin + count * kPadThreads;
    const unsigned length = p.axes[0].out.divisor, top = begin / length;
    const unsigned rows = ((end < p.size ? end : p.size) - 1) / length - top + 1;
    const bool held = rows <= kPadRows;
    for (unsigned r = platform::thread_index(); held && r < rows; r += kPadThreads) sources[r] = source_of(p, top + r);
    platform::barrier();
    T *to = reinterpret_cast<T *>(p.output);
    for (unsigned first = begin + platform::thread_index(); first < end; first += ahead * kPadThreads) {
        T x[ahead];
        CUPY_UNROLL
        for (int u = 0; u < ahead; ++u) {
            const unsigned word = first + u * kPadThreads;
            if (word >= p.size) continue;
            unsigned row, column;
            pad_divide(word, p.axes[0].out, row, column);
            x[u] = item_at<T>(p, held ? sources[row - top] : source_of(p, row), column);
        }
        CUPY_UNROLL
        for (int u = 0; u < ahead; ++u)
            if (first + u * kPadThreads < p.size) to[first + u * kPadThreads] = x[u];
    }
}

template <class T> CUPY_DEVICE void run(const Pad &p) {
    constexpr int V = pad_vector(sizeof(T)), U = pad_vectors(sizeof(T));
    if (V > 1 && p.axes[0].out.divisor < kPadShortRow * V) return short_rows<T>(p);
    const unsigned first = (platform::block_index() * U * kPadThreads + platform::thread_index()) * V;
    const PadAxis &axis = p.axes[0];
    CUPY_UNROLL
    for (int u = 0; u < U; ++u) {
        const unsigned word = first + u * kPadThreads * V;
        if (word >= p.size) return;
        const int count = p.size - word < V ? (int)(p.size - word) : V;
        T *to = reinterpret_cast<T *>(p.output) + word;
        unsigned row, column;
        pad_divide(word, axis.out, row, column);
        PadRow line(p, row);
        T x[V];
        const int place = (int)column - axis.left;
        if (count == V && place >= 0 && place + V <= axis.length && !line.fill && axis.stride == sizeof(T)) {
            const T *from = reinterpret_cast<const T *>(line.items) + place;
            if (reinterpret_cast<uint64>(from) & 15) {
                CUPY_UNROLL
                for (int v = 0; v < V; ++v) x[v] = from[v];
            } else {
                simt::load_vector(x, from);
            }
        } else if (V == 1) {
            x[0] = line.item<T>(p, column);
        } else {
            Words<T> words;
            CUPY_NO_UNROLL
            for (int v = 0; v < count; ++v) {
                if (column == axis.out.divisor) {
                    column = 0;
                    line = PadRow(p, ++row);
                }
                words.put(v, line.item<T>(p, column++));
            }
            memcpy(reinterpret_cast<char *>(x), &words, sizeof(x));
        }
        if (count == V) {
            simt::store_vector(to, x);
        } else {
            CUPY_UNROLL
            for (int v = 0; v < V; ++v)
                if (v < count) to[v] = x[v];
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
