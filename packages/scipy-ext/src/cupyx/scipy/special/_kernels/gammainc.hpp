// Incomplete gamma functions, their inverses, and the distributions that they are.
//
// Series (DLMF 8.7.1), continued fraction (8.9.2), Temme's uniform expansion for large a (8.12); W. Gautschi, "A
// computational procedure for incomplete gamma functions", ACM TOMS 5 (1979).  Inverses are Newton's steps on
// logarithms, which are concave there.
#pragma once

#include "gamma.hpp"
#include "erf.hpp"
#include "gammainc_twofold.hpp"
#include "gammainc_wide.hpp"
#include "roots.hpp"
#include "temme.hpp"

namespace cupy {
namespace special {

// What densities of a shape share: x^a exp(-x) / Gamma(a) is that over its value at x = a, or 1 / Gamma(a).
CUPY_DEVICE double gamma_scale(double a) {
    return a >= 8 ? sqrt(a / kTwoPi) * exp(-stirling_tail(a)) : 1 / gamma_called(a);
}
CUPY_CALLED double gamma_density(double a, double x, double scale) {
    if (a < 8) return exp(fma(a, log(x), -x)) * scale;
    const double s = (x - a) / a;
    return scale * exp(s < -0.5 ? fma(a, log(x / a), a - x) : a * log1pmx(s));
}
CUPY_DEVICE double gamma_density(double a, double x) { return gamma_density(a, x, gamma_scale(a)); }

CUPY_DEVICE float gamma_density(float a, float x) {
    if (a < 10 && x < 80 && x > 1e-30f) return pow(x, a) * exp(-x) / gamma(a);
    return (float)gamma_density((double)a, (double)x);     // the exponent needs double's digits
}
template <class T> constexpr T kGammaTerm = T(sizeof(T) == 4 ? 2e-8 : 1e-17);

template <class T> CUPY_CALLED T gammainc_series(T a, T x, T density) {   // P
    if (density == 0) return 0;
    const T square = x * x;
    T term = 1, sum = 1;
    for (int k = 1; k < 3000; k += 2) {       // two terms wait for one product, and share a reciprocal
        const T second = a + (k + 1), inverse = plain_reciprocal((a + k) * second);
        sum += term * (x * second * inverse);
        term *= square * inverse;
        sum += term;
        if (term < kGammaTerm<T> * sum) break;
    }
    return sum * density / a;
}
// Q, of floats by Steed's algorithm: its terms fall, and so do their roundings.
template <class T> CUPY_CALLED T gammainc_fraction(T a, T x, T density) {
    if (density == 0) return 0;
    T b = x + 1 - a, d = 1 / b, term = d, sum = d;
    for (int k = 1; k < 3000; k++) {
        const T factor = k * (k - a) * d;
        b += 2;
        d = 1 / (b - factor);
        term *= factor * d;
        sum += term;
        if (fabs(term) < kGammaTerm<T> * sum) break;
    }
    return density * sum;
}
CUPY_CALLED double gammainc_fraction(double a, double x, double density) {
    if (density == 0) return 0;
    const Convergent q = gamma_convergent<56>(a, x);
    return density * (q.above / q.below);
}
template <class T> CUPY_CALLED T gammaincc_series(T a, T x) {   // Q for small x
    T factor = 1, sum = 0;
    for (int k = 1; k < 1000; k++) {
        factor *= -x / k;
        const T term = factor / (a + k);
        sum += term;
        if (fabs(term) <= kGammaTerm<T> * fabs(sum)) break;
    }
    const T less = expm1(a * log(x) - lgamma1p(a));   // x^a / Gamma(a + 1) less 1
    return -less - a * (less + 1) * sum;
}
CUPY_CALLED double gammainc_uniform(double a, double x, bool upper) {
    const double s = (x - a) / a, half = -log1pmx(s), eta = copysign(sqrt(2 * half), s), sign = upper ? 1 : -1;
    return 0.5 * cupy::erfc(sign * eta * sqrt(0.5 * a)) + sign * exp(-half * a) / sqrt(kTwoPi * a) * temme_sum(a, eta);
}
// Where the expansion is taken; in single precision, whose long series lose digits, wherever it has seven.
template <class T> CUPY_DEVICE bool near_peak(T a, T x) {
    const double s = fabs((double)x - a) / a;
    if constexpr (sizeof(T) == 4) return a > 12 && s < 0.3;
    else return a > 20 && (a < 200 ? s < 0.3 : s < 4.5 / sqrt(a));
}

// What both functions share: which of the ends, or -1.
template <class T> CUPY_DEVICE T gammainc_end(T a, T x, bool upper) {
    if (isnan(a) || isnan(x) || x < 0 || a < 0) return limits<T>::nan();
    if (a == 0) return x > 0 ? (upper ? 0 : 1) : limits<T>::nan();
    if (x == 0) return upper ? 1 : 0;
    if (isinf(a)) return isinf(x) ? limits<T>::nan() : upper ? 1 : 0;
    if (isinf(x)) return upper ? 0 : 1;
    return -1;
}
// Both functions from the density, away from the peak.
template <class T> CUPY_DEVICE T gammainc_from(T a, T x, T density) {
    return x <= 1 || x <= a ? gammainc_series(a, x, density) : 1 - gammainc_fraction(a, x, density);
}
template <class T> CUPY_DEVICE T gammaincc_from(T a, T x, T density) {
    // below, the series' first term and its rest have opposite signs from x = exp(-0.577) = 0.56 on
    const bool large = x > T(sizeof(T) == 4 ? 0.6 : 1.1);
    if (large && x >= a) return gammainc_fraction(a, x, density);
    if (large || (x <= T(0.5) ? T(-0.4) / log(x) < a : x * T(1.1) < a)) return 1 - gammainc_series(a, x, density);
    return gammaincc_series(a, x);
}
template <class T> CUPY_CALLED T gammainc_of(T a, T x) {
    const T end = gammainc_end(a, x, false);
    if (end != -1) return end;
    return near_peak(a, x) ? (T)gammainc_uniform(a, x, false) : gammainc_from(a, x, gamma_density(a, x));
}
template <class T> CUPY_CALLED T gammaincc_of(T a, T x) {
    const T end = gammainc_end(a, x, true);
    if (end != -1) return end;
    return near_peak(a, x) ? (T)gammainc_uniform(a, x, true) : gammaincc_from(a, x, gamma_density(a, x));
}
template <bool upper> CUPY_CALLED float gammainc_single(float a, float x) {
    const float end = gammainc_end(a, x, upper);
    if (end != -1) return end;
    if (wide_near_peak(a, x)) return wide_gamma_peak(a, x, upper);
    if (a <= kWideGamma) return upper ? wide_gammaincc(a, x) : wide_gammainc(a, x);
    return (float)(upper ? gammaincc_of<double>(a, x) : gammainc_of<double>(a, x));
}
CUPY_DEVICE float gammainc(float a, float x) {
    if constexpr (platform::kQuickDoubles) return gammainc_single<false>(a, x);
    else return (float)gammainc_of((Single)a, (Single)x);
}
CUPY_DEVICE double gammainc(double a, double x) { return gammainc_of(a, x); }
CUPY_DEVICE float gammaincc(float a, float x) {
    if constexpr (platform::kQuickDoubles) return gammainc_single<true>(a, x);
    else return (float)gammaincc_of((Single)a, (Single)x);
}
CUPY_DEVICE double gammaincc(double a, double x) { return gammaincc_of(a, x); }

// log x where P(a, x) = p and Q(a, x) = q, nearly.
CUPY_CALLED double gamma_log_guess(double a, double p, double q) {
    const double first = (log(p) + lgamma1p(a)) / a;   // P ~ x^a / Gamma(a + 1)
    if (a > 1) {
        const double z = p < q ? ndtri_of(p) : -ndtri_of(q), s = 1 / (9 * a), w = 1 - s + z * sqrt(s);
        return w > 0.3 ? log(a) + 3 * log(w) : first;
    }
    if (q >= 0.3) return first;
    const double tail = -log(q) - lgamma_called(a);    // Q ~ x^(a - 1) exp(-x) / Gamma(a)
    double x = most(0.5, tail);
    for (int k = 0; k < 3; k++) x = most(0.1, tail + (a - 1) * log(x));
    return log(x);
}
// x where P(a, x) = p and Q(a, x) = q, for 0 < p, q < 1: Halley's steps for the logarithm of the smaller tail, which is
// concave as a function of that of x.
CUPY_CALLED double gammainc_inverse(double a, double p, double q, double enough) {
    const bool upper = p >= q;
    const double u = gamma_log_guess(a, p, q), scale = gamma_scale(a);
    if (u < -700) return exp(u);
    double low = 0, high = infinity(), x = exp(least(u, 700.0));
    const double last = last_cubic_step(enough) / (1 + sqrt(a));
    CUPY_NO_UNROLL
    for (int k = 0; k < 100; k++) {
        const double density = gamma_density(a, x, scale);
        const double value = near_peak(a, x) ? gammainc_uniform(a, x, upper)
                             : upper ? gammaincc_from(a, x, density) : gammainc_from(a, x, density);
        ((upper ? value > q : value < p) ? low : high) = x;
        const double wanted = upper ? q : p, off = value / wanted - 1, rate = (upper ? -density : density) / value;
        const double distance = fabs(off) < 0.5 ? log1p(off) : log(value) - log(wanted);
        const double step = halley_step(distance / rate, a - x - rate);
        double next = fabs(step) < 0.5 ? x + x * expm1(-step) : x * exp(most(-100.0, least(100.0, -step)));
        const bool done = fabs(step) < last, inside = next > low && next < high;
        if (!inside && !done) next = isinf(high) ? 2 * x : low == 0 ? x / 16 : sqrt(low) * sqrt(high);
        x = next;
        if (done || next == 0 || isinf(next)) break;
    }
    return x;
}
// Both inverses: p and q = 1 - p, each exact where it is small.
CUPY_CALLED double gammaincinv_of(double a, double p, double q, double enough) {
    if (isnan(a) || isnan(p) || a < 0 || p < 0 || q < 0) return nan();
    if (p == 0) return 0;
    if (q == 0) return infinity();
    if (a == 0) return nan();
    return gammainc_inverse(a, p, q, enough);
}
CUPY_DEVICE double gammaincinv(double a, double p, double enough) { return gammaincinv_of(a, p, 1 - p, enough); }
CUPY_DEVICE double gammainccinv(double a, double q, double enough) { return gammaincinv_of(a, 1 - q, q, enough); }

// Chi-square, gamma and Poisson distributions.
CUPY_CALLED double chdtr(double v, double x) { return gammainc(0.5 * v, 0.5 * x); }
CUPY_CALLED double chdtrc(double v, double x) { return gammaincc(0.5 * v, 0.5 * x); }
CUPY_CALLED double chdtri(double v, double p, double enough) {
    return p < 0 || p > 1 ? nan() : 2 * gammainccinv(0.5 * v, p, enough);
}
CUPY_CALLED double gdtr(double a, double b, double x) { return x < 0 ? nan() : gammainc(b, a * x); }
CUPY_CALLED double gdtrc(double a, double b, double x) { return x < 0 ? nan() : gammaincc(b, a * x); }
CUPY_CALLED double gdtrix(double a, double b, double p, double enough) { return gammaincinv(b, p, enough) / a; }
CUPY_CALLED double gdtria(double p, double b, double x, double enough) { return gammaincinv(b, p, enough) / x; }
CUPY_CALLED double pdtr(double k, double m) {
    if (k < 0 || m < 0) return nan();
    return m == 0 ? 1 : gammaincc(floor(k) + 1, m);
}
CUPY_CALLED double pdtrc(double k, double m) {
    if (k < 0 || m < 0) return nan();
    return m == 0 ? 0 : gammainc(floor(k) + 1, m);
}
CUPY_CALLED double pdtri(double k, double p, double enough) {
    return k <= -1 || p < 0 || p >= 1 ? nan() : gammainccinv(trunc(k) + 1, p, enough);
}

// The parameter a with P(a, x) = p.
CUPY_CALLED double gammainc_shape(double p, double q, double x, double enough) {
    if (isnan(p) || isnan(x)) return nan();
    // The quantile is near a + z sqrt(a) + (z^2 - 1) / 3 (Cornish and Fisher).
    const double z = p < q ? ndtri_of(p) : -ndtri_of(q), square = z * z + 4 * (x - (z * z - 1) / 3);
    const double root = 0.5 * (sqrt(most(0.0, square)) - z);
    const double start = root > 0.5 ? root * root : most(0.3 * x, 0.1);
    return root_rising([=](double a) {
        return p <= q ? log(p) - log(gammainc(a, x)) : log(gammaincc(a, x)) - log(q);
    }, start, 1.1, 1e-100, 1e100, enough);
}
CUPY_CALLED double chdtriv(double p, double x, double enough) {
    if (!is_probability(p) || !(x >= 0)) return nan();
    if (p == 1 || x == 0) return 0;
    return p == 0 ? infinity() : 2 * gammainc_shape(p, 1 - p, 0.5 * x, enough);
}
CUPY_CALLED double gdtrib(double a, double p, double x, double enough) {
    if (!is_probability(p) || !(x >= 0) || !(a > 0)) return nan();
    if (x == 0) return p == 0 ? nan() : 0;
    return p == 0 ? infinity() : p == 1 ? 0 : gammainc_shape(p, 1 - p, a * x, enough);
}
// Q(1 + k, m) - e^-m for 0 <= k <= 1.
CUPY_CALLED double pdtr_rise(double k, double m) {
    const double power = expm1(k * log(m) - lgamma1p(k));       // m^k / Gamma(1 + k) less 1
    if (m > 1.1) return gammainc_fraction(k, m, gamma_density(k, m)) + exp(-m) * power;
    double factor = 1, sum = 0;                                 // Q(k, m) as in `gammaincc_series`
    for (int j = 1; j < 100; j++) {
        factor *= -m / j;
        const double term = factor / (k + j);
        sum += term;
        if (fabs(term) <= 1e-17 * fabs(sum)) break;
    }
    return power * expm1(-m) - k * (power + 1) * sum;
}
CUPY_CALLED double pdtrik(double p, double m, double enough) {   // k with Q(k + 1, m) = p
    if (!(p >= 0 && p < 1) || !(m >= 0)) return nan();
    const double rise = (Twofold(p) - exp_twofold(Twofold(-m))).high, none = exp(-m);
    if (!(rise > 0)) return 0;
    if (rise >= none * m) return gammainc_shape(1 - p, p, m, most(kEnough, 0.5 * enough)) - 1;
    return root_rising([=](double k) { return pdtr_rise(k, m) - rise; }, log1p(rise / none) / log1p(m), 1.1, 1e-100, 1,
                       enough);
}

}  // namespace special
}  // namespace cupy
