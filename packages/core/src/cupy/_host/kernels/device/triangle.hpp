// Triangles of matrices, on the host: of each row one part is copied and the other filled with zeros.
#pragma once

#include "kernel.hpp"
#include "triangle_params.hpp"

namespace cupy {
namespace triangles {

template <class T> void run(const Triangle &p, unsigned block, unsigned grid) {
    const long long columns = p.columns.divisor, rows = p.rows.divisor, stop = p.lines * (block + 1) / grid;
    long long line = p.lines * block / grid, row = line % rows;
    const T *items = static_cast<const T *>(p.items) + line * columns;
    T *output = static_cast<T *>(p.output) + line * columns;
    for (; line < stop; ++line, items += columns, output += columns) {
        long long cut = row + p.diagonal + !p.upper;         // the first item above the diagonal, or on it
        cut = cut < 0 ? 0 : cut > columns ? columns : cut;
        const long long low = p.upper ? cut : 0, high = p.upper ? columns : cut;
        for (long long k = 0; k < low; ++k) output[k] = T();
        for (long long k = low; k < high; ++k) output[k] = items[k];
        for (long long k = high; k < columns; ++k) output[k] = T();
        if (++row == rows) row = 0;
    }
}

}  // namespace triangles
}  // namespace cupy

#define CUPY_TRIANGLE(name, T)                                                                    \
    CUPY_EXPORT const int name##__info[] = {0, 1, (int)sizeof(cupy::Triangle)};                   \
    CUPY_EXPORT void name(void **params, unsigned block, unsigned grid) {                         \
        cupy::triangles::run<T>(*static_cast<const cupy::Triangle *>(params[0]), block, grid);    \
    }
