// Distances with one axis more.
#pragma once

#include "distance.hpp"

namespace cupy {
namespace ndimage {

template <class G> CUPY_DEVICE void distance_next(const Distance &p, long long at) {
    long long outer = at;
    const long long column = split(outer, p.inner), i = split(outer, p.length);
    G best;
    const long long place = nearest_between(p, outer, column, i, best);
    static_cast<G *>(p.results)[at] = best;
    if (p.found) p.found[at] = place < 0 ? -1 : p.sites[(outer * p.length + place) * p.inner + column];
}

}  // namespace ndimage
}  // namespace cupy

#define CUPY_TEMPLATE(name, G) CUPY_MAP_KERNEL(name, cupy::ndimage::Distance, cupy::ndimage::distance_next<G>)
