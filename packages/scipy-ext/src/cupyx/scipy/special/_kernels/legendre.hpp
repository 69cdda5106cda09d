// Associated Legendre functions and spherical harmonics.
//
// Integer degrees by the recurrence from the sectoral one (DLMF 14.10.3), normalized for harmonics; other degrees by
// the hypergeometric series at 1 and, near -1, the one with logarithms (S. Zhang and J. Jin, "Computation of Special
// Functions", 1996, 4.5).
#pragma once

#include "gamma.hpp"

namespace cupy {
namespace special {

CUPY_CALLED double legendre_of_degree(int n, int m, double x) {   // integer n >= m >= 0
    double before = 1;
    const double s = -sqrt((1 - x) * (1 + x));
    for (int k = 1; k <= m; k++) before *= (2 * k - 1) * s;
    if (n == m) return before;
    double now = (2 * m + 1) * x * before;
    for (int k = m + 2; k <= n; k++) {
        const double next = ((2 * k - 1) * x * now - (k + m - 1) * before) / (k - m);
        before = now;
        now = next;
    }
    return now;
}
CUPY_CALLED double legendre_series(double v, int m, double x) {
    double c0 = 1;
    if (m != 0) {
        double factor = v * (v + m);
        for (int j = 1; j < m; j++) factor *= v * v - (double)j * j;
        const double s = sqrt((1 - x) * (1 + x));
        double r = 1;
        for (int j = 1; j <= m; j++) r *= 0.5 * s / j;
        c0 = r * factor;
    }
    if (x >= -0.35) {
        double sum = 1, term = 1;
        for (int k = 1; k <= 2000; k++) {
            term *= 0.5 * (-v + m + k - 1) * (v + m + k) / (k * (double)(m + k)) * (1 - x);
            sum += term;
            if (k > 12 && fabs(term) < 1e-17 * fabs(sum)) break;
        }
        return parity_sign(m) * c0 * sum;
    }
    const double vs = sinpi(v) / kPi;
    double first = 0;
    if (m != 0) {
        const double q = sqrt((1 - x) / (1 + x));
        double power = 1, sum = 1, term = 1;
        for (int j = 1; j <= m; j++) power *= q * j;
        for (int k = 1; k < m; k++) {
            term *= 0.5 * (-v + k - 1) * (v + k) / (k * (double)(k - m)) * (1 + x);
            sum += term;
        }
        first = -vs * power / m * sum;
    }
    const double pa = 2 * (digamma_called(v) + kEuler) + kPi / tan(kPi * v) + 1 / v, l = log(0.5 * (1 + x));
    double s1 = 0;
    for (int j = 1; j <= m; j++) s1 += (j * (double)j + v * v) / (j * (j * (double)j - v * v));
    double sum = pa + s1 - 1 / (m - v) + l, term = 1, s2 = 0;
    for (int k = 1; k <= 2000; k++) {
        term *= 0.5 * (-v + m + k - 1) * (v + m + k) / (k * (double)(k + m)) * (1 + x);
        double s = 0;
        for (int j = 1; j <= m; j++) {
            const double kj = k + j;
            s += (kj * kj + v * v) / (kj * (kj * kj - v * v));
        }
        s2 += 1 / (k * (k * (double)k - v * v));
        const double part = (pa + s + 2 * v * v * s2 - 1 / (m + k - v) + l) * term;
        sum += part;
        if (k > 12 && fabs(part) < 1e-17 * fabs(sum)) break;
    }
    return first + sum * vs * c0;
}
CUPY_CALLED double lpmv(double order, double v, double x) {
    if (isnan(order) || isnan(v) || order != floor(order) || fabs(order) > 1e5) return nan();
    if (!(fabs(x) <= 1) && !(order == 0 && v == floor(v))) return nan();
    if (v < 0) v = -v - 1;
    int m = (int)order;
    const bool negative = m < 0;
    if (negative) {
        if (v + m + 1 <= 0 && v == floor(v)) return nan();
        m = -m;
    }
    double value;
    if (v == floor(v)) {
        if (v > 1e6) return nan();
        value = m > v ? 0 : legendre_of_degree((int)v, m, x);
    } else if (x == -1) {
        return m == 0 ? -infinity() : infinity();
    } else {
        const int n = (int)v;
        const double v0 = v - n;
        if (n > 2 && n > m) {
            double before = legendre_series(v0 + m, m, x), now = legendre_series(v0 + m + 1, m, x);
            for (int j = m + 2; j <= n; j++) {
                const double next = ((2 * (v0 + j) - 1) * x * now - (v0 + j - 1 + m) * before) / (v0 + j - m);
                before = now;
                now = next;
            }
            value = n == m ? before : now;
        } else {
            value = legendre_series(v, m, x);
        }
    }
    if (negative) value *= parity_sign(m) * exp(lgamma_called(v - m + 1) - lgamma_called(v + m + 1)) * gammasgn(v - m
        + 1);
    return value;
}

// sqrt((2n + 1) / (4 pi) (n - m)! / (n + m)!) P_n^m(cos theta), 0 for |m| > n.
CUPY_CALLED double harmonic_legendre(int n, int m, double x, double s) {   // x = cos, s = sin theta
    const int size = m < 0 ? -m : m;
    if (size > n) return 0;
    double before = 0.282094791773878143474;   // 1 / sqrt(4 pi)
    for (int k = 1; k <= size; k++) before *= -s * sqrt(1 + 0.5 / k);
    if (m < 0 && size & 1) before = -before;
    if (n == size) return before;
    double now = x * sqrt(2.0 * size + 3) * before;
    const double mm = (double)size * size;
    for (int k = size + 2; k <= n; k++) {
        const double kk = (double)k * k, a = sqrt((4 * kk - 1) / (kk - mm));
        const double b = sqrt(((k - 1.0) * (k - 1.0) - mm) / (4 * (k - 1.0) * (k - 1.0) - 1));
        const double next = a * (x * now - b * before);
        before = now;
        now = next;
    }
    return now;
}
// Its derivatives by theta: steps to the neighbouring orders.
CUPY_CALLED double harmonic_derivative(int n, int m, double x, double s, int order) {
    if (order == 0) return harmonic_legendre(n, m, x, s);
    const double up = sqrt(most(0.0, (double)(n - m) * (n + m + 1))), down = sqrt(most(0.0, (double)(n + m) * (n - m
        + 1)));
    if (order == 1)
        return 0.5 * (up * harmonic_legendre(n, m + 1, x, s) - down * harmonic_legendre(n, m - 1, x, s));
    const double up2 = sqrt(most(0.0, (double)(n - m - 1) * (n + m + 2)));
    const double down2 = sqrt(most(0.0, (double)(n + m - 1) * (n - m + 2)));
    return 0.25 * (up * up2 * harmonic_legendre(n, m + 2, x, s)
                   - (up * up + down * down) * harmonic_legendre(n, m, x, s)
                   + down * down2 * harmonic_legendre(n, m - 2, x, s));
}
CUPY_CALLED Z sph_harm_y(double degree, double order, double theta, double phi, int derivative) {
    if (!(fabs(degree) < 1e6) || !(fabs(order) < 1e6)) return nan_complex();
    const int n = (int)degree, m = (int)order;
    if (n < 0) return nan_complex();
    const double value = harmonic_derivative(n, m, cos(theta), fabs(sin(theta)), derivative);
    return {value * cos(m * phi), value * sin(m * phi)};
}

}  // namespace special
}  // namespace cupy
