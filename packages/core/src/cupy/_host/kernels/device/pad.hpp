// An array with something around it, on the host: a block writes some of the rows.
#pragma once

#include "kernel.hpp"
#include "pad_params.hpp"

namespace cupy {
namespace padding {

constexpr unsigned kTabled = 64;            // columns around a row whose places are found once
constexpr int kShort = 128;                 // bytes below which a loop is through before a copy begins
constexpr int kPixel = 256;                 // bytes of a first axis with nothing around it that is one item

template <class T> CUPY_DEVICE void copy(T *to, const char *from, long long n) {
    if (n * (long long)sizeof(T) < kShort) {
        for (long long k = 0; k < n; ++k) to[k] = reinterpret_cast<const T *>(from)[k];
    } else {
        memcpy(to, from, n * sizeof(T));
    }
}
template <class T> CUPY_DEVICE void fill(T *to, const PadValue &value, long long n) {
    const T item = *reinterpret_cast<const T *>(value.bytes);
    for (long long k = 0; k < n; ++k) to[k] = item;
}

// Rows along an axis of which an item has `each` elements: the first, or that behind it.
template <class T, int first>
CUPY_DEVICE void run_along(const Pad &p, long long each, unsigned block, unsigned grid) {
    const PadAxis &axis = p.axes[first];
    const unsigned left = axis.left, inside = axis.length, length = axis.out.divisor, around = length - inside;
    const long long rows = p.size / (length * each), stride = axis.stride;
    const auto column = [&](unsigned k) { return k < left ? k : k + inside; };
    int places[kTabled];
    for (unsigned k = 0; k < around && k < kTabled; ++k) places[k] = pad_place(axis, column(k));
    for (long long row = rows * block / grid; row < rows * (block + 1) / grid; ++row) {
        const PadRow line(p, (unsigned)row, first + 1);
        T *to = reinterpret_cast<T *>(p.output) + row * length * each;
        for (unsigned k = 0; k < around; ++k) {
            const int place = k < kTabled ? places[k] : pad_place(axis, column(k));
            const bool own = place < 0 && !(line.fill && p.outer_wins);
            const PadValue *value = own ? &p.values[first][-1 - place] : line.fill;
            if (value) fill(to + column(k) * each, *value, each);
            else copy(to + column(k) * each, line.items + place * stride, each);
        }
        T *inner = to + left * each;
        if (line.fill) fill(inner, *line.fill, inside * each);
        else if (stride == each * (long long)sizeof(T)) copy(inner, line.items, inside * each);
        else for (unsigned k = 0; k < inside; ++k) copy(inner + k * each, line.items + k * stride, each);
    }
}

// Rows of few items along the first axes, as a table of where these come from: several rows that lie evenly are written item
// by item.
struct PadTable {
    static constexpr long long kFew = 24;       // longer rows are written faster one by one
    long long offsets[kFew], length = 1;
    const PadValue *values[kFew];
    unsigned axes = 0;

    explicit PadTable(const Pad &p) {
        while (axes + 1 < p.ndim && length * p.axes[axes].out.divisor <= kFew) length *= p.axes[axes++].out.divisor;
        for (unsigned item = 0; item < length; ++item) {
            offsets[item] = 0;
            values[item] = nullptr;
            for (unsigned d = 0, rest = item, at; d < axes; ++d) {
                pad_divide(rest, p.axes[d].out, rest, at);
                const int place = pad_place(p.axes[d], at);
                if (place >= 0) offsets[item] += place * p.axes[d].stride;
                else if (!values[item] || p.outer_wins) values[item] = &p.values[d][-1 - place];
            }
        }
    }
    // `fill` stands in the place of what comes from the source, or of all.
    template <class T>
    CUPY_DEVICE void write(T *CUPY_RESTRICT to, const char *from, long long step, const PadValue *fill, bool all,
                           long long rows) const {
        for (long long item = 0; item < length; ++item) {
            const PadValue *value = fill && (all || !values[item]) ? fill : values[item];
            if (value) {
                const T x = *reinterpret_cast<const T *>(value->bytes);
                for (long long row = 0; row < rows; ++row) to[row * length + item] = x;
            } else {
                const char *items = from + offsets[item];
                for (long long row = 0; row < rows; ++row)
                    to[row * length + item] = *reinterpret_cast<const T *>(items + row * step);
            }
        }
    }
};
template <class T> CUPY_DEVICE void run_table(const Pad &p, const PadTable &table, unsigned block, unsigned grid) {
    constexpr long long kTogether = 256;
    const PadAxis &next = p.axes[table.axes];
    const long long rows = p.size / table.length, stop = rows * (block + 1) / grid;
    const long long along = p.ndim > table.axes + 1 ? next.out.divisor : rows;
    for (long long row = rows * block / grid, count; row < stop; row += count) {
        const unsigned at = (unsigned)(row % along);
        const PadRow lines(p, (unsigned)(row / along), table.axes + 1);
        const int place = pad_place(next, at);
        count = (unsigned)((int)at - next.left) < (unsigned)next.length ? next.length - place : 1;
        if (count > stop - row) count = stop - row;
        if (count > kTogether) count = kTogether;
        const bool own = place < 0 && !(lines.fill && p.outer_wins);
        table.write(reinterpret_cast<T *>(p.output) + row * table.length,
                    lines.items + (place < 0 ? 0 : place * next.stride), next.stride,
                    own ? &p.values[table.axes][-1 - place] : lines.fill, p.outer_wins, count);
    }
}

template <class T> void run(const Pad &p, unsigned block, unsigned grid) {
    const long long items = p.axes[0].length;
    const PadTable table(p);
    if (table.axes) run_table<T>(p, table, block, grid);
    else if (p.run.axes == 2 && p.run.stride == (long long)sizeof(T) && items * (long long)sizeof(T) <= kPixel)
        run_along<T, 1>(p, items, block, grid);
    else run_along<T, 0>(p, 1, block, grid);
}

}  // namespace padding
}  // namespace cupy

#define CUPY_PAD(name, T)                                                                         \
    CUPY_EXPORT const int name##__info[] = {0, 1, (int)sizeof(cupy::Pad)};                        \
    CUPY_EXPORT void name(void **params, unsigned block, unsigned grid) {                         \
        cupy::padding::run<T>(*static_cast<const cupy::Pad *>(params[0]), block, grid);           \
    }
