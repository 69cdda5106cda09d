// erf and erfc.
#pragma once

#include "elementary/exponential.hpp"

namespace cupy {
namespace elementary {

// erfc(x) = e^(-x^2) f(x) / (1 + 2 x) of x >= 0, f as a polynomial of (x - 15/4) / (x + 15/4) (M. M. Shepherd and
// J. G. Laframboise, 1981).
CUPY_DEVICE double erfc_of_size(double size) {
    const double x = between(size, 0.0, 28.0), t = (x - 3.75) / (x + 3.75);
    const Sum<double> square = product_of(x, x);
    return exp_of_sum(-square.hi, -square.lo) * (erfc_factor(t) / fused(2.0, x, 1.0));
}
CUPY_DEVICE double erf(double x) {
    const double size = magnitude(x), z = size * size;
    return with_sign_of(select(size < 1.0, size * erf_ratio(z), 1.0 - erfc_of_size(size)), x);
}
CUPY_DEVICE double erfc(double x) {
    const double size = magnitude(x), far = erfc_of_size(size);
    return select(size < 0.5, 1.0 - x * erf_ratio(x * x), select(x < 0, 2.0 - far, far));
}
CUPY_DEVICE float erf(float x) { return (float)erf((double)x); }
CUPY_DEVICE float erfc(float x) { return (float)erfc((double)x); }

}  // namespace elementary
}  // namespace cupy
