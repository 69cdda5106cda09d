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

template <class T> void run(const Pad &p, unsigned block, unsigned grid) {
    const long long items = p.axes[0].length;
    if (p.run.axes == 2 && p.run.stride == (long long)sizeof(T) && items * (long long)sizeof(T) <= kPixel)
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
