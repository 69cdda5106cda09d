// Pixels of order 0 where those of a row lie along one axis of the input: where they lie is found once for many rows.
#pragma once

#include "interpolate.hpp"
#include "split.hpp"

namespace cupy {
namespace ndimage {

// How many items from the first a coordinate along an active axis leads; -1 for the constant.
CUPY_DEVICE long long nearest_offset(const Interpolate &p, int a, double x) {
    Support<1, float> support;
    return support.find(p, a, x) ? support.offsets[0] : -1;
}

CUPY_DEVICE double scaled(const Interpolate &p, int a, double x) {
    return platform::product(x + p.before[a], p.scale[a]) + p.behind[a];
}

// Where the pixels of an output's row begin in the input, along all axes but the last; -1 for the constant.
CUPY_DEVICE long long row_offset(const Interpolate &p, long long row) {
    const double *matrix = p.device_matrix ? p.device_matrix : p.inline_matrix;
    double x[kInterpolateAxes];
    long long offset = 0;
    for (int axis = p.ndim - 2; axis >= 0; --axis) {
        const long long at = split(row, p.shape[axis]);
        if (p.number[axis] >= 0) x[p.number[axis]] = (double)at;
        else offset += at * p.stride[axis];
    }
    for (int a = 0; a < p.active; ++a) {
        if (a == p.number[p.ndim - 1]) continue;
        double coordinate = p.before[a];
        if (!p.has_matrix) coordinate = scaled(p, a, x[a]);
        else for (int b = 0; b < p.active; ++b) coordinate += platform::product(x[b], matrix[a * p.active + b]);
        const long long along = nearest_offset(p, a, coordinate);
        if (along < 0) return -1;
        offset += along;
    }
    return offset;
}

template <class T, class O, class W> CUPY_DEVICE void nearest_pixels(const Interpolate &p, long long group) {
    const T *input = static_cast<const T *>(p.input);
    const int last = p.ndim - 1;
    const long long columns = p.shape[last];
    const long long first = split(group, (columns + kNearestColumns - 1) / kNearestColumns) * kNearestColumns;
    const int count = columns - first < kNearestColumns ? (int)(columns - first) : kNearestColumns;
    const O constant = interpolated<O>((W)p.constant);
    long long rows = 1, offsets[kNearestColumns];
    for (int axis = 0; axis < last; ++axis) rows *= p.shape[axis];
    bool beside = true;
    for (int k = 0; k < count; ++k) {
        const int a = p.number[last];
        const long long at = first + k;
        offsets[k] = a < 0 ? at * p.stride[last] : nearest_offset(p, a, scaled(p, a, (double)at));
        beside = beside && offsets[k] == offsets[0] + k;
    }
    beside = beside && offsets[0] >= 0;
    const long long end = (group + 1) * kNearestRows < rows ? (group + 1) * kNearestRows : rows;
    for (long long row = group * kNearestRows; row < end; ++row) {
        O *output = static_cast<O *>(p.output) + row * columns + first;
        const long long offset = row_offset(p, row);
        if (offset < 0) {
            for (int k = 0; k < count; ++k) output[k] = constant;
        } else if (beside) {
            const T *from = input + offset + offsets[0];
            for (int k = 0; k < count; ++k) output[k] = nearest_value<T, O, W>(from[k]);
        } else {
            for (int k = 0; k < count; ++k)
                output[k] = offsets[k] < 0 ? constant : nearest_value<T, O, W>(input[offset + offsets[k]]);
        }
    }
}

}  // namespace ndimage
}  // namespace cupy

#define CUPY_TEMPLATE(name, ...) \
    CUPY_MAP_KERNEL(name, cupy::ndimage::Interpolate, cupy::ndimage::nearest_pixels<__VA_ARGS__>)
