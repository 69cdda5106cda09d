// Quotients and rests of positions: in 32 bits where the numbers fit, which is many times faster on GPUs.
#pragma once

#include "kernel.hpp"

namespace cupy {
namespace ndimage {

// What is left of `i` after whole `length`s; `i` becomes their number.
CUPY_DEVICE long long split(long long &i, long long length) {
    if (((unsigned long long)i | (unsigned long long)length) >> 32 == 0) {
        const unsigned whole = (unsigned)i / (unsigned)length, rest = (unsigned)i - whole * (unsigned)length;
        i = whole;
        return rest;
    }
    const long long whole = i / length, rest = i - whole * length;
    i = whole;
    return rest;
}

}  // namespace ndimage
}  // namespace cupy
