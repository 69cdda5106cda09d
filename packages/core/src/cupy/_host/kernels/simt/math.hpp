// CUDA's mathematics: the C library's functions, overloaded for float, and CUDA's own.
#pragma once

#include "libm.hpp"
#include "math/user_constants.hpp"

#pragma GCC visibility push(default)
extern "C" {
double j0(double) noexcept;
double j1(double) noexcept;
double jn(int, double) noexcept;
double y0(double) noexcept;
double y1(double) noexcept;
double yn(int, double) noexcept;
long lrint(double) noexcept;
long lround(double) noexcept;
long long llrint(double) noexcept;
long long llround(double) noexcept;
int ilogb(double) noexcept;
double scalbn(double, int) noexcept;
float scalbnf(float, int) noexcept;
int abs(int) noexcept;
long labs(long) noexcept;
long long llabs(long long) noexcept;
}
#pragma GCC visibility pop

#define CUPY_FLOAT_1(name) CUPY_SIMT_INLINE float name(float x) { return name##f(x); }
#define CUPY_FLOAT_2(name) CUPY_SIMT_INLINE float name(float x, float y) { return name##f(x, y); }
CUPY_FLOAT_1(sin) CUPY_FLOAT_1(cos) CUPY_FLOAT_1(tan) CUPY_FLOAT_1(asin) CUPY_FLOAT_1(acos)
CUPY_FLOAT_1(atan) CUPY_FLOAT_1(sinh) CUPY_FLOAT_1(cosh) CUPY_FLOAT_1(tanh) CUPY_FLOAT_1(asinh)
CUPY_FLOAT_1(acosh) CUPY_FLOAT_1(atanh) CUPY_FLOAT_1(exp) CUPY_FLOAT_1(exp2) CUPY_FLOAT_1(expm1)
CUPY_FLOAT_1(log) CUPY_FLOAT_1(log2) CUPY_FLOAT_1(log10) CUPY_FLOAT_1(log1p) CUPY_FLOAT_1(sqrt)
CUPY_FLOAT_1(cbrt) CUPY_FLOAT_1(erf) CUPY_FLOAT_1(erfc) CUPY_FLOAT_1(tgamma) CUPY_FLOAT_1(lgamma)
CUPY_FLOAT_1(floor) CUPY_FLOAT_1(ceil) CUPY_FLOAT_1(trunc) CUPY_FLOAT_1(rint) CUPY_FLOAT_1(nearbyint)
CUPY_FLOAT_1(round) CUPY_FLOAT_1(fabs) CUPY_FLOAT_1(logb)
CUPY_FLOAT_2(pow) CUPY_FLOAT_2(atan2) CUPY_FLOAT_2(hypot) CUPY_FLOAT_2(fmod) CUPY_FLOAT_2(remainder)
CUPY_FLOAT_2(copysign) CUPY_FLOAT_2(nextafter) CUPY_FLOAT_2(fdim) CUPY_FLOAT_2(fmax) CUPY_FLOAT_2(fmin)
#undef CUPY_FLOAT_1
#undef CUPY_FLOAT_2
CUPY_SIMT_INLINE float fma(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
CUPY_SIMT_INLINE float ldexp(float x, int n) { return ldexpf(x, n); }
CUPY_SIMT_INLINE float scalbn(float x, int n) { return scalbnf(x, n); }
CUPY_SIMT_INLINE float frexp(float x, int *n) { return frexpf(x, n); }
CUPY_SIMT_INLINE float modf(float x, float *whole) { return modff(x, whole); }
CUPY_SIMT_INLINE long long llrint(float x) { return llrint(double(x)); }
CUPY_SIMT_INLINE int ilogb(float x) { return ilogb(double(x)); }
CUPY_SIMT_INLINE double pow(double x, int n) { return pow(x, double(n)); }
CUPY_SIMT_INLINE float pow(float x, int n) { return powf(x, float(n)); }

// Functions that C has not, for double and (with f) for float.
#define CUPY_OWN(T, f)                                                                                   \
    CUPY_SIMT_INLINE T rsqrt##f(T x) { return T(1) / sqrt##f(x); }                                       \
    CUPY_SIMT_INLINE T rcbrt##f(T x) { return T(1) / cbrt##f(x); }                                       \
    CUPY_SIMT_INLINE T exp10##f(T x) { return pow##f(T(10), x); }                                        \
    CUPY_SIMT_INLINE T sinpi##f(T x) { return sin##f(T(3.14159265358979323846) * fmod##f(x, T(2))); }    \
    CUPY_SIMT_INLINE T cospi##f(T x) { return cos##f(T(3.14159265358979323846) * fmod##f(x, T(2))); }    \
    CUPY_SIMT_INLINE T normcdf##f(T x) { return T(0.5) * erfc##f(x * T(-0.70710678118654752440)); }      \
    CUPY_SIMT_INLINE T rhypot##f(T x, T y) { return T(1) / hypot##f(x, y); }                             \
    CUPY_SIMT_INLINE T norm3d##f(T x, T y, T z) { return hypot##f(hypot##f(x, y), z); }                  \
    CUPY_SIMT_INLINE T norm4d##f(T x, T y, T z, T t) { return hypot##f(norm3d##f(x, y, z), t); }         \
    CUPY_SIMT_INLINE T rnorm3d##f(T x, T y, T z) { return T(1) / norm3d##f(x, y, z); }                   \
    CUPY_SIMT_INLINE T rnorm4d##f(T x, T y, T z, T t) { return T(1) / norm4d##f(x, y, z, t); }           \
    CUPY_SIMT_INLINE void sincos##f(T x, T *s, T *c) { *s = sin##f(x); *c = cos##f(x); }                 \
    CUPY_SIMT_INLINE void sincospi##f(T x, T *s, T *c) { *s = sinpi##f(x); *c = cospi##f(x); }
CUPY_OWN(double, )
CUPY_OWN(float, f)
#undef CUPY_OWN

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
CUPY_THROUGH_DOUBLE(erfcx) CUPY_THROUGH_DOUBLE(erfinv) CUPY_THROUGH_DOUBLE(erfcinv) CUPY_THROUGH_DOUBLE(normcdfinv)
CUPY_THROUGH_DOUBLE(cyl_bessel_i0) CUPY_THROUGH_DOUBLE(cyl_bessel_i1)
CUPY_THROUGH_DOUBLE(j0) CUPY_THROUGH_DOUBLE(j1) CUPY_THROUGH_DOUBLE(y0) CUPY_THROUGH_DOUBLE(y1)
#undef CUPY_THROUGH_DOUBLE
CUPY_SIMT_INLINE float rsqrt(float x) { return rsqrtf(x); }
CUPY_SIMT_INLINE float exp10(float x) { return exp10f(x); }
CUPY_SIMT_INLINE float fdividef(float x, float y) { return x / y; }

template <class T> CUPY_SIMT_INLINE bool isnan(T x) { return x != x; }
template <class T> CUPY_SIMT_INLINE bool isinf(T x) { return __builtin_isinf(x); }
template <class T> CUPY_SIMT_INLINE bool isfinite(T x) { return __builtin_isfinite(x); }
template <class T> CUPY_SIMT_INLINE bool signbit(T x) { return __builtin_signbit(x); }

// Templates, beside which the C++ library may declare functions of these types.
namespace cupy {
namespace simt {
CUPY_SIMT_INLINE long magnitude(long x) { return x < 0 ? -x : x; }
CUPY_SIMT_INLINE long long magnitude(long long x) { return x < 0 ? -x : x; }
CUPY_SIMT_INLINE float magnitude(float x) { return __builtin_fabsf(x); }
CUPY_SIMT_INLINE double magnitude(double x) { return __builtin_fabs(x); }
template <class T> struct has_magnitude;
template <> struct has_magnitude<long> { using type = long; };
template <> struct has_magnitude<long long> { using type = long long; };
template <> struct has_magnitude<float> { using type = float; };
template <> struct has_magnitude<double> { using type = double; };
}  // namespace simt
}  // namespace cupy
template <class T> CUPY_SIMT_INLINE typename cupy::simt::has_magnitude<T>::type abs(T x) {
    return cupy::simt::magnitude(x);
}

// As C's fmin and fmax for floating point: a NaN gives way.
template <class A, class B> CUPY_SIMT_INLINE auto min(A a, B b) -> decltype(a + b) {
    using T = decltype(a + b);
    return T(b) < T(a) || T(a) != T(a) ? T(b) : T(a);
}
template <class A, class B> CUPY_SIMT_INLINE auto max(A a, B b) -> decltype(a + b) {
    using T = decltype(a + b);
    return T(a) < T(b) || T(a) != T(a) ? T(b) : T(a);
}

// Intrinsics: the host's precise function stands for each fast one.
#define CUPY_FAST_1(name) CUPY_SIMT_INLINE float __##name##f(float x) { return name##f(x); }
CUPY_FAST_1(sin) CUPY_FAST_1(cos) CUPY_FAST_1(tan) CUPY_FAST_1(exp) CUPY_FAST_1(exp10) CUPY_FAST_1(log)
CUPY_FAST_1(log2) CUPY_FAST_1(log10)
#undef CUPY_FAST_1
CUPY_SIMT_INLINE float __powf(float x, float y) { return powf(x, y); }
CUPY_SIMT_INLINE float __fdividef(float x, float y) { return x / y; }
CUPY_SIMT_INLINE void __sincosf(float x, float *s, float *c) { sincosf(x, s, c); }
CUPY_SIMT_INLINE float __saturatef(float x) { return x > 0 ? x < 1 ? x : 1.0f : 0.0f; }
CUPY_SIMT_INLINE float __frsqrt_rn(float x) { return 1.0f / sqrtf(x); }
#define CUPY_ROUNDED(T, prefix)                                                                 \
    CUPY_SIMT_INLINE T __##prefix##add_rn(T x, T y) { return x + y; }                           \
    CUPY_SIMT_INLINE T __##prefix##sub_rn(T x, T y) { return x - y; }                           \
    CUPY_SIMT_INLINE T __##prefix##mul_rn(T x, T y) { return x * y; }                           \
    CUPY_SIMT_INLINE T __##prefix##div_rn(T x, T y) { return x / y; }                           \
    CUPY_SIMT_INLINE T __##prefix##rcp_rn(T x) { return T(1) / x; }
CUPY_ROUNDED(float, f)
CUPY_ROUNDED(double, d)
#undef CUPY_ROUNDED
CUPY_SIMT_INLINE float __fsqrt_rn(float x) { return sqrtf(x); }
CUPY_SIMT_INLINE double __dsqrt_rn(double x) { return sqrt(x); }
CUPY_SIMT_INLINE float __fmaf_rn(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
CUPY_SIMT_INLINE double __fma_rn(double x, double y, double z) { return __builtin_fma(x, y, z); }

// Conversions with a direction; conversions towards zero are C's own.
#define CUPY_ROUND_TO(From, from, To, to, f)                                                    \
    CUPY_SIMT_INLINE To __##from##2##to##_rn(From x) { return (To)(rint##f(x)); }                 \
    CUPY_SIMT_INLINE To __##from##2##to##_rz(From x) { return (To)(x); }                          \
    CUPY_SIMT_INLINE To __##from##2##to##_ru(From x) { return (To)(ceil##f(x)); }                 \
    CUPY_SIMT_INLINE To __##from##2##to##_rd(From x) { return (To)(floor##f(x)); }
CUPY_ROUND_TO(float, float, int, int, f)
CUPY_ROUND_TO(float, float, unsigned, uint, f)
CUPY_ROUND_TO(float, float, long long, ll, f)
CUPY_ROUND_TO(float, float, unsigned long long, ull, f)
CUPY_ROUND_TO(double, double, int, int, )
CUPY_ROUND_TO(double, double, unsigned, uint, )
CUPY_ROUND_TO(double, double, long long, ll, )
CUPY_ROUND_TO(double, double, unsigned long long, ull, )
#undef CUPY_ROUND_TO
#define CUPY_PLAIN(name, From, To) CUPY_SIMT_INLINE To name(From x) { return (To)(x); }
CUPY_PLAIN(__int2float_rn, int, float)
CUPY_PLAIN(__uint2float_rn, unsigned, float)
CUPY_PLAIN(__ll2float_rn, long long, float)
CUPY_PLAIN(__ull2float_rn, unsigned long long, float)
CUPY_PLAIN(__int2double_rn, int, double)
CUPY_PLAIN(__uint2double_rn, unsigned, double)
CUPY_PLAIN(__ll2double_rn, long long, double)
CUPY_PLAIN(__double2float_rn, double, float)
#undef CUPY_PLAIN

#define CUPY_BITS(name, From, To)                                                               \
    CUPY_SIMT_INLINE To name(From x) {                                                          \
        To y;                                                                                   \
        __builtin_memcpy(&y, &x, sizeof y);                                                     \
        return y;                                                                               \
    }
CUPY_BITS(__float_as_int, float, int)
CUPY_BITS(__float_as_uint, float, unsigned)
CUPY_BITS(__int_as_float, int, float)
CUPY_BITS(__uint_as_float, unsigned, float)
CUPY_BITS(__double_as_longlong, double, long long)
CUPY_BITS(__longlong_as_double, long long, double)
#undef CUPY_BITS
CUPY_SIMT_INLINE int __double2loint(double x) { return int(__double_as_longlong(x)); }
CUPY_SIMT_INLINE int __double2hiint(double x) { return int(__double_as_longlong(x) >> 32); }
CUPY_SIMT_INLINE double __hiloint2double(int high, int low) {
    return __longlong_as_double((long long)high << 32 | unsigned(low));
}
