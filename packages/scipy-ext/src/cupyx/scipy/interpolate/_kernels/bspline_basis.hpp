// The rows of a design matrix: the k + 1 B-splines that do not vanish at each point.
#pragma once

#include "bspline_params.hpp"
#include "de_boor.hpp"
#include "device/map.hpp"

namespace cupy {
namespace interpolate {

template <class I> CUPY_DEVICE void bspline_basis(const BSpline &p, long long row) {
    const double *t = static_cast<const double *>(p.t);
    const double x = static_cast<const double *>(p.q)[row];
    const int k = p.degree;
    const long long l = knot_span(t, p.knots - k - 1, k, x, p.extrapolate);
    double *out = static_cast<double *>(p.out) + row * (k + 1);
    I *spans = static_cast<I *>(p.spans) + row * (k + 1);
    double h[kMostDegree + 1];
    if (l >= 0) de_boor<0>(t + l, x, k, p.nu, h);
    for (int a = 0; a <= k; ++a) {
        out[a] = l < 0 ? limits<double>::nan() : h[a];
        spans[a] = (I)((l < 0 ? 0 : l - k) + a);
    }
}

}  // namespace interpolate
}  // namespace cupy

#define CUPY_TEMPLATE(name, I) \
    CUPY_MAP_KERNEL(name, cupy::interpolate::BSpline, cupy::interpolate::bspline_basis<I>)
