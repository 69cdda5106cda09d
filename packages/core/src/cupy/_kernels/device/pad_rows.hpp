// An array with something around it where the last axes are short, on SIMT targets.
//
// The items along these are a row, some rows of the axis around them a group. Where the items of a group come from is one
// table for all whose rows are inside of that axis, and where a group begins is found once: an item lies where two numbers
// of shared memory say together. Small items come by words, those of a word of the output from near one another.
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
CUPY_DEVICE bool is_value(int entry) { return entry < kPadValue + 2 * kPadDims; }

CUPY_DEVICE const char *pad_address(const Pad &p, const PadRow &row, int entry) {
    if (p.axes[0].mode != kPadConstant) return row.items + entry;
    const PadValue *value = row.fill;
    if (is_value(entry) && !(value && p.outer_wins))
        value = &p.values[(entry - kPadValue) / 2][(entry - kPadValue) % 2];
    return value ? reinterpret_cast<const char *>(value->bytes) : row.items + entry;
}

// Some rows: where the first begins; if they are not inside as a whole, where the axis does along which they are, and the
// place of the first.
struct PadGroup {
    PadRow row;
    unsigned at;
};
constexpr unsigned kPadInside = ~0u;

// Neighbouring threads look V entries apart: a word after so many keeps them in different banks.
template <int V> CUPY_DEVICE constexpr unsigned pad_slot(unsigned column) { return V == 1 ? column : column + column / V; }

template <class T> struct PadGroups {
    static constexpr int V = pad_vector(sizeof(T)), N = sizeof(T) < 4 ? 4 / sizeof(T) : 1;
    // Of a word of small items: which bytes these are, of eight from the word on in which the first in memory lies if
    // that begins there; how far the word's first item lies behind it, and the last.
    static constexpr unsigned kNear = 1u << 16;
    static constexpr int kAheadShift = 20, kSpanShift = 24, kReach = 4;

    const Pad &p;
    int *const table;
    unsigned *const words;
    PadGroup *const groups;
    const unsigned first;

    CUPY_DEVICE void make_table() const {
        const int step = p.tabled < p.ndim ? (int)p.axes[p.tabled].stride : 0;
        for (unsigned k = platform::thread_index(); k < p.inner.divisor; k += kPadThreads) {
            unsigned row, column;
            pad_divide(k, p.row, row, column);
            const int entry = pad_entry(p, column);
            table[pad_slot<V>(k)] = is_value(entry) ? entry : entry + (int)row * step;
        }
    }
    CUPY_DEVICE void find_groups(unsigned count) const {
        for (unsigned k = platform::thread_index(); k < count; k += kPadThreads) {
            const unsigned number = (first + k) * p.rows;
            unsigned outer = number, at = 0;
            if (p.rows > 1) pad_divide(number, p.axes[p.tabled].out, outer, at);
            const int place = p.rows > 1 ? (int)at - p.axes[p.tabled].left : 0;
            const bool inside = p.rows == 1 || (place >= 0 && place + (int)p.rows <= p.axes[p.tabled].length);
            groups[k].row = inside ? PadRow(p, number, p.tabled) : PadRow(p, outer, p.tabled + 1);
            groups[k].at = inside ? kPadInside : at;
        }
    }
    CUPY_DEVICE void make_words() const {
        for (unsigned k = platform::thread_index(); N > 1 && k < p.inner.divisor; k += kPadThreads) {
            unsigned bytes = 0;
            if (k + N <= p.inner.divisor) {
                const int head = table[pad_slot<V>(k)];
                int low = head, high = head;
                bool near = true;
                CUPY_UNROLL
                for (int j = 0; j < N; ++j) {
                    const int entry = table[pad_slot<V>(k + j)];
                    near &= !is_value(entry);
                    low = entry < low ? entry : low;
                    high = entry > high ? entry : high;
                }
                near &= high - low <= kReach + 1 - (int)sizeof(T);
                CUPY_UNROLL
                for (int b = 0; b < 4 && near; ++b)
                    bytes |= (unsigned)(table[pad_slot<V>(k + b / sizeof(T))] - low + b % sizeof(T)) << 4 * b;
                if (near) bytes |= kNear | (unsigned)(head - low) << kAheadShift
                                   | (unsigned)(high - low + sizeof(T) - 1) << kSpanShift;
            }
            words[pad_slot<V>(k)] = bytes;
        }
    }

    // An item wherever it is.
    CUPY_DEVICE T item(unsigned at) const {
        unsigned number, column;
        pad_divide(at, p.inner, number, column);
        const PadGroup &group = groups[number - first];
        PadRow line = group.row;
        if (group.at != kPadInside) {
            const PadAxis &axis = p.axes[p.tabled];
            unsigned row;
            pad_divide(column, p.row, row, column);
            if (group.at + row < axis.out.divisor) {
                const int place = pad_place(axis, group.at + row);
                if (place >= 0) line.items += place * axis.stride;
                else if (!line.fill || !p.outer_wins) line.fill = &p.values[p.tabled][-1 - place];
            } else {
                line = PadRow(p, number * p.rows + row, p.tabled);
            }
        }
        return *reinterpret_cast<const T *>(pad_address(p, line, table[pad_slot<V>(column)]));
    }
    // N items, of which those from `stop` on are not written; those of a word in memory's order.
    CUPY_DEVICE unsigned word_of(const PadGroup &group, unsigned column, unsigned at, unsigned stop) const {
        const unsigned how = words[pad_slot<V>(column)];
        if (how & kNear && group.at == kPadInside && !group.row.fill) {
            const char *const from = group.row.items + table[pad_slot<V>(column)] - (how >> kAheadShift & 0xf);
            const unsigned shift = (unsigned)(reinterpret_cast<uint64>(from) & 3);
            const simt::Chunk<4> *const in = reinterpret_cast<const simt::Chunk<4> *>(from - shift);
            const unsigned low = in[0].words[0], high = shift + (how >> kSpanShift & 0xf) > 3 ? in[1].words[0] : 0;
            return platform::permuted(low, high, (how & 0xffff) + shift * 0x1111);
        }
        unsigned word = 0;
        CUPY_NO_UNROLL
        for (unsigned j = 0; j < N && at + j < stop; ++j) {
            const T x = item(at + j);
            unsigned bits = 0;
            memcpy(&bits, &x, sizeof(T) < 4 ? sizeof(T) : 4);
            word |= bits << j * sizeof(T) * 8;
        }
        return word;
    }
    CUPY_DEVICE void vector(unsigned at, unsigned stop, T *to) const {
        unsigned number, column;
        pad_divide(at, p.inner, number, column);
        number -= first;
        PadGroup group = groups[number];
        simt::Chunk<16> whole;
        CUPY_UNROLL
        for (int v = 0; v < V; v += N) {
            if constexpr (N > 1) {
                whole.words[v / N] = at + v < stop ? word_of(group, column, at + v, stop) : 0;
            } else {
                const T x = at + v >= stop ? T{} : group.at == kPadInside ? *reinterpret_cast<const T *>(
                                pad_address(p, group.row, table[pad_slot<V>(column)])) : item(at + v);
                memcpy(reinterpret_cast<char *>(&whole) + v * sizeof(T), &x, sizeof(T));
            }
            column += N;
            if (column < p.inner.divisor || at + v + N >= stop) continue;
            column -= p.inner.divisor;
            group = groups[++number];
        }
        simt::store_first(to, whole, stop - at);
    }
};

template <class T> CUPY_DEVICE void run_rows(const Pad &p) {
    constexpr int V = pad_vector(sizeof(T));
    CUPY_SHARED int table[pad_slot<V>(kPadTable)];
    CUPY_SHARED unsigned words[sizeof(T) < 4 ? pad_slot<V>(kPadTable) : 1];
    CUPY_SHARED PadGroup groups[kPadRows];
    const unsigned each = p.turns * kPadThreads * V;
    const unsigned begin = platform::block_index() * each, end = p.size - begin < each ? p.size : begin + each;
    unsigned first, last, rest;
    pad_divide(begin, p.inner, first, rest);
    pad_divide(end - 1, p.inner, last, rest);
    const PadGroups<T> made{p, table, words, groups, first};
    made.make_table();
    made.find_groups(last - first + 1);
    platform::barrier();
    if (sizeof(T) < 4) {
        made.make_words();
        platform::barrier();
    }
    CUPY_NO_UNROLL
    for (unsigned at = begin + platform::thread_index() * V; at < end; at += kPadThreads * V)
        made.vector(at, end, reinterpret_cast<T *>(p.output) + at);
}

}  // namespace padding
}  // namespace cupy

#define CUPY_PAD_ROWS(name, T)                                                                    \
    CUPY_KERNEL CUPY_LAUNCH_BOUNDS(cupy::kPadThreads)                                             \
        name(CUPY_GRID_CONSTANT const cupy::Pad params) {                                         \
        cupy::padding::run_rows<cupy::simt::Chunk<sizeof(T)>>(params);                            \
    }
