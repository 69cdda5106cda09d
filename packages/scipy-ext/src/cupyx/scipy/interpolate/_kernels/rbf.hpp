// Radial basis functions and polynomials: their sums at queries, and the systems that the coefficients solve.
#pragma once

#include "device/map.hpp"

namespace cupy {
namespace interpolate {

enum RadialFunction { kLinear, kThinPlate, kCubic, kQuintic, kMultiquadric, kInverseMultiquadric, kInverseQuadratic,
                      kGaussian };

constexpr int kColumns = 4;        // that share a distance

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

CUPY_DEVICE double radial(int kernel, double r2) {
    switch (kernel) {
    case kLinear: return -sqrt(r2);
    case kThinPlate: return r2 == 0 ? 0 : 0.5 * r2 * log(r2);
    case kCubic: return r2 * sqrt(r2);
    case kQuintic: return -r2 * r2 * sqrt(r2);
    case kMultiquadric: return -sqrt(r2 + 1);
    case kInverseMultiquadric: return 1 / sqrt(r2 + 1);
    case kInverseQuadratic: return 1 / (r2 + 1);
    default: return exp(-r2);
    }
}

CUPY_DEVICE double squared_distance(const double *a, const double *b, int dims) {
    double sum = 0;
    for (int d = 0; d < dims; ++d) sum += (a[d] - b[d]) * (a[d] - b[d]);
    return sum;
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
        const double phi = radial(p.kernel, squared * squared_distance(q, y, p.dims));
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
        value = radial(p.kernel, p.epsilon * p.epsilon *
                                     squared_distance(y + row * p.dims, y + column * p.dims, p.dims));
        if (row == column) value += static_cast<const T *>(p.smoothing)[batch * p.n + row];
    } else if (row < p.n) {
        value = monomial(y + row * p.dims, static_cast<const T *>(p.shift) + batch * p.dims,
                         static_cast<const T *>(p.scale) + batch * p.dims,
                         static_cast<const long long *>(p.powers) + (column - p.n) * p.dims, p.dims);
    }
    T *out = static_cast<T *>(p.out) + batch * size * size;
    out[row * size + column] = out[column * size + row] = value;
}

}  // namespace interpolate
}  // namespace cupy

#define CUPY_TEMPLATE(name, Params, function, T) \
    CUPY_MAP_KERNEL(name, cupy::interpolate::Params, cupy::interpolate::function<T>)
