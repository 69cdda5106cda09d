// CUDA's bfloat16 type and its functions, on our bfloat16.
#pragma once

#include "types/float16.hpp"

typedef cupy::bfloat16 __nv_bfloat16;
typedef cupy::bfloat16 nv_bfloat16;

#define CUPY_HALF __nv_bfloat16
#define CUPY_PAIR __nv_bfloat162
#define CUPY_NAMED(before, after) before##bfloat16##after
#include "half_functions.hpp"
#include "toolkit_begin.hpp"

typedef __nv_bfloat162 nv_bfloat162;

CUPY_SIMT_INLINE __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 x) { return {x, x}; }
CUPY_SIMT_INLINE short __bfloat16_as_short(__nv_bfloat16 x) { return short(x.bits); }
CUPY_SIMT_INLINE unsigned short __bfloat16_as_ushort(__nv_bfloat16 x) { return x.bits; }
CUPY_SIMT_INLINE __nv_bfloat16 __short_as_bfloat16(short bits) { return __nv_bfloat16::from_bits((unsigned short)bits); }
CUPY_SIMT_INLINE __nv_bfloat16 __ushort_as_bfloat16(unsigned short bits) { return __nv_bfloat16::from_bits(bits); }

#include "toolkit_end.hpp"
