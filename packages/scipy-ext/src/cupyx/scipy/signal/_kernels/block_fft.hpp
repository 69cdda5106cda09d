// Fourier transforms of 2^k items, 64 at least, by the threads of a block: Stockham's passes of radix eight with the items
// in registers and exchanges through shared memory (Govindaraju et al., SC 2008).
#pragma once

#include "kernel.hpp"

namespace cupy {
namespace signal {

// Gaps in shared memory, so that neighbours of a pass lie in different banks.
template <class R> constexpr int kGap = sizeof(R) == 4 ? 4 : 3;
template <class R> CUPY_DEVICE int spread(int i) { return i + (i >> kGap<R>); }

// Times i, or -i.
template <bool inverse, class R> CUPY_DEVICE complex<R> turned(complex<R> z) {
    return inverse ? complex<R>(-z.im, z.re) : complex<R>(z.im, -z.re);
}
template <bool inverse, class R> CUPY_DEVICE complex<R> root_of(const complex<R> *roots, int at) {
    const complex<R> w = roots[at];
    return inverse ? conj(w) : w;
}

template <bool inverse, class R>
CUPY_DEVICE void transform_four(complex<R> &a, complex<R> &b, complex<R> &c, complex<R> &d) {
    const complex<R> even = a + c, odd = a - c, sum = b + d, rest = turned<inverse>(b - d);
    a = even + sum;
    b = odd + rest;
    c = even - sum;
    d = odd - rest;
}
template <bool inverse, class R> CUPY_DEVICE void transform_eight(complex<R> (&v)[8]) {
    constexpr R kHalf = (R)0.707106781186547524401;
    complex<R> a[4], b[4];
    CUPY_UNROLL
    for (int k = 0; k < 4; ++k) {
        a[k] = v[k] + v[k + 4];
        b[k] = v[k] - v[k + 4];
    }
    const complex<R> x = turned<inverse>(b[1]), y = turned<inverse>(b[3]);
    b[1] = complex<R>(kHalf * (b[1].re + x.re), kHalf * (b[1].im + x.im));
    b[2] = turned<inverse>(b[2]);
    b[3] = complex<R>(kHalf * (y.re - b[3].re), kHalf * (y.im - b[3].im));
    transform_four<inverse>(a[0], a[1], a[2], a[3]);
    transform_four<inverse>(b[0], b[1], b[2], b[3]);
    CUPY_UNROLL
    for (int k = 0; k < 4; ++k) {
        v[2 * k] = a[k];
        v[2 * k + 1] = b[k];
    }
}

// The transform of `n` items by n / 8 threads: v[k] of thread j is item j + k n / 8, before and after.  `roots` holds
// exp(-2 pi i m / (n stride)) for m below n stride.  All threads of the block call this.
template <bool inverse, class R>
CUPY_DEVICE void transform(complex<R> (&v)[8], int j, int n, complex<R> *items, const complex<R> *roots, int stride) {
    const int eighth = n / 8;
    int done = 1;
    for (;;) {
        if (done > 1) {
            const int at = (j & (done - 1)) * (eighth / done) * stride;
            const complex<R> w1 = root_of<inverse>(roots, at), w2 = root_of<inverse>(roots, 2 * at);
            const complex<R> w4 = root_of<inverse>(roots, 4 * at), w3 = w1 * w2;
            v[1] *= w1;
            v[2] *= w2;
            v[3] *= w3;
            v[4] *= w4;
            v[5] *= w1 * w4;
            v[6] *= w2 * w4;
            v[7] *= w3 * w4;
        }
        transform_eight<inverse>(v);
        if (done == eighth) return;
        const int base = (j & ~(done - 1)) * 8 + (j & (done - 1));
        platform::barrier();
        CUPY_UNROLL
        for (int k = 0; k < 8; ++k) items[spread<R>(base + k * done)] = v[k];
        platform::barrier();
        CUPY_UNROLL
        for (int k = 0; k < 8; ++k) v[k] = items[spread<R>(j + k * eighth)];
        done *= 8;
        if (done * 8 > n) break;
    }
    if (done * 4 == n) {
        CUPY_UNROLL
        for (int q = 0; q < 2; ++q) {
            const int at = (j + q * eighth) * stride;
            const complex<R> w1 = root_of<inverse>(roots, at), w2 = root_of<inverse>(roots, 2 * at);
            v[q + 2] *= w1;
            v[q + 4] *= w2;
            v[q + 6] *= w1 * w2;
            transform_four<inverse>(v[q], v[q + 2], v[q + 4], v[q + 6]);
        }
    } else if (done * 2 == n) {
        CUPY_UNROLL
        for (int q = 0; q < 4; ++q) {
            const complex<R> moved = v[q + 4] * root_of<inverse>(roots, (j + q * eighth) * stride);
            v[q + 4] = v[q] - moved;
            v[q] = v[q] + moved;
        }
    }
}

}  // namespace signal
}  // namespace cupy
