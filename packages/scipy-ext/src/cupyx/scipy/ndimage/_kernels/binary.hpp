// One step of binary erosion; of dilation where it erodes the complement.
#pragma once

#include "device/map.hpp"
#include "neighborhood.hpp"

namespace cupy {
namespace ndimage {

CUPY_DEVICE void binary(const Neighborhood &p, long long i) {
    const uint8 *mask = static_cast<const uint8 *>(p.mask);
    const bool before = static_cast<const boolean *>(p.input)[i];
    bool after = before;
    if (mask == nullptr || mask[i]) {
        bool all = true;
        // A footprint that holds its pixel never sets what is not set.
        if (p.centre && before == (p.invert != 0)) all = false;
        else
            neighbors<boolean>(p, i, [&](int, bool value) {
                all = value != (p.invert != 0);
                return all;
            });
        after = all != (p.invert != 0);
    }
    static_cast<bool *>(p.output)[i] = after;
    if (p.changed && after != before) *p.changed = 1;
}

}  // namespace ndimage
}  // namespace cupy

#define CUPY_TEMPLATE(name, T, O) CUPY_MAP_KERNEL(name, cupy::ndimage::Neighborhood, cupy::ndimage::binary)
