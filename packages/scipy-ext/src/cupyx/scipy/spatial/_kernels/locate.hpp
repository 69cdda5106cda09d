// Simplices that hold points: a walk from a simplex nearby, each time across the face that is most in the way; and
// where the walks to the points of each cell of a grid begin, at the simplex whose centre is nearest, of few.
#pragma once

#include "device/map.hpp"

namespace cupy {
namespace spatial {

constexpr int kMostDimensions = 16;        // that are told apart where walks begin

// A grid of `cells` along every axis over the box of all points.
struct StartCells {
    const double *points;           // (corners, dimensions)
    const int *simplices;           // (number, dimensions + 1)
    double *box;                    // (3, dimensions): least and greatest coordinates, cells in one unit
    int *start;
    long long count, number, corners;
    int dimensions, cells;
};

// Cells in a unit along an axis, and the ends of the box.
CUPY_DEVICE double cells_in_unit(const StartCells &p, int axis, double &low, double &high) {
    low = high = p.points[axis];
    for (long long k = 1; k < p.corners; ++k) {
        const double x = p.points[k * p.dimensions + axis];
        low = x < low ? x : low;
        high = x > high ? x : high;
    }
    return high > low ? p.cells / (high - low) : p.cells;
}

CUPY_DEVICE void start_cell(const StartCells &p, long long cell) {
    const int n = p.dimensions;
    double center[kMostDimensions];         // of the cell
    long long rest = cell;
    for (int d = n - 1; d >= 0; --d, rest /= p.cells) {
        double low, high;
        const double per_unit = cells_in_unit(p, d, low, high);
        if (d < kMostDimensions) center[d] = low + (rest % p.cells + 0.5) / per_unit;
        if (cell) continue;
        p.box[d] = low;
        p.box[n + d] = high;
        p.box[2 * n + d] = per_unit;
    }
    double least = limits<double>::infinity();
    int nearest = 0;
    for (long long s = 0; s < p.number; ++s) {
        double distance = 0;
        for (int d = 0; d < n && d < kMostDimensions; ++d) {
            double sum = 0;
            for (int k = 0; k <= n; ++k) {
                const long long corner = p.simplices[s * (n + 1) + k];
                if (corner >= 0 && corner < p.corners) sum += p.points[corner * n + d];
            }
            const double apart = sum / (n + 1) - center[d];
            distance += apart * apart;
        }
        if (distance < least) {
            least = distance;
            nearest = (int)s;
        }
    }
    p.start[cell] = nearest;
}

// `start` is a grid of `cells` along every axis: each cell names a simplex nearby.
struct Location {
    const double *transforms;       // (number, dimensions + 1, dimensions): to barycentric coordinates, and the origin
    const int *neighbors;           // (number, dimensions + 1)
    const int *start;
    const double *box;              // (3, dimensions), as of StartCells
    const double *queries;          // (count, dimensions)
    int *found;                     // (count): the simplex, or -1
    double tolerance;
    long long count, number;
    int dimensions, cells, all;     // `all`: not the walk but one simplex after the other
};

constexpr double kBroad = 1.4901161193847656e-08;       // square root of the rounding error
constexpr double kFlat = 1e11;

// The corner with the least barycentric coordinate if that is below the tolerance; -1 inside, -2 if the simplex is
// degenerate.  Points may be farther beyond the face towards `broad`, which is flat; `flat`: whether rounding of
// coordinates decides on which side a point is.
CUPY_DEVICE int in_the_way(const Location &p, long long simplex, const double *x, bool &flat, long long broad = -1) {
    const int n = p.dimensions;
    const double *t = p.transforms + simplex * (n + 1) * n, *origin = t + n * n;
    const int *neighbors = p.neighbors + simplex * (n + 1);
    double last = 1, least = limits<double>::infinity(), error = 0;
    int worst = -1;
    bool inside = true;
    for (int i = 0; i <= n; ++i) {
        double b = last;
        if (i < n) {
            b = 0;
            for (int j = 0; j < n; ++j) {
                b += t[i * n + j] * (x[j] - origin[j]);
                error += fabs(t[i * n + j] * origin[j]);
            }
            last -= b;
        }
        if (!(b - b == 0)) return -2;
        if (b < -(broad >= 0 && neighbors[i] == broad ? kBroad : p.tolerance)) inside = false;
        if (b < least) {
            least = b;
            worst = i;
        }
    }
    flat = error > kFlat;
    return inside ? -1 : worst;
}

// The neighbour of a flat simplex that holds a point up to rounding, or -1.
CUPY_DEVICE long long neighbor_that_holds(const Location &p, long long simplex, const double *x) {
    bool flat;
    for (int k = 0; k <= p.dimensions; ++k) {
        const long long other = p.neighbors[simplex * (p.dimensions + 1) + k];
        if (other >= 0 && other < p.number && in_the_way(p, other, x, flat, simplex) == -1) return other;
    }
    return -1;
}

CUPY_CALLED long long search_all(const Location &p, const double *x) {
    bool flat;
    for (long long s = 0; s < p.number; ++s) {
        const int way = in_the_way(p, s, x, flat);
        if (way == -1) return s;
        const long long other = way == -2 ? neighbor_that_holds(p, s, x) : -1;
        if (other >= 0) return other;
    }
    return -1;
}

CUPY_DEVICE void find_simplex(const Location &p, long long query) {
    const int n = p.dimensions;
    const double *x = p.queries + query * n;
    long long cell = 0, s = -1;
    bool finite = true;
    for (int d = 0; d < n; ++d) {
        const double at = (x[d] - p.box[d]) * p.box[2 * n + d];
        finite = finite && x[d] - x[d] == 0;
        cell = cell * p.cells + (at > 0 ? at < p.cells ? (int)at : p.cells - 1 : 0);
    }
    if (finite && !p.all) {
        s = p.start[cell];
        long long steps = 1 + p.number / 4;
        bool flat = false;
        for (; steps > 0 && s >= 0 && s < p.number; --steps) {
            const int way = in_the_way(p, s, x, flat);
            if (way == -1) break;
            if (way == -2) {
                steps = 0;
                break;
            }
            const long long next = p.neighbors[s * (n + 1) + way];
            s = next < 0 && flat ? neighbor_that_holds(p, s, x) : next;
            if (next < 0) break;
        }
        if (steps <= 0) s = search_all(p, x);
    } else if (finite) s = search_all(p, x);
    p.found[query] = s >= 0 && s < p.number ? (int)s : -1;
}

}  // namespace spatial
}  // namespace cupy

#define CUPY_TEMPLATE(name, Params, function, T) CUPY_MAP_KERNEL(name, cupy::spatial::Params, cupy::spatial::function)
