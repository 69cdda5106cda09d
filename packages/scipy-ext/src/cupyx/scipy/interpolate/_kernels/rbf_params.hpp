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

// Systems of batches of points y (batch, n, dims): the function of all distances, bordered by the terms.
struct RbfMatrix {
    const void *y, *smoothing;     // smoothing (batch, n) is added along the diagonals
    const void *powers, *shift, *scale;         // shift and scale (batch, dims)
    void *out;                     // (batch, n + terms, n + terms)
    long long count;               // items of `out`
    long long n;
    int dims, terms, kernel;
    double epsilon;
};

}  // namespace interpolate
}  // namespace cupy
