// LU factors of batched matrices of at most kTinyRows rows, and what follows from them: a thread holds a matrix in registers.
#pragma once

#include "device/small_lu.hpp"

namespace cupy {
namespace tiny_lu {

using small_lu::length;
using small_lu::magnitude;

template <class T> CUPY_DEVICE void swap_if(bool yes, T &a, T &b) {
    const T kept = a;
    a = yes ? b : a;
    b = yes ? kept : b;
}

template <class T, int n> struct Factors {
    using Real = decltype(magnitude(T(0)));

    T a[n][n];
    int place[n];           // which row of the matrix each row of the factors was
    int failed = 0;         // the first pivot that is zero, counted from 1
    bool odd = false;       // whether the permutation is

    CUPY_DEVICE void load(const T *from) {
        CUPY_UNROLL
        for (int i = 0; i < n; ++i) {
            place[i] = i;
            CUPY_UNROLL
            for (int j = 0; j < n; ++j) a[i][j] = from[i * n + j];
        }
    }

    CUPY_DEVICE void factor() {
        CUPY_UNROLL
        for (int k = 0; k < n; ++k) {
            CUPY_UNROLL
            for (int i = k + 1; i < n; ++i) {
                const Real here = magnitude(a[k][k]), there = magnitude(a[i][k]);
                const bool larger = there > here || (there != there && here == here);
                odd ^= larger;
                swap_if(larger, place[k], place[i]);
                CUPY_UNROLL
                for (int j = 0; j < n; ++j) swap_if(larger, a[k][j], a[i][j]);
            }
            if (a[k][k] == T(0)) {
                if (!failed) failed = k + 1;
                continue;
            }
            const T inverse = T(1) / a[k][k];
            CUPY_UNROLL
            for (int i = k + 1; i < n; ++i) {
                a[i][k] *= inverse;
                CUPY_UNROLL
                for (int j = k + 1; j < n; ++j) a[i][j] -= a[i][k] * a[k][j];
            }
        }
    }

    CUPY_DEVICE void solve(T (&x)[n]) const {
        CUPY_UNROLL
        for (int i = 1; i < n; ++i)
            CUPY_UNROLL
            for (int j = 0; j < i; ++j) x[i] -= a[i][j] * x[j];
        CUPY_UNROLL
        for (int i = n - 1; i >= 0; --i) {
            CUPY_UNROLL
            for (int j = i + 1; j < n; ++j) x[i] -= a[i][j] * x[j];
            x[i] /= a[i][i];
        }
    }
};

template <class T, int n> CUPY_DEVICE void solve_columns(const SmallLu &p, const Factors<T, n> &f, long long matrix) {
    const T *b = p.b ? static_cast<const T *>(p.b) + matrix * n * p.count : nullptr;
    T *out = static_cast<T *>(p.x) + matrix * n * p.count;
    for (long long column = 0; column < p.count; ++column) {
        T x[n];
        CUPY_UNROLL
        for (int i = 0; i < n; ++i) x[i] = b ? b[f.place[i] * p.count + column] : T(f.place[i] == column ? 1 : 0);
        f.solve(x);
        CUPY_UNROLL
        for (int i = 0; i < n; ++i) out[i * p.count + column] = x[i];
    }
}

template <class T, int n> CUPY_DEVICE void determine(const SmallLu &p, const Factors<T, n> &f, long long matrix) {
    using Real = decltype(magnitude(T(0)));
    T product(f.odd ? -1 : 1);
    Real sum(0);
    CUPY_UNROLL
    for (int i = 0; i < n; ++i) {
        const T item = f.a[i][i];
        const Real size = length(item);
        product = T(product * (p.work == 1 ? item : size == 0 ? T(0) : T(item / size)));
        if (p.work == 2) sum += log(size);
    }
    static_cast<T *>(p.x)[matrix] = product;
    if (p.work == 2) static_cast<Real *>(p.logarithms)[matrix] = sum;
}

template <class T, int n> CUPY_DEVICE void run(const SmallLu &p, long long matrix) {
    Factors<T, n> f;
    f.load(static_cast<const T *>(p.a) + matrix * n * n);
    f.factor();
    if (f.failed) small_lu::fail(p, f.failed);
    if (p.work) determine(p, f, matrix);
    else solve_columns(p, f, matrix);
}

template <class T> CUPY_DEVICE void run(const SmallLu &p) {
    const long long matrix = (long long)platform::block_index() * kTinyThreads + platform::thread_index();
    if (matrix >= p.batch) return;
    if (p.n == 1) run<T, 1>(p, matrix);
    else if (p.n == 2) run<T, 2>(p, matrix);
    else if (p.n == 3) run<T, 3>(p, matrix);
    else run<T, 4>(p, matrix);
}

}  // namespace tiny_lu
}  // namespace cupy

#define CUPY_TINY_LU(name, T)                                                                           \
    CUPY_KERNEL CUPY_LAUNCH_BOUNDS(kTinyThreads) name(CUPY_GRID_CONSTANT const SmallLu params) { \
        tiny_lu::run<T>(params);                                                                        \
    }
