// An array with something around it, on the host: a block writes some of the rows.
#pragma once

#include "kernel.hpp"
#include "pad_params.hpp"

namespace cupy {
namespace padding {

template <class T> void run(const Pad &p, unsigned block, unsigned grid) {
    const PadAxis &axis = p.axes[0];
    const unsigned length = axis.out.divisor;
    const long long rows = p.size / length;
    for (long long row = rows * block / grid; row < rows * (block + 1) / grid; ++row) {
        const PadRow line(p, (unsigned)row);
        T *to = reinterpret_cast<T *>(p.output) + row * length;
        unsigned column = 0;
        for (; column < (unsigned)axis.left; ++column) to[column] = *reinterpret_cast<const T *>(line.address(p, column));
        T *inner = to + column;
        const int inside = axis.length;         // read once: the compiler cannot tell that bytes are not it
        if (line.fill) {
            const T value = *reinterpret_cast<const T *>(line.fill);
            for (int k = 0; k < inside; ++k) inner[k] = value;
        } else if (axis.stride == (long long)sizeof(T)) {
            memcpy(inner, line.items, inside * sizeof(T));
        } else {
            for (int k = 0; k < inside; ++k) inner[k] = *reinterpret_cast<const T *>(line.items + k * axis.stride);
        }
        column += inside;
        for (; column < length; ++column) to[column] = *reinterpret_cast<const T *>(line.address(p, column));
    }
}

}  // namespace padding
}  // namespace cupy

#define CUPY_PAD(name, T)                                                                         \
    CUPY_EXPORT const int name##__info[] = {0, 1, (int)sizeof(cupy::Pad)};                        \
    CUPY_EXPORT void name(void **params, unsigned block, unsigned grid) {                         \
        cupy::padding::run<T>(*static_cast<const cupy::Pad *>(params[0]), block, grid);           \
    }
