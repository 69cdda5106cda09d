// The names of CUDA's cuComplex.h, for raw kernels on every backend.
#pragma once

#include "platform.hpp"

#ifdef CUPY_HOST
struct cuFloatComplex { float x, y; };
struct cuDoubleComplex { double x, y; };
#else
typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
#endif
typedef cuFloatComplex cuComplex;

#define CUPY_CUCOMPLEX(Z, T, f, make)                                                              \
    CUPY_DEVICE Z make(T re, T im) {                                                               \
        Z z;                                                                                       \
        z.x = re;                                                                                  \
        z.y = im;                                                                                  \
        return z;                                                                                  \
    }                                                                                              \
    CUPY_DEVICE T cuCreal##f(Z z) { return z.x; }                                                  \
    CUPY_DEVICE T cuCimag##f(Z z) { return z.y; }                                                  \
    CUPY_DEVICE Z cuConj##f(Z z) { return make(z.x, -z.y); }                                       \
    CUPY_DEVICE Z cuCadd##f(Z a, Z b) { return make(a.x + b.x, a.y + b.y); }                       \
    CUPY_DEVICE Z cuCsub##f(Z a, Z b) { return make(a.x - b.x, a.y - b.y); }                       \
    CUPY_DEVICE Z cuCmul##f(Z a, Z b) { return make(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); } \
    CUPY_DEVICE Z cuCfma##f(Z a, Z b, Z c) { return cuCadd##f(cuCmul##f(a, b), c); }               \
    /* scaled, so that the squares of large or small divisors do not leave the range */           \
    CUPY_DEVICE Z cuCdiv##f(Z a, Z b) {                                                            \
        const T s = T(1) / ((b.x < 0 ? -b.x : b.x) + (b.y < 0 ? -b.y : b.y));                      \
        const T ar = a.x * s, ai = a.y * s, br = b.x * s, bi = b.y * s;                            \
        const T d = T(1) / (br * br + bi * bi);                                                    \
        return make((ar * br + ai * bi) * d, (ai * br - ar * bi) * d);                             \
    }

CUPY_CUCOMPLEX(cuFloatComplex, float, f, make_cuFloatComplex)
CUPY_CUCOMPLEX(cuDoubleComplex, double, , make_cuDoubleComplex)
#undef CUPY_CUCOMPLEX

CUPY_DEVICE cuComplex make_cuComplex(float re, float im) { return make_cuFloatComplex(re, im); }
CUPY_DEVICE float cuCabsf(cuFloatComplex z) { return hypotf(z.x, z.y); }
CUPY_DEVICE double cuCabs(cuDoubleComplex z) { return hypot(z.x, z.y); }
CUPY_DEVICE cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex z) { return make_cuDoubleComplex(z.x, z.y); }
CUPY_DEVICE cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex z) {
    return make_cuFloatComplex((float)z.x, (float)z.y);
}
