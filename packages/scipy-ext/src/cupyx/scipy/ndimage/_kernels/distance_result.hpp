// Distances in the type that is asked for, and the sites' indices along each axis.
#pragma once

#include "distance.hpp"

namespace cupy {
namespace ndimage {

template <class G, class O> CUPY_DEVICE void distance_result(const DistanceResult &p, long long i) {
    const G distance = static_cast<const G *>(p.distances)[i];
    const bool none = distance == far_away<G>();
    if (p.results) {
        O &result = static_cast<O *>(p.results)[i];
        if (p.metric != kEuclid) {
            result = none ? O(-1) : cast<O>(distance);
        } else if (!none) {
            result = cast<O>(sqrt((double)distance));
        } else if (p.brute) {
            result = cast<O>(sqrt(limits<double>::max()));
        } else {
            // As SciPy: the site is one before the first pixel along the first axis.
            double sum = 0;
            long long left = i, below = 1;
            for (int axis = 0; axis < p.ndim; ++axis) below *= p.shape[axis];
            for (int axis = 0; axis < p.ndim; ++axis) {
                below /= p.shape[axis];
                long long place = left;
                left = split(place, below);
                const double way = (double)(place + (axis == 0)) * p.sampling[axis];
                sum += platform::product(way, way);
            }
            result = cast<O>(sqrt(sum));
        }
    }
    if (p.indices) {
        const bool known = p.sites[i] >= 0;
        long long left = known ? p.sites[i] : 0;
        for (int axis = p.ndim - 1; axis >= 0; --axis) {
            const long long length = p.shape[axis];
            const long long place = split(left, length);
            p.indices[axis * p.count + i] = known || axis ? (int)place : -1;
        }
    }
}

}  // namespace ndimage
}  // namespace cupy

#define CUPY_TEMPLATE(name, G, O) \
    CUPY_MAP_KERNEL(name, cupy::ndimage::DistanceResult, cupy::ndimage::distance_result<G, O>)
