// Splines of many queries: the polynomial of every interval first, then one record and Horner's scheme a query.
#pragma once

#include "bspline_params.hpp"
#include "de_boor.hpp"
#include "device/map.hpp"
#include "spans.hpp"

namespace cupy {
namespace interpolate {

// The derivative that is asked for on an interval, as powers of the distance from its first knot; read in words of
// 16 bytes.
template <class T, int order> struct alignas(16) Piece {
    T terms[order];
};

template <class T, int degree> CUPY_DEVICE void expand_degree(const BSpline &p, long long item) {
    const int order = degree - p.nu + 1;
    const double *t = static_cast<const double *>(p.t) + degree + item / p.columns;
    const T *c = static_cast<const T *>(p.c) + item;
    const long long bytes = (order * (int)sizeof(T) + 15) / 16 * 16;
    T *terms = reinterpret_cast<T *>(static_cast<unsigned char *>(p.pieces) + item * bytes);
    double factorial = 1;
    for (int m = 0; m < order; ++m) {
        double h[degree + 1];
        de_boor<degree>(t, t[0], degree, p.nu + m, h);
        if (m > 1) factorial *= m;
        T sum = T(0);
        CUPY_UNROLL
        for (int a = 0; a <= degree; ++a) sum += c[a * p.columns] * T(h[a]);
        terms[m] = sum * T(1 / factorial);
    }
}

// Item (interval, column) of the pieces, and how an interval is guessed: from which knot on, how many in one unit.  The
// ends are left out where there are more knots: splines that interpolate have longer intervals there.
template <class T> CUPY_DEVICE void expand(const BSpline &p, long long item) {
    if (item == 0) {
        const double *t = static_cast<const double *>(p.t);
        const long long inner = p.knots - 2 * p.degree - 2 > 1;
        const long long first = p.degree + inner, last = p.knots - p.degree - 1 - inner;
        double *guess = static_cast<double *>(p.guess);
        guess[1] = (double)(last - first) / (t[last] - t[first]);
        guess[0] = t[first] - inner / guess[1];
    }
    switch (p.degree) {
    case 0: return expand_degree<T, 0>(p, item);
    case 1: return expand_degree<T, 1>(p, item);
    case 2: return expand_degree<T, 2>(p, item);
    case 3: return expand_degree<T, 3>(p, item);
    case 4: return expand_degree<T, 4>(p, item);
    case 5: return expand_degree<T, 5>(p, item);
    }
}

template <class T, int order> CUPY_DEVICE void expanded_of(const BSpline &p, long long item) {
    const long long intervals = p.knots - 2 * p.degree - 1;
    const double *t = static_cast<const double *>(p.t) + p.degree, low = t[0], high = t[intervals];
    const double *guess = static_cast<const double *>(p.guess);
    const long long query = p.columns == 1 ? item : item / p.columns, column = item - query * p.columns;
    const double x = static_cast<const double *>(p.q)[query];
    T *out = static_cast<T *>(p.out) + item;
    if (x != x || (!p.extrapolate && (x < low || x > high))) {
        *out = T(limits<double>::nan());
        return;
    }
    const long long l = guessed_span(t, intervals, guess[0], guess[1], x);
    const Piece<T, order> piece = static_cast<const Piece<T, order> *>(p.pieces)[l * p.columns + column];
    const T apart = T(x - t[l]);
    T sum = piece.terms[order - 1];
    CUPY_UNROLL
    for (int m = order - 2; m >= 0; --m) sum = sum * apart + piece.terms[m];
    *out = sum;
}

template <class T> CUPY_DEVICE void expanded(const BSpline &p, long long item) {
    switch (p.degree - p.nu) {
    case 0: return expanded_of<T, 1>(p, item);
    case 1: return expanded_of<T, 2>(p, item);
    case 2: return expanded_of<T, 3>(p, item);
    case 3: return expanded_of<T, 4>(p, item);
    case 4: return expanded_of<T, 5>(p, item);
    case 5: return expanded_of<T, 6>(p, item);
    }
}

}  // namespace interpolate
}  // namespace cupy

#define CUPY_TEMPLATE(name, function, T) \
    CUPY_MAP_KERNEL(name, cupy::interpolate::BSpline, cupy::interpolate::function<T>)
