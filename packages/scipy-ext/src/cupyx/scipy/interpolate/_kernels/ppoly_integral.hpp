// Integrals of piecewise polynomials in the power basis: a thread adds a share of the pieces of a column.
#pragma once

#include "device/map.hpp"
#include "spans.hpp"

namespace cupy {
namespace interpolate {

// Coefficients c are (order, breakpoints - 1, columns); `first` <= `last`; out is (shares, columns), whose sums over
// the shares are the integrals.
struct PPolyIntegral {
    const void *c;
    const double *x;
    void *out;
    long long count;               // shares x columns
    long long breakpoints, columns;
    long long shares;
    double first, last;
    int order;
    int extrapolate;
};

template <class T> CUPY_DEVICE T primitive(const T *c, long long step, int order, double s) {
    T sum = T(0);
    for (int j = 0; j < order; ++j) sum = sum * T(s) + c[j * step] * T(1.0 / (order - j));
    return sum * T(s);
}

template <class T> CUPY_DEVICE void ppoly_integral(const PPolyIntegral &p, long long item) {
    const long long share = item / p.columns, column = item - share * p.columns, pieces = p.breakpoints - 1;
    const double *x = p.x;
    const long long from = piece(x, p.breakpoints, p.first, p.extrapolate);
    const long long to = piece(x, p.breakpoints, p.last, p.extrapolate);
    T sum = T(0);
    if (from < 0 || to < 0) {
        sum = T(limits<double>::nan());
    } else {
        const int up = from <= to;                  // breakpoints may descend
        const long long least = up ? from : to, most = up ? to : from, end = pieces * (share + 1) / p.shares;
        long long i = pieces * share / p.shares;
        for (i = i < least ? least : i; i < end && i <= most; ++i) {
            const T *c = static_cast<const T *>(p.c) + i * p.columns + column;
            const double low = i == from ? p.first : x[i + !up], high = i == to ? p.last : x[i + up];
            sum += primitive(c, pieces * p.columns, p.order, high - x[i])
                - primitive(c, pieces * p.columns, p.order, low - x[i]);
        }
    }
    static_cast<T *>(p.out)[item] = sum;
}

}  // namespace interpolate
}  // namespace cupy

#define CUPY_TEMPLATE(name, T) \
    CUPY_MAP_KERNEL(name, cupy::interpolate::PPolyIntegral, cupy::interpolate::ppoly_integral<T>)
