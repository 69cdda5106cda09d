// Diagonals of the transposed matrix: an item of its data, which lies as many columns away as the diagonal is off.
#pragma once

#include "device/map.hpp"
#include "device/sparse.hpp"

namespace cupy {
namespace sparse {

struct DiagonalTranspose {
    const void *data, *offsets;
    void *out, *out_offsets;
    long long width, rows;      // columns of data and of the result
    long long count;            // of the result
};

template <class T, class I> CUPY_DEVICE void transpose_diagonals(const DiagonalTranspose &p, long long i) {
    const long long k = i / p.rows, place = i - k * p.rows;
    const I offset = index_array<I>(p.offsets)[k];
    const bool there = offset >= -place && offset < p.width - place;
    static_cast<T *>(p.out)[i] = there ? static_cast<const T *>(p.data)[k * p.width + place + offset] : zero<T>();
    if (place == 0) static_cast<I *>(p.out_offsets)[k] = I(0) - offset;
}

}  // namespace sparse
}  // namespace cupy

#define CUPY_TEMPLATE(name, T, I) \
    CUPY_MAP_KERNEL(name, cupy::sparse::DiagonalTranspose, cupy::sparse::transpose_diagonals<T, I>)
