// Correlation with weights over any footprint.
#pragma once

#include "device/map.hpp"
#include "neighborhood.hpp"
#include "window.hpp"

namespace cupy {
namespace ndimage {

// W is the type of weights and sums.
template <class T, class O, class W> CUPY_DEVICE void correlate(const Neighborhood &p, long long i) {
    const W *weights = static_cast<const W *>(p.weights), constant = constant_of<W>(p);
    const T *input = static_cast<const T *>(p.input);
    W sum = W(0);
    places(p, i, [&](int tap, long long from) {
        sum += product_for<O>(weights[tap], from < 0 ? constant : cast<W>(input[from]));
        return true;
    });
    static_cast<O *>(p.output)[i] = item_of<O>(sum);
}

}  // namespace ndimage
}  // namespace cupy

#define CUPY_TEMPLATE(name, T, O, W) CUPY_MAP_KERNEL(name, cupy::ndimage::Neighborhood, cupy::ndimage::correlate<T, O, W>)
