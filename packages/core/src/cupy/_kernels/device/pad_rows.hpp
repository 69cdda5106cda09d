// An array with something around it where the last axes are short, on SIMT targets.
//
// The items along these are a row. Where they come from is one table for all rows, and where a row begins is found
// once: an item lies where two numbers of shared memory say together.  What a block needs of the source mostly lies
// close together: then it is brought to shared memory first, by vectors.
#pragma once

#include "block/reduce.hpp"
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

template <bool constant> CUPY_DEVICE const char *pad_address(const Pad &p, const PadRow &row, int entry) {
    if constexpr (!constant) return row.items + entry;
    const PadValue *value = row.fill;
    if (entry < kPadValue + 2 * kPadDims && !(value && p.outer_wins))
        value = &p.values[(entry - kPadValue) / 2][(entry - kPadValue) % 2];
    return value ? reinterpret_cast<const char *>(value->bytes) : row.items + entry;
}

// Neighbouring threads look V entries apart: a word after so many keeps them in different banks.
template <int V> CUPY_DEVICE constexpr unsigned pad_slot(unsigned column) {
    return V == 1 ? column : column + column / V;
}

// The first and the last of some places, in bytes from one of them.
struct PadEnds { long long low, high; };

// Brings what the rows of a block come from to shared memory, if it has the room; rows then begin there.
CUPY_DEVICE void bring_rows(const Pad &p, PadRow *rows, unsigned count, simt::Chunk<16> *shared, unsigned width) {
    const unsigned thread = platform::thread_index();
    const char *const from = rows[0].items;
    PadEnds ends{0, 0};
    for (unsigned k = thread; k < count; k += kPadThreads) {
        const long long far = rows[k].items - from;
        if (far < ends.low) ends.low = far;
        if (far > ends.high) ends.high = far;
    }
    PadEnds *const partial = reinterpret_cast<PadEnds *>(shared);
    block::reduce_shared<kPadThreads>(ends, partial, [](const PadEnds &a, const PadEnds &b) {
        return PadEnds{a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high};
    });
    platform::barrier();
    ends = partial[0];
    platform::barrier();
    ends.high += width;
    for (unsigned d = 0; d < p.tabled; ++d) {
        const long long far = (p.axes[d].length - 1) * p.axes[d].stride;
        (far < 0 ? ends.low : ends.high) += far;
    }
    const uint64 begin = reinterpret_cast<uint64>(from + ends.low) & ~(uint64)15;
    const uint64 vectors = (reinterpret_cast<uint64>(from + ends.high) - begin + 15) / 16;
    if (vectors > kPadNear / 16) return;
    const simt::Chunk<16> *const at = reinterpret_cast<const simt::Chunk<16> *>(begin);
    simt::bring_vectors<kPadThreads>(shared, at, thread, (unsigned)vectors);
    for (unsigned k = thread; k < count; k += kPadThreads)
        rows[k].items = reinterpret_cast<const char *>(shared) + (rows[k].items - reinterpret_cast<const char *>(at));
    platform::copies_arrived();
    platform::barrier();
}

template <class T, bool constant>
CUPY_DEVICE void write_rows(const Pad &p, const int *table, const PadRow *rows, unsigned count, unsigned first,
                            unsigned begin, unsigned end) {
    constexpr int V = pad_vector(sizeof(T));
    const unsigned length = p.inner.divisor;
    CUPY_NO_UNROLL
    for (unsigned word = begin + platform::thread_index() * V; word < end; word += kPadThreads * V) {
        unsigned row, column;
        pad_divide(word, p.inner, row, column);
        row -= first;
        PadRow at = rows[row];
        T x[V];
        CUPY_UNROLL
        for (int v = 0; v < V; ++v) {
            x[v] = *reinterpret_cast<const T *>(pad_address<constant>(p, at, table[pad_slot<V>(column)]));
            if (++column < length) continue;
            column = 0;
            row = row + 1 < count ? row + 1 : row;          // behind the end nothing is stored
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

template <class T> CUPY_DEVICE void run_rows(const Pad &p) {
    constexpr int V = pad_vector(sizeof(T));
    CUPY_SHARED int table[pad_slot<V>(kPadTable)];
    CUPY_SHARED PadRow rows[kPadRows];
    CUPY_SHARED simt::Chunk<16> near[kPadNear / 16];
    const unsigned thread = platform::thread_index(), length = p.inner.divisor, each = p.turns * kPadThreads * V;
    const unsigned begin = platform::block_index() * each, end = p.size - begin < each ? p.size : begin + each;
    unsigned first, last, rest;
    pad_divide(begin, p.inner, first, rest);
    pad_divide(end - 1, p.inner, last, rest);
    const unsigned count = last - first + 1;
    for (unsigned k = thread; k < length; k += kPadThreads) table[pad_slot<V>(k)] = pad_entry(p, k);
    for (unsigned k = thread; k < count; k += kPadThreads) rows[k] = PadRow(p, first + k, p.tabled);
    platform::barrier();
    bring_rows(p, rows, count, near, sizeof(T));
    if (p.axes[0].mode == kPadConstant) write_rows<T, true>(p, table, rows, count, first, begin, end);
    else write_rows<T, false>(p, table, rows, count, first, begin, end);
}

}  // namespace padding
}  // namespace cupy

#define CUPY_PAD_ROWS(name, T)                                                                    \
    CUPY_KERNEL CUPY_LAUNCH_BOUNDS(cupy::kPadThreads)                                             \
        name(CUPY_GRID_CONSTANT const cupy::Pad params) {                                         \
        cupy::padding::run_rows<cupy::simt::Chunk<sizeof(T)>>(params);                            \
    }
