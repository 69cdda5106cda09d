// Points of Halton's sequence, with permuted digits (Owen, A randomized Halton algorithm in R, 2017).
#pragma once

#include "device/map.hpp"
#include "low_discrepancy_params.hpp"

namespace cupy {
namespace stats {

template <class T> CUPY_DEVICE void halton(const Halton &p, long long item) {
    const int d = (int)(item % p.dims);
    long long rest = p.first + item / p.dims;
    const long long base = static_cast<const long long *>(p.base)[d];
    const long long digits = static_cast<const long long *>(p.digits)[d];
    const long long *permutations = static_cast<const long long *>(p.permutations);
    if (permutations) permutations += static_cast<const long long *>(p.begin)[d];
    double sum = 0, weight = 1;
    for (long long i = 0; i < digits; ++i) {
        const long long digit = rest % base;
        rest /= base;
        weight /= (double)base;
        sum += weight * (double)(permutations ? permutations[i * base + digit] : digit);
        if (!permutations && !rest) break;
    }
    static_cast<T *>(p.out)[item] = (T)sum;
}

}  // namespace stats
}  // namespace cupy

#define CUPY_TEMPLATE(name, T) CUPY_MAP_KERNEL(name, cupy::stats::Halton, cupy::stats::halton<T>)
