// In which type products of matrices are added up, and where items lie.
#pragma once

#include "kernel.hpp"
#include "matmul_params.hpp"

namespace cupy {

template <class T> struct product {
    using acc_type = T;
    static CUPY_DEVICE T add(T sum, T x, T y) { return sum + x * y; }
    static CUPY_DEVICE T join(T x, T y) { return x + y; }
    static CUPY_DEVICE T conjugate(T x) { return x; }
};

// Integers narrower than int wrap when they are stored.
template <class T> struct narrow_product {
    using acc_type = uint32;
    static CUPY_DEVICE uint32 add(uint32 sum, uint32 x, uint32 y) { return sum + x * y; }
    static CUPY_DEVICE uint32 join(uint32 x, uint32 y) { return x + y; }
    static CUPY_DEVICE uint32 conjugate(uint32 x) { return x; }
};
template <> struct product<uint8> : narrow_product<uint8> {};
template <> struct product<uint16> : narrow_product<uint16> {};

template <> struct product<boolean> {
    using acc_type = bool;
    static CUPY_DEVICE bool add(bool sum, bool x, bool y) { return sum | (x & y); }
    static CUPY_DEVICE bool join(bool x, bool y) { return x | y; }
    static CUPY_DEVICE bool conjugate(bool x) { return x; }
};

template <> struct product<float16> : product<float> {};
template <> struct product<bfloat16> : product<float> {};

template <class R> struct product<complex<R>> {
    using T = complex<R>;
    using acc_type = T;
    static CUPY_DEVICE T add(T sum, T x, T y) {
        return {sum.re + x.re * y.re - x.im * y.im, sum.im + x.re * y.im + x.im * y.re};
    }
    static CUPY_DEVICE T join(T x, T y) { return x + y; }
    static CUPY_DEVICE T conjugate(T x) { return {x.re, -x.im}; }
};

// First items of the matrices with a number in the batch.
template <class T> struct Matrices {
    const T *a, *b;
    T *c;

    CUPY_DEVICE Matrices(const Matmul &p, long long index)
        : a(static_cast<const T *>(p.a.data)), b(static_cast<const T *>(p.b.data)),
          c(static_cast<T *>(const_cast<void *>(p.c.data))) {
        for (int d = p.ndim - 1; d >= 0; --d) {
            const long long at = index % p.shape[d];
            index /= p.shape[d];
            a += at * p.a.batch[d];
            b += at * p.b.batch[d];
            c += at * p.c.batch[d];
        }
    }
};

}  // namespace cupy
