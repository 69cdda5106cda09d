// Triangles in the plane: what takes points to barycentric coordinates, the inverse of two edges and the corner that
// both begin at; and planes through their corners on a paraboloid.
#pragma once

#include "device/map.hpp"

namespace cupy {

struct PlaneTriangles {
    const double *points;
    const int *simplices;
    double *out;            // six numbers of each triangle; four of a plane
    long long number;       // of points
    long long count;        // of triangles
    double limit;           // of the condition of edges, above which inverses are NaN
    double scale, shift;    // of the paraboloid
};

// The corners of a triangle, 0 where there are none, as anybody may have written to simplices.
CUPY_DEVICE void read_corners(const PlaneTriangles &p, long long i, double corner[3][2]) {
    for (int k = 0; k < 3; ++k) {
        const long long place = p.simplices[3 * i + k];
        const bool there = place >= 0 && place < p.number;
        for (int d = 0; d < 2; ++d) corner[k][d] = there ? p.points[2 * place + d] : 0.0;
    }
}

CUPY_DEVICE void invert_edges(const PlaneTriangles &p, long long i) {
    double corner[3][2];
    read_corners(p, i, corner);
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
    const double norm = fmax(fabs(a0) + fabs(a1), fabs(b0) + fabs(b1));
    const double inverse = fmax(fabs(out[0]) + fabs(out[2]), fabs(out[1]) + fabs(out[3]));
    if (norm * inverse <= p.limit || p.limit < 0) return;
    for (int k = 0; k < 6; ++k) out[k] = limits<double>::nan();
}

// The plane's normal, upward on a counterclockwise triangle turned about, of length one, and its distance.
CUPY_DEVICE void lifted_planes(const PlaneTriangles &p, long long i) {
    double corner[3][2], height[3], edge[2][3];
    read_corners(p, i, corner);
    for (int k = 0; k < 3; ++k)
        height[k] = (corner[k][0] * corner[k][0] + corner[k][1] * corner[k][1]) * p.scale + p.shift;
    for (int k = 0; k < 2; ++k) {
        for (int d = 0; d < 2; ++d) edge[k][d] = corner[k + 1][d] - corner[0][d];
        edge[k][2] = height[k + 1] - height[0];
    }
    double normal[3], square = 0;
    for (int d = 0; d < 3; ++d) {
        const int e = (d + 1) % 3, f = (d + 2) % 3;
        normal[d] = edge[0][f] * edge[1][e] - edge[0][e] * edge[1][f];
        square += normal[d] * normal[d];
    }
    const double length = sqrt(square);
    for (int d = 0; d < 3; ++d) p.out[4 * i + d] = normal[d] /= length;
    p.out[4 * i + 3] = -(normal[0] * corner[0][0] + normal[1] * corner[0][1] + normal[2] * height[0]);
}

}  // namespace cupy

#define CUPY_TEMPLATE(name, step, T) CUPY_MAP_KERNEL(name, cupy::PlaneTriangles, cupy::step)
