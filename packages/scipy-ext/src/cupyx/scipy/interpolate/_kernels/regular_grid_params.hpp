// What the interpolation on a rectilinear grid is given.
#pragma once

namespace cupy {
namespace interpolate {

constexpr int kMostAxes = 16;

// Coordinates of all axes in one array, those of axis d from begin[d] to begin[d + 1].
struct RegularGrid {
    const void *grid, *values, *q; // values: (lengths…, columns); q: (queries, axes)
    void *out;                     // (queries, columns)
    void *outside;                 // int for each axis, in memory of the host, which `grid_bounds` sets
    const void *fill;              // one item of the output, for queries outside; null to extrapolate
    long long count, columns;
    int axes, nearest;
    long long begin[kMostAxes + 1];
    long long stride[kMostAxes];   // of values, in items
};

}  // namespace interpolate
}  // namespace cupy
