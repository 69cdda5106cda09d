// The confluent hypergeometric limit function: its power series, or Bessel functions (DLMF 10.39.9).
#pragma once

#include "bessel.hpp"
#include "gamma.hpp"

namespace cupy {
namespace special {

CUPY_DEVICE bool is_nonpositive(double a) { return a <= 0 && a == floor(a); }
template <class T> CUPY_DEVICE T no_value() {
    if constexpr (is_complex<T>::value) return nan_complex();
    else return nan();
}

template <class T> CUPY_CALLED T hyp0f1(double v, T z) {
    if (isnan(v) || isnan(z)) return no_value<T>();
    if (is_nonpositive(v)) return no_value<T>();
    if (z == T(0)) return T(1);
    if (size_1(z) < 4 * (1 + fabs(v))) {
        T term(1), sum(1);
        for (int k = 0; k < 500; k++) {
            term *= z / ((v + k) * (k + 1.0));
            sum += term;
            if (size_1(term) < 1e-17 * size_1(sum)) break;
        }
        return sum;
    }
    const double log_gamma = lgamma_called(v), sign = gammasgn(v);
    if constexpr (is_complex<T>::value) {
        const Z root = sqrt(z);
        return sign * exp((1 - v) * log(root) + log_gamma + log(iv_of(v - 1, 2.0 * root, true)) + 2 * fabs(root.re));
    } else {
        const double root = sqrt(fabs(z)), power = (1 - v) * log(root) + log_gamma;
        if (z > 0) {
            const double y = iv_of(v - 1, 2 * root, true);
            return copysign(1.0, y) * sign * exp(power + log(fabs(y)) + 2 * root);
        }
        return sign * exp(power) * jv_of(v - 1, 2 * root, false);
    }
}

}  // namespace special
}  // namespace cupy
