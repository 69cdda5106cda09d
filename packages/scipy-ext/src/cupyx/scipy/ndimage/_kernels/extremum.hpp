// The least or the greatest item of a neighbourhood.
#pragma once

#include "device/map.hpp"
#include "neighborhood.hpp"
#include "raised.hpp"

namespace cupy {
namespace ndimage {

constexpr bool least = false, greatest = true;      // which item is looked for

// With weights (doubles), the least value minus its weight, or the greatest value plus its weight.
template <bool greatest, class T, class O> CUPY_DEVICE void extremum(const Neighborhood &p, long long i) {
    O *output = static_cast<O *>(p.output);
    if (p.weights) {
        const double *weights = static_cast<const double *>(p.weights);
        double best = 0;
        neighbors<T>(p, i, [&](int tap, T value) {
            const double next = tap ? cast<double>(raised<greatest>(value, cast<T>(weights[tap])))
                                    : raised<greatest>(cast<double>(value), weights[tap]);
            if (tap == 0 || (greatest ? next > best : next < best)) best = next;
            return true;
        });
        output[i] = cast<O>(best);
    } else {
        T best = T(0);
        neighbors<T>(p, i, [&](int tap, T value) {
            if (tap == 0 || (greatest ? value > best : value < best)) best = value;
            return true;
        });
        output[i] = cast<O>(best);
    }
}

}  // namespace ndimage
}  // namespace cupy

#define CUPY_TEMPLATE(name, which, T, O) \
    CUPY_MAP_KERNEL(name, cupy::ndimage::Neighborhood, cupy::ndimage::extremum<cupy::ndimage::which, T, O>)
