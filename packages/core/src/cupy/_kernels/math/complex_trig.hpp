// Trigonometric and hyperbolic functions of complex numbers and their inverses.
//
// The hyperbolic functions hold the formulas; the trigonometric ones are the same of i z.  The
// inverses follow W. Kahan, "Branch cuts for complex elementary functions" (1987).
#pragma once

#include "math/complex.hpp"

namespace cupy {

// x beyond which e^-x no longer matters beside e^x.
template <class T> CUPY_DEVICE T large_exponent() { return sizeof(T) == 4 ? T(11) : T(22); }

template <class T> CUPY_DEVICE complex<T> sinh(complex<T> z) {
    if (z.im == 0) return {sinh(z.re), z.im};
    if (z.re == 0) return {isfinite(z.im) ? z.re * cos(z.im) : z.re, sin(z.im)};
    if (isinf(z.re) && !isfinite(z.im)) return {limits<T>::infinity(), limits<T>::nan()};
    const T c = cos(z.im), s = sin(z.im), x = fabs(z.re);
    if (x > large_exponent<T>()) return scaled_exp(x, z.re < 0 ? -c : c, s, T(0.5));
    return {sinh(z.re) * c, cosh(z.re) * s};
}
template <class T> CUPY_DEVICE complex<T> cosh(complex<T> z) {
    if (z.im == 0) return {cosh(z.re), isnan(z.re) ? z.im : copysign(T(0), z.re) * z.im};
    if (z.re == 0) return {cos(z.im), isfinite(z.im) ? z.re * sin(z.im) : T(0)};
    if (isinf(z.re) && !isfinite(z.im)) return {limits<T>::infinity(), limits<T>::nan()};
    const T c = cos(z.im), s = sin(z.im), x = fabs(z.re);
    if (x > large_exponent<T>()) return scaled_exp(x, c, z.re < 0 ? -s : s, T(0.5));
    return {cosh(z.re) * c, sinh(z.re) * s};
}
template <class T> CUPY_DEVICE complex<T> tanh(complex<T> z) {
    if (isnan(z.re)) return {z.re, z.im == 0 ? z.im : z.re};
    if (isinf(z.re))
        return {copysign(T(1), z.re), copysign(T(0), isfinite(z.im) ? sin(z.im) * cos(z.im) : z.im)};
    if (!isfinite(z.im)) return {z.re == 0 ? z.re : limits<T>::nan(), limits<T>::nan()};
    if (fabs(z.re) >= large_exponent<T>()) {
        const T e = exp(-fabs(z.re));
        return {copysign(T(1), z.re), 4 * sin(z.im) * cos(z.im) * e * e};
    }
    const T t = tan(z.im), b = 1 + t * t, s = sinh(z.re), r = sqrt(1 + s * s);
    const T d = 1 + b * s * s;
    return {b * r * s / d, t / d};
}

template <class T> CUPY_DEVICE complex<T> times_i(complex<T> z) { return {-z.im, z.re}; }
template <class T> CUPY_DEVICE complex<T> over_i(complex<T> z) { return {z.im, -z.re}; }
template <class T> CUPY_DEVICE complex<T> sin(complex<T> z) {
    if (isinf(z.im) && !isfinite(z.re)) return {limits<T>::nan(), limits<T>::infinity()};
    return over_i(sinh(times_i(z)));
}
template <class T> CUPY_DEVICE complex<T> cos(complex<T> z) { return cosh(times_i(z)); }
template <class T> CUPY_DEVICE complex<T> tan(complex<T> z) { return over_i(tanh(times_i(z))); }

// |z| so large that 1 beside z does not matter.
template <class T> CUPY_DEVICE bool is_huge(complex<T> z) {
    const T edge = sizeof(T) == 4 ? T(1 << 13) : T(1 << 28);
    return fabs(z.re) > edge || fabs(z.im) > edge;
}
template <class T> CUPY_DEVICE T log_twice_abs(complex<T> z) {
    return log_abs(z) + T(0.693147180559945309417);
}
template <class T> CUPY_DEVICE complex<T> asin(complex<T> z) {
    if (isnan(z) && !isinf(z)) return {z.re == 0 ? z.re : limits<T>::nan(), limits<T>::nan()};
    if (is_huge(z)) return {atan2(z.re, fabs(z.im)), copysign(log_twice_abs(z), z.im)};
    const complex<T> below = sqrt(complex<T>(1 - z.re, -z.im)), above = sqrt(complex<T>(1 + z.re, z.im));
    return {atan2(z.re, below.re * above.re - below.im * above.im),
            asinh(below.re * above.im - below.im * above.re)};
}
template <class T> CUPY_DEVICE complex<T> acos(complex<T> z) {
    if (isnan(z) && !isinf(z))
        return {z.re == 0 ? T(1.570796326794896619231) : limits<T>::nan(), limits<T>::nan()};
    if (is_huge(z)) return {atan2(fabs(z.im), z.re), -copysign(log_twice_abs(z), z.im)};
    const complex<T> below = sqrt(complex<T>(1 - z.re, -z.im)), above = sqrt(complex<T>(1 + z.re, z.im));
    return {2 * atan2(below.re, above.re), asinh(above.re * below.im - above.im * below.re)};
}
template <class T> CUPY_DEVICE complex<T> acosh(complex<T> z) {
    if (isnan(z) && !isinf(z))
        return {limits<T>::nan(), z.re == 0 ? T(1.570796326794896619231) : limits<T>::nan()};
    if (is_huge(z)) return {log_twice_abs(z), atan2(z.im, z.re)};
    const complex<T> below = sqrt(complex<T>(z.re - 1, z.im)), above = sqrt(complex<T>(z.re + 1, z.im));
    return {asinh(below.re * above.re + below.im * above.im), 2 * atan2(below.im, above.re)};
}
template <class T> CUPY_DEVICE complex<T> atanh(complex<T> z) {
    const T x = fabs(z.re), y = z.im, right = T(1.570796326794896619231);
    if (isinf(x) || isinf(y)) return {copysign(T(0), z.re), isnan(y) ? y : copysign(right, y)};
    if (isnan(x) || isnan(y)) return {z.re == 0 ? z.re : limits<T>::nan(), limits<T>::nan()};
    if (is_huge(z)) {
        const T size = hypot(x, y);
        return {copysign(x / size / size, z.re), copysign(right, y)};
    }
    const T less = 1 - x;
    const T gap = hypot(less, y);   // near 1 its square would be lost
    const T re = gap < limits<T>::epsilon() ? T(0.5) * log(2 / gap) : T(0.25) * log1p(4 * x / (gap * gap));
    const T im = x == 1 && y == 0 ? y : T(0.5) * atan2(2 * y, less * (1 + x) - y * y);
    return {copysign(re, z.re), im};
}
template <class T> CUPY_DEVICE complex<T> asinh(complex<T> z) { return over_i(asin(times_i(z))); }
template <class T> CUPY_DEVICE complex<T> atan(complex<T> z) { return over_i(atanh(times_i(z))); }

}  // namespace cupy
