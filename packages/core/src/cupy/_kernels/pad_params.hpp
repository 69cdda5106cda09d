// The parameter block of padding, and where each item of the output comes from.
//
// Axes are innermost first.  Read by core too (plain C++17).
#pragma once

#include "params.hpp"
#include "tuning/one_pass.hpp"

namespace cupy {

constexpr int kPadDims = 6;

enum PadMode { kPadConstant = 0, kPadEdge = 1, kPadReflect = 2, kPadSymmetric = 3, kPadWrap = 4 };

struct PadAxis {
    Divider out;                      // items of the output
    int left, length;                 // where the source begins in it, and its items
    unsigned period, shift;           // of what is repeated; a multiple of it, at least `left`
    unsigned mode;
    long long stride;                 // bytes of the source
};

// Items that are copied as they lie: those of the first axis, or of two of which the first has nothing around it.
struct PadRun {
    Divider out;                      // items of the output
    int left, length;                 // where the source begins in it, and its items
    long long stride;
    int axes;
};

struct alignas(16) PadValue {
    unsigned char bytes[16];
};

struct Pad {
    const char *items;
    char *output;                     // C-contiguous, 16-byte aligned
    unsigned size;                    // items of the output, below 2^30
    unsigned ndim;
    unsigned outer_wins;              // whose value is in a corner: that of the outermost axis, or of the innermost
    unsigned tabled;                  // first axes, whose places are a table (device/pad_rows.hpp)
    unsigned turns;                   // vectors of a thread there; or blocks of a long row, of which some rows take turns:
    unsigned together;                // what they come from may be the same
    Divider inner;                    // items of the output along the tabled axes and so many rows of the next
    Divider row;                      // items along the tabled ones
    unsigned rows;
    PadRun run;
    PadAxis axes[kPadDims];
    PadValue values[kPadDims][2];     // before and after
};

#ifdef CUPY_SIMT
CUPY_DEVICE void pad_divide(unsigned n, const Divider &by, unsigned &quotient, unsigned &rest) {
    quotient = (platform::multiply_high(n, by.multiplier) + n) >> by.shift;
    rest = n - quotient * by.divisor;
}
#else
CUPY_DEVICE void pad_divide(unsigned n, const Divider &by, unsigned &quotient, unsigned &rest) {
    quotient = n / by.divisor;
    rest = n % by.divisor;
}
#endif

// Item of the source that stands at `at` along an axis; -1 before and -2 behind it where a constant does.
CUPY_DEVICE int pad_place(const PadAxis &axis, unsigned at) {
    const int place = (int)at - axis.left;
    if ((unsigned)place < (unsigned)axis.length) return place;
    if (axis.mode == kPadConstant) return place < 0 ? -1 : -2;
    if (axis.mode == kPadEdge) return place < 0 ? 0 : axis.length - 1;
    const int rest = (int)((unsigned)(place + (int)axis.shift) % axis.period);
    if (rest < axis.length) return rest;
    return (int)axis.period - rest - (axis.mode == kPadSymmetric);
}

// A row of the output along the first axes: the source's row that it comes from, or the value that fills it.
struct PadRow {
    const char *items;
    const PadValue *fill;

    PadRow() = default;
    CUPY_DEVICE PadRow(const Pad &p, unsigned row, unsigned axes = 1) : items(p.items), fill(nullptr) {
        for (unsigned d = axes; d < p.ndim; ++d) {
            unsigned at = row;
            if (d + 1 < p.ndim) pad_divide(row, p.axes[d].out, row, at);
            const int place = pad_place(p.axes[d], at);
            if (place >= 0) items += place * p.axes[d].stride;
            else if (!fill || p.outer_wins) fill = &p.values[d][-1 - place];
        }
    }
    // Where an item of the row lies, or the value that stands in its place.
    CUPY_DEVICE const char *address(const Pad &p, unsigned column) const {
        const int place = pad_place(p.axes[0], column);
        const PadValue *value = place < 0 && !(fill && p.outer_wins) ? &p.values[0][-1 - place] : fill;
        return value ? reinterpret_cast<const char *>(value->bytes) : items + place * p.axes[0].stride;
    }
};

}  // namespace cupy
