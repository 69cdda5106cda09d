// Piecewise polynomials in the Bernstein basis, by the scheme of Volk and Schumaker (1990).
#pragma once

#include "device/map.hpp"
#include "ppoly_params.hpp"
#include "spans.hpp"

namespace cupy {
namespace interpolate {

template <class T> CUPY_DEVICE void bernstein(const PPoly &p, long long item) {
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
    // Both from differences: turning the breakpoints round exchanges them, to the last bit.
    const double width = x[i + 1] - x[i], s = (v - x[i]) / width, rest = (x[i + 1] - v) / width;
    const int degree = p.order - 1;
    double power = 1, choose = 1;
    T sum = c[0];
    for (int j = 1; j <= degree; ++j) {
        power *= s;
        choose = choose * (degree - j + 1) / j;
        sum = sum * T(rest) + c[j * step] * T(power * choose);
    }
    *out = sum;
}

}  // namespace interpolate
}  // namespace cupy

#define CUPY_TEMPLATE(name, T) CUPY_MAP_KERNEL(name, cupy::interpolate::PPoly, cupy::interpolate::bernstein<T>)
