// Convolution by transforms of overlapping blocks, each in the shared memory of a block of threads.
#pragma once

#include "block_fft.hpp"

namespace cupy {
namespace signal {

constexpr int kBlockTransform = 4096, kLongTransform = 8192;   // items of the longest transforms of both kernels

// Lines of `length` samples are convolved with `taps` taps; `size` samples of each result are kept, the first at
// `begin`.  Blocks of `transform` samples overlap by taps - 1.  Two blocks of a real signal are transformed together, as
// real and imaginary part.  Stage 0 writes the transforms of the taps, over `transform`, to `response`; stage 1
// convolves.  `groups` pairs of blocks (or blocks of a complex signal) make a line.
struct OverlapSave {
    const void *x;
    const void *roots;                 // exp(-2 pi i k / transform)
    void *response;                    // (responses, transform)
    void *out;
    long long length, size = 0, begin = 0, groups = 1;
    int stage, taps, transform, responses = 1;
};

// Complex signals are transformed block by block, real ones two blocks at a time.
template <class T> struct Blocks {
    using Real = T;
    static constexpr int kTogether = 2;
    CUPY_DEVICE static complex<T> joined(T a, T b) { return {a, b}; }
    CUPY_DEVICE static T part(complex<T> z, int k) { return k ? z.im : z.re; }
};
template <class R> struct Blocks<complex<R>> {
    using Real = R;
    static constexpr int kTogether = 1;
    CUPY_DEVICE static complex<R> joined(complex<R> a, complex<R>) { return a; }
    CUPY_DEVICE static complex<R> part(complex<R> z, int) { return z; }
};

template <class T> CUPY_DEVICE void overlap_save(const OverlapSave &p, unsigned char *shared) {
    using Kind = Blocks<T>;
    using R = typename Kind::Real;
    using C = complex<R>;
    constexpr int kTogether = Kind::kTogether;
    C *items = reinterpret_cast<C *>(shared);
    const C *roots = static_cast<const C *>(p.roots);
    const int j = platform::thread_index(), n = p.transform, eighth = n / 8;
    C v[8];
    if (p.stage == 0) {
        const T *taps = static_cast<const T *>(p.x) + (long long)platform::block_index() * p.taps;
        CUPY_UNROLL
        for (int k = 0; k < 8; ++k) {
            const int i = j + k * eighth;
            v[k] = Kind::joined(i < p.taps ? taps[i] : T(0), T(0));
        }
        transform<false>(v, j, n, items, roots, 1);
        C *response = static_cast<C *>(p.response) + (long long)platform::block_index() * n;
        CUPY_UNROLL
        for (int k = 0; k < 8; ++k) response[j + k * eighth] = v[k] * (R(1) / n);
        return;
    }
    const long long line = platform::block_index() / p.groups, group = platform::block_index() - line * p.groups;
    const T *x = static_cast<const T *>(p.x) + line * p.length;
    const int step = n - p.taps + 1;
    const long long place = p.begin + group * kTogether * step - (p.taps - 1);   // of the first block's first sample
    CUPY_UNROLL
    for (int k = 0; k < 8; ++k) {
        const long long i = place + j + k * eighth, next = i + step;
        const T a = i >= 0 && i < p.length ? x[i] : T(0);
        v[k] = Kind::joined(a, kTogether == 2 && next >= 0 && next < p.length ? x[next] : T(0));
    }
    transform<false>(v, j, n, items, roots, 1);
    const C *response = static_cast<const C *>(p.response) + (p.responses > 1 ? line * n : 0);
    CUPY_UNROLL
    for (int k = 0; k < 8; ++k) v[k] *= response[j + k * eighth];
    transform<true>(v, j, n, items, roots, 1);
    T *out = static_cast<T *>(p.out) + line * p.size;
    CUPY_UNROLL
    for (int part = 0; part < kTogether; ++part) {
        CUPY_UNROLL
        for (int k = 0; k < 8; ++k) {
            const int i = j + k * eighth;
            const long long to = (group * kTogether + part) * step + i - (p.taps - 1);
            if (i >= p.taps - 1 && to < p.size) out[to] = Kind::part(v[k], part);
        }
    }
}

}  // namespace signal
}  // namespace cupy

#define CUPY_TEMPLATE(name, most, T)                                                                           \
    CUPY_KERNEL CUPY_LAUNCH_BOUNDS(cupy::signal::most / 8)                                                     \
        name(CUPY_GRID_CONSTANT const cupy::signal::OverlapSave params) {                                      \
        CUPY_DYNAMIC_SHARED(cupy_items);                                                                       \
        cupy::signal::overlap_save<T>(params, cupy_items);                                                     \
    }
