// Points on the paraboloid whose hull a triangulation is, and how far they are from the planes of simplices.
#pragma once

#include "device/map.hpp"

namespace cupy {

struct Lifted {
    const double *points;       // (queries, dimensions)
    const double *equations;    // (planes, dimensions + 2)
    double *out;                // (queries, dimensions + 1); distances (queries, planes)
    double scale, shift;
    long long count, planes, each;      // `each`: planes of an item
    int dimensions;
};

CUPY_DEVICE double height(const Lifted &p, const double *x) {
    double sum = 0;
    for (int d = 0; d < p.dimensions; ++d) sum += x[d] * x[d];
    return sum * p.scale + p.shift;
}

// An item is a point.
CUPY_DEVICE void lift(const Lifted &p, long long i) {
    const double *x = p.points + i * p.dimensions;
    double *out = p.out + i * (p.dimensions + 1);
    for (int d = 0; d < p.dimensions; ++d) out[d] = x[d];
    out[p.dimensions] = height(p, x);
}

// An item is a point and `each` planes, or those that are left.
CUPY_DEVICE void plane_distances(const Lifted &p, long long item) {
    const int n = p.dimensions;
    const long long parts = (p.planes + p.each - 1) / p.each, point = item / parts;
    const double *x = p.points + point * n;
    const double up = height(p, x);
    double *out = p.out + point * p.planes;
    const long long begin = (item - point * parts) * p.each, end = begin + p.each;
    for (long long k = begin; k < end && k < p.planes; ++k) {
        const double *plane = p.equations + k * (n + 2);
        double sum = plane[n + 1];
        for (int d = 0; d < n; ++d) sum += plane[d] * x[d];
        out[k] = sum + plane[n] * up;
    }
}

}  // namespace cupy

#define CUPY_TEMPLATE(name, step, T) CUPY_MAP_KERNEL(name, cupy::Lifted, cupy::step)
