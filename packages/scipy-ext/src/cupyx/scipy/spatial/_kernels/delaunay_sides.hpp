// The triangles on both sides of edges: of sorted edges the same twice, one after the other. An item is an edge.
#pragma once

#include "device/map.hpp"
#include "delaunay_params.hpp"

namespace cupy {
namespace spatial {

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

#define CUPY_TEMPLATE(name, T) CUPY_MAP_KERNEL(name, cupy::spatial::Sides, cupy::spatial::delaunay_sides)
