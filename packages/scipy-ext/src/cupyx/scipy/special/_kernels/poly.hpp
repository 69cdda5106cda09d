// What all families share: polynomials, constants, sines of multiples of pi.
#pragma once

#include "math/complex_trig.hpp"
#include "math/floating.hpp"
#include "math/real.hpp"

namespace cupy {

// c0 + c1 t + c2 t^2 + ...
template <class T> CUPY_DEVICE T poly(T, double c) { return T(c); }
template <class T, class... C> CUPY_DEVICE T poly(T t, double c, C... rest) {
    if constexpr (is_complex<T>::value) return poly(t, rest...) * t + T(c);
    else return fma(poly(t, rest...), t, T(c));
}
// The same of a table, for doubles: GPUs take constants from where `__constant__` puts them in one instruction, and need two
// to write a literal.
template <int k = 0, class T, int n> CUPY_DEVICE T poly_of(T t, const double (&c)[n]) {
    if constexpr (k == n - 1) return T(c[k]);
    else if constexpr (is_complex<T>::value) return poly_of<k + 1>(t, c) * t + T(c[k]);
    else return fma(poly_of<k + 1>(t, c), t, T(c[k]));
}

namespace special {

using Z = complex<double>;

// What functions of floats compute in that lose some digits in single precision: processors have vectors of doubles.
#ifdef CUPY_SIMT
using Single = float;
#else
using Single = double;
#endif

// Complex elementary functions are long: they are called, not inlined.
#define CUPY_COMPLEX_CALLED(name) \
    using cupy::name;             \
    CUPY_CALLED Z name(Z z) { return cupy::name<double>(z); }
CUPY_COMPLEX_CALLED(exp)
CUPY_COMPLEX_CALLED(log)
CUPY_COMPLEX_CALLED(log1p)
CUPY_COMPLEX_CALLED(sqrt)
CUPY_COMPLEX_CALLED(sin)
CUPY_COMPLEX_CALLED(cos)
CUPY_COMPLEX_CALLED(sinh)
CUPY_COMPLEX_CALLED(cosh)
#undef CUPY_COMPLEX_CALLED
using cupy::abs;
CUPY_CALLED double abs(Z z) { return hypot(z.re, z.im); }
CUPY_CALLED Z operator/(Z a, Z b) { return cupy::operator/<double>(a, b); }
CUPY_CALLED Z operator/(double a, Z b) { return cupy::operator/<double>(Z(a, 0), b); }

constexpr double kPi = 3.141592653589793238463, kHalfPi = 1.570796326794896619231, kTwoPi = 6.283185307179586476925;
constexpr double kEuler = 0.577215664901532860607, kLogSqrtTwoPi = 0.918938533204672741780;
constexpr double kLogPi = 1.144729885849400174143, kSqrtPi = 1.772453850905516027298;
constexpr double kSqrtTwo = 1.414213562373095048802, kSqrtHalf = 0.707106781186547524401;
constexpr double kLog2 = 0.693147180559945309417, kEps = 2.220446049250313e-16;

CUPY_DEVICE double nan() { return limits<double>::nan(); }
CUPY_DEVICE double infinity() { return limits<double>::infinity(); }
CUPY_DEVICE Z nan_complex() { return {nan(), nan()}; }
template <class T> CUPY_DEVICE T least(T a, T b) { return b < a ? b : a; }
template <class T> CUPY_DEVICE T most(T a, T b) { return a < b ? b : a; }
// One of two numbers, of which the compiler computes none in a branch: loops in which functions are called stay vectors.
CUPY_DEVICE double chosen(bool first, double a, double b) {
#ifdef CUPY_SIMT
    return first ? a : b;
#else
    const uint64 mask = -(uint64)first;
    return platform::bits_as<double>((platform::bits_as<uint64>(a) & mask) | (platform::bits_as<uint64>(b) & ~mask));
#endif
}
CUPY_DEVICE Z square(Z z) { return {(z.re - z.im) * (z.re + z.im), 2 * z.re * z.im}; }
CUPY_DEVICE double parity_sign(double n) { return n == 2 * floor(n * 0.5) ? 1.0 : -1.0; }   // (-1)^n

template <class T> CUPY_CALLED T sinpi(T x) {
    T r = x - 2 * rint(x * T(0.5));
    if (fabs(r) > T(0.5)) r = copysign(T(1), r) - r;
    return sin(T(kPi) * r);
}
template <class T> CUPY_CALLED T cospi(T x) {
    const T r = fabs(x - 2 * rint(x * T(0.5)));
    return r == T(0.5) ? T(0) : sin(T(kPi) * (T(0.5) - r));
}
CUPY_CALLED Z sinpi(Z z) {
    const double y = kPi * z.im;
    return {sinpi(z.re) * cosh(y), cospi(z.re) * sinh(y)};
}
CUPY_CALLED Z cospi(Z z) {
    const double y = kPi * z.im;
    return {cospi(z.re) * cosh(y), -sinpi(z.re) * sinh(y)};
}
// 1 / x for numbers of moderate size, without the branch that division of floats has on devices; infinity of zero.
CUPY_DEVICE float reciprocal(float x) {
#ifdef CUPY_SIMT
    const float root = platform::reciprocal_root(x), y = root * root;
    return isinf(y) ? y : fma(fma(-x, y, 1.0f), y, y);
#else
    return 1 / x;
#endif
}
CUPY_DEVICE double reciprocal(double x) { return 1 / x; }
// 1 / x and 2^x where no special case is needed: x is not tiny, and a tiny result may be 0.
CUPY_DEVICE float plain_reciprocal(float x) {
#ifdef CUPY_SIMT
    const float y = platform::near_reciprocal(x);
    return fma(fma(-x, y, 1.0f), y, y);
#else
    return 1 / x;
#endif
}
CUPY_DEVICE double plain_reciprocal(double x) { return 1 / x; }
// The same, to two units of the last place.
CUPY_DEVICE float almost_reciprocal(float x) {
#ifdef CUPY_SIMT
    return platform::near_reciprocal(x);
#else
    return 1 / x;
#endif
}
// 1 / sqrt(x) to two units of the last place.
CUPY_DEVICE float near_root_reciprocal(float x) {
#ifdef CUPY_SIMT
    return platform::reciprocal_root(x);
#else
    return 1 / sqrt(x);
#endif
}
CUPY_DEVICE float plain_exp2(float x) {
#ifdef CUPY_SIMT
    return platform::near_exp2(x);
#else
    return exp2(x);
#endif
}

}  // namespace special
}  // namespace cupy
