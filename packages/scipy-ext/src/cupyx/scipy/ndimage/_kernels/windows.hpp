// The items of each neighbourhood, one after the other.
#pragma once

#include "device/map.hpp"
#include "neighborhood.hpp"

namespace cupy {
namespace ndimage {

template <class T, class O> CUPY_DEVICE void windows(const Neighborhood &p, long long i) {
    O *output = static_cast<O *>(p.output) + i * p.taps;
    const T *input = static_cast<const T *>(p.input);
    const O constant = constant_of<O>(p);       // which whole numbers may not have
    places(p, p.first + i, [&](int tap, long long from) {
        output[tap] = from < 0 ? constant : cast<O>(input[from]);
        return true;
    });
}

}  // namespace ndimage
}  // namespace cupy

#define CUPY_TEMPLATE(name, T, O) CUPY_MAP_KERNEL(name, cupy::ndimage::Neighborhood, cupy::ndimage::windows<T, O>)
