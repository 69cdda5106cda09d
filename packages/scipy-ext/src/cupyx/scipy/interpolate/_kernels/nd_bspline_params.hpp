// What the evaluation of tensor products of B-splines is given.
#pragma once

namespace cupy {
namespace interpolate {

constexpr int kMostAxes = 16;
constexpr int kMostBasis = 96;     // values of the basis of all axes together

// Knots of all axes in one array, those of axis d from begin[d] to begin[d + 1].
struct NdBSpline {
    const void *t, *c, *q;         // c: (lengths…, columns); q: (queries, axes)
    void *out;                     // (queries, columns)
    long long count, columns;
    int axes, extrapolate;
    int degree[kMostAxes], nu[kMostAxes];
    long long begin[kMostAxes + 1];
    long long stride[kMostAxes];   // of c, in items
};

}  // namespace interpolate
}  // namespace cupy
