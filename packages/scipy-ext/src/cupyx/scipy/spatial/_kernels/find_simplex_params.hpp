// What looks for the simplices of points.
#pragma once

namespace cupy {
namespace spatial {

// `start` is a grid of `cells` along every axis, from `low` on: each cell names a simplex nearby.
struct Location {
    const double *transforms;       // (number, dimensions + 1, dimensions): to barycentric coordinates, and the origin
    const int *neighbors;           // (number, dimensions + 1)
    const int *start;
    const double *low, *per_unit;   // (dimensions): where the grid begins, cells in one unit
    const double *queries;          // (count, dimensions)
    int *found;                     // (count): the simplex, or -1
    double tolerance;
    long long count, number;
    int dimensions, cells, all;     // `all`: not the walk but one simplex after the other
};

}  // namespace spatial
}  // namespace cupy
