// Sweeps of the estimate of gradients: each point takes those that bend the edges to its neighbours least.
#pragma once

#include "device/map.hpp"

namespace cupy {
namespace interpolate {

// Neighbours of point i are indices[indptr[i] .. indptr[i + 1]); values (number, columns), gradients and out
// (number, columns, 2).  `changed` becomes 1 if a gradient moves by more than the tolerance.
struct Gradients {
    const double *points, *values, *gradients;
    const int *indptr, *indices;
    double *out;
    int *changed;
    long long count, number, edges, columns;
    double tolerance;
    long long sweeps;       // of a column, at most
};

// Whether the gradient of a point moves by more than the tolerance.
CUPY_DEVICE bool move_gradient(const Gradients &p, long long i, long long column) {
    const long long item = i * p.columns + column;
    double xx = 0, xy = 0, yy = 0, bx = 0, by = 0;
    for (long long k = p.indptr[i]; k < p.indptr[i + 1]; ++k) {
        const long long j = k >= 0 && k < p.edges ? p.indices[k] : -1;
        if (j < 0 || j >= p.number) continue;
        const double x = p.points[2 * j] - p.points[2 * i], y = p.points[2 * j + 1] - p.points[2 * i + 1];
        const double square = x * x + y * y, weight = 1 / (square * sqrt(square));
        const double *there = p.gradients + 2 * (j * p.columns + column);
        const double rise = p.values[j * p.columns + column] - p.values[item];
        const double bend = (6 * rise - 2 * (x * there[0] + y * there[1])) * weight;
        xx += 4 * x * x * weight;
        xy += 4 * x * y * weight;
        yy += 4 * y * y * weight;
        bx += x * bend;
        by += y * bend;
    }
    const double determinant = xx * yy - xy * xy, inverse = determinant > 0 ? 1 / determinant : 0;
    const double *here = p.gradients + 2 * item;
    const double gx = (yy * bx - xy * by) * inverse, gy = (xx * by - xy * bx) * inverse;
    const double moved = fmax(fabs(gx - here[0]), fabs(gy - here[1]));
    p.out[2 * item] = gx;
    p.out[2 * item + 1] = gy;
    return moved > p.tolerance * fmax(1.0, fmax(fabs(gx), fabs(gy)));
}

// One sweep, all points at once. An item is a value.
CUPY_DEVICE void sweep(const Gradients &p, long long item) {
    const long long i = item / p.columns;
    if (move_gradient(p, i, item - i * p.columns)) *p.changed = 1;
}

// All sweeps, point by point, with `out` the gradients: what is found is used at once. An item is a column.
CUPY_DEVICE void relax(const Gradients &p, long long column) {
    bool moves = true;
    for (long long k = 0; moves && k < p.sweeps; ++k) {
        moves = false;
        for (long long i = 0; i < p.number; ++i) moves |= move_gradient(p, i, column);
    }
    if (moves) *p.changed = 1;
}

}  // namespace interpolate
}  // namespace cupy

#define CUPY_TEMPLATE(name, step, T) CUPY_MAP_KERNEL(name, cupy::interpolate::Gradients, cupy::interpolate::step)
