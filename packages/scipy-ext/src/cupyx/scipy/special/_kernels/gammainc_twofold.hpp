// The exponential, the logarithm and the incomplete gamma function in two doubles, for inverses beside their ends, where
// the function less the value that it is to have cancels.
#pragma once

#include "gamma.hpp"
#include "twofold.hpp"

namespace cupy {
namespace special {

// By Taylor's series of x / 64 less multiples of log 2.
CUPY_CALLED Twofold exp_twofold(Twofold x) {
    const double doublings = rint(x.high / kLog2);
    const Twofold log2(0.6931471805599453, 2.3190468138462996e-17), rest = x - Twofold(doublings) * log2;
    const Twofold small(0x1p-6 * rest.high, 0x1p-6 * rest.low);
    Twofold less(0.0);                                  // e^small - 1
    CUPY_NO_UNROLL
    for (int k = 14; k > 0; k--) less = divided(small * (Twofold(1.0) + less), k);
    CUPY_NO_UNROLL
    for (int k = 0; k < 6; k++) less = less * (Twofold(2.0) + less);
    const Twofold value = Twofold(1.0) + less;
    return {ldexp(value.high, (int64)doublings), ldexp(value.low, (int64)doublings)};
}
// A step of Newton's from the logarithm of the leading part.
CUPY_CALLED Twofold log_twofold(Twofold x) {
    const double nearly = log(x.high);
    return Twofold(nearly) + (x * exp_twofold(Twofold(-nearly)) - Twofold(1.0));
}
// x^a e^-x / Gamma(a + 1) for moderate positive a and x, from Stirling's formula (DLMF 5.11.1) for a + n >= 60.
CUPY_CALLED Twofold gamma_density_twofold(double a, double x) {
    const double steps = most(0.0, ceil(60 - a));
    const Twofold far = exact_sum(a, steps), logarithm = log_twofold(far);
    const double r = 1 / far.high;
    const double rest = r * r * r * poly(r * r, -1.0 / 360, 1.0 / 1260, -1.0 / 1680, 1.0 / 1188, -691.0 / 360360, 1.0 / 156);
    const Twofold half_log_two_pi(0.9189385332046728, -3.8782941580672414e-17);
    const Twofold tail = Twofold(1.0) / (Twofold(12.0) * far) + Twofold(rest) + half_log_two_pi + Twofold(0.5) * logarithm;
    Twofold density = exp_twofold(far * (log_twofold(Twofold(x)) - logarithm) + (far - Twofold(x)) - tail);
    CUPY_NO_UNROLL
    for (double k = steps; k > 0; k--) density = divided(density * exact_sum(a, k), x);
    return density;
}
// P(a, x) for such (DLMF 8.7.1).
CUPY_CALLED Twofold gammainc_twofold(double a, double x) {
    Twofold term = gamma_density_twofold(a, x);
    Sum<Twofold> sum(term);
    CUPY_NO_UNROLL
    for (int k = 1; k < 3000 && term.high > 1e-25 * sum.value.high; k++) {
        term = term * Twofold(x) / exact_sum(a, k);
        sum += term;
    }
    return sum.get();
}

}  // namespace special
}  // namespace cupy
