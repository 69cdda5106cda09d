// Tensor products of piecewise polynomials in the power basis.
#pragma once

#include "device/map.hpp"
#include "spans.hpp"

namespace cupy {
namespace interpolate {

constexpr int kMostAxes = 16;

// Breakpoints of all axes in one array, those of axis d from begin[d] to begin[d + 1].
struct NdPPoly {
    const void *x, *c, *q;         // c: (orders…, pieces…, columns); q: (queries, axes)
    void *out;                     // (queries, columns)
    long long count, columns;
    int axes, extrapolate;
    int order[kMostAxes], nu[kMostAxes];
    long long begin[kMostAxes + 1];
};

// The nu-th derivative of s^degree.
CUPY_DEVICE double power_term(double s, int degree, int nu) {
    if (degree < nu) return 0;
    double value = 1;
    for (int d = 0; d < nu; ++d) value *= degree - d;
    for (int d = nu; d < degree; ++d) value *= s;
    return value;
}

template <class T> CUPY_DEVICE void nd_ppoly(const NdPPoly &p, long long item) {
    const long long query = item / p.columns, column = item - query * p.columns;
    const double *q = static_cast<const double *>(p.q) + query * p.axes;
    T *out = static_cast<T *>(p.out) + item;
    double s[kMostAxes];
    long long piece_at = 0, pieces = 1;
    for (int d = 0; d < p.axes; ++d) {
        const double *x = static_cast<const double *>(p.x) + p.begin[d];
        const long long n = p.begin[d + 1] - p.begin[d], i = piece(x, n, q[d], p.extrapolate);
        if (i < 0) {
            *out = T(limits<double>::nan());
            return;
        }
        s[d] = q[d] - x[i];
        piece_at = piece_at * (n - 1) + i;
        pieces *= n - 1;
    }
    const T *c = static_cast<const T *>(p.c) + piece_at * p.columns + column;
    const int last = p.axes - 1;
    int at[kMostAxes] = {};
    long long row = 0;
    T sum = T(0);
    for (bool more = true; more;) {
        double weight = 1;
        for (int d = 0; d < last; ++d) weight *= power_term(s[d], p.order[d] - 1 - at[d], p.nu[d]);
        T part = T(0);
        for (int a = 0; a < p.order[last] - p.nu[last]; ++a) {
            const int degree = p.order[last] - 1 - a;
            double factor = 1;
            for (int d = 0; d < p.nu[last]; ++d) factor *= degree - d;
            part = part * T(s[last]) + c[(row + a) * pieces * p.columns] * T(factor);
        }
        sum += part * T(weight);
        row += p.order[last];
        more = false;
        for (int d = last - 1; d >= 0; --d) {
            if (++at[d] < p.order[d]) {
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

#define CUPY_TEMPLATE(name, T) CUPY_MAP_KERNEL(name, cupy::interpolate::NdPPoly, cupy::interpolate::nd_ppoly<T>)
