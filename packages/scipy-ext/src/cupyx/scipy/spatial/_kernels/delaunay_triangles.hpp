// Triangles from what stars or halves have found, and their neighbours.
#pragma once

#include "device/map.hpp"
#include "delaunay_params.hpp"

namespace cupy {
namespace spatial {

// The triangles that stars found, one after the other, with the numbers of their points. An item is a point.
CUPY_DEVICE void delaunay_gather(const Gathered &p, long long point) {
    const int owned = p.owned[point] < kOwned ? p.owned[point] : kOwned;
    const long long begin = p.ends[point] - owned;
    for (int k = 0; k < owned; ++k) {
        const int *place = p.places + 2 * (kOwned * point + k);
        if (begin < 0 || begin + k >= p.size) return;
        int *corners = p.corners + 3 * (begin + k);
        corners[0] = (int)p.order[point];
        for (int i = 0; i < 2; ++i)
            corners[i + 1] = place[i] >= 0 && place[i] < p.count ? (int)p.order[place[i]] : 0;
    }
}

// Triangles of a subdivision: which edges stand for them, then their corners and neighbours. An item is an edge.
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

// The triangles on both sides of edges: of sorted edges the same twice, one after the other. An item is an edge.
CUPY_DEVICE void delaunay_sides(const Sides &p, long long i) {
    const long long here = p.order[i];
    if (here < 0 || here >= p.count) return;
    const unsigned long long key = p.keys[here];
    long long other = -1;
    if (i + 1 < p.count && p.order[i + 1] >= 0 && p.order[i + 1] < p.count && p.keys[p.order[i + 1]] == key)
        other = p.order[i + 1];
    else if (i > 0 && p.order[i - 1] >= 0 && p.order[i - 1] < p.count && p.keys[p.order[i - 1]] == key)
        other = p.order[i - 1];
    p.neighbors[here] = other < 0 ? -1 : (int)(other / 3);
}

}  // namespace spatial
}  // namespace cupy

#define CUPY_TEMPLATE(name, Params, step, T) CUPY_MAP_KERNEL(name, cupy::spatial::Params, cupy::spatial::step)
