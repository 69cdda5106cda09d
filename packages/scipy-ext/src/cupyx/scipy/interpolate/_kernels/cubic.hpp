// Cubics between points: coefficients from values and slopes, and what the slopes of a spline have to satisfy.
#pragma once

#include "device/map.hpp"

namespace cupy {
namespace interpolate {

struct Cubics {
    const double *x;
    const void *y;                 // (points, columns)
    const void *slopes = nullptr;  // the same, of `coefficients`
    void *out;
    long long count;               // items
    long long pieces, columns;
};

template <class T> CUPY_DEVICE T secant(const Cubics &p, long long item, double h) {
    const T *y = static_cast<const T *>(p.y) + item;
    return (y[p.columns] - y[0]) / T(h);
}

// Powers of the distance from a piece's first point, the highest first: out is (4, pieces, columns).
template <class T> CUPY_DEVICE void coefficients(const Cubics &p, long long item) {
    const double *x = p.x + item / p.columns, h = x[1] - x[0];
    const T *slope = static_cast<const T *>(p.slopes) + item;
    const T first = slope[0], steep = secant<T>(p, item, h);
    const T bent = (first + slope[p.columns] - T(2) * steep) / T(h);
    T *out = static_cast<T *>(p.out) + item;
    out[0] = bent / T(h);
    out[p.count] = (steep - first) / T(h) - bent;
    out[2 * p.count] = first;
    out[3 * p.count] = static_cast<const T *>(p.y)[item];
}

// Continuous second derivatives at inner points: item (i, column) is the right-hand side at point i + 1 of out
// (points, columns).
template <class T> CUPY_DEVICE void balances(const Cubics &p, long long item) {
    const double *x = p.x + item / p.columns, before = x[1] - x[0], after = x[2] - x[1];
    static_cast<T *>(p.out)[item + p.columns] =
        T(3) * (T(after) * secant<T>(p, item, before) + T(before) * secant<T>(p, item + p.columns, after));
}

}  // namespace interpolate
}  // namespace cupy

#define CUPY_TEMPLATE(name, function, T) CUPY_MAP_KERNEL(name, cupy::interpolate::Cubics, cupy::interpolate::function<T>)
