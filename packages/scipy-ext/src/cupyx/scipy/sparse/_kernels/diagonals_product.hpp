// Diagonals times diagonals: an item of the data of the result.
#pragma once

#include "device/map.hpp"
#include "device/sparse.hpp"
#include "diagonals_product_params.hpp"

namespace cupy {
namespace sparse {

template <class T> CUPY_DEVICE void multiply_diagonal_pairs(const DiagonalsProduct &p, long long i) {
    const long long k = i / p.width, column = i - k * p.width, offset = p.offsets[k], row = column - offset;
    const T *left = static_cast<const T *>(p.left), *right = static_cast<const T *>(p.right);
    T sum = zero<T>();
    if (within(row, p.rows) && column < p.right_width)
        for (long long other = 0; other < p.others; ++other) {
            const long long below = p.right_offsets[other], between = column - below, above = offset - below;
            if (!within(between, p.inner) || !within(above + p.rows - 1, p.rows + p.inner - 1)) continue;
            const long long diagonal = p.places[above + p.rows - 1];
            if (diagonal >= 0 && between < p.left_width)
                sum = add(sum, multiply(left[diagonal * p.left_width + between], right[other * p.right_width + column]));
        }
    static_cast<T *>(p.out)[i] = sum;
}

}  // namespace sparse
}  // namespace cupy

#define CUPY_TEMPLATE(name, T) \
    CUPY_MAP_KERNEL(name, cupy::sparse::DiagonalsProduct, cupy::sparse::multiply_diagonal_pairs<T>)
