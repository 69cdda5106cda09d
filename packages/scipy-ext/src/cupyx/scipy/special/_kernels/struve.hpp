// Struve functions: their power series in twice the digits (DLMF 11.2.1), or beside Bessel functions (11.6.1).
#pragma once

#include "bessel.hpp"
#include "gamma.hpp"
#include "twofold.hpp"

namespace cupy {
namespace special {

// What H - Y, or I - L, is for large z; `good` if the expansion reaches the last place.
CUPY_CALLED double struve_far(double v, double z, bool modified, bool &good) {
    const double square = 0.25 * z * z;
    double term = pow(0.5 * z, v - 1) * rgamma(v + 0.5) / kSqrtPi, sum = term, before = infinity();
    good = (term != 0 && isfinite(term)) || isinf(square);
    if (isinf(square)) return term;
    for (int k = 0; k < 200 && good; k++) {
        term *= (k + 0.5) * (v - 0.5 - k) / (modified ? -square : square);
        if (fabs(term) > before) good = before < 1e-16 * fabs(sum);
        if (!good || fabs(term) > before) break;
        before = fabs(term);
        sum += term;
        if (before < 1e-17 * fabs(sum)) break;
    }
    return sum;
}
CUPY_CALLED double struve_series(double v, double z, bool modified) {
    const Twofold half(0.5 * z), square = modified ? half * half : -(half * half), shift = exact_sum(v, 1.5);
    Twofold term(1.0), sum(1.0);
    for (int k = 0; k < 5000; k++) {
        term = term * (square / (Twofold(k + 1.5) * (shift + Twofold(k))));
        sum = sum + term;
        if (fabs(term.high) < 1e-18 * fabs(sum.high) && k + v > 0) break;
    }
    const double size = fabs(v) < 150 ? pow(0.5 * z, v + 1) * rgamma(v + 1.5)
                                      : gammasgn(v + 1.5) * exp((v + 1) * log(0.5 * z) - lgamma_called(v + 1.5));
    return 2 / kSqrtPi * size * sum.high;
}
CUPY_CALLED double struve_of(double v, double z, bool modified) {
    if (isnan(v) || isnan(z)) return nan();
    if (z < 0 && v != floor(v)) return nan();
    const double sign = z < 0 ? -parity_sign(v) : 1, n = -v - 0.5;
    z = fabs(z);
    if (n == floor(n) && n >= 0) {   // DLMF 11.4.3
        const double y = modified ? iv_of(n + 0.5, z, false) : jv_of(n + 0.5, z, false);
        return modified ? y : parity_sign(n) * y;
    }
    if (z == 0) return v < -1 ? gammasgn(v + 1.5) * infinity() : v == -1 ? 2 / kPi : 0;
    if (isinf(v) && v > 0) return isinf(z) ? nan() : 0;
    if (isinf(z)) return modified || v > 1 ? sign * infinity() : v == 1 ? 2 / kPi : 0;
    if (z > 20) {
        bool good;
        const double rest = struve_far(v, z, modified, good);
        if (good && modified) {
            const double whole = iv_of(-v, z, false);
            return sign * (isinf(whole) ? whole : whole - rest);
        }
        if (good) return sign * (yv_of(v, z, false) + rest);
    }
    return sign * struve_series(v, z, modified);
}

}  // namespace special
}  // namespace cupy
