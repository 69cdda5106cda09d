// Elementary functions of complex numbers: magnitude, exponential, logarithm, roots, powers.
#pragma once

#include "math/real.hpp"
#include "types/complex.hpp"
#include "types/limits.hpp"

namespace cupy {

template <class T> CUPY_DEVICE bool isnan(complex<T> z) { return isnan(z.re) || isnan(z.im); }
template <class T> CUPY_DEVICE bool isinf(complex<T> z) { return isinf(z.re) || isinf(z.im); }
template <class T> CUPY_DEVICE bool isfinite(complex<T> z) {
    return isfinite(z.re) && isfinite(z.im);
}
template <class T> CUPY_DEVICE T abs(complex<T> z) { return hypot(z.re, z.im); }
template <class T> CUPY_DEVICE T arg(complex<T> z) { return atan2(z.im, z.re); }
template <class T> CUPY_DEVICE complex<T> polar(T size, T angle) {
    return {size * cos(angle), size * sin(angle)};
}
template <class T> CUPY_DEVICE complex<T> reciprocal(complex<T> z) {
    const bool wide = fabs(z.re) >= fabs(z.im);
    const T ratio = wide ? z.im / z.re : z.re / z.im;
    const T divisor = wide ? z.re + z.im * ratio : z.im + z.re * ratio;   // its inverse may overflow
    return wide ? complex<T>(1 / divisor, -ratio / divisor) : complex<T>(ratio / divisor, -1 / divisor);
}

// scale * exp(x) * (c + i s) without overflow or underflow on the way.
template <class T> CUPY_DEVICE complex<T> scaled_exp(T x, T c, T s, T scale = T(1)) {
    const T e = exp(x);
    if (isinf(e) && isfinite(x)) {
        const T half = exp(x * T(0.5)), rest = scale * half;
        return {half * c * rest, half * s * rest};
    }
    return {scale * e * c, scale * e * s};
}

template <class T> CUPY_DEVICE complex<T> exp(complex<T> z) {
    if (z.im == 0) return {exp(z.re), z.im};
    if (isinf(z.re) && !isfinite(z.im))
        return z.re > 0 ? complex<T>(z.re, limits<T>::nan()) : complex<T>(T(0), copysign(T(0), z.im));
    return scaled_exp(z.re, cos(z.im), sin(z.im));
}
template <class T> CUPY_DEVICE complex<T> exp2(complex<T> z) {
    return exp(z * T(0.693147180559945309417));
}
template <class T> CUPY_DEVICE complex<T> expm1(complex<T> z) {
    if (z.im == T(0)) return {expm1(z.re), z.im};   // no infinity times zero
    if (isinf(z.re) && !isfinite(z.im))             // no infinity times NaN
        return z.re < T(0) ? complex<T>(T(-1), T(0)) : complex<T>(z.re, limits<T>::nan());
    const T half = sin(z.im * T(0.5));
    return {expm1(z.re) * cos(z.im) - 2 * half * half, exp(z.re) * sin(z.im)};
}

// log|z|, accurate near |z| = 1.
template <class T> CUPY_DEVICE T log_abs(complex<T> z) {
    const T x = fabs(z.re), y = fabs(z.im);
    const T most = x > y ? x : y, least = x > y ? y : x;
    if (most > T(0.5) && most < T(1.5) && least < T(1.5)) {
        const T a = most * most, b = least * least;   // |z|^2 - 1 with the roundings added back
        return T(0.5) * log1p((a - 1) + b + (fma(most, most, -a) + fma(least, least, -b)));
    }
    if (most > limits<T>::max() * T(0.5) && !isinf(most))   // powers of 2 keep |z| representable
        return log(hypot(x * T(0.5), y * T(0.5))) + T(0.693147180559945309417);
    const T scale = T(1152921504606846976);
    if (most < limits<T>::min() && most > 0)
        return log(hypot(x * scale, y * scale)) - T(41.5888308335967185650);
    return log(hypot(x, y));
}
template <class T> CUPY_DEVICE complex<T> log(complex<T> z) { return {log_abs(z), arg(z)}; }
template <class T> CUPY_DEVICE complex<T> log2(complex<T> z) {
    return {log_abs(z) * T(1.442695040888963407360), arg(z) * T(1.442695040888963407360)};
}
template <class T> CUPY_DEVICE complex<T> log10(complex<T> z) {
    return {log_abs(z) * T(0.434294481903251827651), arg(z) * T(0.434294481903251827651)};
}
template <class T> CUPY_DEVICE complex<T> log1p(complex<T> z) {
    const T x = z.re, y = z.im, angle = atan2(y, x + 1);
    if (fabs(x) < T(0.5) && fabs(y) < T(0.5)) return {T(0.5) * log1p(x * (x + 2) + y * y), angle};
    return {log_abs(complex<T>(x + 1, y)), angle};
}

template <class T> CUPY_DEVICE complex<T> sqrt(complex<T> z) {
    T x = z.re, y = z.im, scale = 1;
    if (x == 0 && y == 0) return {T(0), y};
    if (isinf(y)) return {limits<T>::infinity(), y};
    if (isnan(x)) return {x, limits<T>::nan()};
    if (isinf(x)) {
        const T zero = y - y;   // NaN where y is
        return x < 0 ? complex<T>(fabs(zero), copysign(x, y)) : complex<T>(x, copysign(zero, y));
    }
    const T most = fabs(x) > fabs(y) ? fabs(x) : fabs(y);
    if (most > limits<T>::max() * T(0.25)) {
        x *= T(0.0625);
        y *= T(0.0625);
        scale = 4;
    } else if (most < limits<T>::min() * 4) {
        x *= T(16777216) * T(16777216);
        y *= T(16777216) * T(16777216);
        scale = T(1) / T(16777216);
    }
    const T root = sqrt((fabs(x) + hypot(x, y)) * T(0.5));
    return x >= 0 ? complex<T>(root * scale, y / (2 * root) * scale)
                  : complex<T>(fabs(y) / (2 * root) * scale, copysign(root, y) * scale);
}

// 1 or 0 for an infinite or finite part where the other is infinite; 0 for NaN in a finite number.
template <class T> CUPY_DEVICE complex<T> direction(complex<T> z) {
    if (isinf(z)) return {copysign(T(isinf(z.re)), z.re), copysign(T(isinf(z.im)), z.im)};
    return {isnan(z.re) ? copysign(T(0), z.re) : z.re, isnan(z.im) ? copysign(T(0), z.im) : z.im};
}

// The product of C: infinite if a factor is, whatever its other part.
template <class T> CUPY_DEVICE complex<T> infinite_product(complex<T> a, complex<T> b) {
    const complex<T> product = a * b;
    if (!(isnan(product.re) && isnan(product.im)) || !(isinf(a) || isinf(b))) return product;
    const complex<T> sign = direction(a) * direction(b);
    return {limits<T>::infinity() * sign.re, limits<T>::infinity() * sign.im};
}

template <class T> CUPY_DEVICE complex<T> power(complex<T> a, complex<T> b) {
    if (b.re == 0 && b.im == 0) return {T(1), T(0)};
    if (a.re == 0 && a.im == 0)
        return b.re > 0 ? complex<T>(T(0), T(0)) : complex<T>(limits<T>::nan(), limits<T>::nan());
    if (b.im == 0 && fabs(b.re) < 100 && trunc(b.re) == b.re) {
        complex<T> result(T(1), T(0)), base = a;
        bool first = true;   // 1 times infinity would be NaN
        for (int n = (int)fabs(b.re); n; n >>= 1) {
            if (n & 1) {
                result = first ? base : result * base;
                first = false;
            }
            if (n > 1) base = base * base;
        }
        return b.re < 0 ? reciprocal(result) : result;
    }
    return exp(infinite_product(b, log(a)));
}
template <class T> CUPY_DEVICE complex<T> pow(complex<T> a, complex<T> b) { return power(a, b); }
template <class T, class U, enable_if_t<is_real<U>::value> = 0>
CUPY_DEVICE complex<T> pow(complex<T> a, U b) { return power(a, complex<T>((T)b)); }
template <class T, class U, enable_if_t<is_real<U>::value> = 0>
CUPY_DEVICE complex<T> pow(U a, complex<T> b) { return power(complex<T>((T)a), b); }

}  // namespace cupy
