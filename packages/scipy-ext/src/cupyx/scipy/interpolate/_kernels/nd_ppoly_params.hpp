// What the evaluation of tensor products of piecewise polynomials is given.
#pragma once

namespace cupy {
namespace interpolate {

constexpr int kMostAxes = 16;

// Breakpoints of all axes in one array, those of axis d from begin[d] to begin[d + 1].
struct NdPPoly {
    const void *x, *c, *q;         // c: (orders…, pieces…, columns); q: (queries, axes)
    void *out;                     // (queries, columns)
    long long count, columns;
    int axes, extrapolate;
    int order[kMostAxes], nu[kMostAxes];
    long long begin[kMostAxes + 1];
};

}  // namespace interpolate
}  // namespace cupy
