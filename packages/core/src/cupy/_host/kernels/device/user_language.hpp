// What a user's elementwise or reducing code has beside its types: CUDA's mathematics, intrinsics and constants.
#pragma once

#include "cupy/complex.cuh"
#include "kernel.hpp"
#include "math/elementary.hpp"

#ifndef CUPY_SIMT_INLINE
#define CUPY_SIMT_INLINE static inline __attribute__((always_inline, unused))
#endif
#include "simt/integers.hpp"
#include "simt/math.hpp"
#include "simt/special.hpp"
#include "simt/rounding.hpp"
#include "simt/words.hpp"
#include "simt/extrema.hpp"
#include "device/textures.hpp"
#include "math_constants.h"
#include "math/user_constants.hpp"

#ifndef assert
#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
#define assert(condition) ((condition) ? (void)0 : __builtin_trap())
#endif
#endif

#ifndef CUPY_SIMT_CLOCK
#define CUPY_SIMT_CLOCK
CUPY_SIMT_INLINE long long clock64() {
#if defined(__x86_64__)
    return (long long)__builtin_ia32_rdtsc();
#else
    return 0;
#endif
}
CUPY_SIMT_INLINE long clock() { return (long)clock64(); }
#endif

namespace cupy {

// The C library's names for single precision, which it computes one element at a time.
#define CUPY_SINGLE_1(name) \
    CUPY_DEVICE float name##f(float x) { return elementary::name(x); }
#define CUPY_SINGLE_2(name) \
    CUPY_DEVICE float name##f(float x, float y) { return elementary::name(x, y); }
CUPY_SINGLE_1(sin)
CUPY_SINGLE_1(cos)
CUPY_SINGLE_1(tan)
CUPY_SINGLE_1(asin)
CUPY_SINGLE_1(acos)
CUPY_SINGLE_1(atan)
CUPY_SINGLE_1(sinh)
CUPY_SINGLE_1(cosh)
CUPY_SINGLE_1(tanh)
CUPY_SINGLE_1(asinh)
CUPY_SINGLE_1(acosh)
CUPY_SINGLE_1(atanh)
CUPY_SINGLE_1(exp)
CUPY_SINGLE_1(exp2)
CUPY_SINGLE_1(expm1)
CUPY_SINGLE_1(log)
CUPY_SINGLE_1(log2)
CUPY_SINGLE_1(log10)
CUPY_SINGLE_1(log1p)
CUPY_SINGLE_1(cbrt)
CUPY_SINGLE_1(erf)
CUPY_SINGLE_1(erfc)
CUPY_SINGLE_2(atan2)
CUPY_SINGLE_2(pow)
CUPY_SINGLE_2(hypot)
#undef CUPY_SINGLE_1
#undef CUPY_SINGLE_2

}  // namespace cupy
