// Wright's generalized Bessel function, the sum of x^k / (k! Gamma(a k + b)), from its largest term both ways.
#pragma once

#include "gamma.hpp"

namespace cupy {
namespace special {

CUPY_DEVICE double wright_term(double a, double b, double log_x, double k) {
    const double g = a * k + b;
    return g == 0 ? -infinity() : k * log_x - lgamma_called(k + 1) - lgamma_called(g);
}
// The sum is exp(shift) times what comes back.
CUPY_CALLED double wright_sum(double a, double b, double x, double &shift) {
    const double log_x = log(x);
    double low = 0, high = 1;   // the term where the next is no larger
    while (wright_term(a, b, log_x, high + 1) > wright_term(a, b, log_x, high) && high < 1e9) high *= 2;
    while (high - low > 1) {
        const double middle = floor(0.5 * (low + high));
        if (wright_term(a, b, log_x, middle + 1) > wright_term(a, b, log_x, middle)) low = middle;
        else high = middle;
    }
    const double peak = wright_term(a, b, log_x, low) > wright_term(a, b, log_x, high) ? low : high;
    shift = wright_term(a, b, log_x, peak);
    double sum = 1;
    for (double k = peak + 1; k < peak + 100000; k++) {
        const double term = exp(wright_term(a, b, log_x, k) - shift);
        sum += term;
        if (term < 1e-17 * sum) break;
    }
    for (double k = peak - 1; k >= 0; k--) {
        const double term = exp(wright_term(a, b, log_x, k) - shift);
        sum += term;
        if (term < 1e-17 * sum) break;
    }
    return sum;
}
CUPY_CALLED double wright_bessel_of(double a, double b, double x, bool logarithm) {
    if (isnan(a) || isnan(b) || isnan(x) || a < 0 || b < 0 || x < 0) return nan();
    if (isinf(x)) return isinf(a) || isinf(b) ? nan() : infinity();
    if (isinf(a) || isinf(b)) return nan();
    if (x == 0 || a > 1e8) {
        const double value = b == 0 ? 0 : rgamma(b);
        if (!logarithm) return value;
        return b == 0 ? -infinity() : -lgamma_called(b);
    }
    if (a == 0) {
        if (logarithm) return b == 0 ? -infinity() : x - lgamma_called(b);
        return b == 0 ? 0 : exp(x) * rgamma(b);
    }
    const double scale = pow(a * x, 1 / (1 + a));
    if (scale > 1e8 && scale > 1e8 * a) {   // beyond the sum's reach: E. M. Wright's expansion's first term (1935)
        const double value = (1 + 1 / a) * scale + (0.5 - b) * log(scale) - 0.5 * log(kTwoPi * (1 + a));
        return logarithm ? value : exp(value);
    }
    double shift;
    if (!logarithm && x < 1) {   // directly: every factor is exact
        double sum = 0, power = 1;
        for (int k = 0; k < 200; k++) {
            const double g = a * k + b, term = g == 0 ? 0 : power * rgamma(g);
            sum += term;
            if (k > 1 && term <= 1e-17 * sum) break;
            power *= x / (k + 1);
        }
        return sum;
    }
    const double sum = wright_sum(a, b, x, shift);
    return logarithm ? shift + log(sum) : exp(shift) * sum;
}

}  // namespace special
}  // namespace cupy
