// The simplex that a point lies in: a walk from a simplex nearby, across the face that is most in the way.
#pragma once

#include "device/map.hpp"

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
    double fill[2];                                  // of even and odd columns
    long long count;                                 // queries
    long long number, columns, corners;              // simplices; of values; points
    int axes, grid;                                  // cells along every axis of the grid
    double low[kMostAxes], high[kMostAxes], cells[kMostAxes];   // the box; cells per unit
    double slack;                                    // of barycentric coordinates
};

// b[0..axes]: barycentric coordinates of x; NaN in a degenerate simplex.
CUPY_DEVICE void barycentric(const Simplices &p, long long simplex, const double *x, double *b) {
    const int n = p.axes;
    const double *t = static_cast<const double *>(p.transform) + simplex * (n + 1) * n;
    double last = 1;
    for (int i = 0; i < n; ++i) {
        double sum = 0;
        for (int j = 0; j < n; ++j) sum += t[i * n + j] * (x[j] - t[n * n + j]);
        b[i] = sum;
        last -= sum;
    }
    b[n] = last;
}

// The points of a simplex; false if there are no such points, as anybody may write to simplices.
CUPY_DEVICE bool corners_of(const Simplices &p, long long simplex, int *corners) {
    bool good = true;
    for (int i = 0; i <= p.axes; ++i) {
        corners[i] = static_cast<const int *>(p.simplices)[simplex * (p.axes + 1) + i];
        good = good && corners[i] >= 0 && corners[i] < p.corners;
    }
    return good;
}

// Whether all coordinates are at least -slack and at most 1 + slack.
CUPY_DEVICE bool within(const double *b, int axes, double slack) {
    bool inside = true;
    for (int i = 0; i <= axes; ++i) inside = inside && b[i] >= -slack && b[i] <= 1 + slack;
    return inside;
}

// The neighbour of a degenerate simplex that holds x, which may be a little beyond the face between them; or -1.
CUPY_DEVICE long long neighbor_that_holds(const Simplices &p, long long s, const double *x, double *b) {
    const double broad = 1.4901161193847656e-08;         // square root of the rounding error
    const int *neighbors = static_cast<const int *>(p.neighbors);
    for (int k = 0; k <= p.axes; ++k) {
        const long long other = neighbors[s * (p.axes + 1) + k];
        if (other < 0 || other >= p.number) continue;
        barycentric(p, other, x, b);
        bool inside = true;
        for (int i = 0; i <= p.axes; ++i) {
            const double slack = neighbors[other * (p.axes + 1) + i] == s ? broad : p.slack;
            inside = inside && b[i] >= -slack && b[i] <= 1 + broad;
        }
        if (inside) return other;
    }
    return -1;
}

// All simplices one after the other.
CUPY_CALLED long long search_all(const Simplices &p, const double *x, double *b) {
    for (long long s = 0; s < p.number; ++s) {
        barycentric(p, s, x, b);
        if (b[0] == b[0]) {
            if (within(b, p.axes, p.slack)) return s;
            continue;
        }
        const long long other = neighbor_that_holds(p, s, x, b);
        if (other >= 0) return other;
    }
    return -1;
}

// Whether the simplex is so flat that rounding of coordinates decides on which side of it a point is.
CUPY_DEVICE bool flat(const Simplices &p, long long simplex) {
    const int n = p.axes;
    const double *t = static_cast<const double *>(p.transform) + simplex * (n + 1) * n;
    double sum = 0;
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) sum += fabs(t[i * n + j] * t[n * n + j]);
    return sum > 1e11;
}

// The simplex of x and its barycentric coordinates; -1 outside of all.
CUPY_DEVICE long long locate(const Simplices &p, const double *x, double *b) {
    long long cell = 0;
    for (int d = 0; d < p.axes; ++d) {
        if (!(x[d] >= p.low[d] && x[d] <= p.high[d])) return -1;
        long long i = (long long)((x[d] - p.low[d]) * p.cells[d]);
        i = i < 0 ? 0 : i >= p.grid ? p.grid - 1 : i;
        cell = cell * p.grid + i;
    }
    const int *neighbors = static_cast<const int *>(p.neighbors);
    long long s = static_cast<const int *>(p.start)[cell];
    for (long long step = 0; step < 1 + p.number / 4; ++step) {
        if (s < 0 || s >= p.number) return -1;
        barycentric(p, s, x, b);
        if (b[0] != b[0]) break;
        int worst = 0;
        for (int i = 1; i <= p.axes; ++i)
            if (b[i] < b[worst]) worst = i;
        if (b[worst] >= -p.slack) return s;
        const long long next = neighbors[s * (p.axes + 1) + worst];
        if (next < 0) return flat(p, s) ? neighbor_that_holds(p, s, x, b) : -1;
        s = next;
    }
    return search_all(p, x, b);
}

}  // namespace interpolate
}  // namespace cupy
