// CUDA's mathematical functions that the C library has not.
#pragma once

#include "simt/math.hpp"

// Half turns: the angle is reduced before it is multiplied, so that whole and half numbers give exact results.
namespace cupy {
namespace simt {
template <class T> struct turned {
    double sine, cosine;
    CUPY_SIMT_INLINE turned of(T x) {
        const double r = double(x) - 2.0 * rint(0.5 * double(x)), quarters = rint(2.0 * r);
        const double angle = 3.14159265358979323846 * (r - 0.5 * quarters), s = sin(angle), c = cos(angle);
        const int at = int(quarters) & 3;
        const double sine = at & 1 ? c : s, cosine = at & 1 ? s : c;
        return {at & 2 ? -sine : sine, at == 1 || at == 2 ? -cosine : cosine};
    }
};

// The length of a vector is root times two to the power of exponent.
struct length {
    double root;
    int exponent;
};
template <class T> CUPY_SIMT_INLINE length length_of(int n, const T *p) {
    double most = 0;
    bool has_nan = false;
    for (int k = 0; k < n; ++k) {
        const double size = __builtin_fabs(double(p[k]));
        has_nan |= size != size;
        most = size > most ? size : most;
    }
    if (__builtin_isinf(most) || most == 0) return {has_nan && most == 0 ? __builtin_nan("") : most, 0};
    int exponent;
    frexp(most, &exponent);
    double sum = 0;
    for (int k = 0; k < n; ++k) {
        const double part = ldexp(double(p[k]), -exponent);
        sum = __builtin_fma(part, part, sum);
    }
    return {sqrt(sum), exponent};
}
}  // namespace simt
}  // namespace cupy

// For double and (with f) for float.
#define CUPY_OWN(T, f)                                                                                         \
    CUPY_SIMT_INLINE T rsqrt##f(T x) { return T(1) / sqrt##f(x); }                                             \
    CUPY_SIMT_INLINE T rcbrt##f(T x) { return T(1.0 / cbrt(double(x))); }                                      \
    CUPY_SIMT_INLINE T exp10##f(T x) { return T(pow(10.0, double(x))); }                                       \
    CUPY_SIMT_INLINE T sinpi##f(T x) {                                                                         \
        const T found = T(cupy::simt::turned<T>::of(x).sine);                                                  \
        return found == 0 ? copysign##f(T(0), x) : found;                                                      \
    }                                                                                                          \
    CUPY_SIMT_INLINE T cospi##f(T x) {                                                                         \
        const T found = T(cupy::simt::turned<T>::of(x).cosine);                                                \
        return found == 0 ? T(0) : found;                                                                      \
    }                                                                                                          \
    CUPY_SIMT_INLINE void sincos##f(T x, T *s, T *c) { *s = sin##f(x); *c = cos##f(x); }                       \
    CUPY_SIMT_INLINE void sincospi##f(T x, T *s, T *c) { *s = sinpi##f(x); *c = cospi##f(x); }                 \
    CUPY_SIMT_INLINE T norm##f(int n, const T *p) {                                                            \
        const auto found = cupy::simt::length_of(n, p);                                                        \
        return T(ldexp(found.root, found.exponent));                                                           \
    }                                                                                                          \
    CUPY_SIMT_INLINE T rnorm##f(int n, const T *p) {                                                           \
        const auto found = cupy::simt::length_of(n, p);                                                        \
        return T(ldexp(1.0 / found.root, -found.exponent));                                                    \
    }                                                                                                          \
    CUPY_SIMT_INLINE T rhypot##f(T x, T y) { const T p[] = {x, y}; return rnorm##f(2, p); }                    \
    CUPY_SIMT_INLINE T norm3d##f(T x, T y, T z) { const T p[] = {x, y, z}; return norm##f(3, p); }             \
    CUPY_SIMT_INLINE T rnorm3d##f(T x, T y, T z) { const T p[] = {x, y, z}; return rnorm##f(3, p); }           \
    CUPY_SIMT_INLINE T norm4d##f(T x, T y, T z, T t) { const T p[] = {x, y, z, t}; return norm##f(4, p); }     \
    CUPY_SIMT_INLINE T rnorm4d##f(T x, T y, T z, T t) { const T p[] = {x, y, z, t}; return rnorm##f(4, p); }
CUPY_OWN(double, )
CUPY_OWN(float, f)
#undef CUPY_OWN
CUPY_SIMT_INLINE float rsqrt(float x) { return rsqrtf(x); }
CUPY_SIMT_INLINE float rcbrt(float x) { return rcbrtf(x); }
CUPY_SIMT_INLINE float exp10(float x) { return exp10f(x); }
CUPY_SIMT_INLINE float sinpi(float x) { return sinpif(x); }
CUPY_SIMT_INLINE float cospi(float x) { return cospif(x); }
CUPY_SIMT_INLINE float rhypot(float x, float y) { return rhypotf(x, y); }
CUPY_SIMT_INLINE float norm(int n, const float *p) { return normf(n, p); }
CUPY_SIMT_INLINE float rnorm(int n, const float *p) { return rnormf(n, p); }
CUPY_SIMT_INLINE void sincos(float x, float *s, float *c) { sincosf(x, s, c); }
CUPY_SIMT_INLINE void sincospi(float x, float *s, float *c) { sincospif(x, s, c); }

// The normal distribution: the error function where its argument is rounded, and what the rounding changes.
CUPY_SIMT_INLINE double normcdf(double x) {
    const double high = x * -0.70710678118654752440;
    const double low = __builtin_fma(x, -0.70710678118654752440, -high) + x * 4.8336466567264851e-17;
    const double found = erfc(high);
    const double change = high > 0 ? 2.0 * high * low * found : 0.0;
    return 0.5 * (change == change && __builtin_isfinite(x) ? found - change : found);
}

// exp(x^2) erfc(x): by parts where the product is exact enough, by its continued fraction beyond.
CUPY_SIMT_INLINE double erfcx(double x) {
    const double size = x < 0 ? -x : x;
    double found;
    if (size < 2) {
        found = exp(size * size) * erfc(size);
    } else {
        double rest = size;
        for (int k = 60; k > 0; --k) rest = size + 0.5 * k / rest;
        found = 0.56418958354775628695 / rest;
    }
    return x < 0 ? 2 * exp(x * x) - found : found;
}
// Giles' approximation ("Approximating the erfinv function", GPU Computing Gems, 2012), then two steps of Newton's.
CUPY_SIMT_INLINE double erfinv(double x) {
    const double near[] = {2.81022636e-08, 3.43273939e-07, -3.5233877e-06, -4.39150654e-06, 0.00021858087,
                           -0.00125372503, -0.00417768164, 0.246640727, 1.50140941};
    const double far[] = {-0.000200214257, 0.000100950558, 0.00134934322, -0.00367342844, 0.00573950773,
                          -0.0076224613, 0.00943887047, 1.00167406, 2.83297682};
    if (!(x > -1 && x < 1)) return x == 1 ? HUGE_VAL : x == -1 ? -HUGE_VAL : __builtin_nan("");
    double w = -log((1 - x) * (1 + x)), p = 0;
    const double *coefficients = w < 5 ? near : far;
    w = w < 5 ? w - 2.5 : sqrt(w) - 3;
    for (int k = 0; k < 9; ++k) p = p * w + coefficients[k];
    double y = p * x;
    for (int k = 0; k < 2; ++k) {
        // The complement keeps its digits near one.
        const double miss = x > 0.5 ? (1 - x) - erfc(y) : x < -0.5 ? erfc(-y) - (1 + x) : erf(y) - x;
        y -= miss * 0.88622692545275801365 * exp(y * y);
    }
    return y;
}
CUPY_SIMT_INLINE double erfcinv(double x) {
    if (x > 0.5) return erfinv(1 - x);
    if (!(x > 0)) return x == 0 ? HUGE_VAL : __builtin_nan("");
    double y = sqrt(-log(x * (x < 1e-300 ? 1.7724538509055159 : 1.0)));
    for (int k = 0; k < 6; ++k) {
        // Newton's on log(erfc): its slope hardly changes.
        const double scaled = erfcx(y), slope = -1.1283791670955126 / scaled;
        y -= (log(scaled) - y * y - log(x)) / slope;
    }
    return y;
}
CUPY_SIMT_INLINE double normcdfinv(double x) { return -1.41421356237309504880 * erfcinv(2 * x); }

// Modified Bessel functions: the power series, and the asymptotic one where it is better.
CUPY_SIMT_INLINE double cupy_bessel_i(int order, double x) {
    const double size = x < 0 ? -x : x;
    if (__builtin_isinf(x)) return order ? x : size;
    if (size > 40) {
        double term = 1, sum = 1;
        for (int k = 1; k < 20; ++k) {
            term *= -(4.0 * order * order - (2 * k - 1) * (2 * k - 1)) / (8.0 * k * size);
            sum += term;
        }
        const double half = exp(0.5 * size);
        sum = half * (sum / sqrt(6.28318530717958647693 * size)) * half;
        return x < 0 && order ? -sum : sum;
    }
    double term = order ? 0.5 * x : 1, sum = term;
    for (int k = 1; k < 500; ++k) {
        term *= 0.25 * x * x / (double(k) * (k + order));
        sum += term;
        if ((term < 0 ? -term : term) <= 1e-17 * (sum < 0 ? -sum : sum)) break;
    }
    return sum;
}
CUPY_SIMT_INLINE double cyl_bessel_i0(double x) { return cupy_bessel_i(0, x); }
CUPY_SIMT_INLINE double cyl_bessel_i1(double x) { return cupy_bessel_i(1, x); }

#define CUPY_THROUGH_DOUBLE(name)                                                \
    CUPY_SIMT_INLINE float name##f(float x) { return float(name(double(x))); }   \
    CUPY_SIMT_INLINE float name(float x) { return float(name(double(x))); }
CUPY_THROUGH_DOUBLE(normcdf) CUPY_THROUGH_DOUBLE(erfcx) CUPY_THROUGH_DOUBLE(erfinv) CUPY_THROUGH_DOUBLE(erfcinv)
CUPY_THROUGH_DOUBLE(normcdfinv) CUPY_THROUGH_DOUBLE(cyl_bessel_i0) CUPY_THROUGH_DOUBLE(cyl_bessel_i1)
#undef CUPY_THROUGH_DOUBLE

// Intrinsics: the host's precise function stands for each fast one.
#define CUPY_FAST_1(name) CUPY_SIMT_INLINE float __##name##f(float x) { return name##f(x); }
CUPY_FAST_1(sin) CUPY_FAST_1(cos) CUPY_FAST_1(tan) CUPY_FAST_1(exp) CUPY_FAST_1(exp10) CUPY_FAST_1(log)
CUPY_FAST_1(log2) CUPY_FAST_1(log10) CUPY_FAST_1(tanh)
#undef CUPY_FAST_1
CUPY_SIMT_INLINE float __powf(float x, float y) { return powf(x, y); }
CUPY_SIMT_INLINE float __fdividef(float x, float y) { return x / y; }
CUPY_SIMT_INLINE void __sincosf(float x, float *s, float *c) { sincosf(x, s, c); }
CUPY_SIMT_INLINE float __saturatef(float x) { return x > 0 ? x < 1 ? x : 1.0f : 0.0f; }
