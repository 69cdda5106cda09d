// Correlation with weights over any footprint.
#pragma once

#include "device/map.hpp"
#include "neighborhood.hpp"

namespace cupy {
namespace ndimage {

// W is the type of weights and sums.
template <class T, class O, class W> CUPY_DEVICE void correlate(const Neighborhood &p, long long i) {
    const W *weights = static_cast<const W *>(p.weights);
    W sum = W(0);
    neighbors<T>(p, i, [&](int tap, T value) {
        sum += weights[tap] * cast<W>(value);
        return true;
    });
    static_cast<O *>(p.output)[i] = cast<O>(sum);
}

}  // namespace ndimage
}  // namespace cupy

#define CUPY_TEMPLATE(name, T, O, W) CUPY_MAP_KERNEL(name, cupy::ndimage::Neighborhood, cupy::ndimage::correlate<T, O, W>)
