// Orthogonal polynomials: recurrences in differences for integer degrees, which are stable near 1, and hypergeometric
// functions for others (DLMF 18.5, 18.9).
#pragma once

#include "beta.hpp"
#include "hyper.hpp"

namespace cupy {
namespace special {

constexpr double kMostDegree = 1e9;   // of recurrences
CUPY_DEVICE bool is_degree(double n) { return n >= 0 && n <= kMostDegree && n == floor(n); }

// What recurrences of degree n come to where they overflow beyond [-1, 1]: infinity less infinity is none.
CUPY_DEVICE double ended(double p, double n, double x) {
    if (!isnan(p) || !(fabs(x) > 1)) return p;
    return n == 0 ? 1 : x < 0 ? parity_sign(n) * infinity() : infinity();
}
CUPY_DEVICE Z ended(Z p, double, Z) { return p; }

template <class T> CUPY_CALLED T jacobi_degree(double n, double a, double b, T x) {   // n = 0, 1, ...
    if (n == 0) return T(1);
    if (n == 1) return 0.5 * (2 * (a + 1) + (a + b + 2) * (x - 1.0));
    T d = (a + b + 2) * (x - 1.0) / (2 * (a + 1)), p = d + 1.0;
    for (double k = 1; k < n; k++) {
        const double t = 2 * k + a + b;
        d = (t * (t + 1) * (t + 2) * (x - 1.0) * p + 2 * k * (k + b) * (t + 2) * d)
            / (2 * (k + a + 1) * (k + a + b + 1) * t);
        p += d;
    }
    p = binom(n + a, n) * p;
    return a > -1 && b > -1 ? ended(p, n, x) : p;
}
template <class T> CUPY_CALLED T eval_jacobi(double n, double a, double b, T x) {
    if (is_degree(n)) return jacobi_degree(n, a, b, x);
    return binom(n + a, n) * hyp2f1_of(-n, n + a + b + 1, a + 1, T(0.5 * (1.0 - x)));
}
template <class T> CUPY_DEVICE T eval_sh_jacobi(double n, double p, double q, T x) {
    return eval_jacobi(n, p - q, q - 1, T(2.0 * x - 1.0)) / binom(2 * n + p - 1, n);
}

template <class T> CUPY_CALLED T eval_gegenbauer(double n, double alpha, T x) {
    if (isnan(n) || isnan(alpha)) return no_value<T>();
    if (n == 0) return T(1);
    if (n == 1) return 2 * alpha * x;
    if (!is_degree(n) || alpha == 0) {
        const double over = rgamma(1 + n) * rgamma(2 * alpha);
        if (over == 0) return T(0);
        const double d = gamma_called(n + 2 * alpha) * over;
        return d * hyp2f1_of(-n, n + 2 * alpha, alpha + 0.5, T(0.5 * (1.0 - x)));
    }
    if (size_1(x) < 1e-5) {   // powers of x
        const double a = floor(0.5 * n);
        T d = T(parity_sign(a) / beta(alpha, 1 + a)), p(0);
        if (n == 2 * a) d = d / (a + alpha);
        else d *= 2.0 * x;
        for (double k = 0; k <= a; k++) {
            p += d;
            d *= -4 * (a - k) * (n - a + alpha + k) / ((n + 1 - 2 * a + 2 * k) * (n + 2 - 2 * a + 2 * k)) * x * x;
            if (size_1(d) <= 1e-20 * size_1(p)) break;
        }
        return p;
    }
    T d = x - 1.0, p = x;
    for (double k = 1; k < n; k++) {
        d = 2 * (k + alpha) / (k + 2 * alpha) * (x - 1.0) * p + k / (k + 2 * alpha) * d;
        p += d;
    }
    p = (fabs(alpha / n) < 1e-8 ? 2 * alpha / n : binom(n + 2 * alpha - 1, n)) * p;
    return alpha > 0 ? ended(p, n, x) : p;
}

template <class T> CUPY_CALLED T eval_legendre(double n, T x) {
    if (n < 0 && n == floor(n)) n = -n - 1;
    if (!is_degree(n)) return hyp2f1_of(-n, n + 1, 1, T(0.5 * (1.0 - x)));
    if (n == 0) return T(1);
    if (size_1(x) < 1e-5) {
        const double a = floor(0.5 * n);
        T d(parity_sign(a)), p(0);
        if (n == 2 * a) d *= -2 / beta(a + 1, -0.5);
        else d *= 2 / beta(a + 1, 0.5) * x;
        for (double k = 0; k <= a; k++) {
            p += d;
            d *= -2 * (a - k) * (2 * n + 1 - 2 * a + 2 * k) / ((n + 1 - 2 * a + 2 * k) * (n + 2 - 2 * a + 2 * k)) * x * x;
            if (size_1(d) <= 1e-20 * size_1(p)) break;
        }
        return p;
    }
    T d = x - 1.0, p = x;
    for (double k = 1; k < n; k++) {
        d = (2 * k + 1) / (k + 1) * (x - 1.0) * p + k / (k + 1) * d;
        p += d;
    }
    return ended(p, n, x);
}

template <class T> CUPY_CALLED T eval_chebyt(double n, T x) {
    if (isnan(n)) return no_value<T>();
    n = fabs(n);
    if (!is_degree(n)) return hyp2f1_of(-n, n, 0.5, T(0.5 * (1.0 - x)));
    T before(0), now(-1), next(0);
    for (double k = 0; k <= n; k++) {
        before = now;
        now = next;
        next = 2.0 * x * now - before;
    }
    return ended(T(0.5 * (next - before)), n, x);
}
template <class T> CUPY_DEVICE T eval_chebyc(double n, T x) { return 2.0 * eval_chebyt(n, T(0.5 * x)); }
template <class T> CUPY_CALLED T eval_chebyu(double n, T x) {
    if (isnan(n)) return no_value<T>();
    double sign = 1;
    if (n < 0 && n == floor(n)) {
        if (n == -1) return x != x ? x : T(0);
        n = -n - 2;
        sign = -1;
    }
    if (!is_degree(n)) return (n + 1) * hyp2f1_of(-n, n + 2, 1.5, T(0.5 * (1.0 - x)));
    T before(-1), now(0);
    for (double k = 0; k <= n; k++) {
        const T next = 2.0 * x * now - before;
        before = now;
        now = next;
    }
    return sign * ended(now, n, x);
}

template <class T> CUPY_CALLED T eval_genlaguerre(double n, double alpha, T x) {
    if (!(alpha > -1) || isnan(n) || isnan(x)) return no_value<T>();
    if (!is_degree(n)) {
        if (n < 0 && n == floor(n)) return T(0);
        return binom(n + alpha, n) * hyp1f1_of(-n, alpha + 1, x);
    }
    if (n == 0) return T(1);
    T d = -x / (alpha + 1), p = d + 1.0;
    for (double k = 1; k < n; k++) {
        d = -x / (k + alpha + 1) * p + k / (k + alpha + 1) * d;
        p += d;
    }
    return n == 1 ? T(alpha + 1) - x : ended(T(binom(n + alpha, n) * p), n, T(-x));
}

CUPY_CALLED double eval_hermitenorm(double n, double x) {
    if (isnan(x) || n < 0 || n > kMostDegree) return nan();
    if (n == 0) return 1;
    double above = 0, now = 1;
    for (double k = n; k > 1; k--) {
        const double next = x * now - k * above;
        above = now;
        now = next;
    }
    return x * now - above;
}
CUPY_DEVICE double eval_hermite(double n, double x) {
    if (n == 0 || n == 1) return n == 0 ? (isnan(x) ? x : 1) : 2 * x;
    return eval_hermitenorm(n, kSqrtTwo * x) * pow(2.0, 0.5 * n);
}

}  // namespace special
}  // namespace cupy
