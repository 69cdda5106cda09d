// Triangles of a subdivision: which edges stand for them, then their corners and neighbours. An item is an edge.
#pragma once

#include "device/map.hpp"
#include "delaunay_params.hpp"
#include "exact.hpp"

namespace cupy {
namespace spatial {

CUPY_DEVICE Point place(const Faces &p, int k) { return {p.points[2 * (long long)k], p.points[2 * (long long)k + 1]}; }

// The edge that stands for the triangle on the left of `e`: its least; -1 where there is none.
CUPY_DEVICE int standing(const Faces &p, int e) {
    const int f = p.previous[e ^ 1], g = p.previous[f ^ 1];
    if (p.previous[g ^ 1] != e) return -1;
    if (orientation(place(p, p.origins[e]), place(p, p.origins[f]), place(p, p.origins[g]), p.whole) <= 0) return -1;
    const int least = f < g ? f : g;
    return e < least ? e : least;
}

CUPY_DEVICE void delaunay_faces(const Faces &p, long long item) {
    int e = (int)item;
    if (!p.numbers) {
        p.stands[e] = p.origins[e] >= 0 && standing(p, e) == e;
        return;
    }
    if (!p.stands[e]) return;
    const long long number = p.numbers[e] - 1;
    if (number < 0 || number >= p.triangles) return;
    for (int k = 0; k < 3; ++k, e = p.previous[e ^ 1]) {
        const int beyond = standing(p, e ^ 1);
        p.corners[3 * number + k] = p.ranks[p.origins[e]];
        p.neighbors[3 * number + (k + 2) % 3] = beyond < 0 ? -1 : (int)p.numbers[beyond] - 1;
    }
}

}  // namespace spatial
}  // namespace cupy

#define CUPY_TEMPLATE(name, T) CUPY_MAP_KERNEL(name, cupy::spatial::Faces, cupy::spatial::delaunay_faces)
