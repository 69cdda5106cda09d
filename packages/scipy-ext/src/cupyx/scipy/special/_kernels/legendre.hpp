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
        for (int j = 1; j < m; j++) factor *= (v - j) * (v + j);
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
    const double pa = 2 * (digamma_called(v) + kEuler) + kPi * cospi(v) / sinpi(v) + 1 / v, l = log(0.5 * (1 + x));
    double s1 = 0;
    for (int j = 1; j <= m; j++) s1 += (j * (double)j + v * v) / (j * ((j - v) * (j + v)));
    double sum = pa + s1 - 1 / (m - v) + l, term = 1, s2 = 0;
    for (int k = 1; k <= 2000; k++) {
        term *= 0.5 * (-v + m + k - 1) * (v + m + k) / (k * (double)(k + m)) * (1 + x);
        double s = 0;
        for (int j = 1; j <= m; j++) {
            const double kj = k + j;
            s += (kj * kj + v * v) / (kj * ((kj - v) * (kj + v)));
        }
        s2 += 1 / (k * ((k - v) * (k + v)));
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

// A function with its first two derivatives.
template <class T> struct Jet {
    T value, slope, bend;
};
template <class T> CUPY_DEVICE T whole_power(T x, int n) {
    T y(1);
    for (int k = n < 0 ? -n : n; k > 0; k--) y *= x;
    return n < 0 ? T(1) / y : y;
}
CUPY_DEVICE double legendre_root(double z, bool outside) {
    return fabs(z) == 1 ? 0 : outside ? sqrt(z - 1) * sqrt(z + 1) : sqrt((1 - z) * (1 + z));
}
CUPY_DEVICE Z legendre_root(Z z, bool outside) {
    return outside ? sqrt(z - 1.0) * sqrt(z + 1.0) : sqrt((1.0 - z) * (1.0 + z));
}
// P_m^m / c_m = w^m for m >= 0, where w^2 is 1 - z^2, or z^2 - 1 outside the cut of [-1, 1].
template <class T> CUPY_CALLED Jet<T> sectoral(int m, T z, bool outside) {
    if (m == 0) return {T(1), T(0), T(0)};
    const T w = legendre_root(z, outside);
    if (w != w) return {w, w, w};
    const T change = (outside ? 2.0 : -2.0) * z;       // of w^2
    const double half = 0.5 * m, twice = outside ? 2 : -2;
    const T once = m == 2 ? T(1) : whole_power(w, m - 2), more = m == 2 || m == 4 ? T(1) : whole_power(w, m - 4);
    return {whole_power(w, m), half * once * change,
            m == 2 ? T(half * twice) : half * ((half - 1) * more * change * change + twice * once)};
}
// Associated Legendre functions of integer degree and order by the recurrence in the degree (DLMF 14.10.3), which is
// differentiated; normalized ones have an integral of 1 over their squares.
template <class T>
CUPY_CALLED void assoc_legendre_p(double degree, double order, T z, double cut, double normalized, T &value, T &slope,
                                  T &bend) {
    value = slope = bend = T(0);
    const bool outside = cut == 3, normal = normalized != 0;
    if (!(fabs(degree) < 1e6) || !(fabs(order) < 1e6)) return;
    const int n = (int)degree, m = order < 0 ? -(int)order : (int)order;
    if (n < m) return;
    Jet<T> before{T(0), T(0), T(0)}, now = sectoral(m, z, outside);
    double scale = normal ? kSqrtHalf : 1;
    for (int k = 1; k <= m; k++) scale *= normal ? sqrt(1 + 0.5 / k) : 2 * k - 1;
    if (m % 2 && !outside) scale = -scale;
    if (order < 0) {
        if (m % 2 && !outside) scale = -scale;
        for (int k = n - m + 1; k <= n + m && !normal; k++) scale /= k;
    }
    if (m % 2 && (z == T(1) || z == T(-1))) {      // the root has no derivatives here
        const double sign = order < 0 ? -1 : 1;
        if (m == 1) slope = T(sign * (z == T(1) ? 1 : parity_sign(n)) * infinity());
        if (m < 5) bend = T(sign * (z == T(1) ? 1 : -parity_sign(n)) * infinity());
        return;
    }
    now = {scale * now.value, scale * now.slope, scale * now.bend};
    for (int k = m + 1; k <= n; k++) {
        double a, b;
        if (normal) {
            const double kk = (double)k * k, mm = (double)m * m, l = k - 1.0;
            a = sqrt((4 * kk - 1) / (kk - mm));
            b = a * sqrt((l * l - mm) / (4 * l * l - 1));
        } else {
            a = (2 * k - 1.0) / (k - m);
            b = (k + m - 1.0) / (k - m);
        }
        if (k == m + 1) b = 0;
        const Jet<T> next{a * (z * now.value) - b * before.value, a * (z * now.slope + now.value) - b * before.slope,
                          a * (z * now.bend + 2.0 * now.slope) - b * before.bend};
        before = now;
        now = next;
    }
    value = now.value;
    slope = now.slope;
    bend = now.bend;
}
template <class T> CUPY_CALLED void legendre_p(double degree, T z, T &value, T &slope, T &bend) {
    assoc_legendre_p(degree, 0, z, 2, 0, value, slope, bend);
    if (!(degree >= 0)) value = slope = bend = T(nan());
}
CUPY_CALLED void sph_legendre_p(double degree, double order, double theta, double &value, double &slope, double &bend) {
    value = slope = bend = 0;
    if (!(fabs(degree) < 1e6) || !(fabs(order) < 1e6)) return;
    const int n = (int)degree, m = (int)order;
    const double x = cos(theta), s = sin(theta);
    if (n < 0) return;
    value = harmonic_derivative(n, m, x, fabs(s), 0);
    slope = copysign(1.0, s) * harmonic_derivative(n, m, x, fabs(s), 1);
    bend = harmonic_derivative(n, m, x, fabs(s), 2);
}

}  // namespace special
}  // namespace cupy
