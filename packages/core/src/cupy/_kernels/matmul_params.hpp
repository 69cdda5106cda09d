// What the kernels of device/matmul.hpp are given; strides count items.
#pragma once

namespace cupy {

constexpr int kMatmulDims = 6;

struct MatmulOperand {
    const void *data;
    long long row, column;
    long long batch[kMatmulDims];
};

// c = a @ b for every index of the batch axes; a is (m, k), b is (k, n).
struct Matmul {
    MatmulOperand a, b, c;
    long long m, n, k;
    long long outputs;           // m * n * batches
    long long shape[kMatmulDims];
    void *partials;              // rows: accumulators, `splits` an output, between the two phases
    int ndim;
    int splits;
    int phase;                   // of rows: 0 whole, 1 partial sums, 2 their sum
    int conjugate;               // rows: the items of a are conjugated
};

}  // namespace cupy
