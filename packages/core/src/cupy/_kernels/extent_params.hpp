// Smallest and largest item of an array, found in shares; a NaN is both.
#pragma once

#include "kernel.hpp"
#include "tuning/one_pass.hpp"

namespace cupy {

struct Extent {
    const void *items;
    void *ends;                     // of each share its smallest and its largest item; on a GPU then those of all
    unsigned *ticket;               // GPU: zero
    long long size, stride;
};

template <class T> struct Ends {
    T low, high;

    // A NaN stays, for nothing is less or greater than it.
    CUPY_DEVICE void take(const Ends &x) {
        if (x.low < low || x.low != x.low) low = x.low;
        if (x.high > high || x.high != x.high) high = x.high;
    }
};

}  // namespace cupy
