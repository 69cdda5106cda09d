// The words that CUDA C++ adds to the language.
#pragma once

#define CUPY_SIMT_INLINE static inline __attribute__((always_inline))
#define CUPY_TOOLKIT_TABLE static const

#define __host__
#define __device__ __attribute__((visibility("default")))
#define __global__
#define __constant__ __attribute__((visibility("default")))
#define __managed__ __attribute__((visibility("default")))
#define __shared__ thread_local     // a block stays on one thread of the system
#define __grid_constant__
#define __forceinline__ inline __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __launch_bounds__(...)
#define __maxnreg__(...)
#define __cluster_dims__(...)
#define __builtin_align__(bytes) __attribute__((aligned(bytes)))

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
#ifndef CUPY_OWN_int8_t
typedef __INT8_TYPE__ int8_t;
#endif
#ifndef CUPY_OWN_int16_t
typedef __INT16_TYPE__ int16_t;
#endif
#ifndef CUPY_OWN_int32_t
typedef __INT32_TYPE__ int32_t;
#endif
#ifndef CUPY_OWN_int64_t
typedef __INT64_TYPE__ int64_t;
#endif
#ifndef CUPY_OWN_uint8_t
typedef __UINT8_TYPE__ uint8_t;
#endif
#ifndef CUPY_OWN_uint16_t
typedef __UINT16_TYPE__ uint16_t;
#endif
#ifndef CUPY_OWN_uint32_t
typedef __UINT32_TYPE__ uint32_t;
#endif
#ifndef CUPY_OWN_uint64_t
typedef __UINT64_TYPE__ uint64_t;
#endif
typedef __INTPTR_TYPE__ intptr_t;
typedef __UINTPTR_TYPE__ uintptr_t;

#include <new>      // objects at a place: CUDA's compilers know them by themselves
extern "C" int printf(const char *, ...);
#include <assert.h>
