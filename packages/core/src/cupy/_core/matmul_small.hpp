// Products of small matrices of floating-point numbers on the host: loops that cost less than a library's start.
#pragma once

#include "matmul_params.hpp"

namespace cupy {

template <class T> struct Pair {
    T re, im;
    Pair &operator+=(const Pair &x) {
        re += x.re;
        im += x.im;
        return *this;
    }
};
template <class T> inline Pair<T> operator*(const Pair<T> &x, const Pair<T> &y) {
    return {x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re};
}
inline float conjugated(float x) { return x; }
inline double conjugated(double x) { return x; }
template <class T> inline Pair<T> conjugated(const Pair<T> &x) { return {x.re, -x.im}; }

// Rows of b and c are contiguous: items of a row of c side by side.
template <class T> inline void multiply_rows(const Matmul &p, const T *a, const T *b, T *__restrict c) {
    for (long long i = 0; i < p.m; ++i, a += p.a.row, c += p.c.row) {
        for (long long j = 0; j < p.n; ++j) c[j] = T{};
        const T *row = b;
        for (long long k = 0; k < p.k; ++k, row += p.b.row) {
            const T x = a[k * p.a.column];
            for (long long j = 0; j < p.n; ++j) c[j] += x * row[j];
        }
    }
}

// Any strides; four sums at a time, so that one need not wait for the other.
template <class T> inline void multiply_dots(const Matmul &p, const T *a, const T *b, T *c) {
    const long long step_a = p.a.column, step_b = p.b.row;
    for (long long i = 0; i < p.m; ++i)
        for (long long j = 0; j < p.n; ++j) {
            const T *x = a + i * p.a.row, *y = b + j * p.b.column;
            T sums[4] = {};
            long long k = 0;
            for (; k + 4 <= p.k; k += 4, x += 4 * step_a, y += 4 * step_b)
                for (int at = 0; at < 4; ++at) {
                    const T left = x[at * step_a];
                    sums[at] += (p.conjugate ? conjugated(left) : left) * y[at * step_b];
                }
            for (; k < p.k; ++k, x += step_a, y += step_b) sums[0] += (p.conjugate ? conjugated(*x) : *x) * *y;
            sums[0] += sums[1];
            sums[2] += sums[3];
            sums[0] += sums[2];
            c[i * p.c.row + j * p.c.column] = sums[0];
        }
}

template <class T> void multiply_small(const Matmul &p) {
    const bool rows = p.n > 1 && p.b.column == 1 && p.c.column == 1 && !p.conjugate;
    const T *a = static_cast<const T *>(p.a.data), *b = static_cast<const T *>(p.b.data);
    T *c = static_cast<T *>(const_cast<void *>(p.c.data));
    long long index[kMatmulDims] = {};
    for (;;) {
        rows ? multiply_rows(p, a, b, c) : multiply_dots(p, a, b, c);
        int d = p.ndim - 1;
        for (; d >= 0; --d) {
            a += p.a.batch[d];
            b += p.b.batch[d];
            c += p.c.batch[d];
            if (++index[d] < p.shape[d]) break;
            a -= p.a.batch[d] * p.shape[d];
            b -= p.b.batch[d] * p.shape[d];
            c -= p.c.batch[d] * p.shape[d];
            index[d] = 0;
        }
        if (d < 0) return;
    }
}

// `dtype_char` is one of f, d, F and D.
inline void multiply_small(const Matmul &p, char dtype_char) {
    switch (dtype_char) {
    case 'f': return multiply_small<float>(p);
    case 'd': return multiply_small<double>(p);
    case 'F': return multiply_small<Pair<float>>(p);
    default: return multiply_small<Pair<double>>(p);
    }
}

}  // namespace cupy
