// The nearest sites of pixels some places apart on each line.
#pragma once

#include "distance.hpp"

namespace cupy {
namespace ndimage {

template <class G> CUPY_DEVICE void distance_anchor(const Distance &p, long long item) {
    long long outer = item;
    const long long column = split(outer, p.inner), mark = split(outer, p.chunks);
    G best;
    p.marks[item] = (int)nearest_between(p, outer, column, mark * p.stride, best);
}

}  // namespace ndimage
}  // namespace cupy

#define CUPY_TEMPLATE(name, G) CUPY_MAP_KERNEL(name, cupy::ndimage::Distance, cupy::ndimage::distance_anchor<G>)
