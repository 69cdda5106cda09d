// An image at coordinates: those that a matrix, or a scale and a shift, makes of each pixel's, or given ones.
#pragma once

#include "interpolate.hpp"
#include "split.hpp"

namespace cupy {
namespace ndimage {

template <int D, class T, class O, class W> CUPY_DEVICE void transform_axes(const Interpolate &p, long long i) {
    double x[D];
    long long offset = 0;
    long long left = i;
    for (int axis = p.ndim - 1; axis >= 0; --axis) {
        const long long at = split(left, p.shape[axis]);
        if (p.number[axis] >= 0) x[p.number[axis]] = (double)at;
        else offset += at * p.stride[axis];
    }
    const T *input = static_cast<const T *>(p.input) + offset;
    const double *matrix = p.device_matrix ? p.device_matrix : p.inline_matrix;
    static_cast<O *>(p.output)[i] = interpolated<O>(interpolate_at<T, W>(p, input, [&](int a) {
        if (!p.has_matrix) return platform::product(x[a] + p.before[a], p.scale[a]) + p.behind[a];
        double sum = p.before[a];
        for (int b = 0; b < p.active; ++b) sum += platform::product(x[b], matrix[a * p.active + b]);
        return sum;
    }));
}

template <class T, class O, class W> CUPY_DEVICE void transform(const Interpolate &p, long long i) {
    if (p.active <= 3) transform_axes<3, T, O, W>(p, i);
    else transform_axes<kInterpolateAxes, T, O, W>(p, i);
}

// C is the type of the coordinates.
template <class T, class O, class W, class C> CUPY_DEVICE void map_coordinates(const Interpolate &p, long long i) {
    const C *coordinates = static_cast<const C *>(p.coordinates);
    static_cast<O *>(p.output)[i] = interpolated<O>(interpolate_at<T, W>(
        p, static_cast<const T *>(p.input), [&](int a) { return (double)coordinates[a * p.count + i]; }));
}

}  // namespace ndimage
}  // namespace cupy

#define CUPY_TEMPLATE(name, function, ...) \
    CUPY_MAP_KERNEL(name, cupy::ndimage::Interpolate, cupy::ndimage::function<__VA_ARGS__>)
