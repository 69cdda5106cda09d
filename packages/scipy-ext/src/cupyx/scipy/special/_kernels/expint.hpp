// Exponential, sine, cosine and hyperbolic integrals, the dilogarithm.
//
// Real ones are fits; complex E1 is its power series (DLMF 6.6.2) or continued fraction (6.9.1); E_n as in Gautschi
// and Cahill, Handbook of Mathematical Functions 5.1; the dilogarithm is the series in Bernoulli numbers of -log(z).
#pragma once

#include "expint_fits.hpp"
#include "poly.hpp"

namespace cupy {
namespace special {

CUPY_CALLED double exp1_positive(double x) {
    if (x <= 1) return x == 0 ? infinity() : expint_fits::e1_near(x) - log(x);
    if (x > 745) return 0;
    double scaled;
    if (x < 4) scaled = expint_fits::e1_middle(x);
    else if (x <= 200) scaled = expint_fits::e1_far(4 / x);
    else scaled = poly(1 / x, 1.0, -1.0, 2.0, -6.0, 24.0, -120.0, 720.0, -5040.0, 40320.0);
    return scaled * exp(-x) / x;
}
CUPY_CALLED double expi_positive(double x) {
    const double root = 0.372507410781366634462, rest = 1.314018341e-17;
    if (x <= 6) {
        if (x == 0) return -infinity();
        const double d = (x - root) - rest;
        return d * expint_fits::ei_root(x) + (fabs(d) < 0.1 ? log1p(d / root) : log(x / root));
    }
    if (isinf(x)) return x;
    double scaled;
    if (x < 10) scaled = expint_fits::ei_10(x);
    else if (x < 20) scaled = expint_fits::ei_20(x);
    else if (x < 40) scaled = expint_fits::ei_40(x);
    else scaled = expint_fits::ei_far(40 / x);
    if (x < 700) return scaled * exp(x) / x;
    const double half = exp(0.5 * x);
    return scaled * half / x * half;
}
CUPY_DEVICE double expi(double x) {
    return isnan(x) ? x : x > 0 ? expi_positive(x) : x == 0 ? -infinity() : -exp1_positive(-x);
}
CUPY_DEVICE double exp1(double x) { return x >= 0 ? exp1_positive(x) : nan(); }

CUPY_CALLED Z exp1(Z z) {
    const double x = z.re, y = z.im, size = abs(z);
    if (isnan(z)) return nan_complex();
    if (size == 0) return {infinity(), 0};
    if (y == 0 && x > 0) return {exp1_positive(x), y};
    Z result;
    if (size <= 3 || (x < 0 && size <= 5) || (x < -2 * fabs(y) && size < 40)) {
        Z term(1, 0), sum(0, 0);
        for (int k = 1; k < 500; k++) {
            term *= z * (-1.0 / k);
            const Z part = term / (double)k;
            sum -= part;
            if (abs(part) < 1e-17 * abs(sum)) break;
        }
        if (x <= 0 && y == 0) return {-kEuler - log(-x) + sum.re, signbit(y) ? kPi : -kPi};
        return sum - kEuler - log(z);
    }
    if (isinf(size)) return x > 0 || isinf(y) ? Z(0, 0) : Z(-infinity(), signbit(y) ? kPi : -kPi);
    // z + 1 - 1 / (z + 3 - 4 / (z + 5 - …)), from its end
    const int count = x > 0 || fabs(y) > fabs(x) ? 20 + (int)(400 / size) : 20 + (int)(2000 / size);
    Z tail(0, 0);
    for (int k = count; k >= 1; k--) tail = (double)k * k / (z + (2 * k + 1.0) - tail);
    result = exp(-z) / (z + 1.0 - tail);
    if (x <= 0 && y == 0) result.im = signbit(y) ? kPi : -kPi;
    return result;
}
CUPY_CALLED Z expi(Z z) {
    if (isnan(z)) return nan_complex();
    if (z.im == 0 && z.re > 0) return {expi_positive(z.re), z.im};
    if (z == Z(0, 0)) return {-infinity(), 0};
    const Z w = -exp1(-z);
    if (z.im > 0) return {w.re, w.im + kPi};
    if (z.im < 0) return {w.re, w.im - kPi};
    return {w.re, -z.im};
}

CUPY_CALLED double expn(double order, double x) {
    if (isnan(order) || isnan(x)) return nan();
    const double n = trunc(order);
    if (n < 0 || x < 0) return nan();
    if (x > 745) return 0;
    if (x == 0) return n < 2 ? infinity() : 1 / (n - 1);
    if (n == 0) return exp(-x) / x;
    if (n > 5000) {   // DLMF 8.20.6
        const double lambda = x / n, r = 1 / (n * (1 + lambda) * (1 + lambda));
        const double a2 = 1 - 2 * lambda, a3 = 1 + lambda * (-8 + 6 * lambda);
        return exp(-x) / (n * (1 + lambda)) * (1 + r * (1 + r * (a2 + r * a3)));
    }
    if (n == 1) return exp1_positive(x);
    if (x > 1) {
        double tail = 0;   // of the continued fraction, from its end: few roundings
        for (double k = ceil(20 + 100 / x); k > 0; k--) tail = k * (n - 1 + k) / (x + n + 2 * k - tail);
        return exp(-x) / (x + n - tail);
    }
    double sum = 1 / (n - 1), factor = 1;
    for (int k = 1; k < 10000; k++) {
        factor *= -x / k;
        double part;
        if (k != n - 1) part = -factor / (k - (n - 1));
        else {
            double harmonic = -kEuler;
            for (int j = 1; j < n; j++) harmonic += 1.0 / j;
            part = factor * (-log(x) + harmonic);
        }
        sum += part;
        if (fabs(part) < 1e-17 * fabs(sum) && k >= n) break;
        if (fabs(factor) < 1e-300) break;
    }
    return sum;
}
CUPY_DEVICE double expn(int64 n, double x) { return expn((double)n, x); }

CUPY_CALLED void sici(double x, double &si, double &ci) {
    const double size = fabs(x);
    if (isnan(x)) {
        si = ci = x;
        return;
    }
    if (isinf(x)) {
        si = copysign(kHalfPi, x);
        ci = x > 0 ? 0 : nan();
        return;
    }
    if (size <= 4) {
        const double y = size * size;
        si = x * expint_fits::si_near(y);
        ci = size == 0 ? -infinity() : kEuler + log(size) + y * expint_fits::cin_near(y);
    } else {
        const double s = sin(size), c = cos(size), y = 16 / (size * size);
        double f, g;
        if (y >= 0.25) {
            f = expint_fits::f_near(y);
            g = expint_fits::g_near(y);
        } else if (y > 1e-6) {
            f = expint_fits::f_far(y);
            g = expint_fits::g_far(y);
        } else {
            f = 1 - y / 8;
            g = 1 - 3 * y / 8;
        }
        f /= size;
        g /= size;
        g /= size;
        si = copysign(kHalfPi - f * c - g * s, x);
        ci = f * s - g * c;
    }
}
CUPY_CALLED void shichi(double x, double &shi, double &chi) {
    const double size = fabs(x);
    if (isnan(x)) {
        shi = chi = x;
        return;
    }
    if (size < 8) {
        double odd = 1, even = 0, term = 1;
        for (int k = 2; k < 80; k += 2) {
            term *= size / k;
            term *= k == 2 ? size : size / (k - 1);
            even += term / k;
            const double part = term / ((k + 1.0) * (k + 1.0));
            odd += part;
            if (part < 1e-18 * odd) break;
        }
        shi = x * odd;
        chi = size == 0 ? -infinity() : kEuler + log(size) + even;
    } else {
        const double a = expi_positive(size), b = exp1_positive(size);
        shi = copysign(0.5 * (a + b), x);
        chi = 0.5 * (a - b);
    }
}
// Power series of Si (sign -1) and Shi (sign 1), Ci and Chi.
CUPY_CALLED void sici_series(Z z, double sign, Z &s, Z &c) {
    Z term(1, 0);
    s = z;
    c = Z(0, 0);
    for (int n = 1; n < 100; n++) {
        term *= sign * square(z) / ((2.0 * n - 1.0) * (2.0 * n));
        const Z even = term / (2.0 * n), odd = term * z / ((2 * n + 1.0) * (2 * n + 1.0));
        c += even;
        s += odd;
        if (abs(even) < 1e-17 * abs(c) && abs(odd) < 1e-17 * abs(s)) break;
    }
    c += kEuler + log(z);
}
CUPY_CALLED void sici(Z z, Z &si, Z &ci) {
    if (isinf(z.re) && z.im == 0) {
        si = Z(copysign(kHalfPi, z.re), 0);
        ci = z.re > 0 ? Z(0, 0) : Z(0, kPi);
        return;
    }
    if (abs(z) == 0) {
        si = Z(0, 0);
        ci = Z(-infinity(), nan());
        return;
    }
    if (abs(z) < 1.5) {
        sici_series(z, -1, si, ci);
        return;
    }
    const Z iz(-z.im, z.re), a = expi(iz), b = expi(-iz), d = a - b;
    si = Z(0.5 * d.im, -0.5 * d.re);
    ci = 0.5 * (a + b);
    if (z.re == 0) {
        if (z.im > 0) ci.im += kHalfPi;
        else ci.im -= kHalfPi;
    } else if (z.re > 0) {
        si.re -= kHalfPi;
    } else {
        si.re += kHalfPi;
        ci.im += z.im >= 0 ? kPi : -kPi;
    }
}
CUPY_CALLED void shichi(Z z, Z &shi, Z &chi) {
    if (isinf(z.re) && z.im == 0) {
        shi = z;
        chi = Z(infinity(), 0);
        return;
    }
    if (abs(z) == 0) {
        shi = Z(0, 0);
        chi = Z(-infinity(), nan());
        return;
    }
    if (abs(z) < 1.5) {
        sici_series(z, 1, shi, chi);
        return;
    }
    const Z a = expi(z), b = expi(-z);
    shi = 0.5 * (a - b);
    chi = 0.5 * (a + b);
    if (z.im > 0) {
        shi.im -= kHalfPi;
        chi.im += kHalfPi;
    } else if (z.im < 0) {
        shi.im += kHalfPi;
        chi.im -= kHalfPi;
    } else if (z.re < 0) {
        chi.im += kPi;
    }
}

// Li2(1 - z) for |log z| < 4, u = -log z.
template <class T> CUPY_CALLED T spence_near(T z) {
    const T u = -log(z), v = u * u;
    return u - v * 0.25 + u * v * poly(v, 0.0277777777777777778, -0.000277777777777777778, 4.72411186696900983e-6,
                                          -9.18577307466196355e-8, 1.89788699889709991e-9, -4.06476164514422553e-11,
                                          8.92169102045645256e-13, -1.99392958607210757e-14, 4.51898002961991819e-16,
                                          -1.0356517612181247e-17, 2.39521862102618675e-19, -5.58178587432500934e-21,
                                          1.30915075541832129e-22, -3.08741980242674029e-24, 7.31597565270220342e-26,
                                          -1.74084565723400074e-27, 4.15763564461389972e-29, -9.9621484882846221e-31,
                                          2.3940344248961653e-32, -5.76834735536739008e-34, 1.39317947964700798e-35,
                                          -3.37212196548508947e-37, 8.17820877756210262e-39, -1.98701083115238593e-40,
                                          4.8357785180405509e-42, -1.17869372487183843e-43, 2.87709640811725715e-45,
                                          -7.03205909815602801e-47, 1.72086031450331463e-48,
                                              -4.21607239056044549e-50) + 0.0;
}
template <class T> CUPY_CALLED T spence_inside(T z) {   // |z| <= 2
    if (abs(z) < 0.5) return kPi * kPi / 6 - log(z) * log1p(-z) - spence_near(T(1.0 - z));
    return spence_near(z);
}
CUPY_DEVICE double spence(double x) {   // without branches, as `spence_inside`; of 1 / x beyond 2
    const double w = x > 2 ? 1 / x : x, l = log(w), m = log1p(-least(w, 0.5)), u = w < 0.5 ? -m : -l, v = u * u;
    const double near = u - v * 0.25 + u * v * poly(v, 0.0277777777777777778, -0.000277777777777777778,
                                                    4.72411186696900983e-6, -9.18577307466196355e-8,
                                                    1.89788699889709991e-9, -4.06476164514422553e-11,
                                                    8.92169102045645256e-13, -1.99392958607210757e-14,
                                                    4.51898002961991819e-16, -1.0356517612181247e-17) + 0.0;
    const double inside = w < 0.5 ? kPi * kPi / 6 - l * m - near : near, value = x > 2 ? -0.5 * l * l - inside : inside;
    return x == 0 ? kPi * kPi / 6 : x >= 0 && !isinf(x) ? value : nan();
}
CUPY_CALLED Z spence(Z z) {
    if (isnan(z)) return nan_complex();
    if (z == Z(0, 0)) return {kPi * kPi / 6, 0};
    if (abs(z) <= 2) return spence_inside(z);
    const Z l = log(z);
    return -0.5 * square(l) - spence_inside(1.0 / z);
}

}  // namespace special
}  // namespace cupy
