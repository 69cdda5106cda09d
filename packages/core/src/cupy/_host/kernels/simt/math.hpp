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
double scalbln(double, long) noexcept;
float scalblnf(float, long) noexcept;
double remquo(double, double, int *) noexcept;
float remquof(float, float, int *) noexcept;
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

// By CUDA's names for float, and those that C++ overloads.
CUPY_SIMT_INLINE float scalbln(float x, long n) { return scalblnf(x, n); }
CUPY_SIMT_INLINE float remquo(float x, float y, int *quotient) { return remquof(x, y, quotient); }
CUPY_SIMT_INLINE float j0f(float x) { return float(j0(double(x))); }
CUPY_SIMT_INLINE float j1f(float x) { return float(j1(double(x))); }
CUPY_SIMT_INLINE float y0f(float x) { return float(y0(double(x))); }
CUPY_SIMT_INLINE float y1f(float x) { return float(y1(double(x))); }
CUPY_SIMT_INLINE float jnf(int n, float x) { return float(jn(n, double(x))); }
CUPY_SIMT_INLINE float ynf(int n, float x) { return float(yn(n, double(x))); }
CUPY_SIMT_INLINE float j0(float x) { return j0f(x); }
CUPY_SIMT_INLINE float j1(float x) { return j1f(x); }
CUPY_SIMT_INLINE float y0(float x) { return y0f(x); }
CUPY_SIMT_INLINE float y1(float x) { return y1f(x); }
CUPY_SIMT_INLINE float jn(int n, float x) { return jnf(n, x); }
CUPY_SIMT_INLINE float yn(int n, float x) { return ynf(n, x); }
CUPY_SIMT_INLINE long lrintf(float x) { return lrint(double(x)); }
CUPY_SIMT_INLINE long lroundf(float x) { return lround(double(x)); }
CUPY_SIMT_INLINE long long llrintf(float x) { return llrint(double(x)); }
CUPY_SIMT_INLINE long long llroundf(float x) { return llround(double(x)); }
CUPY_SIMT_INLINE int ilogbf(float x) { return ilogb(double(x)); }
CUPY_SIMT_INLINE double nan(const char *) { return __builtin_nan(""); }
CUPY_SIMT_INLINE float nanf(const char *) { return __builtin_nanf(""); }
CUPY_SIMT_INLINE float fdividef(float x, float y) { return x / y; }
CUPY_SIMT_INLINE double fdivide(double x, double y) { return x / y; }

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
