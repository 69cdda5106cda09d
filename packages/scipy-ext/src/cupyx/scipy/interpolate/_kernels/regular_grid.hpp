// Multilinear or nearest values on a rectilinear grid.
#pragma once

#include "device/map.hpp"
#include "regular_grid_params.hpp"
#include "spans.hpp"

namespace cupy {
namespace interpolate {

template <class T, class O> struct Cell {
    const T *corner;
    double part[kMostAxes];
    long long step[kMostAxes];

    // The multilinear value of the axes from d on; depth is a constant so that it unrolls.
    template <int d, int axes> CUPY_DEVICE O value(const T *at) const {
        if constexpr (d == axes) return cast<O>(*at);
        else return value<d + 1, axes>(at) * O(1 - part[d]) + value<d + 1, axes>(at + step[d]) * O(part[d]);
    }

    CUPY_DEVICE O value_any(int axes) const {
        O sum = O(0);
        for (unsigned side = 0; side < 1u << axes; ++side) {
            double weight = 1;
            const T *at = corner;
            for (int d = 0; d < axes; ++d) {
                const bool upper = side >> d & 1;
                weight *= upper ? part[d] : 1 - part[d];
                if (upper) at += step[d];
            }
            sum += cast<O>(*at) * O(weight);
        }
        return sum;
    }
};

template <class T, class O> CUPY_DEVICE void regular_grid(const RegularGrid &p, long long item) {
    const long long query = item / p.columns, column = item - query * p.columns;
    const double *q = static_cast<const double *>(p.q) + query * p.axes;
    O *out = static_cast<O *>(p.out) + item;
    Cell<T, O> cell;
    cell.corner = static_cast<const T *>(p.values) + column;
    bool outside = false, missing = false;
    for (int d = 0; d < p.axes; ++d) {
        const double *x = static_cast<const double *>(p.grid) + p.begin[d];
        const long long n = p.begin[d + 1] - p.begin[d];
        const double v = q[d];
        if (v != v) missing = true;
        if (!(v >= x[0] && v <= x[n - 1])) {
            outside = outside || v == v;
            static_cast<int *>(p.outside)[d] = 1;
        }
        if (n < 2 || v != v) {
            cell.part[d] = 0;
            cell.step[d] = 0;
            continue;
        }
        const long long i = span(x, 0, n - 2, v);
        const double part = (v - x[i]) / (x[i + 1] - x[i]);
        cell.corner += (i + (p.nearest && part > 0.5)) * p.stride[d];
        cell.part[d] = part;
        cell.step[d] = p.stride[d];
    }
    if (missing) *out = O(limits<double>::nan());
    else if (outside && p.fill) *out = *static_cast<const O *>(p.fill);
    else if (p.nearest) *out = cast<O>(*cell.corner);
    else if (p.axes == 1) *out = cell.template value<0, 1>(cell.corner);
    else if (p.axes == 2) *out = cell.template value<0, 2>(cell.corner);
    else if (p.axes == 3) *out = cell.template value<0, 3>(cell.corner);
    else *out = cell.value_any(p.axes);
}

}  // namespace interpolate
}  // namespace cupy

#define CUPY_TEMPLATE(name, T, O) \
    CUPY_MAP_KERNEL(name, cupy::interpolate::RegularGrid, cupy::interpolate::regular_grid<T, O>)
