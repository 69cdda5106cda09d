// Distances with one axis more.
#pragma once

#include "distance.hpp"

namespace cupy {
namespace ndimage {

template <class G> CUPY_DEVICE void distance_next(const Distance &p, long long at) {
    long long outer = at;
    const long long column = split(outer, p.inner), i = split(outer, p.length);
    const long long line = outer * p.length * p.inner + column;
    long long low = 0, high = p.length - 1;
    if (p.marks) {
        const long long chunk = i / kDistanceChunk, mark = (outer * p.chunks + chunk) * p.inner + column;
        low = p.marks[mark];
        if (chunk + 1 < p.chunks) high = p.marks[mark + p.inner];
    }
    G best = far_away<G>();
    const long long place = low < 0 ? -1 : nearest(p, static_cast<const G *>(p.distances) + line, i, low, high, best);
    static_cast<G *>(p.results)[at] = best;
    if (p.found) p.found[at] = place < 0 ? -1 : p.sites[line + place * p.inner];
}

}  // namespace ndimage
}  // namespace cupy

#define CUPY_TEMPLATE(name, G) CUPY_MAP_KERNEL(name, cupy::ndimage::Distance, cupy::ndimage::distance_next<G>)
