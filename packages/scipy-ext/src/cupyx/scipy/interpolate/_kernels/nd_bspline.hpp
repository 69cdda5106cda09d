// Tensor products of B-splines: the basis of every axis once a query, then the products of one box of coefficients.
#pragma once

#include "de_boor.hpp"
#include "device/map.hpp"

namespace cupy {
namespace interpolate {

constexpr int kMostAxes = 16;
constexpr int kMostBasis = 96;     // values of the basis of all axes together

// Knots of all axes in one array, those of axis d from begin[d] to begin[d + 1].
struct NdBSpline {
    const void *t, *c, *q;         // c: (lengths…, columns); q: (queries, axes)
    void *out;                     // (queries, columns)
    long long count, columns;
    int axes, extrapolate;
    int degree[kMostAxes], nu[kMostAxes];
    long long begin[kMostAxes + 1];
    long long stride[kMostAxes];   // of c, in items
};

CUPY_CALLED void basis_of_axis(const double *t, double x, int k, int nu, double *h) {
    if (k == 1) de_boor<1>(t, x, k, nu, h);
    else if (k == 3) de_boor<3>(t, x, k, nu, h);
    else de_boor<0>(t, x, k, nu, h);
}

template <class T> CUPY_DEVICE void nd_bspline(const NdBSpline &p, long long item) {
    const long long query = item / p.columns, column = item - query * p.columns;
    const double *q = static_cast<const double *>(p.q) + query * p.axes;
    T *out = static_cast<T *>(p.out) + item;
    double h[kMostBasis];
    const T *c = static_cast<const T *>(p.c) + column;
    int before = 0;
    for (int d = 0; d < p.axes; ++d) {
        const double *t = static_cast<const double *>(p.t) + p.begin[d];
        const int k = p.degree[d];
        const long long l = knot_span(t, p.begin[d + 1] - p.begin[d] - k - 1, k, q[d], p.extrapolate);
        if (l < 0) {
            *out = T(limits<double>::nan());
            return;
        }
        basis_of_axis(t + l, q[d], k, p.nu[d], h + before);
        before += k + 1;
        c += (l - k) * p.stride[d];
    }
    const int last = p.axes - 1, most = p.degree[last];
    const double *inner = h + before - most - 1;
    int at[kMostAxes] = {};
    T sum = T(0);
    for (bool more = true; more;) {
        double weight = 1;
        const T *row = c;
        for (int d = 0, from = 0; d < last; from += p.degree[d++] + 1) {
            weight *= h[from + at[d]];
            row += at[d] * p.stride[d];
        }
        T part = T(0);
        for (int a = 0; a <= most; ++a) part += row[a * p.stride[last]] * T(inner[a]);
        sum += part * T(weight);
        more = false;
        for (int d = last - 1; d >= 0; --d) {
            if (++at[d] <= p.degree[d]) {
                more = true;
                break;
            }
            at[d] = 0;
        }
    }
    *out = sum;
}

}  // namespace interpolate
}  // namespace cupy

#define CUPY_TEMPLATE(name, T) CUPY_MAP_KERNEL(name, cupy::interpolate::NdBSpline, cupy::interpolate::nd_bspline<T>)
