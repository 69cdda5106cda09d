// What a user's elementwise or reducing code has beside its types: CUDA's mathematics, intrinsics and constants.
#pragma once

#include "kernel.hpp"

#ifndef CUPY_SIMT_INLINE
#define CUPY_SIMT_INLINE static inline __attribute__((always_inline, unused))
#endif
#include "simt/integers.hpp"
#include "simt/math.hpp"
#include "simt/special.hpp"
#include "simt/rounding.hpp"
#include "simt/words.hpp"
#include "simt/extrema.hpp"
#include "simt/textures.hpp"
#include "math_constants.h"
#include "math/user_constants.hpp"

#ifndef CUPY_SIMT_CLOCK
#define CUPY_SIMT_CLOCK
CUPY_SIMT_INLINE long long clock64() {
#if defined(__x86_64__)
    return (long long)__builtin_ia32_rdtsc();
#else
    return 0;
#endif
}
#endif
CUPY_SIMT_INLINE long clock() { return (long)clock64(); }
