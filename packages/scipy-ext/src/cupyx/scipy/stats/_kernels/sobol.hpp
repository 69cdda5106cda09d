// Points of Sobol's sequence, each from its number alone (Antonov and Saleev 1979).
#pragma once

#include "device/map.hpp"
#include "low_discrepancy_params.hpp"

namespace cupy {
namespace stats {

template <class T> CUPY_DEVICE void sobol(const Sobol &p, long long item) {
    const long long point = p.first + item / p.dims, d = item % p.dims;
    const uint64 *directions = static_cast<const uint64 *>(p.directions) + d * p.bits;
    uint64 gray = (uint64)point ^ ((uint64)point >> 1), value = static_cast<const uint64 *>(p.shift)[d];
    for (int b = 0; b < p.bits && gray; ++b, gray >>= 1)
        if (gray & 1) value ^= directions[b];
    static_cast<T *>(p.out)[item] = (T)((double)value * p.scale);
}

}  // namespace stats
}  // namespace cupy

#define CUPY_TEMPLATE(name, T) CUPY_MAP_KERNEL(name, cupy::stats::Sobol, cupy::stats::sobol<T>)
