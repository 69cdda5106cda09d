// Radial basis functions of a squared distance, and monomials.
#pragma once

#include "kernel.hpp"
#include "rbf_params.hpp"

namespace cupy {
namespace interpolate {

CUPY_DEVICE double radial(int kernel, double r2) {
    switch (kernel) {
    case kLinear: return -sqrt(r2);
    case kThinPlate: return r2 == 0 ? 0 : 0.5 * r2 * log(r2);
    case kCubic: return r2 * sqrt(r2);
    case kQuintic: return -r2 * r2 * sqrt(r2);
    case kMultiquadric: return -sqrt(r2 + 1);
    case kInverseMultiquadric: return 1 / sqrt(r2 + 1);
    case kInverseQuadratic: return 1 / (r2 + 1);
    default: return exp(-r2);
    }
}

CUPY_DEVICE double squared_distance(const double *a, const double *b, int dims) {
    double sum = 0;
    for (int d = 0; d < dims; ++d) sum += (a[d] - b[d]) * (a[d] - b[d]);
    return sum;
}

// A product of powers of the coordinates, after shift and scale.
CUPY_DEVICE double monomial(const double *x, const double *shift, const double *scale, const long long *powers,
                            int dims) {
    double term = 1;
    for (int d = 0; d < dims; ++d) {
        const double factor = (x[d] - shift[d]) / scale[d];
        for (long long k = powers[d]; k > 0; --k) term *= factor;
    }
    return term;
}

}  // namespace interpolate
}  // namespace cupy
