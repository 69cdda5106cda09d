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

#include "toolkit_end.hpp"
