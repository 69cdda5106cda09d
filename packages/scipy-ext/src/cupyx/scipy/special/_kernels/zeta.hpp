// Zeta functions of Riemann and Hurwitz, and polygamma.
//
// Euler and Maclaurin's summation (DLMF 25.11.28), the reflection 25.4.1 left of 0.
#pragma once

#include "gamma.hpp"

namespace cupy {
namespace special {

// sum over k of B_2k / (2k)! s (s + 1) ... (s + 2k - 2) a^(1 - s - 2k), times a^s: `r` is 1 / a.
template <class T, class R> CUPY_DEVICE T maclaurin_terms(T s, R r) {
    const R bernoulli[] = {8.33333333333333333e-2, -1.38888888888888889e-3, 3.30687830687830688e-5,
                                -8.26719576719576720e-7, 2.08767569878680990e-8, -5.28419013868749318e-10,
                                1.33825365306846788e-11, -3.38968029632258287e-13, 8.58606205627784456e-15,
                                -2.17486869855806187e-16, 5.50900282836022952e-18, -1.39544646858125233e-19};
    T sum(0), rising = s * r;
    CUPY_NO_UNROLL
    for (int k = 0; k < (sizeof(R) == 4 ? 8 : 12); k++) {
        sum += bernoulli[k] * rising;
        rising = rising * (s + R(2 * k + 1)) * (s + R(2 * k + 2)) * (r * r);
    }
    return sum;
}

// a^-s, of floats with an error of 2^-25 of it.
template <bool single> CUPY_DEVICE float negative_power(float a, float s) { return pow(a, -s); }
template <bool single> CUPY_DEVICE double negative_power(double a, double s) {
    if constexpr (single) return wide_times_exp(1.0, most(least(-s * wide_log<true>(a), 690.0), -690.0));
    else return pow(a, -s);
}
template <class T, bool single = sizeof(T) == 4> CUPY_CALLED T hurwitz_zeta(T s, T q) {
    using Rest = typename conditional<single, float, T>::type;
    constexpr int least = single ? 5 : 9;
    if (isnan(s) || isnan(q) || s < 1) return limits<T>::nan();
    if (s == 1) return limits<T>::infinity();
    if (q <= 0) {
        if (q == floor(q)) return limits<T>::infinity();
        if (s != floor(s)) return limits<T>::nan();
        if constexpr (single) return (T)hurwitz_zeta<double>(s, q);     // terms of both signs
    }
    if (q > T(single ? 1e4 : 1e8)) return (1 / (s - 1) + 1 / (2 * q)) * pow(q, 1 - s);
    T sum = 0, a = q;
    for (int k = 0; k < least || a <= least; k++, a += 1) {
        const T term = negative_power<single>(a, s);
        sum += term;
        if (a > 0 && fabs(term) < T(single ? 1e-9 : 1e-17) * fabs(sum)) return sum;
    }
    const T power = negative_power<single>(a, s);
    return sum + power * (a / (s - 1) + T(0.5) + maclaurin_terms((Rest)s, (Rest)(1 / a)));
}
CUPY_DEVICE float hurwitz_zeta(float s, float q) {
    if constexpr (platform::kQuickDoubles || sizeof(Single) == 8) return (float)hurwitz_zeta<double, true>(s, q);
    else return hurwitz_zeta<float>(s, q);
}

// Riemann's zeta less its first `skip` (0 or 1) terms, for Re s >= 0.
template <class T> CUPY_CALLED T zeta_sum(T s, int skip) {
    const double height = fabs(imag(s));
    const int n = 10 + (height < 1e6 ? (int)height : 1000000);
    static constexpr double logs[] = {                  // of 1 to 10, which are all for real numbers
        0, 0.6931471805599453094, 1.098612288668109691, 1.386294361119890619, 1.609437912434100375,
        1.791759469228055001, 1.945910149055313305, 2.079441541679835928, 2.197224577336219383, 2.302585092994045684};
    T sum(0);
    for (int k = 1 + skip; k < n; k++) {
        const T term = exp(-s * (k <= 10 ? logs[k - 1] : log((double)k)));
        sum += term;
        if (real(s) > 1 && abs(term) < 1e-17 * abs(sum)) return sum;
    }
    const double a = n;
    return sum + exp(-s * (n == 10 ? logs[9] : log(a))) * (a / (s - 1.0) + 0.5 + maclaurin_terms(s, 1 / a));
}

CUPY_CALLED double zeta_reflected(double x) {   // x < 0
    if (x == 2 * floor(x * 0.5)) return 0;
    const double y = 1 - x;
    const double size = y < 170 ? pow(kTwoPi, x) * gamma_called(y)
                                : exp(x * 1.837877066409345483561 + lgamma_called(y));
    return size / kPi * sinpi(x * 0.5) * zeta_sum(y, 0);
}
CUPY_CALLED double riemann_zeta(double x) {
    if (isnan(x) || x == -infinity()) return nan();
    if (x == 1) return infinity();
    if (x > 70) return 1;
    if (x < -0.01) return zeta_reflected(x);
    return x > 1 ? 1 + zeta_sum(x, 1) : zeta_sum(x, 0);
}
CUPY_CALLED double zetac(double x) {
    if (isnan(x) || x == -infinity()) return nan();
    if (x == 1) return infinity();
    if (x > 70) return x < 2000 ? exp2(-x) : 0;
    if (x < -0.01) return zeta_reflected(x) - 1;
    return zeta_sum(x, 1);
}
CUPY_CALLED Z riemann_zeta(Z s) {
    if (isnan(s)) return nan_complex();
    if (s.im == 0) return {riemann_zeta(s.re), 0};
    if (s.re > 60) return {1, 0};
    if (fabs(s.im) > 1e6 || s.re < -1e6) return nan_complex();
    if (s.re >= 0) return zeta_sum(s, 0);
    const Z y = 1.0 - s;   // 2^s pi^(s-1) sin(pi s / 2) Gamma(1 - s) zeta(1 - s), by logarithms: the sine is large
    const Z angle = s * 0.5;
    const double height = kPi * fabs(angle.im);
    Z log_sine;
    if (height < 20) log_sine = log(sinpi(angle));
    else log_sine = Z(height - kLog2, angle.im > 0 ? kHalfPi - kPi * angle.re : kPi * angle.re - kHalfPi);
    return exp(s * 1.837877066409345483561 - kLogPi + log_sine + loggamma(y)) * zeta_sum(y, 0);
}

CUPY_CALLED double polygamma(double n, double x) {
    if (n == 0) return digamma_called(x);
    const double size = gamma_called(n + 1) * hurwitz_zeta<double>(n + 1, x);
    return pow(-1.0, n + 1) * size;
}

}  // namespace special
}  // namespace cupy
