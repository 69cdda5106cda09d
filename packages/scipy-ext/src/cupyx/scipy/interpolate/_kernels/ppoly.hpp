// Piecewise polynomials in the power basis: the piece by one search, the value or derivative by Horner's scheme.
#pragma once

#include "device/map.hpp"
#include "ppoly_params.hpp"
#include "spans.hpp"

namespace cupy {
namespace interpolate {

template <class T> CUPY_DEVICE void ppoly(const PPoly &p, long long item) {
    const double *x = static_cast<const double *>(p.x);
    const long long query = item / p.columns, column = item - query * p.columns;
    const double v = static_cast<const double *>(p.q)[query];
    const long long i = piece(x, p.breakpoints, v, p.extrapolate);
    T *out = static_cast<T *>(p.out) + item;
    if (i < 0) {
        *out = T(limits<double>::nan());
        return;
    }
    const long long step = (p.breakpoints - 1) * p.columns;
    const T *c = static_cast<const T *>(p.c) + i * p.columns + column;
    const double s = v - x[i];
    T sum = T(0);
    for (int j = 0; j < p.order - p.nu; ++j) {
        const int degree = p.order - 1 - j;
        double factor = 1;
        for (int d = 0; d < p.nu; ++d) factor *= degree - d;
        sum = sum * T(s) + c[j * step] * T(factor);
    }
    *out = sum;
}

}  // namespace interpolate
}  // namespace cupy

#define CUPY_TEMPLATE(name, T) CUPY_MAP_KERNEL(name, cupy::interpolate::PPoly, cupy::interpolate::ppoly<T>)
