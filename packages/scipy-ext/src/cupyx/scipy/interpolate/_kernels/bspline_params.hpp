// What the evaluation of B-splines is given.
#pragma once

namespace cupy {
namespace interpolate {

// Of bspline_tables.hpp, measured on an H200: queries that a thread has on their way at the same time; threads of a
// block where two blocks share a multiprocessor.
constexpr int kPoints = 2;
constexpr int kTableThreads = 512;

constexpr int kMostDegree = 63;    // degrees up to 5 stay in registers
constexpr int kMostExpanded = 5;   // degree of splines whose polynomials are made where queries are many

// Knots t, coefficients c of shape (>= knots - degree - 1, columns), queries q.
struct BSpline {
    const void *t, *c, *q;
    void *out;                     // (queries, columns), or (queries, degree + 1) values of the basis
    void *spans = nullptr;         // of a basis: the first column of each row
    void *pieces = nullptr, *guess = nullptr;   // of many queries: see `expand`
    long long count;               // items
    long long knots, columns;
    long long above = 0;           // rows of a collocation matrix above those of points
    int degree, nu;
    int extrapolate;
};

}  // namespace interpolate
}  // namespace cupy
