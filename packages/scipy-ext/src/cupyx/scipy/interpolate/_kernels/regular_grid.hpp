// Multilinear or nearest values on a rectilinear grid.
#pragma once

#include "device/map.hpp"
#include "spans.hpp"

namespace cupy {
namespace interpolate {

constexpr int kMostAxes = 16;

// Coordinates of all axes in one array, those of axis d from begin[d] to begin[d + 1].
struct RegularGrid {
    const void *grid, *values, *q; // values: (lengths…, columns); q: (queries, axes)
    void *out;                     // (queries, columns)
    void *outside;                 // int for each axis, in memory of the host, which `grid_bounds` sets
    const void *fill;              // one item of the output, for queries outside; null to extrapolate
    long long count, columns;
    int axes, nearest;
    long long begin[kMostAxes + 1];
    long long stride[kMostAxes];   // of values, in items
};

// The cell of a query; AXES is 0 where their number is not known in advance.
template <class T, class O, int AXES> struct Cell {
    static constexpr int kMost = AXES ? AXES : kMostAxes;
    const T *corner;
    double part[kMost];
    long long step[kMost];

    // The multilinear value of the axes from d on; depth is a constant so that it unrolls.
    template <int d> CUPY_DEVICE O value(const T *at) const {
        if constexpr (d == AXES) return cast<O>(*at);
        else return value<d + 1>(at) * O(1 - part[d]) + value<d + 1>(at + step[d]) * O(part[d]);
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

template <class T, class O, int AXES> CUPY_DEVICE void grid_value(const RegularGrid &p, long long item) {
    const long long query = p.columns == 1 ? item : item / p.columns, column = item - query * p.columns;
    const int axes = AXES ? AXES : p.axes;
    const double *q = static_cast<const double *>(p.q) + query * axes;
    O *out = static_cast<O *>(p.out) + item;
    Cell<T, O, AXES> cell;
    cell.corner = static_cast<const T *>(p.values) + column;
    bool outside = false, missing = false;
    double at[Cell<T, O, AXES>::kMost];             // read before anything waits for any of them
    CUPY_UNROLL
    for (int d = 0; d < axes; ++d) at[d] = q[d];
    CUPY_UNROLL
    for (int d = 0; d < axes; ++d) {
        const double *x = static_cast<const double *>(p.grid) + p.begin[d];
        const long long n = p.begin[d + 1] - p.begin[d];
        const double v = at[d];
        missing = missing || v != v;
        outside = outside || v < x[0] || v > x[n - 1];
        if (n < 2) {
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
    else if constexpr (AXES != 0) *out = cell.template value<0>(cell.corner);
    else *out = cell.value_any(axes);
}

// Which axes have coordinates outside: a kernel before the one that interpolates, so that who asks need not wait for it.
template <class T, class O, int AXES> CUPY_DEVICE void grid_bounds(const RegularGrid &p, long long query) {
    const double *grid = static_cast<const double *>(p.grid);
    const double *q = static_cast<const double *>(p.q) + query * p.axes;
    for (int d = 0; d < p.axes; ++d)
        if (!(q[d] >= grid[p.begin[d]] && q[d] <= grid[p.begin[d + 1] - 1])) static_cast<int *>(p.outside)[d] = 1;
}

}  // namespace interpolate
}  // namespace cupy

#define CUPY_TEMPLATE(name, function, AXES, T, O) \
    CUPY_MAP_KERNEL(name, cupy::interpolate::RegularGrid, cupy::interpolate::function<T, O, AXES>)
