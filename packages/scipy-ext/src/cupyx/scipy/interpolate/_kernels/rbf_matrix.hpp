// Matrices of a radial basis function of the distances between points.
#pragma once

#include "device/map.hpp"
#include "radial.hpp"

namespace cupy {
namespace interpolate {

template <class T> CUPY_DEVICE void rbf_matrix(const RbfMatrix &p, long long item) {
    const long long column = item % p.n, row = item / p.n % p.n, batch = item / p.n / p.n;
    if (column < row) return;       // symmetric: the item across the diagonal writes this one
    const T *y = static_cast<const T *>(p.y) + batch * p.n * p.dims;
    const double r2 = p.epsilon * p.epsilon * squared_distance(y + row * p.dims, y + column * p.dims, p.dims);
    const T extra = row == column ? static_cast<const T *>(p.smoothing)[batch * p.n + row] : T(0);
    T *out = static_cast<T *>(p.out) + batch * p.apart;
    out[row * p.pitch + column] = out[column * p.pitch + row] = radial(p.kernel, r2) + extra;
}

}  // namespace interpolate
}  // namespace cupy

#define CUPY_TEMPLATE(name, T) \
    CUPY_MAP_KERNEL(name, cupy::interpolate::RbfMatrix, cupy::interpolate::rbf_matrix<T>)
