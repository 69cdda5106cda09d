// Boxes around the pixels of each label.
#pragma once

#include "groups.hpp"

namespace cupy {
namespace ndimage {

constexpr int kBoundsAxes = 32;

// `bounds` are, for each label and axis, the first index and one behind the last.
struct Bounds {
    const void *input;
    unsigned long long *bounds;
    long long count, size, width;
    int run, ndim;
    long long labels;
    long long shape[kBoundsAxes];
};

// A call goes down a column, or along a line where the width is 1, and hands over the ends of each run of a label.
template <class T> CUPY_DEVICE void bounds(const Bounds &p, long long call) {
    const T *input = static_cast<const T *>(p.input);
    long long i = call / p.width * p.run * p.width + call % p.width, first = 0, last = 0;
    long long now = 0;
    for (int k = 0; k <= p.run; ++k, i += p.width) {
        const bool inside = k < p.run && i < p.size;
        long long label = inside ? (long long)input[i] : 0;
        if (label < 0 || label > p.labels) label = 0;
        if (label != now && now > 0) {
            for (long long place = first;; place = last) {
                long long left = place;
                for (int axis = p.ndim - 1; axis >= 0; --axis) {
                    const unsigned long long at = (unsigned long long)(left % p.shape[axis]);
                    left /= p.shape[axis];
                    unsigned long long *ends = p.bounds + ((now - 1) * p.ndim + axis) * 2;
                    keep<false>(ends, at);
                    keep<true>(ends + 1, at + 1);
                }
                if (place == last) break;
            }
        }
        if (!inside) break;
        if (label != now) first = i;
        last = i;
        now = label;
    }
}

}  // namespace ndimage
}  // namespace cupy

#define CUPY_TEMPLATE(name, T) CUPY_MAP_KERNEL(name, cupy::ndimage::Bounds, cupy::ndimage::bounds<T>)
