// An image at given coordinates.
#pragma once

#include "interpolate.hpp"

namespace cupy {
namespace ndimage {

// C is the type of the coordinates.
template <class T, class O, class W, class C> CUPY_DEVICE void map_coordinates(const Interpolate &p, long long i) {
    const C *coordinates = static_cast<const C *>(p.coordinates);
    static_cast<O *>(p.output)[i] = interpolated<O>(interpolate_at<T, W>(
        p, static_cast<const T *>(p.input), [&](int a) { return (double)coordinates[a * p.count + i]; }));
}

}  // namespace ndimage
}  // namespace cupy

#define CUPY_TEMPLATE(name, T, O, W, C) \
    CUPY_MAP_KERNEL(name, cupy::ndimage::Interpolate, cupy::ndimage::map_coordinates<T, O, W, C>)
