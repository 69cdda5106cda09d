// Piecewise polynomials: values and derivatives in two bases, the piece found by one search; integrals.
#pragma once

#include "device/map.hpp"
#include "spans.hpp"

namespace cupy {
namespace interpolate {

// Coefficients c are (order, breakpoints - 1, columns), breakpoints x, queries q; out is (queries, columns).
struct PPoly {
    const void *c, *x, *q;
    void *out;
    long long count;               // queries x columns
    long long breakpoints, columns;
    int order, nu;                 // coefficients of a piece; derivative
    int extrapolate;
};

// Coefficients as of `PPoly`; `first` <= `last`; out is (shares, columns), whose sums over the shares are the
// integrals.
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

// Coefficients in another basis: `change` is (order, order); c and out are (order, pieces, columns).
struct PPolyBasis {
    const void *c;
    const double *x, *change;
    void *out;
    long long count;               // pieces x columns
    long long columns;
    int order, to_powers;
};

// Item (query, column): `value(c, step, v, low, high)` of the coefficients of v's piece and its breakpoints, or NaN.
template <class T, class Value> CUPY_DEVICE void of_piece(const PPoly &p, long long item, Value value) {
    const double *x = static_cast<const double *>(p.x);
    const long long query = item / p.columns, column = item - query * p.columns;
    const double v = static_cast<const double *>(p.q)[query];
    const long long i = piece(x, p.breakpoints, v, p.extrapolate);
    const T *c = static_cast<const T *>(p.c) + i * p.columns + column;
    static_cast<T *>(p.out)[item] =
        i < 0 ? T(limits<double>::nan()) : value(c, (p.breakpoints - 1) * p.columns, v, x[i], x[i + 1]);
}

// In the power basis, by Horner's scheme.
template <class T> CUPY_DEVICE void power(const PPoly &p, long long item) {
    of_piece<T>(p, item, [&p](const T *c, long long step, double v, double low, double) {
        T sum = T(0);
        for (int j = 0; j < p.order - p.nu; ++j) {      // the first is no sum: zero times an infinite distance is NaN
            const int degree = p.order - 1 - j;
            double factor = 1;
            for (int d = 0; d < p.nu; ++d) factor *= degree - d;
            const T term = c[j * step] * T(factor);
            sum = j ? sum * T(v - low) + term : term;
        }
        return sum;
    });
}

// In the Bernstein basis, by the scheme of Volk and Schumaker (1990).
template <class T> CUPY_DEVICE void bernstein(const PPoly &p, long long item) {
    of_piece<T>(p, item, [&p](const T *c, long long step, double v, double low, double high) {
        // Both from differences: turning the breakpoints round exchanges them, to the last bit.
        const double width = high - low, s = (v - low) / width, rest = (high - v) / width;
        const int degree = p.order - 1;
        double power = 1, choose = 1;
        T sum = c[0];
        for (int j = 1; j <= degree; ++j) {
            power *= s;
            choose = choose * (degree - j + 1) / j;
            sum = sum * T(rest) + c[j * step] * T(power * choose);
        }
        return sum;
    });
}

// Powers of a piece's width scale what the power basis has.  Zeros of `change` are no terms: NaN stays where it counts.
template <class T> CUPY_DEVICE void rebase(const PPolyBasis &p, long long item) {
    const double *x = p.x + item / p.columns, width = x[1] - x[0];
    const T *c = static_cast<const T *>(p.c) + item;
    T *out = static_cast<T *>(p.out) + item;
    for (int j = 0; j < p.order; ++j) out[j * p.count] = T(0);
    double power = 1;
    for (int k = p.order - 1; k >= 0; --k, power *= width)
        for (int other = 0; other < p.order; ++other) {
            const int to = p.to_powers ? k : other, from = p.to_powers ? other : k;
            const double factor = p.change[to * p.order + from];
            if (factor == 0) continue;
            const T term = c[from * p.count];
            out[to * p.count] += p.to_powers ? term * T(factor) / T(power) : term * T(power) * T(factor);
        }
}

// A sum of powers, as SciPy's: infinite distances give an infinity or NaN as there.
template <class T> CUPY_DEVICE T primitive(const T *c, long long step, int order, double s) {
    T sum = T(0);
    double power = s;
    for (int degree = 0; degree < order; ++degree, power *= s)
        sum += c[(order - 1 - degree) * step] * T(power) * T(1.0 / (degree + 1));
    return sum;
}

// In the power basis: a thread adds a share of the pieces of a column.
template <class T> CUPY_DEVICE void integral(const PPolyIntegral &p, long long item) {
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

#define CUPY_TEMPLATE(name, Params, function, T) \
    CUPY_MAP_KERNEL(name, cupy::interpolate::Params, cupy::interpolate::function<T>)
