// The parameter block of reductions of two arrays together.  Plain C++17.
#pragma once

#include "tuning/one_pass.hpp"

namespace cupy {

struct BinaryReduce {
    const void *x, *y;                // contiguous, at multiples of 16 bytes
    void *result, *second;
    void *partials;                   // an accumulator of each block
    unsigned *counter;                // zero before and after
    long long size;
    double extra[2];                  // numbers of the operation
    unsigned equal_nan;               // 1: NaN counts as equal to NaN
};

}  // namespace cupy
