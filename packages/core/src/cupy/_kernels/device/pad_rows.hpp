// An array with something around it where the last axes are short, on SIMT targets.
//
// The items along these are a row. Where they come from is one table for all rows, and where a row begins is found once:
// an item lies where two numbers of shared memory say together.
#pragma once

#include "device/registers.hpp"
#include "pad_params.hpp"

namespace cupy {
namespace padding {

constexpr int kPadValue = (int)0x80000000;        // and 2 * axis + side: the value that stands there

// Where an item of a row lies, in bytes from its row.
CUPY_DEVICE int pad_entry(const Pad &p, unsigned at) {
    int offset = 0, value = -1;
    for (unsigned d = 0; d < p.tabled; ++d) {
        unsigned place;
        pad_divide(at, p.axes[d].out, at, place);
        const int from = pad_place(p.axes[d], place);
        if (from >= 0) offset += from * (int)p.axes[d].stride;
        else if (value < 0 || p.outer_wins) value = 2 * (int)d - 1 - from;
    }
    return value < 0 ? offset : kPadValue + value;
}

CUPY_DEVICE const char *pad_address(const Pad &p, const PadRow &row, int entry) {
    if (p.axes[0].mode != kPadConstant) return row.items + entry;
    const PadValue *value = row.fill;
    if (entry < kPadValue + 2 * kPadDims && !(value && p.outer_wins))
        value = &p.values[(entry - kPadValue) / 2][(entry - kPadValue) % 2];
    return value ? reinterpret_cast<const char *>(value->bytes) : row.items + entry;
}

// Neighbouring threads look V entries apart: a word after so many keeps them in different banks.
template <int V> CUPY_DEVICE constexpr unsigned pad_slot(unsigned column) { return V == 1 ? column : column + column / V; }

template <class T> CUPY_DEVICE void run_rows(const Pad &p) {
    constexpr int V = pad_vector(sizeof(T));
    CUPY_SHARED int table[pad_slot<V>(kPadTable)];
    CUPY_SHARED PadRow rows[kPadRows];
    const unsigned thread = platform::thread_index(), length = p.inner.divisor, each = p.turns * kPadThreads * V;
    const unsigned begin = platform::block_index() * each, end = p.size - begin < each ? p.size : begin + each;
    unsigned first, last, rest;
    pad_divide(begin, p.inner, first, rest);
    pad_divide(end - 1, p.inner, last, rest);
    for (unsigned k = thread; k < length; k += kPadThreads) table[pad_slot<V>(k)] = pad_entry(p, k);
    for (unsigned k = thread; k <= last - first; k += kPadThreads) rows[k] = PadRow(p, first + k, p.tabled);
    platform::barrier();
    CUPY_NO_UNROLL
    for (unsigned word = begin + thread * V; word < end; word += kPadThreads * V) {
        unsigned row, column;
        pad_divide(word, p.inner, row, column);
        row -= first;
        PadRow at = rows[row];
        T x[V];
        CUPY_UNROLL
        for (int v = 0; v < V; ++v) {
            x[v] = *reinterpret_cast<const T *>(pad_address(p, at, table[pad_slot<V>(column)]));
            if (++column < length) continue;
            column = 0;
            row = row < last - first ? row + 1 : row;       // behind the end nothing is stored
            at = rows[row];
        }
        T *to = reinterpret_cast<T *>(p.output) + word;
        if (end - word >= V) {
            simt::store_vector(to, x);
        } else {
            CUPY_UNROLL
            for (int v = 0; v < V; ++v)
                if (word + v < end) to[v] = x[v];
        }
    }
}

}  // namespace padding
}  // namespace cupy

#define CUPY_PAD_ROWS(name, T)                                                                    \
    CUPY_KERNEL CUPY_LAUNCH_BOUNDS(cupy::kPadThreads)                                             \
        name(CUPY_GRID_CONSTANT const cupy::Pad params) {                                         \
        cupy::padding::run_rows<cupy::simt::Chunk<sizeof(T)>>(params);                            \
    }
