// An array with something around it where the last axes are short, on SIMT targets.
//
// The items along these are a row, whose places are one table for all rows. A thread writes the same part of many rows:
// it looks once where in a row these items come from, and a block finds once where each of its rows does.
#pragma once

#include "device/registers.hpp"
#include "pad_params.hpp"

namespace cupy {
namespace padding {

constexpr int kPadValue = (int)0x80000000;        // and 2 * axis + side: the value that stands there

// Where an item of a row lies, in bytes from its row.
CUPY_DEVICE int pad_entry(const Pad &p, unsigned at) {
    int offset = 0, value = -1;
    CUPY_NO_UNROLL
    for (unsigned d = 0; d < p.tabled; ++d) {
        unsigned place;
        pad_divide(at, p.axes[d].out, at, place);
        const int from = pad_place(p.axes[d], place);
        if (from >= 0) offset += from * (int)p.axes[d].stride;
        else if (value < 0 || p.outer_wins) value = 2 * (int)d - 1 - from;
    }
    return value < 0 ? offset : kPadValue + value;
}

template <bool constant>
CUPY_DEVICE const char *pad_address(const Pad &p, const char *items, const PadValue *fill, int entry) {
    if (!constant) return items + entry;
    if (entry < kPadValue + 2 * kPadDims && !(fill && p.outer_wins))
        fill = &p.values[(entry - kPadValue) / 2][(entry - kPadValue) % 2];
    return fill ? reinterpret_cast<const char *>(fill->bytes) : items + entry;
}

// A thread's part of several rows, all of them on their way at once.
template <bool constant, int U, int V, class T>
CUPY_DEVICE void load_turns(const Pad &p, const char *const *(&from)[V], const int (&entry)[V], T (&x)[U][V]) {
    CUPY_UNROLL
    for (int u = 0; u < U; ++u) {
        CUPY_UNROLL
        for (int v = 0; v < V; ++v) {
            const PadValue *fill = constant ? reinterpret_cast<const PadValue *>(from[v][kPadRows]) : nullptr;
            x[u][v] = *reinterpret_cast<const T *>(pad_address<constant>(p, *from[v], fill, entry[v]));
            from[v] += p.together;
        }
    }
}

// `rows` are where the block's rows begin, and behind them what fills each.
template <bool constant, class T>
CUPY_DEVICE void write_rows(const Pad &p, const char *const *rows, const int *table, T *output, unsigned size) {
    constexpr int V = pad_unit(sizeof(T)), U = pad_turns(sizeof(T));
    const unsigned length = p.inner.divisor, each = p.together * length;
    CUPY_NO_UNROLL
    for (unsigned first = platform::thread_index() * V; first < each && first < size; first += kPadThreads * V) {
        const char *const *from[V];
        int entry[V];
        CUPY_UNROLL
        for (int v = 0; v < V; ++v) {
            unsigned row, column;
            pad_divide(first + v, p.inner, row, column);
            from[v] = rows + row;
            entry[v] = table[column];
        }
        unsigned turn = 0, whole = p.turns;         // turns with nothing behind the end
        if (size < p.turns * each) whole = (size - first) / each + ((size - first) % each >= V);
        T *to = output + first;
        CUPY_NO_UNROLL
        for (; turn + U <= whole; turn += U) {
            T x[U][V];
            load_turns<constant>(p, from, entry, x);
            CUPY_UNROLL
            for (int u = 0; u < U; ++u) {
                simt::store_vector(to, x[u]);
                to += each;
            }
        }
        CUPY_NO_UNROLL
        for (; turn < p.turns && first + turn * each < size; ++turn) {
            T x[1][V];
            load_turns<constant>(p, from, entry, x);
            if (turn < whole) {
                simt::store_vector(to, x[0]);
            } else {
                CUPY_UNROLL
                for (int v = 0; v < V; ++v)
                    if (first + turn * each + v < size) to[v] = x[0][v];
            }
            to += each;
        }
    }
}

// Where rows begin, of which the next axis has many side by side: what is outside of it is found once for these.
CUPY_DEVICE void find_rows(const Pad &p, const char **rows, unsigned first, unsigned count) {
    CUPY_SHARED PadRow planes[kPadPlanes];
    const PadAxis &axis = p.axes[p.tabled < p.ndim ? p.tabled : 0];
    const unsigned thread = platform::thread_index(), last = first + count - 1;
    unsigned low = 0, high = 0, rest;
    if (p.tabled + 1 < p.ndim) {
        pad_divide(first, axis.out, low, rest);
        pad_divide(last, axis.out, high, rest);
    }
    const bool held = p.tabled < p.ndim && high - low < kPadPlanes;
    if (held && thread <= high - low) planes[thread] = PadRow(p, low + thread, p.tabled + 1);
    platform::barrier();
    for (unsigned k = thread; k < count; k += kPadThreads) {
        PadRow row;
        if (held) {
            unsigned line = 0, at = first + k;
            if (p.tabled + 1 < p.ndim) pad_divide(at, axis.out, line, at);
            row = planes[line - low];
            const int place = pad_place(axis, at);
            if (place >= 0) row.items += place * axis.stride;
            else if (!row.fill || !p.outer_wins) row.fill = &p.values[p.tabled][-1 - place];
        } else {
            row = PadRow(p, first + k, p.tabled);
        }
        rows[k] = row.items;
        rows[kPadRows + k] = reinterpret_cast<const char *>(row.fill);
    }
}

template <class T> CUPY_DEVICE void run_rows(const Pad &p) {
    CUPY_SHARED const char *rows[2 * kPadRows];
    CUPY_SHARED int table[kPadInner / sizeof(T)];
    const unsigned thread = platform::thread_index(), length = p.inner.divisor, count = p.turns * p.together;
    const unsigned first = platform::block_index() * count, size = p.size - first * length;
    unsigned there = count;                             // behind the end nothing is stored
    if (size < count * length) there = size / length;
    find_rows(p, rows, first, there);
    for (unsigned k = there + thread; k < count; k += kPadThreads) rows[k] = p.items, rows[kPadRows + k] = nullptr;
    for (unsigned k = thread; k < length; k += kPadThreads) table[k] = pad_entry(p, k);
    platform::barrier();
    T *output = reinterpret_cast<T *>(p.output) + first * length;
    if (p.axes[0].mode == kPadConstant) write_rows<true>(p, rows, table, output, size);
    else write_rows<false>(p, rows, table, output, size);
}

}  // namespace padding
}  // namespace cupy

#define CUPY_PAD_ROWS(name, T)                                                                    \
    CUPY_KERNEL CUPY_LAUNCH_BOUNDS(cupy::kPadThreads)                                             \
        name(CUPY_GRID_CONSTANT const cupy::Pad params) {                                         \
        cupy::padding::run_rows<cupy::simt::Chunk<sizeof(T)>>(params);                            \
    }
