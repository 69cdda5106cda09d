// CUDA's half type and its functions, on our float16.
#pragma once

#include "types/float16.hpp"

typedef cupy::float16 __half;
typedef cupy::float16 half;

#define CUPY_HALF __half
#define CUPY_PAIR __half2
#define CUPY_NAMED(before, after) before##half##after
#include "half_functions.hpp"
#include "toolkit_begin.hpp"

typedef __half2 half2;
typedef __half __nv_half;
typedef __half2 __nv_half2;

CUPY_SIMT_INLINE __half2 __half2half2(__half x) { return {x, x}; }

#include "toolkit_end.hpp"
