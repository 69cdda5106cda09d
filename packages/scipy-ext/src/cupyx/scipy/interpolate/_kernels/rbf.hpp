// Sums of radial basis functions and polynomials: distances are made on the way, no matrix is stored.
#pragma once

#include "device/map.hpp"
#include "radial.hpp"

namespace cupy {
namespace interpolate {

constexpr int kColumns = 4;        // that share a distance

template <class T> CUPY_DEVICE void rbf(const Rbf &p, long long item) {
    const long long blocks = (p.columns + kColumns - 1) / kColumns;
    const long long query = item / blocks, first = (item - query * blocks) * kColumns;
    const int some = p.columns - first < kColumns ? (int)(p.columns - first) : kColumns;
    const T *q = static_cast<const T *>(p.q) + query * p.dims, *y = static_cast<const T *>(p.y);
    const T *c = static_cast<const T *>(p.coefficients) + first;
    const double squared = p.epsilon * p.epsilon;
    double sums[kColumns] = {};
    for (long long i = 0; i < p.n; ++i, y += p.dims, c += p.columns) {
        const double phi = radial(p.kernel, squared * squared_distance(q, y, p.dims));
        CUPY_UNROLL
        for (int j = 0; j < kColumns; ++j)
            if (j < some) sums[j] += phi * c[j];
    }
    const long long *powers = static_cast<const long long *>(p.powers);
    const T *shift = static_cast<const T *>(p.shift), *scale = static_cast<const T *>(p.scale);
    for (int i = 0; i < p.terms; ++i, c += p.columns) {
        const double term = monomial(q, shift, scale, powers + i * p.dims, p.dims);
        CUPY_UNROLL
        for (int j = 0; j < kColumns; ++j)
            if (j < some) sums[j] += term * c[j];
    }
    T *out = static_cast<T *>(p.out) + query * p.columns + first;
    CUPY_UNROLL
    for (int j = 0; j < kColumns; ++j)
        if (j < some) out[j] = sums[j];
}

}  // namespace interpolate
}  // namespace cupy

#define CUPY_TEMPLATE(name, T) CUPY_MAP_KERNEL(name, cupy::interpolate::Rbf, cupy::interpolate::rbf<T>)
