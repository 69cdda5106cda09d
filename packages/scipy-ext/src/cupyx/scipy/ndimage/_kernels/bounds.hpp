// Boxes around the pixels of each label.
#pragma once

#include "groups.hpp"

namespace cupy {
namespace ndimage {

constexpr int kBoundsAxes = 32;

// `bounds` are the greatest label; then for each label and axis the complement of the first index, and one behind the
// last: all are 0 at first, and only grow.
struct Bounds {
    const void *input;
    unsigned long long *bounds;
    long long count;
    int ndim;
    long long labels;
    long long run;                 // pixels of a line that a call goes along
    long long shape[kBoundsAxes];
};

// A call goes along a part of a line and hands over the ends of each run of a label; a single pixel is a line without an
// axis.
template <class T> CUPY_DEVICE void bounds(const Bounds &p, long long call) {
    const int last = p.ndim - 1;
    const long long length = last < 0 ? 1 : p.shape[last];
    long long at[kBoundsAxes], left = call, now = 0, greatest = 0;
    long long first = split(left, (length + p.run - 1) / p.run) * p.run;
    const T *line = static_cast<const T *>(p.input) + left * length;
    const long long end = length - first < p.run ? length : first + p.run;
    for (int axis = last - 1; axis >= 0; --axis) at[axis] = split(left, p.shape[axis]);
    for (long long x = first; x <= end; ++x) {
        long long label = x < end ? (long long)line[x] : 0;
        greatest = label > greatest ? label : greatest;
        if (label < 0 || label > p.labels) label = 0;
        if (label == now) continue;
        if (now > 0) {
            unsigned long long *ends = p.bounds + 1 + (now - 1) * p.ndim * 2;
            for (int axis = 0; axis <= last; ++axis, ends += 2) {
                keep<true>(ends, ~(unsigned long long)(axis < last ? at[axis] : first));
                keep<true>(ends + 1, (unsigned long long)(axis < last ? at[axis] + 1 : x));
            }
        }
        first = x;
        now = label;
    }
    if (greatest > 0) keep<true>(p.bounds, (unsigned long long)greatest);
}

}  // namespace ndimage
}  // namespace cupy

#define CUPY_TEMPLATE(name, T) CUPY_MAP_KERNEL(name, cupy::ndimage::Bounds, cupy::ndimage::bounds<T>)
