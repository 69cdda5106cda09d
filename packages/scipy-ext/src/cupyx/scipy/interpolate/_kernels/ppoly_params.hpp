// What the evaluation of piecewise polynomials is given.
#pragma once

namespace cupy {
namespace interpolate {

// Coefficients c are (order, breakpoints - 1, columns), breakpoints x, queries q; out is (queries, columns).
struct PPoly {
    const void *c, *x, *q;
    void *out;
    long long count;               // queries x columns
    long long breakpoints, columns;
    int order, nu;                 // coefficients of a piece; derivative
    int extrapolate;
};

}  // namespace interpolate
}  // namespace cupy
