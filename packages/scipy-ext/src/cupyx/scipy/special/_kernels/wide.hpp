// Functions of floats for devices whose doubles are quick: a few doubles hold what sums and products of floats would round
// off, which polynomials of floats make small.
#pragma once

#include "pair.hpp"
#include "wide_fits.hpp"

namespace cupy {
namespace special {

CUPY_DEVICE double of_words(unsigned high, unsigned low) { return platform::bits_as<double>((uint64)high << 32 | low); }
// 1 / x of a double that is a float, or near one.
CUPY_DEVICE double wide_reciprocal(double x) {
#ifdef CUPY_SIMT
    const double y = platform::near_reciprocal(x);
    return fma(fma(-x, y, 1.0), y, y);
#else
    return 1 / x;
#endif
}
// x / y of such, with an error of 2^-50.
CUPY_DEVICE double wide_quotient(double x, double y) {
    const double inverse = wide_reciprocal(y), near = x * inverse;
    return fma(fma(-near, y, x), inverse, near);
}
// log x of a positive double of a float's size, with an error of 2^-26 of it; `longer` has five bits more.
template <bool longer = false> CUPY_DEVICE double wide_log(double x) {
    constexpr unsigned kRoot = 0x3fe6a09e;                              // of the first word of sqrt(1/2)
    const uint64 bits = platform::bits_as<uint64>(x);
    const unsigned word = (unsigned)(bits >> 32) + (0x40000000u - kRoot);
    const double n = of_words(0x43300000u, word >> 20) - (0x1p52 + 1024);
    const double f = of_words((word & 0xfffffu) + kRoot, (unsigned)bits) - 1;
    const float near = (float)f;
    if constexpr (longer) {
        const double third = (double)(near * wide_fits::log_rest_longer(near)) + 1.0 / 3;
        return fma(n, kLog2, fma(f * f, fma(f, third, -0.5), f));
    } else return fma(n, kLog2, fma(f, (double)(near * wide_fits::log_rest(near)), f));
}
// e^x = 2^n (1 + more), n + 2^52 + 2^51 the bits of a double; more to 2^-25.
struct WidePower {
    unsigned n;
    float more;
};
CUPY_DEVICE WidePower wide_power_of_e(double x) {
    const double shifted = fma(x, 1.44269504088896341, 0x1.8p52), n = shifted - 0x1.8p52;
    const float r = (float)fma(n, -kLog2, x);
    const float factor = poly(r, 0.5, 0.1666651964, 0.04166638479, 0.008368845098, 0.001394221326);
    return {(unsigned)platform::bits_as<uint64>(shifted), fma(r * r, factor, r)};
}

// y exp(x), for |x| < 700.
CUPY_DEVICE double wide_times_exp(double y, double x) {
    const WidePower e = wide_power_of_e(x);
    const double value = fma(y, (double)e.more, y);
    const uint64 bits = platform::bits_as<uint64>(value);
    return of_words((unsigned)(bits >> 32) + (e.n << 20), (unsigned)bits);
}

// For x > 0: without its zeros from 1 to 3, below by that of x + 1, and Stirling's formula.
CUPY_DEVICE float wide_lgamma(float x) {
    const double wide = x, logarithm = wide_log(wide);
    if (x > 3) {
        const float r = almost_reciprocal(x);
        const double tail = r * wide_fits::lgamma_far(r * r);
        return (float)fma(wide, logarithm - 1, fma(-0.5, logarithm, tail + kLogSqrtTwoPi));
    }
    const bool small = x < 1;
    const double u = wide - (small ? 1.0 : 2.0);
    const double value = wide_fits::lgamma_near(u, x - (small ? 1.0f : 2.0f));
    return (float)fma(small ? -1.0 : -0.0, logarithm, fma(u, u, u) * value);
}
// For x > 0: without its root from 1 to 3, below by that of x + 1, and the asymptotic series (DLMF 5.11.2).
CUPY_DEVICE float wide_digamma(float x) {
    constexpr double kRoot = 1.46163214496836234126;
    const double wide = x;
    if (x > 3) {
        const float r = plain_reciprocal(x);
        return (float)(wide_log(wide) - (double)(r * fma(r, wide_fits::digamma_far(r * r), 0.5f)));
    }
    const bool small = x < 1;
    const double u = wide - (small ? 1.0 : 2.0);
    const double value = wide_fits::digamma_near(u, x - (small ? 1.0f : 2.0f));
    return (float)fma(small ? -1.0 : 0.0, wide_reciprocal(wide), (u + (2 - kRoot)) * value);
}

}  // namespace special
}  // namespace cupy
