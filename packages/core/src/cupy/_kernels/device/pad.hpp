// An array with something around it, on SIMT targets.
//
// Some threads take a row of the output, or a chunk of it: they find out once where it comes from, and write vectors.
// Of short rows a thread takes each, and the block writes them together.
#pragma once

#include "device/unaligned.hpp"
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

template <class T> CUPY_DEVICE T *output_row(const Pad &p, unsigned row) {
    return reinterpret_cast<T *>(p.output) + (int64)row * p.axes[0].out.divisor;
}

template <class T> CUPY_DEVICE void short_rows(const Pad &p) {
    alignas(16) CUPY_SHARED unsigned char stage[kPadThreads * kPadShortRow];
    constexpr int ahead = 4;
    const unsigned first = platform::block_index() * kPadThreads, thread = platform::thread_index();
    const unsigned rows = p.rows - first < kPadThreads ? p.rows - first : kPadThreads, length = p.axes[0].out.divisor;
    T *items = reinterpret_cast<T *>(stage);
    if (thread < rows) {
        const PadRow line(p, first + thread);
        for (unsigned column = 0; column < length; column += ahead) {
            T x[ahead];
            CUPY_UNROLL
            for (int u = 0; u < ahead; ++u)
                if (column + u < length) x[u] = line.item<T>(p, column + u);
            CUPY_UNROLL
            for (int u = 0; u < ahead; ++u)
                if (column + u < length) items[thread * length + column + u] = x[u];
        }
    }
    platform::barrier();
    constexpr int V = pad_vector(sizeof(T));
    T *to = output_row<T>(p, first);
    const unsigned count = rows * length, vectors = count / V;
    for (unsigned i = thread; i < vectors; i += kPadThreads) {
        T x[V];
        simt::load_vector(x, items + i * V);
        simt::store_vector(to + i * V, x);
    }
    for (unsigned i = vectors * V + thread; i < count; i += kPadThreads) to[i] = items[i];
}

// One row, whose vectors begin where those of the output do: the first and the last may be parts of one.
template <class T> struct Row {
    static constexpr int V = pad_vector(sizeof(T));

    const Pad &p;
    const PadRow line;
    T *const to;
    const int length, early;      // items, and those of the first vector that are not the row's

    CUPY_DEVICE Row(const Pad &p, unsigned row)
        : p(p), line(p, row), to(output_row<T>(p, row)), length((int)p.axes[0].out.divisor),
          early((int)(reinterpret_cast<uint64>(to) / sizeof(T) & (V - 1))) {}

    CUPY_DEVICE unsigned vectors() const { return (unsigned)(length + early + V - 1) / V; }
    CUPY_DEVICE int first(unsigned vector) const { return (int)(vector * V) - early; }
    CUPY_DEVICE bool whole(int x) const { return x >= 0 && x + V <= length; }

    CUPY_DEVICE void load(T (&item)[V], int x) const {
        const int place = x - p.axes[0].left;
        if (!whole(x)) return;
        if (place >= 0 && place + V <= p.axes[0].length && line.fill) {
            const T value = *reinterpret_cast<const T *>(line.fill);
            CUPY_UNROLL
            for (int v = 0; v < V; ++v) item[v] = value;
        } else if (place >= 0 && place + V <= p.axes[0].length && p.axes[0].stride == sizeof(T)) {
            simt::load_anywhere(item, reinterpret_cast<const T *>(line.items) + place);
        } else if constexpr (V == 1) {
            item[0] = line.item<T>(p, (unsigned)x);
        } else {
            Words<T> words;
            CUPY_NO_UNROLL
            for (int v = 0; v < V; ++v) words.put(v, line.item<T>(p, (unsigned)(x + v)));
            memcpy(reinterpret_cast<char *>(item), &words, sizeof(item));
        }
    }
    CUPY_DEVICE void store(const T (&item)[V], int x) const {
        if (whole(x)) return simt::store_vector(to + x, item);
        const int stop = x + V < length ? x + V : length;
        CUPY_NO_UNROLL
        for (int at = x > 0 ? x : 0; at < stop; ++at) to[at] = line.item<T>(p, (unsigned)at);
    }
};

template <class T> CUPY_DEVICE void run(const Pad &p) {
    constexpr int U = pad_vectors(sizeof(T));
    if (!p.lanes) return short_rows<T>(p);
    const unsigned thread = platform::thread_index(), lane = thread & (p.lanes - 1);
    unsigned number, chunk;
    pad_divide(platform::block_index() * (kPadThreads / p.lanes) + thread / p.lanes, p.chunks, number, chunk);
    if (number >= p.rows) return;
    const Row<T> row(p, number);
    const unsigned all = row.vectors(), stop = (chunk + 1) * p.span < all ? (chunk + 1) * p.span : all;
    for (unsigned at = chunk * p.span + lane; at < stop; at += U * p.lanes) {
        T item[U][Row<T>::V];
        CUPY_UNROLL
        for (int u = 0; u < U; ++u)
            if (at + u * p.lanes < stop) row.load(item[u], row.first(at + u * p.lanes));
        CUPY_UNROLL
        for (int u = 0; u < U; ++u)
            if (at + u * p.lanes < stop) row.store(item[u], row.first(at + u * p.lanes));
    }
}

}  // namespace padding
}  // namespace cupy

#define CUPY_PAD(name, T)                                                                         \
    CUPY_KERNEL CUPY_LAUNCH_BOUNDS(cupy::kPadThreads)                                             \
        name(CUPY_GRID_CONSTANT const cupy::Pad params) {                                         \
        cupy::padding::run<cupy::simt::Chunk<sizeof(T)>>(params);                                 \
    }
