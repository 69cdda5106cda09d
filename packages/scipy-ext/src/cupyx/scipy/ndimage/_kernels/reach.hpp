// Regions that hold a marked pixel: which they are, and their pixels.
#pragma once

#include "device/map.hpp"

namespace cupy {
namespace ndimage {

struct Reach {
    const void *regions;               // the number of each pixel's region, or 0; at most as many as there are pixels
    const void *marked;                // bytes
    const void *start;                 // bytes: pixels that are reached anyway
    void *touched;                     // a byte for each number, 0 at first
    void *output;                      // bytes
    long long count;
};

// Notes the region of each marked pixel.
template <class L> CUPY_DEVICE void touch(const Reach &p, long long i) {
    const long long region = (long long)static_cast<const L *>(p.regions)[i];
    if (region > 0 && static_cast<const boolean *>(p.marked)[i]) static_cast<bool *>(p.touched)[region] = true;
}

// Adds the pixels of these regions to those that are reached from the start.
template <class L> CUPY_DEVICE void spread(const Reach &p, long long i) {
    const long long region = (long long)static_cast<const L *>(p.regions)[i];
    static_cast<bool *>(p.output)[i] = static_cast<const boolean *>(p.start)[i] ||
                                       (region > 0 && static_cast<const bool *>(p.touched)[region]);
}

}  // namespace ndimage
}  // namespace cupy

#define CUPY_TEMPLATE(name, step, L) CUPY_MAP_KERNEL(name, cupy::ndimage::Reach, cupy::ndimage::step<L>)
