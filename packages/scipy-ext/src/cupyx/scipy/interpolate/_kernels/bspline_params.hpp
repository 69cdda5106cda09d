// What the evaluation of B-splines is given.
#pragma once

namespace cupy {
namespace interpolate {

constexpr int kPoints = 1;          // that a thread evaluates by the polynomials of intervals; two take 5 % longer on an H200

// Knots t, coefficients c of shape (>= knots - degree - 1, columns), queries q.
struct BSpline {
    const void *t, *c, *q;
    void *out;                     // (queries, columns), or (queries, degree + 1) values of the basis
    void *spans = nullptr;         // of a basis: the first column of each row
    void *pieces = nullptr, *guess = nullptr;   // of many queries: see bspline_pieces.hpp
    long long count;               // items
    long long values = 0;          // by pieces: items of `out`
    long long knots, columns;
    int degree, nu;
    int extrapolate;
};

}  // namespace interpolate
}  // namespace cupy
