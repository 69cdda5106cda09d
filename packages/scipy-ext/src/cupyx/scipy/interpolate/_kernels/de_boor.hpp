// Values and derivatives of the B-splines that do not vanish on an interval.
#pragma once

#include "spans.hpp"

namespace cupy {
namespace interpolate {

// The interval of v between knots k and n; -1 for NaN, and outside without `extrapolate`.
CUPY_DEVICE long long knot_span(const double *t, long long n, int k, double v, bool extrapolate) {
    if (v != v || (!extrapolate && (v < t[k] || v > t[n]))) return -1;
    return span(t, k, n - 1, v);
}

// h[0..k]: the nu-th derivatives at x of the k + 1 B-splines that live on [t[0], t[1]); t[1 - k .. k] is read
// (de Boor, A Practical Guide to Splines, X(8) and X(16)).
template <int fixed> CUPY_DEVICE void de_boor(const double *t, double x, int degree, int nu, double *h) {
    const int k = fixed ? fixed : degree;
    h[0] = nu > k ? 0 : 1;
    CUPY_UNROLL
    for (int j = 1; j <= k; ++j) {
        const bool values = j <= k - nu;
        double carried = 0;
        CUPY_UNROLL
        for (int n = 1; n <= j; ++n) {
            const double left = t[n - j], right = t[n];
            const double before = h[n - 1];
            double w = right == left ? 0 : before / (right - left);
            if (values) {
                h[n - 1] = carried + w * (right - x);
                carried = w * (x - left);
            } else {
                w *= j;
                h[n - 1] = carried - w;
                carried = w;
            }
        }
        h[j] = carried;
    }
}

}  // namespace interpolate
}  // namespace cupy
