// What takes points of the plane to barycentric coordinates of triangles: the inverse of two edges, and the corner
// that both begin at.
#pragma once

#include "device/map.hpp"

namespace cupy {

struct PlaneInverses {
    const double *points;
    const int *simplices;
    double *out;            // six numbers of each triangle
    long long number;       // of points
    long long count;        // of triangles
};

CUPY_DEVICE void invert_edges(const PlaneInverses &p, long long i) {
    double corner[3][2];
    for (int k = 0; k < 3; ++k) {
        const long long place = p.simplices[3 * i + k];
        const bool there = place >= 0 && place < p.number;      // anybody may have written to them
        for (int d = 0; d < 2; ++d) corner[k][d] = there ? p.points[2 * place + d] : 0.0;
    }
    const double *origin = corner[2];
    const double a0 = corner[0][0] - origin[0], a1 = corner[0][1] - origin[1];
    const double b0 = corner[1][0] - origin[0], b1 = corner[1][1] - origin[1];
    // Each product is rounded: of slender triangles that share an edge an unrounded one would move it for one of them.
    const double determinant = platform::product(a0, b1) - platform::product(a1, b0);
    double *out = p.out + 6 * i;
    out[0] = b1 / determinant;
    out[1] = -b0 / determinant;
    out[2] = -a1 / determinant;
    out[3] = a0 / determinant;
    out[4] = origin[0];
    out[5] = origin[1];
}

}  // namespace cupy

#define CUPY_TEMPLATE(name, T) CUPY_MAP_KERNEL(name, cupy::PlaneInverses, cupy::invert_edges)
