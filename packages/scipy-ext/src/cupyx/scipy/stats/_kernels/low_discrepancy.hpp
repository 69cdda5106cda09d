// Points of sequences of low discrepancy, each from its number alone.
#pragma once

#include "device/map.hpp"

namespace cupy {
namespace stats {

// Direction numbers (dims, bits) and a digital shift for each dimension; points `first` on in Gray-code order.
struct Sobol {
    const void *directions, *shift;
    void *out;                     // (points, dims)
    long long count;               // points x dims
    long long first;
    int dims, bits;
    double scale;                  // 2^-bits
};

// Bases of the dimensions; permutations of digits, for dimension d from begin[d] on, base[d] for each digit, or null.
struct Halton {
    const void *base, *digits, *begin, *permutations;
    void *out;                     // (points, dims)
    long long count;               // points x dims
    long long first;
    int dims;
};

// Antonov and Saleev 1979.
template <class T> CUPY_DEVICE void sobol(const Sobol &p, long long item) {
    const long long point = p.first + item / p.dims, d = item % p.dims;
    const uint64 *directions = static_cast<const uint64 *>(p.directions) + d * p.bits;
    uint64 gray = (uint64)point ^ ((uint64)point >> 1), value = static_cast<const uint64 *>(p.shift)[d];
    for (int b = 0; b < p.bits && gray; ++b, gray >>= 1)
        if (gray & 1) value ^= directions[b];
    static_cast<T *>(p.out)[item] = (T)((double)value * p.scale);
}

// With permuted digits: Owen, A randomized Halton algorithm in R, 2017.
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

#define CUPY_TEMPLATE(name, Params, function, T) CUPY_MAP_KERNEL(name, cupy::stats::Params, cupy::stats::function<T>)
