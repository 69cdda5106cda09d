// What the points of a low-discrepancy sequence are given.
#pragma once

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

}  // namespace stats
}  // namespace cupy
