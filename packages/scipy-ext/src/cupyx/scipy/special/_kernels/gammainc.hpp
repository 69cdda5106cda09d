// Incomplete gamma functions, their inverses, and the distributions that they are.
//
// Series (DLMF 8.7.1), continued fraction (8.9.2), Temme's uniform expansion for large a (8.12); W. Gautschi, "A
// computational procedure for incomplete gamma functions", ACM TOMS 5 (1979).  Inverses are Newton's steps on
// logarithms, which are concave there.
#pragma once

#include "gamma.hpp"
#include "erf.hpp"
#include "roots.hpp"
#include "temme.hpp"

namespace cupy {
namespace special {

// x^a exp(-x) / Gamma(a)
CUPY_CALLED double gamma_density(double a, double x) {
    if (a >= 10) {
        const double s = (x - a) / a, scale = sqrt(a / kTwoPi) * exp(-stirling_tail(a));
        return scale * (s < -0.5 ? pow(x / a * exp(-s), a) : exp(a * log1pmx(s)));
    }
    if (x < 700 && x > 1e-30) return pow(x, a) * exp(-x) / gamma_called(a);
    return exp(a * log(x) - x - lgamma_called(a));
}

CUPY_DEVICE float gamma_density(float a, float x) {
    if (a < 10 && x < 80 && x > 1e-30f) return pow(x, a) * exp(-x) / gamma_called(a);
    return (float)gamma_density((double)a, (double)x);     // the exponent needs double's digits
}
template <class T> constexpr T kGammaTerm = T(sizeof(T) == 4 ? 2e-8 : 1e-17);

template <class T> CUPY_CALLED T gammainc_series(T a, T x) {   // P
    const T density = gamma_density(a, x);
    if (density == 0) return 0;
    T term = 1, sum = 1;
    for (int k = 1; k < 3000; k++) {
        term *= x * reciprocal(a + k);
        sum += term;
        if (term < kGammaTerm<T> * sum) break;
    }
    return sum * density / a;
}
// Q, by Steed's algorithm: its terms fall, and so do their roundings; no denominator is near 0 for x >= 0.9 a.
template <class T> CUPY_CALLED T gammainc_fraction(T a, T x) {
    const T density = gamma_density(a, x);
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
template <class T> CUPY_CALLED T gammainc_of(T a, T x) {
    const T end = gammainc_end(a, x, false);
    if (end != -1) return end;
    if (near_peak(a, x)) return (T)gammainc_uniform(a, x, false);
    if (x <= 1 || x <= a) return gammainc_series(a, x);
    return 1 - gammainc_fraction(a, x);
}
template <class T> CUPY_CALLED T gammaincc_of(T a, T x) {
    const T end = gammainc_end(a, x, true);
    if (end != -1) return end;
    if (near_peak(a, x)) return (T)gammainc_uniform(a, x, true);
    // below, the series' first term and its rest have opposite signs from x = exp(-0.577) = 0.56 on
    if (x > T(sizeof(T) == 4 ? 0.6 : 1.1)) return x < a ? 1 - gammainc_series(a, x) : gammainc_fraction(a, x);
    if (x <= T(0.5) ? T(-0.4) / log(x) < a : x * T(1.1) < a) return 1 - gammainc_series(a, x);
    return gammaincc_series(a, x);
}
CUPY_DEVICE float gammainc(float a, float x) { return gammainc_of(a, x); }
CUPY_DEVICE double gammainc(double a, double x) { return gammainc_of(a, x); }
CUPY_DEVICE float gammaincc(float a, float x) { return gammaincc_of(a, x); }
CUPY_DEVICE double gammaincc(double a, double x) { return gammaincc_of(a, x); }

// x with P(a, x) = p and Q(a, x) = q, for 0 < p, q < 1.
CUPY_CALLED double gammainc_inverse(double a, double p, double q) {
    double u;   // log x
    const double shape = lgamma1p(a);
    const double first = (log(p) + shape) / a;   // P ~ x^a / Gamma(a + 1)
    if (a > 1) {
        const double z = p < q ? ndtri_of(p) : -ndtri_of(q), s = 1 / (9 * a);
        const double w = 1 - s + z * sqrt(s);
        u = w > 0.3 ? log(a) + 3 * log(w) : first;
    } else if (q < 0.3) {
        double x = most(0.5, -log(q) - lgamma_called(a));   // Q ~ x^(a - 1) exp(-x) / Gamma(a)
        for (int k = 0; k < 3; k++) x = most(0.1, -log(q) - lgamma_called(a) + (a - 1) * log(x));
        u = log(x);
    } else {
        u = first;
    }
    if (first < -740) return exp(first);
    double low = -750, high = 710;
    CUPY_NO_UNROLL
    for (int k = 0; k < 60; k++) {
        const double x = exp(u), density = gamma_density(a, x);   // d P / d log x
        double step, bend = a - x;                                     // of the density's logarithm
        if (p < q) {
            const double value = gammainc(a, x);
            if (value < p) low = u;
            else high = u;
            step = (log(value) - log(p)) * value / density;
            bend -= density / value;
        } else {
            const double value = gammaincc(a, x);
            if (value > q) low = u;
            else high = u;
            step = -(log(value) - log(q)) * value / density;
            bend += density / value;
        }
        step = halley_step(step, bend);
        double next = u - step;
        if (isnan(step) || isinf(step)) next = u + (high == u ? -0.7 : 0.7);
        else if (!(next > low && next < high)) next =
            next <= low ? most(0.5 * (low + u), u - 2) : least(0.5 * (high + u), u + 2);
        const double moved = fabs(next - u);
        u = next;
        if (moved * (1 + sqrt(a)) < 1e-4) break;   // cubic, and one more step below
        if (high - low < 1e-16) break;
    }
    // one step in x itself: the logarithm's rounding is amplified by its size
    const double x = exp(u), density = gamma_density(a, x) / x;
    const double gap = p < q ? gammainc(a, x) - p : q - gammaincc(a, x);
    const double step = gap / density;
    return fabs(step) < 0.01 * x ? x - step : x;
}
CUPY_CALLED double gammaincinv(double a, double p) {
    if (isnan(a) || isnan(p) || a < 0 || p < 0 || p > 1) return nan();
    if (p == 0) return 0;
    if (p == 1) return infinity();
    if (a == 0) return nan();
    return gammainc_inverse(a, p, 1 - p);
}
CUPY_CALLED double gammainccinv(double a, double q) {
    if (isnan(a) || isnan(q) || a < 0 || q < 0 || q > 1) return nan();
    if (q == 0) return infinity();
    if (q == 1) return 0;
    if (a == 0) return nan();
    return gammainc_inverse(a, 1 - q, q);
}

// Chi-square, gamma and Poisson distributions.
CUPY_CALLED double chdtr(double v, double x) { return gammainc(0.5 * v, 0.5 * x); }
CUPY_CALLED double chdtrc(double v, double x) { return gammaincc(0.5 * v, 0.5 * x); }
CUPY_CALLED double chdtri(double v, double p) {
    return p < 0 || p > 1 ? nan() : 2 * gammainccinv(0.5 * v, p);
}
CUPY_CALLED double gdtr(double a, double b, double x) { return x < 0 ? nan() : gammainc(b, a * x); }
CUPY_CALLED double gdtrc(double a, double b, double x) { return x < 0 ? nan() : gammaincc(b, a * x); }
CUPY_CALLED double gdtrix(double a, double b, double p) { return gammaincinv(b, p) / a; }
CUPY_CALLED double gdtria(double p, double b, double x) { return gammaincinv(b, p) / x; }
CUPY_CALLED double pdtr(double k, double m) {
    if (k < 0 || m < 0) return nan();
    return m == 0 ? 1 : gammaincc(floor(k) + 1, m);
}
CUPY_CALLED double pdtrc(double k, double m) {
    if (k < 0 || m < 0) return nan();
    return m == 0 ? 0 : gammainc(floor(k) + 1, m);
}
CUPY_CALLED double pdtri(double k, double p) {
    return k <= -1 || p < 0 || p >= 1 ? nan() : gammainccinv(trunc(k) + 1, p);
}
CUPY_DEVICE double pdtri(int64 k, double p) { return pdtri((double)k, p); }

// The parameter a with P(a, x) = p.
CUPY_CALLED double gammainc_shape(double p, double q, double x) {
    if (isnan(p) || isnan(x)) return nan();
    return root_positive([=](double a) {
        return p <= q ? log(p) - log(gammainc(a, x)) : log(gammaincc(a, x)) - log(q);
    }, most(x, 1e-3), 1e-100, 1e100);
}
CUPY_CALLED double chdtriv(double p, double x) {
    if (!is_probability(p) || !(x >= 0)) return nan();
    if (p == 1 || x == 0) return 0;
    return p == 0 ? infinity() : 2 * gammainc_shape(p, 1 - p, 0.5 * x);
}
CUPY_CALLED double gdtrib(double a, double p, double x) {
    if (!is_probability(p) || !(x >= 0) || !(a > 0)) return nan();
    if (x == 0) return p == 0 ? nan() : 0;
    return p == 0 ? infinity() : p == 1 ? 0 : gammainc_shape(p, 1 - p, a * x);
}
CUPY_CALLED double pdtrik(double p, double m) {   // k with Q(k + 1, m) = p
    if (!(p >= 0 && p < 1) || !(m >= 0)) return nan();
    if (p <= exp(-m)) return 0;
    return gammainc_shape(1 - p, p, m) - 1;
}

}  // namespace special
}  // namespace cupy
