// Splines in the B-spline basis: values by de Boor's recurrences or by polynomials of the intervals; design matrices.
#pragma once

#include "bspline_params.hpp"
#include "de_boor.hpp"
#include "device/map.hpp"
#include "spans.hpp"

namespace cupy {
namespace interpolate {

template <int fixed, class T>
CUPY_DEVICE T spline_sum(const double *t, const T *c, long long step, double x, int degree, int nu) {
    double h[(fixed ? fixed : kMostDegree) + 1];
    de_boor<fixed>(t, x, degree, nu, h);
    T sum = T(0);
    CUPY_UNROLL
    for (int a = 0; a <= (fixed ? fixed : degree); ++a) sum += c[a * step] * T(h[a]);
    return sum;
}

// Long local arrays are kept out of the registers of the common degrees.
template <class T>
CUPY_CALLED T spline_sum_any(const double *t, const T *c, long long step, double x, int degree, int nu) {
    return spline_sum<0, T>(t, c, step, x, degree, nu);
}

// The interval by one search, the basis in registers, k + 1 products.
template <class T> CUPY_DEVICE void values(const BSpline &p, long long item) {
    const double *t = static_cast<const double *>(p.t);
    const long long query = item / p.columns, column = item - query * p.columns;
    const double x = static_cast<const double *>(p.q)[query];
    const int k = p.degree;
    const long long l = knot_span(t, p.knots - k - 1, k, x, p.extrapolate);
    T *out = static_cast<T *>(p.out) + item;
    if (l < 0) {
        *out = T(limits<double>::nan());
        return;
    }
    const T *c = static_cast<const T *>(p.c) + (l - k) * p.columns + column;
    switch (k) {
    case 1: *out = spline_sum<1, T>(t + l, c, p.columns, x, 1, p.nu); break;
    case 2: *out = spline_sum<2, T>(t + l, c, p.columns, x, 2, p.nu); break;
    case 3: *out = spline_sum<3, T>(t + l, c, p.columns, x, 3, p.nu); break;
    case 4: *out = spline_sum<4, T>(t + l, c, p.columns, x, 4, p.nu); break;
    case 5: *out = spline_sum<5, T>(t + l, c, p.columns, x, 5, p.nu); break;
    default: *out = spline_sum_any<T>(t + l, c, p.columns, x, k, p.nu);
    }
}

// A row of a design matrix: the k + 1 B-splines that do not vanish at a point.
template <class I> CUPY_DEVICE void basis(const BSpline &p, long long row) {
    const double *t = static_cast<const double *>(p.t);
    const double x = static_cast<const double *>(p.q)[row];
    const int k = p.degree;
    const long long l = knot_span(t, p.knots - k - 1, k, x, p.extrapolate);
    double *out = static_cast<double *>(p.out) + row * (k + 1);
    I *spans = static_cast<I *>(p.spans) + row * (k + 1);
    double h[kMostDegree + 1];
    if (l >= 0) de_boor<0>(t + l, x, k, p.nu, h);
    for (int a = 0; a <= k; ++a) {
        out[a] = l < 0 ? limits<double>::nan() : h[a];
        spans[a] = (I)((l < 0 ? 0 : l - k) + a);
    }
}

// The same row in LAPACK's storage of bands, columns of 3k + 1 items that were zero.
template <class T> CUPY_DEVICE void collocate(const BSpline &p, long long row) {
    const double *t = static_cast<const double *>(p.t);
    const double x = static_cast<const double *>(p.q)[row];
    const int k = p.degree;
    const long long l = knot_span(t, p.knots - k - 1, k, x, true);
    if (l < 0) return;
    double h[kMostDegree + 1];
    de_boor<0>(t + l, x, k, 0, h);
    for (int a = 0; a <= k; ++a) {
        const long long column = l - k + a, place = 2 * k + p.above + row - column;
        if (place >= k && place <= 3 * k) static_cast<T *>(p.out)[column * (3 * k + 1) + place] = h[a];
    }
}

// For many queries: the polynomial of every interval first, then one record and Horner's scheme a query. A record is
// the derivative that is asked for on an interval, as powers of the distance from its first knot; read in words of
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

#define CUPY_TEMPLATE(name, function, T) CUPY_MAP_KERNEL(name, cupy::interpolate::BSpline, cupy::interpolate::function<T>)
