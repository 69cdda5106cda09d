// What radial basis functions are given.
#pragma once

namespace cupy {
namespace interpolate {

enum RadialFunction { kLinear, kThinPlate, kCubic, kQuintic, kMultiquadric, kInverseMultiquadric, kInverseQuadratic,
                      kGaussian };

// Points y (n, dims), coefficients (n + terms, columns), queries q; a term is a product of powers of (q - shift) / scale.
struct Rbf {
    const void *y, *q, *coefficients, *powers, *shift, *scale;
    void *out;                     // (queries, columns)
    long long count;               // queries x blocks of columns
    long long n, columns;
    int dims, terms, kernel;
    double epsilon;
};

// Matrices of the function of all distances inside batches of points (batch, n, dims), each `pitch` items wide and
// `apart` items from the next.
struct RbfMatrix {
    const void *y, *smoothing;     // smoothing (batch, n) is added along the diagonals
    void *out;
    long long count;               // batch x n x n
    long long n, pitch, apart;
    int dims, kernel;
    double epsilon;
};

}  // namespace interpolate
}  // namespace cupy
