// A row of a sparse matrix times a vector, or the part of one of the lanes that take the row.
#pragma once

#include "device/sparse_bounds.hpp"
#include "kernel.hpp"

namespace cupy {
namespace krylov {

// The sum of some items of a row times a vector: `vector(column)`.
template <class T, class I, class Vector>
CUPY_DEVICE T part_of_row(const T *data, const I *indices, long long first, long long stop, int lanes, long long columns,
                          const Vector &vector) {
    T product(0);
    for (long long k = first; k < stop; k += lanes) {
        const I column = indices[k];
        if (sparse::within(column, columns)) product = product + data[k] * vector(column);
    }
    return product;
}

}  // namespace krylov
}  // namespace cupy
