// Where walks to the points of each cell of a grid begin: at the simplex whose centre is nearest, of few.
#pragma once

#include "device/map.hpp"

namespace cupy {
namespace spatial {

// A grid of `cells` along every axis, from `low` on.
struct StartCells {
    const double *points;           // (corners, dimensions)
    const int *simplices;           // (number, dimensions + 1)
    const double *low, *per_unit;   // (dimensions): where the grid begins, cells in one unit
    int *start;
    long long count, number, corners;
    int dimensions, cells;
};

CUPY_DEVICE void start_cell(const StartCells &p, long long cell) {
    const int n = p.dimensions;
    double least = limits<double>::infinity();
    int nearest = 0;
    for (long long s = 0; s < p.number; ++s) {
        long long rest = cell;
        double distance = 0;
        for (int d = n - 1; d >= 0; --d, rest /= p.cells) {
            double center = 0;
            for (int k = 0; k <= n; ++k) {
                const long long corner = p.simplices[s * (n + 1) + k];
                if (corner >= 0 && corner < p.corners) center += p.points[corner * n + d];
            }
            const double apart = center / (n + 1) - (p.low[d] + (rest % p.cells + 0.5) / p.per_unit[d]);
            distance += apart * apart;
        }
        if (distance < least) {
            least = distance;
            nearest = (int)s;
        }
    }
    p.start[cell] = nearest;
}

}  // namespace spatial
}  // namespace cupy

#define CUPY_TEMPLATE(name, T) CUPY_MAP_KERNEL(name, cupy::spatial::StartCells, cupy::spatial::start_cell)
