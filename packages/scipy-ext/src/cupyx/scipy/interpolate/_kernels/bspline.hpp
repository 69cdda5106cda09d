// Splines in the B-spline basis: the interval by one search, the basis in registers, k + 1 products.
#pragma once

#include "bspline_params.hpp"
#include "de_boor.hpp"
#include "device/map.hpp"

namespace cupy {
namespace interpolate {

template <int fixed, class T>
CUPY_DEVICE T spline_sum(const double *t, const T *c, long long step, double x, int degree, int nu) {
    double h[(fixed ? fixed : kMostDegree) + 1];
    de_boor<fixed>(t, x, degree, nu, h);
    T sum = T(0);
    CUPY_UNROLL
    for (int a = 0; a <= (fixed ? fixed : degree); ++a) sum += c[a * step] * T(h[a]);
    return sum;
}

// Long local arrays are kept out of the registers of the common degrees.
template <class T>
CUPY_CALLED T spline_sum_any(const double *t, const T *c, long long step, double x, int degree, int nu) {
    return spline_sum<0, T>(t, c, step, x, degree, nu);
}

template <class T> CUPY_DEVICE void bspline(const BSpline &p, long long item) {
    const double *t = static_cast<const double *>(p.t);
    const long long query = item / p.columns, column = item - query * p.columns;
    const double x = static_cast<const double *>(p.q)[query];
    const int k = p.degree;
    const long long l = knot_span(t, p.knots - k - 1, k, x, p.extrapolate);
    T *out = static_cast<T *>(p.out) + item;
    if (l < 0) {
        *out = T(limits<double>::nan());
        return;
    }
    const T *c = static_cast<const T *>(p.c) + (l - k) * p.columns + column;
    switch (k) {
    case 1: *out = spline_sum<1, T>(t + l, c, p.columns, x, 1, p.nu); break;
    case 2: *out = spline_sum<2, T>(t + l, c, p.columns, x, 2, p.nu); break;
    case 3: *out = spline_sum<3, T>(t + l, c, p.columns, x, 3, p.nu); break;
    case 4: *out = spline_sum<4, T>(t + l, c, p.columns, x, 4, p.nu); break;
    case 5: *out = spline_sum<5, T>(t + l, c, p.columns, x, 5, p.nu); break;
    default: *out = spline_sum_any<T>(t + l, c, p.columns, x, k, p.nu);
    }
}

}  // namespace interpolate
}  // namespace cupy

#define CUPY_TEMPLATE(name, T) CUPY_MAP_KERNEL(name, cupy::interpolate::BSpline, cupy::interpolate::bspline<T>)
