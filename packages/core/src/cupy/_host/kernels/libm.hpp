// The C library's mathematics, declared so that loops of it vectorise through libmvec.
//
// CUPY_LIBMVEC is the oldest glibc (as 235 for 2.35) whose vector functions may be used; 0 for none.
#pragma once

#ifndef CUPY_LIBMVEC
#define CUPY_LIBMVEC 0
#endif

#if CUPY_LIBMVEC >= 222 && defined(__x86_64__)
#define CUPY_VECTOR_MATH __attribute__((simd("notinbranch"), const))
#else
#define CUPY_VECTOR_MATH __attribute__((const))
#endif
#if CUPY_LIBMVEC >= 235 && defined(__x86_64__)
#define CUPY_VECTOR_MATH_235 __attribute__((simd("notinbranch"), const))
#else
#define CUPY_VECTOR_MATH_235 __attribute__((const))
#endif

extern "C" {
#define CUPY_DECLARE_1(attributes, name)        \
    attributes double name(double) noexcept;    \
    attributes float name##f(float) noexcept;
#define CUPY_DECLARE_2(attributes, name)                \
    attributes double name(double, double) noexcept;    \
    attributes float name##f(float, float) noexcept;
#define CUPY_SCALAR_MATH __attribute__((const))

CUPY_DECLARE_1(CUPY_VECTOR_MATH, sin)
CUPY_DECLARE_1(CUPY_VECTOR_MATH, cos)
CUPY_DECLARE_1(CUPY_VECTOR_MATH, exp)
CUPY_DECLARE_1(CUPY_VECTOR_MATH, log)
CUPY_DECLARE_2(CUPY_VECTOR_MATH, pow)
CUPY_DECLARE_1(CUPY_VECTOR_MATH_235, tan)
CUPY_DECLARE_1(CUPY_VECTOR_MATH_235, asin)
CUPY_DECLARE_1(CUPY_VECTOR_MATH_235, acos)
CUPY_DECLARE_1(CUPY_VECTOR_MATH_235, atan)
CUPY_DECLARE_1(CUPY_VECTOR_MATH_235, sinh)
CUPY_DECLARE_1(CUPY_VECTOR_MATH_235, cosh)
CUPY_DECLARE_1(CUPY_VECTOR_MATH_235, tanh)
CUPY_DECLARE_1(CUPY_VECTOR_MATH_235, asinh)
CUPY_DECLARE_1(CUPY_VECTOR_MATH_235, acosh)
CUPY_DECLARE_1(CUPY_VECTOR_MATH_235, atanh)
CUPY_DECLARE_1(CUPY_VECTOR_MATH_235, exp2)
CUPY_DECLARE_1(CUPY_VECTOR_MATH_235, expm1)
CUPY_DECLARE_1(CUPY_VECTOR_MATH_235, log2)
CUPY_DECLARE_1(CUPY_VECTOR_MATH_235, log10)
CUPY_DECLARE_1(CUPY_VECTOR_MATH_235, log1p)
CUPY_DECLARE_1(CUPY_VECTOR_MATH_235, cbrt)
CUPY_DECLARE_1(CUPY_VECTOR_MATH_235, erf)
CUPY_DECLARE_1(CUPY_VECTOR_MATH_235, erfc)
CUPY_DECLARE_2(CUPY_VECTOR_MATH_235, atan2)
CUPY_DECLARE_2(CUPY_VECTOR_MATH_235, hypot)
CUPY_DECLARE_1(CUPY_SCALAR_MATH, tgamma)
CUPY_DECLARE_1(CUPY_SCALAR_MATH, sqrt)
CUPY_DECLARE_1(CUPY_SCALAR_MATH, floor)
CUPY_DECLARE_1(CUPY_SCALAR_MATH, ceil)
CUPY_DECLARE_1(CUPY_SCALAR_MATH, trunc)
CUPY_DECLARE_1(CUPY_SCALAR_MATH, rint)
CUPY_DECLARE_1(CUPY_SCALAR_MATH, nearbyint)
CUPY_DECLARE_1(CUPY_SCALAR_MATH, round)
CUPY_DECLARE_1(CUPY_SCALAR_MATH, fabs)
CUPY_DECLARE_1(CUPY_SCALAR_MATH, logb)
CUPY_DECLARE_2(CUPY_SCALAR_MATH, fmod)
CUPY_DECLARE_2(CUPY_SCALAR_MATH, remainder)
CUPY_DECLARE_2(CUPY_SCALAR_MATH, copysign)
CUPY_DECLARE_2(CUPY_SCALAR_MATH, nextafter)
CUPY_DECLARE_2(CUPY_SCALAR_MATH, fdim)
CUPY_DECLARE_2(CUPY_SCALAR_MATH, fmax)
CUPY_DECLARE_2(CUPY_SCALAR_MATH, fmin)

double lgamma(double) noexcept;
float lgammaf(float) noexcept;
double fma(double, double, double) noexcept;
float fmaf(float, float, float) noexcept;
double ldexp(double, int) noexcept;
float ldexpf(float, int) noexcept;
double frexp(double, int *) noexcept;
float frexpf(float, int *) noexcept;
double modf(double, double *) noexcept;
float modff(float, float *) noexcept;
void *memcpy(void *__restrict__, const void *__restrict__, __SIZE_TYPE__) noexcept;
void *memset(void *, int, __SIZE_TYPE__) noexcept;

#undef CUPY_DECLARE_1
#undef CUPY_DECLARE_2
}
