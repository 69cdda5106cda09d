// The C library's mathematics.  Kernels take the elementary functions from math/elementary.hpp, whose results are the
// same everywhere.
#pragma once

#define CUPY_LIBRARY_MATH __attribute__((const))

extern "C" {
#define CUPY_DECLARE_1(name)                            \
    CUPY_LIBRARY_MATH double name(double) noexcept;     \
    CUPY_LIBRARY_MATH float name##f(float) noexcept;
#define CUPY_DECLARE_2(name)                                    \
    CUPY_LIBRARY_MATH double name(double, double) noexcept;     \
    CUPY_LIBRARY_MATH float name##f(float, float) noexcept;

CUPY_DECLARE_1(sin)
CUPY_DECLARE_1(cos)
CUPY_DECLARE_1(exp)
CUPY_DECLARE_1(log)
CUPY_DECLARE_2(pow)
CUPY_DECLARE_1(tan)
CUPY_DECLARE_1(asin)
CUPY_DECLARE_1(acos)
CUPY_DECLARE_1(atan)
CUPY_DECLARE_1(sinh)
CUPY_DECLARE_1(cosh)
CUPY_DECLARE_1(tanh)
CUPY_DECLARE_1(asinh)
CUPY_DECLARE_1(acosh)
CUPY_DECLARE_1(atanh)
CUPY_DECLARE_1(exp2)
CUPY_DECLARE_1(expm1)
CUPY_DECLARE_1(log2)
CUPY_DECLARE_1(log10)
CUPY_DECLARE_1(log1p)
CUPY_DECLARE_1(cbrt)
CUPY_DECLARE_1(erf)
CUPY_DECLARE_1(erfc)
CUPY_DECLARE_2(atan2)
CUPY_DECLARE_2(hypot)
CUPY_DECLARE_1(tgamma)
CUPY_DECLARE_1(sqrt)
CUPY_DECLARE_1(floor)
CUPY_DECLARE_1(ceil)
CUPY_DECLARE_1(trunc)
CUPY_DECLARE_1(rint)
CUPY_DECLARE_1(nearbyint)
CUPY_DECLARE_1(round)
CUPY_DECLARE_1(fabs)
CUPY_DECLARE_1(logb)
CUPY_DECLARE_2(fmod)
CUPY_DECLARE_2(remainder)
CUPY_DECLARE_2(copysign)
CUPY_DECLARE_2(nextafter)
CUPY_DECLARE_2(fdim)
CUPY_DECLARE_2(fmax)
CUPY_DECLARE_2(fmin)

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
#undef CUPY_LIBRARY_MATH
}
