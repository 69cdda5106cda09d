// The walks of elementwise kernels with the instructions of x86-64-v3.
#include "walk_levels.hpp"

#ifdef CUPY_WALK_LEVELS
#pragma GCC target("arch=x86-64-v3")
#ifndef __AVX2__
#define __AVX2__ 1      // all of a file has gone through the preprocessor when the pragma is read
#endif
#define host walks_v3
#include "walk.hpp"
#endif
