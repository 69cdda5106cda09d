// What the interpolation on a triangulation is given.
#pragma once

namespace cupy {
namespace interpolate {

constexpr int kMostAxes = 16;

// For every simplex `transform` (axes + 1, axes): barycentric coordinates are transform[:axes] times the distance to
// transform[axes].  `start` is a grid over the box from `low`, whose cells name a simplex nearby.
struct Simplices {
    const void *transform, *neighbors, *simplices;   // double, int, int
    const void *start, *q;
    const void *points, *values, *gradients;         // gradients for Clough and Tocher's elements, or null
    void *out;
    const void *fill;                                // one item
    long long count;                                 // queries
    long long number, columns;                       // simplices; of values
    int axes, grid;                                  // cells along every axis of the grid
    double low[kMostAxes], high[kMostAxes], cells[kMostAxes];   // the box; cells per unit
    double slack;                                    // of barycentric coordinates
};

}  // namespace interpolate
}  // namespace cupy
