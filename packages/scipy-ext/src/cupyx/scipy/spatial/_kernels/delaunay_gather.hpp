// The triangles that stars found, one after the other, with the numbers of their points. An item is a point.
#pragma once

#include "device/map.hpp"
#include "delaunay_params.hpp"

namespace cupy {
namespace spatial {

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

}  // namespace spatial
}  // namespace cupy

#define CUPY_TEMPLATE(name, T) CUPY_MAP_KERNEL(name, cupy::spatial::Gathered, cupy::spatial::delaunay_gather)
