// Distances in the type that is asked for, and the sites' indices along each axis.
#pragma once

#include "distance.hpp"

namespace cupy {
namespace ndimage {

// The last site of the image that is `reach` steps of a chessboard from the pixel at `i`; none is nearer, so it lies on
// the faces of the box around that pixel.
template <class G> CUPY_CALLED long long last_on_box(const DistanceResult &p, long long i, long long reach) {
    const G *distances = static_cast<const G *>(p.distances);
    const int last = p.ndim - 1;
    long long middle[kDistanceAxes], at[kDistanceAxes];
    for (int axis = last; axis >= 0; --axis) {
        middle[axis] = split(i, p.shape[axis]);
        const long long high = middle[axis] + reach;
        at[axis] = high < p.shape[axis] ? high : p.shape[axis] - 1;
    }
    for (;;) {
        long long row = 0;
        bool face = false;                       // whether all of this row lies on one
        for (int axis = 0; axis < last; ++axis) {
            row = row * p.shape[axis] + at[axis];
            face = face || at[axis] == middle[axis] + reach || at[axis] == middle[axis] - reach;
        }
        row *= p.shape[last];
        const long long low = middle[last] - reach, step = face || reach == 0 ? 1 : 2 * reach;
        for (long long x = middle[last] + reach; x >= 0 && x >= low; x -= step)
            if (x < p.shape[last] && distances[row + x] == G(0)) return row + x;
        int axis = last - 1;
        while (axis >= 0 && (at[axis] == 0 || at[axis] == middle[axis] - reach)) {
            const long long high = middle[axis] + reach;
            at[axis] = high < p.shape[axis] ? high : p.shape[axis] - 1;
            --axis;
        }
        if (axis < 0) return -1;
        --at[axis];
    }
}

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
        // As SciPy where there is no site: what steps leave as it was is the pixel itself.
        const bool stays = p.metric != kEuclid && !p.brute;
        long long left = known ? p.sites[i] : stays ? i : 0;
        if (known && p.brute && p.metric == kChessboard) left = last_on_box<G>(p, i, (long long)distance);
        for (int axis = p.ndim - 1; axis >= 0; --axis) {
            const long long length = p.shape[axis];
            const long long place = split(left, length);
            p.indices[axis * p.count + i] = known || axis || p.metric != kEuclid || p.brute ? (int)place : -1;
        }
    }
}

}  // namespace ndimage
}  // namespace cupy

#define CUPY_TEMPLATE(name, G, O) \
    CUPY_MAP_KERNEL(name, cupy::ndimage::DistanceResult, cupy::ndimage::distance_result<G, O>)
