// One sweep of the estimate of gradients: each point takes those that bend the edges to its neighbours least.
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
};

CUPY_DEVICE void gradients(const Gradients &p, long long item) {
    const long long i = item / p.columns, column = item - i * p.columns;
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
    if (moved > p.tolerance * fmax(1.0, fmax(fabs(gx), fabs(gy)))) *p.changed = 1;
    p.out[2 * item] = gx;
    p.out[2 * item + 1] = gy;
}

}  // namespace interpolate
}  // namespace cupy

#define CUPY_TEMPLATE(name, T) CUPY_MAP_KERNEL(name, cupy::interpolate::Gradients, cupy::interpolate::gradients)
