// The edges of a triangulation in the plane that no triangle lies behind, found by one thread.
#pragma once

#include "device/map.hpp"

namespace cupy {

struct PlaneHull {
    const int *simplices, *neighbors;   // (triangles, 3)
    int *edges;                         // (size, 2)
    long long count;                    // 1
    long long triangles, size;
};

CUPY_DEVICE void plane_hull(const PlaneHull &p, long long) {
    long long k = 0;
    for (long long i = 0; i < 3 * p.triangles && k < p.size; ++i) {
        if (p.neighbors[i] >= 0) continue;
        const long long corner = i % 3, triangle = i - corner;
        p.edges[2 * k] = p.simplices[triangle + (corner == 0)];
        p.edges[2 * k++ + 1] = p.simplices[triangle + 2 - (corner == 2)];
    }
    for (; k < p.size; ++k) p.edges[2 * k] = p.edges[2 * k + 1] = 0;        // of neighbors that were written to
}

}  // namespace cupy

#define CUPY_TEMPLATE(name, T) CUPY_MAP_KERNEL(name, cupy::PlaneHull, cupy::plane_hull)
