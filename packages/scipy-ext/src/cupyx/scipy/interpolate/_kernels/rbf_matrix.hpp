// Systems of radial basis functions of the distances between points, bordered by polynomials of the points.
#pragma once

#include "device/map.hpp"
#include "radial.hpp"

namespace cupy {
namespace interpolate {

template <class T> CUPY_DEVICE void rbf_matrix(const RbfMatrix &p, long long item) {
    const long long size = p.n + p.terms;
    const long long column = item % size, row = item / size % size, batch = item / size / size;
    if (column < row) return;       // symmetric: the item across the diagonal writes this one
    const T *y = static_cast<const T *>(p.y) + batch * p.n * p.dims;
    T value = T(0);
    if (column < p.n) {
        value = radial(p.kernel, p.epsilon * p.epsilon *
                                     squared_distance(y + row * p.dims, y + column * p.dims, p.dims));
        if (row == column) value += static_cast<const T *>(p.smoothing)[batch * p.n + row];
    } else if (row < p.n) {
        value = monomial(y + row * p.dims, static_cast<const T *>(p.shift) + batch * p.dims,
                         static_cast<const T *>(p.scale) + batch * p.dims,
                         static_cast<const long long *>(p.powers) + (column - p.n) * p.dims, p.dims);
    }
    T *out = static_cast<T *>(p.out) + batch * size * size;
    out[row * size + column] = out[column * size + row] = value;
}

}  // namespace interpolate
}  // namespace cupy

#define CUPY_TEMPLATE(name, T) \
    CUPY_MAP_KERNEL(name, cupy::interpolate::RbfMatrix, cupy::interpolate::rbf_matrix<T>)
