// Functions of CUDA C++ for a user's elementwise code: atomic ones, and printf.
#pragma once

#include "kernel.hpp"

#ifndef CUPY_SIMT_INLINE
#define CUPY_SIMT_INLINE static inline __attribute__((always_inline))
#endif
#include "simt/atomics.hpp"

extern "C" int printf(const char *, ...);
