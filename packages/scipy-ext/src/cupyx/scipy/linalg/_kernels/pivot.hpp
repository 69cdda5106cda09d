// Choice of pivots.
#pragma once

#include "kernel.hpp"

namespace cupy {
namespace linalg {

// How large an item counts.
template <class T> CUPY_DEVICE T size_of(T x) { return x < 0 ? -x : x; }
template <class T> CUPY_DEVICE T size_of(complex<T> x) { return size_of(x.re) + size_of(x.im); }

// The row with the largest item of a column, from `first` on, changes places with that one.
template <class T, int rows, int columns> CUPY_DEVICE void choose_pivot(T (&m)[rows][columns], int first, int column) {
    CUPY_UNROLL
    for (int r = 0; r < rows; ++r) {
        const bool larger = r > first && size_of(m[r][column]) > size_of(m[first][column]);
        CUPY_UNROLL
        for (int k = 0; k < columns; ++k) {
            const T kept = m[first][k];
            m[first][k] = larger ? m[r][k] : kept;
            m[r][k] = larger ? kept : m[r][k];
        }
    }
}

}  // namespace linalg
}  // namespace cupy
