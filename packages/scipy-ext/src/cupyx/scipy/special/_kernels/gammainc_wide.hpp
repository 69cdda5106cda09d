// Incomplete gamma functions of floats, for devices whose doubles are quick: series and fraction are quotients of doubles
// that are divided once.
#pragma once

#include "gamma.hpp"

namespace cupy {
namespace special {

constexpr float kWideGamma = 30;        // the greatest shape away from the peak

// Whether a positive double is below 2^-bits of another.
template <int bits> CUPY_DEVICE bool is_negligible(double part, double whole) {
    return (unsigned)(platform::bits_as<uint64>(part) >> 32) + ((unsigned)bits << 20)
           < (unsigned)(platform::bits_as<uint64>(whole) >> 32);
}
// Q over x^a exp(-x) / Gamma(a) is above / below: numerators and denominators of the fraction's convergents (DLMF 8.9.2), and
// what their cross products differ by.  No denominator is near 0 for x >= 0.9 a.
struct Convergent {
    double above, below;
};
template <int bits> CUPY_DEVICE Convergent gamma_convergent(double a, double x) {
    double b = x + 1 - a, n = 0, above = 1, below = b, above_before = 0, below_before = 1, apart = 1;
    CUPY_NO_UNROLL
    for (int k = 0; k < 3000 && !is_negligible<bits>(fabs(apart), above * below_before); k++) {
        if (below > 1e100) {
            above *= 1e-100;
            above_before *= 1e-100;
            below *= 1e-100;
            below_before *= 1e-100;
            apart *= 1e-200;
        }
        n += 1;
        b += 2;
        const double factor = n * (a - n);
        const double above_next = fma(b, above, factor * above_before), below_next = fma(b, below, factor * below_before);
        above_before = above;
        below_before = below;
        above = above_next;
        below = below_next;
        apart *= factor;
    }
    return {above, below};
}
// The logarithm of x^a exp(-x) / Gamma(a + 1), by Stirling's formula; no float is as small as the least value.
CUPY_DEVICE double wide_gamma_exponent(double a, double x) {
    const double next = a + 1;
    const float r = almost_reciprocal((float)next);
    const double tail = r * wide_fits::lgamma_middle(r) + kLogSqrtTwoPi;
    return most(-300.0, fma(a, wide_log<true>(x), -x) - (fma(a + 0.5, wide_log<true>(next), -next) + tail));
}
// P (DLMF 8.7.1).
CUPY_CALLED double wide_gamma_series(double a, double x) {
    double above = 1, below = 1, power = 1, next = a;
    CUPY_NO_UNROLL
    for (int k = 0; k < 100 && !is_negligible<27>(power, above); k++) {
        next += 1;
        power *= x;
        above = fma(above, next, power);
        below *= next;
    }
    return wide_times_exp(above * wide_reciprocal(below), wide_gamma_exponent(a, x));
}
CUPY_CALLED double wide_gamma_fraction(double a, double x) {
    const Convergent q = gamma_convergent<27>(a, x);
    return wide_times_exp(a * q.above * wide_reciprocal(q.below), wide_gamma_exponent(a, x));
}
// Q of small x and a: the first term of the series for P less 1, and the others.
CUPY_CALLED double wide_gamma_small(double a, double x) {
    double above = 0, below = 1, power = 1, k = 0;
    CUPY_UNROLL
    for (int j = 1; j <= 13; j++) {
        k += 1;
        power *= -x / j;
        const double next = a + k;
        above = fma(above, next, power * below);
        below *= next;
    }
    const double u = a - 1, log_gamma = a * u * wide_fits::lgamma_near(u, (float)u);
    const double exponent = most(-300.0, fma(a, wide_log<true>(x), -log_gamma));
    const double shifted = fma(exponent, 1.44269504088896341, 0x1.8p52), turns = shifted - 0x1.8p52;
    const double r = fma(turns, -kLog2, exponent);
    const float near = (float)r, factor = poly(near, 0.5, 0.1666651964, 0.04166638479, 0.008368845098, 0.001394221326);
    const double power_of_two = of_words(((unsigned)platform::bits_as<uint64>(shifted) + 1023u) << 20, 0);
    const double less = fma(power_of_two, fma(r * r, (double)factor, r), power_of_two - 1);
    return -less - a * (less + 1) * (above * wide_reciprocal(below));
}
// Where Temme's expansion (DLMF 8.12) in few terms has the digits of floats.
CUPY_DEVICE bool wide_near_peak(float a, float x) { return a >= 8 && x > 0.5f * a && x < 2 * a; }
// The smaller of P and Q is exp(-z^2) times half of erfcx(z) plus or minus a sum of powers of a; z^2 is a (s - log(1 + s))
// for s = (x - a) / a.
CUPY_CALLED float wide_gamma_peak(float a, float x, bool upper) {
    const double wide = a, apart = x - wide, w = wide_quotient(apart, x + wide), square = w * w;
    const double s = wide_quotient(apart, wide), exponent = wide * (w * (s - 2 * square * gamma_fits::atanh_rest(square)));
    const float near_root = near_root_reciprocal(a), near_inverse = near_root_reciprocal((float)exponent + 1e-30f);
    const double first = near_root, root = fma(0.5 * first, fma(-wide * first, first, 1.0), first);      // 1 / sqrt(a)
    const double inverse = near_inverse, near_z = exponent * inverse;
    const double z = fma(0.5 * inverse, fma(-near_z, near_z, exponent), near_z);
    const float eta = (float)copysign(kSqrtTwo * z * root, apart), r = near_root * near_root;
    const float rest = fma(eta, wide_fits::temme_0(eta), r * fma(r, fma(r, fma(r, wide_fits::temme_4(eta),
                           wide_fits::temme_3(eta)), wide_fits::temme_2(eta)), wide_fits::temme_1(eta)));
    const double sum = (rest - 1.0 / 3) * (root * 0.398942280401432677940);
    const double v = wide_reciprocal(z + 2), t = fma(-4.0, v, 1.0), tail = v * wide_fits::scaled_tail(t, (float)t);
    const float small = (float)wide_times_exp(tail + (apart < 0 ? -sum : sum), most(-300.0, -exponent));
    return upper == (apart >= 0) ? small : 1 - small;
}
CUPY_DEVICE float wide_gammainc(float a, float x) {
    return (float)(x <= 2.5f || x <= a ? wide_gamma_series(a, x) : 1 - wide_gamma_fraction(a, x));
}
CUPY_DEVICE float wide_gammaincc(float a, float x) {
    const bool large = x > 1.25f;
    if (large && x >= a) return (float)wide_gamma_fraction(a, x);
    const bool series = large || (x <= 0.5f ? a * log(x) < -0.7f : x * 1.1f < a);
    return (float)(series ? 1 - wide_gamma_series(a, x) : wide_gamma_small(a, x));
}

}  // namespace special
}  // namespace cupy
