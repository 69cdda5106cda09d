// The nearest site of the first pixel of each chunk of a line.
#pragma once

#include "distance.hpp"

namespace cupy {
namespace ndimage {

template <class G> CUPY_DEVICE void distance_anchor(const Distance &p, long long item) {
    long long rest = item;
    const long long column = split(rest, p.inner), chunk = split(rest, p.chunks);
    const long long line = rest * p.length * p.inner + column;
    G best;
    p.marks[item] = (int)nearest(p, static_cast<const G *>(p.distances) + line, chunk * kDistanceChunk, 0ll,
                                 p.length - 1, best);
}

}  // namespace ndimage
}  // namespace cupy

#define CUPY_TEMPLATE(name, G) CUPY_MAP_KERNEL(name, cupy::ndimage::Distance, cupy::ndimage::distance_anchor<G>)
