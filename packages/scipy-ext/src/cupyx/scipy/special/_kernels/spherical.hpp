// Spherical Bessel functions (DLMF 10.47): recurrences upwards where they are stable, Miller's algorithm otherwise.
#pragma once

#include "poly.hpp"

namespace cupy {
namespace special {

template <class T> CUPY_DEVICE bool is_huge_real(T z) {
    if constexpr (is_complex<T>::value) return z.im == 0 && isinf(z.re);
    else return isinf(z);
}
template <class T> CUPY_DEVICE T undefined() {
    if constexpr (is_complex<T>::value) return nan_complex();
    else return nan();
}

// The order n of a sequence that f(k - 1) = (2k + 1) / z f(k) - sign f(k + 1) makes downwards, from its order 0 and 1.
template <class T> CUPY_CALLED T spherical_miller(int n, T z, double sign, T zeroth, T first) {
    const double size = abs(z);
    if (n == 0) return zeroth;
    if (size < 0.01) {   // the power series
        T term(1);
        for (int k = 1; k <= n; k++) term *= z / (2 * k + 1.0);
        const T y = -0.5 * sign * z * z;
        return term * (1.0 + y / (2 * n + 3.0) * (1.0 + y / (2 * (2 * n + 5.0)) * (1.0 + y / (3 * (2 * n + 7.0)))));
    }
    const int start = (size > n ? (size < 1e6 ? (int)size : 1000000) : n) + 40 + (int)(4 * sqrt(least(size, 1e6)));
    T after(0), now(1e-300), kept(0), one(0);
    for (int k = start; k > 0; k--) {
        if (k == n) kept = now;
        if (k == 1) one = now;
        const T before = (2 * k + 1.0) / z * now - sign * after;
        after = now;
        now = before;
        if (abs(now) > 1e250) {
            now = now * 1e-250;
            after = after * 1e-250;
            kept = kept * 1e-250;
            one = one * 1e-250;
        }
    }
    return abs(zeroth) >= abs(first) ? kept * (zeroth / now) : kept * (first / one);
}
template <class T> CUPY_DEVICE T spherical_up(int n, T z, double sign, T before, T now) {
    if (n == 0) return before;
    for (int k = 1; k < n; k++) {
        const T next = (2 * k + 1.0) / z * now - sign * before;
        before = now;
        now = next;
        if (isinf(now)) break;
    }
    return now;
}
template <class T> CUPY_CALLED T spherical_jn(int n, T z) {
    if (n < 0 || isnan(z)) return undefined<T>();
    if (is_huge_real(z)) return T(0);
    if (z == T(0)) return T(n == 0);
    const T zeroth = sin(z) / z;
    if (n == 0) return zeroth;
    const T first = abs(z) < 0.1 ? z / 3.0 * (1.0 - z * z / 10.0 + z * z * z * z / 280.0 - z * z * z * z * z * z /
        15120.0)
                                 : (zeroth - cos(z)) / z;
    return abs(z) > n && fabs(imag(z)) < 1 ? spherical_up(n, z, 1, zeroth, first)
                                           : spherical_miller(n, z, 1, zeroth, first);
}
template <class T> CUPY_CALLED T spherical_yn(int n, T z) {
    if (n < 0 || isnan(z)) return undefined<T>();
    if (is_huge_real(z)) return T(0);
    double sign = 1;
    if constexpr (is_complex<T>::value) {
        if (z == T(0)) return undefined<T>();
        if (fabs(z.im) >= 1) {   // y = -i (h - j) with the Hankel function that decays, in the upper half
            const Z w(z.re, fabs(z.im)), before = Z(0, -1) * exp(Z(-w.im, w.re)) / w;
            const Z h = spherical_up(n, w, 1, before, before * (1.0 / w - Z(0, 1)));
            const Z y = Z(0, -1) * (h - spherical_jn(n, w));
            return z.im < 0 ? conj(y) : y;
        }
    } else {
        if (z == 0) return -infinity();
        if (z < 0) sign = -parity_sign(n);
        z = fabs(z);
    }
    const T zeroth = -cos(z) / z;
    return sign * spherical_up(n, z, 1, zeroth, T((zeroth - sin(z)) / z));
}
template <class T> CUPY_CALLED T spherical_in(int n, T z) {
    if (n < 0 || isnan(z)) return undefined<T>();
    if (z == T(0)) return T(n == 0);
    if (is_huge_real(z)) return real(z) > 0 ? T(infinity()) : T(parity_sign(n) * infinity());
    const T zeroth = sinh(z) / z;
    if (n == 0) return zeroth;
    const T first = abs(z) < 0.1 ? z / 3.0 * (1.0 + z * z / 10.0 + z * z * z * z / 280.0 + z * z * z * z * z * z /
        15120.0)
                                 : (cosh(z) - zeroth) / z;
    if (isinf(zeroth)) return real(z) > 0 || parity_sign(n) > 0 ? zeroth : -zeroth;
    return spherical_miller(n, z, -1, zeroth, first);
}
template <class T> CUPY_CALLED T spherical_kn(int n, T z) {
    if (n < 0 || isnan(z)) return undefined<T>();
    if constexpr (is_complex<T>::value) {
        if (z == T(0)) return undefined<T>();
        if (is_huge_real(z)) return z.re > 0 ? T(0) : T(-infinity());
    } else {
        if (z == 0) return infinity();
        if (isinf(z)) return z > 0 ? 0 : -infinity();
    }
    const bool left = real(z) < 0;
    if (left) z = -z;
    const T zeroth = kHalfPi * exp(-z) / z, right = spherical_up(n, z, -1, zeroth, T(zeroth * (1.0 + 1.0 / z)));
    return left ? T(-parity_sign(n) * right - kPi * spherical_in(n, z)) : right;
}

// The derivative from the neighbouring order (DLMF 10.51.2, 10.51.5).
#define CUPY_SPHERICAL_DERIVATIVE(name, of_zero, with_before)                                      \
    template <class T> CUPY_CALLED T name##_derivative(int n, T z) {                                \
        if (n == 0) return of_zero name(1, z);                                                      \
        if (z == T(0)) return n == 1 && abs(name(0, T(0))) == 1 ? T(1.0 / 3) : name(1, z);           \
        return with_before name(n - 1, z) - (n + 1.0) / z * name(n, z);                             \
    }
CUPY_SPHERICAL_DERIVATIVE(spherical_jn, -, +)
CUPY_SPHERICAL_DERIVATIVE(spherical_yn, -, +)
CUPY_SPHERICAL_DERIVATIVE(spherical_in, +, +)
CUPY_SPHERICAL_DERIVATIVE(spherical_kn, -, -)
#undef CUPY_SPHERICAL_DERIVATIVE

CUPY_DEVICE int small_int(int64 n) { return n < -1 ? -1 : n > 10000000 ? 10000000 : (int)n; }

}  // namespace special
}  // namespace cupy
