// Radial basis functions and polynomials: their sums at queries, and the systems that the coefficients solve.
#pragma once

#include "device/map.hpp"
#include "math/elementary.hpp"

namespace cupy {
namespace interpolate {

enum RadialFunction { kLinear, kThinPlate, kCubic, kQuintic, kMultiquadric, kInverseMultiquadric, kInverseQuadratic,
                      kGaussian };

constexpr int kColumns = 4;        // that share a distance
constexpr int kBeside = 64;        // distances that a host's thread takes side by side

// Sums for points y (n, dims), coefficients (n + terms, columns), queries q; a term is a product of powers of (q - shift) / scale.
struct Rbf {
    const void *y, *q, *coefficients, *powers, *shift, *scale;
    void *out;                     // (queries, columns)
    long long count;               // queries x blocks of columns
    long long n, columns;
    int dims, terms, kernel;
    double epsilon;
};

// Systems of batches of points y (batch, n, dims): the function of all distances, bordered by the terms.
struct RbfMatrix {
    const void *y, *smoothing;     // smoothing (batch, n) is added along the diagonals
    const void *powers, *shift, *scale;         // shift and scale (batch, dims)
    void *out;                     // (batch, n + terms, n + terms)
    long long count;               // items of `out`
    long long n;
    int dims, terms, kernel;
    double epsilon;
};

// Of `count` squared distances side by side, in their place.
CUPY_DEVICE void radials(int kernel, double *r2, int count) {
    const auto each = [&](auto function) {
        for (int k = 0; k < count; ++k) r2[k] = function(r2[k]);
    };
    switch (kernel) {
    case kThinPlate:
        each([](double x) {
            const double value = 0.5 * x * elementary::log(x);
            return x == 0 ? 0.0 : value;
        });
        break;
    case kLinear: each([](double x) { return -sqrt(x); }); break;
    case kCubic: each([](double x) { return x * sqrt(x); }); break;
    case kQuintic: each([](double x) { return -x * x * sqrt(x); }); break;
    case kMultiquadric: each([](double x) { return -sqrt(x + 1); }); break;
    case kInverseMultiquadric: each([](double x) { return 1 / sqrt(x + 1); }); break;
    case kInverseQuadratic: each([](double x) { return 1 / (x + 1); }); break;
    default: each([](double x) { return elementary::exp(-x); });
    }
}

CUPY_DEVICE double squared_distance(const double *a, const double *b, int dims) {
    double sum = 0;
    for (int d = 0; d < dims; ++d) sum += (a[d] - b[d]) * (a[d] - b[d]);
    return sum;
}

// Of the distances of `x` from `count` points, times `epsilon`.
CUPY_DEVICE void radials_from(const double *x, const double *y, int dims, double epsilon, int kernel, double *values,
                              int count) {
    for (int k = 0; k < count; ++k) values[k] = epsilon * epsilon * squared_distance(x, y + (long long)k * dims, dims);
    radials(kernel, values, count);
}

// A product of powers of the coordinates, after shift and scale.
CUPY_DEVICE double monomial(const double *x, const double *shift, const double *scale, const long long *powers,
                            int dims) {
    double term = 1;
    for (int d = 0; d < dims; ++d) {
        const double factor = (x[d] - shift[d]) / scale[d];
        for (long long k = powers[d]; k > 0; --k) term *= factor;
    }
    return term;
}

// Distances are made on the way, no matrix is stored.
template <class T> CUPY_DEVICE void sums(const Rbf &p, long long item) {
    const long long blocks = (p.columns + kColumns - 1) / kColumns;
    const long long query = item / blocks, first = (item - query * blocks) * kColumns;
    const int some = p.columns - first < kColumns ? (int)(p.columns - first) : kColumns;
    const T *q = static_cast<const T *>(p.q) + query * p.dims, *y = static_cast<const T *>(p.y);
    const T *c = static_cast<const T *>(p.coefficients) + first;
    const double squared = p.epsilon * p.epsilon;
    double sums[kColumns] = {};
    for (long long i = 0; i < p.n; ++i, y += p.dims, c += p.columns) {
        double phi = squared * squared_distance(q, y, p.dims);
        radials(p.kernel, &phi, 1);
        CUPY_UNROLL
        for (int j = 0; j < kColumns; ++j)
            if (j < some) sums[j] += phi * c[j];
    }
    const long long *powers = static_cast<const long long *>(p.powers);
    const T *shift = static_cast<const T *>(p.shift), *scale = static_cast<const T *>(p.scale);
    for (int i = 0; i < p.terms; ++i, c += p.columns) {
        const double term = monomial(q, shift, scale, powers + i * p.dims, p.dims);
        CUPY_UNROLL
        for (int j = 0; j < kColumns; ++j)
            if (j < some) sums[j] += term * c[j];
    }
    T *out = static_cast<T *>(p.out) + query * p.columns + first;
    CUPY_UNROLL
    for (int j = 0; j < kColumns; ++j)
        if (j < some) out[j] = sums[j];
}

template <class T> CUPY_DEVICE void matrix(const RbfMatrix &p, long long item) {
    const long long size = p.n + p.terms;
    const long long column = item % size, row = item / size % size, batch = item / size / size;
    if (column < row) return;       // symmetric: the item across the diagonal writes this one
    const T *y = static_cast<const T *>(p.y) + batch * p.n * p.dims;
    T value = T(0);
    if (column < p.n) {
        radials_from(y + row * p.dims, y + column * p.dims, p.dims, p.epsilon, p.kernel, &value, 1);
        if (row == column) value += static_cast<const T *>(p.smoothing)[batch * p.n + row];
    } else if (row < p.n) {
        value = monomial(y + row * p.dims, static_cast<const T *>(p.shift) + batch * p.dims,
                         static_cast<const T *>(p.scale) + batch * p.dims,
                         static_cast<const long long *>(p.powers) + (column - p.n) * p.dims, p.dims);
    }
    T *out = static_cast<T *>(p.out) + batch * size * size;
    out[row * size + column] = out[column * size + row] = value;
}

template <class T> CUPY_DEVICE void sums_beside(const Rbf &p, long long query) {
    constexpr int kLanes = 8;
    const T *q = static_cast<const T *>(p.q) + query * p.dims, *y = static_cast<const T *>(p.y);
    const T *c = static_cast<const T *>(p.coefficients);
    T *out = static_cast<T *>(p.out) + query * p.columns;
    double phi[kBeside], lanes[kLanes] = {};
    for (long long column = 0; column < p.columns; ++column) out[column] = 0;
    for (long long i = 0; i < p.n; i += kBeside) {
        const int count = p.n - i < kBeside ? (int)(p.n - i) : kBeside;
        radials_from(q, y + i * p.dims, p.dims, p.epsilon, p.kernel, phi, count);
        const T *of = c + i * p.columns;
        if (p.columns == 1) {
            int k = 0;
            for (; k + kLanes <= count; k += kLanes)
                for (int l = 0; l < kLanes; ++l) lanes[l] += phi[k + l] * of[k + l];
            for (; k < count; ++k) lanes[0] += phi[k] * of[k];
        } else {
            for (int k = 0; k < count; ++k)
                for (long long column = 0; column < p.columns; ++column) out[column] += phi[k] * of[k * p.columns + column];
        }
    }
    for (int l = 0; l < kLanes; ++l) out[0] += lanes[l];
    const long long *powers = static_cast<const long long *>(p.powers);
    const T *shift = static_cast<const T *>(p.shift), *scale = static_cast<const T *>(p.scale);
    for (int i = 0; i < p.terms; ++i) {
        const double term = monomial(q, shift, scale, powers + i * p.dims, p.dims);
        for (long long column = 0; column < p.columns; ++column) out[column] += term * c[(p.n + i) * p.columns + column];
    }
}

// A square of the matrix and the one across the diagonal, whose lines of memory are written while they are at hand.
template <class T> CUPY_DEVICE void matrix_square(const RbfMatrix &p, long long item) {
    const long long size = p.n + p.terms, squares = (size + kBeside - 1) / kBeside;
    const long long left = item % squares * kBeside, top = item / squares % squares * kBeside;
    const long long batch = item / squares / squares;
    if (left < top) return;
    const T *y = static_cast<const T *>(p.y) + batch * p.n * p.dims;
    const T *shift = static_cast<const T *>(p.shift) + batch * p.dims;
    const T *scale = static_cast<const T *>(p.scale) + batch * p.dims;
    T *out = static_cast<T *>(p.out) + batch * size * size;
    const int width = left >= size ? 0 : size - left < kBeside ? (int)(size - left) : kBeside;
    const int among = left >= p.n ? 0 : p.n - left < width ? (int)(p.n - left) : width;
    for (long long row = top; row < top + kBeside && row < size; ++row) {
        T values[kBeside];
        if (row < p.n) {
            radials_from(y + row * p.dims, y + left * p.dims, p.dims, p.epsilon, p.kernel, values, among);
            for (int k = among; k < width; ++k)
                values[k] = monomial(y + row * p.dims, shift, scale,
                                     static_cast<const long long *>(p.powers) + (left + k - p.n) * p.dims, p.dims);
            if (row >= left && row < left + among) values[row - left] += static_cast<const T *>(p.smoothing)[batch * p.n + row];
        } else {
            for (int k = 0; k < width; ++k) values[k] = T(0);
        }
        for (int k = 0; k < width; ++k)
            if (left + k >= row) out[row * size + left + k] = out[(left + k) * size + row] = values[k];
    }
}

}  // namespace interpolate
}  // namespace cupy

#define CUPY_TEMPLATE(name, Params, function, T) \
    CUPY_MAP_KERNEL(name, cupy::interpolate::Params, cupy::interpolate::function<T>)
