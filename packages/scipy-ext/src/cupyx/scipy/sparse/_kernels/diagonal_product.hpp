// Diagonals, or their transpose, times a dense array: an item of the result.
#pragma once

#include "device/map.hpp"
#include "device/sparse.hpp"
#include "diagonal_product_params.hpp"

namespace cupy {
namespace sparse {

template <class T, class I> CUPY_DEVICE void multiply_diagonals(const DiagonalProduct &p, long long i) {
    const bool single = p.vectors == 1;
    const long long place = single ? i : i / p.vectors, vector = single ? 0 : i - place * p.vectors;
    const T *data = static_cast<const T *>(p.data), *x = static_cast<const T *>(p.x) + vector;
    T sum = zero<T>();
    for (long long k = 0; k < p.diagonals; ++k) {
        const long long offset = index_array<I>(p.offsets)[k];
        if (offset <= -p.rows || offset >= p.columns) continue;
        const long long column = p.transposed ? place : place + offset, row = column - offset;
        if (within(column, p.columns) && within(row, p.rows) && column < p.width)
            sum = add(sum, multiply(data[k * p.width + column], x[(p.transposed ? row : column) * p.vectors]));
    }
    static_cast<T *>(p.out)[i] = sum;
}

}  // namespace sparse
}  // namespace cupy

#define CUPY_TEMPLATE(name, T, I) \
    CUPY_MAP_KERNEL(name, cupy::sparse::DiagonalProduct, cupy::sparse::multiply_diagonals<T, I>)
