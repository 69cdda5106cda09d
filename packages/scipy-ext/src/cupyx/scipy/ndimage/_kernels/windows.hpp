// The items of each neighbourhood, one after the other.
#pragma once

#include "device/map.hpp"
#include "neighborhood.hpp"

namespace cupy {
namespace ndimage {

template <class T, class O> CUPY_DEVICE void windows(const Neighborhood &p, long long i) {
    O *output = static_cast<O *>(p.output) + i * p.taps;
    neighbors<T>(p, p.first + i, [&](int tap, T value) {
        output[tap] = cast<O>(value);
        return true;
    });
}

}  // namespace ndimage
}  // namespace cupy

#define CUPY_TEMPLATE(name, T, O) CUPY_MAP_KERNEL(name, cupy::ndimage::Neighborhood, cupy::ndimage::windows<T, O>)
