// Linear interpolation on a triangulation.
#pragma once

#include "simplices.hpp"

namespace cupy {
namespace interpolate {

template <class T> CUPY_DEVICE void simplex_linear(const Simplices &p, long long query) {
    double b[kMostAxes + 1];
    const long long s = locate(p, static_cast<const double *>(p.q) + query * p.axes, b);
    T *out = static_cast<T *>(p.out) + query * p.columns;
    const int *corners = static_cast<const int *>(p.simplices) + s * (p.axes + 1);
    for (long long j = 0; j < p.columns; ++j) {
        if (s < 0) {
            out[j] = static_cast<const T *>(p.fill)[j];
            continue;
        }
        T sum = T(0);
        for (int i = 0; i <= p.axes; ++i) sum += b[i] * static_cast<const T *>(p.values)[corners[i] * p.columns + j];
        out[j] = sum;
    }
}

}  // namespace interpolate
}  // namespace cupy

#define CUPY_TEMPLATE(name, T) \
    CUPY_MAP_KERNEL(name, cupy::interpolate::Simplices, cupy::interpolate::simplex_linear<T>)
