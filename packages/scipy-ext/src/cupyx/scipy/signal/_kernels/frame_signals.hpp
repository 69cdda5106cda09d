// Real signals of spectra, transformed by groups of threads in shared memory.
#pragma once

#include "block_fft.hpp"

namespace cupy {
namespace signal {

constexpr int kSignalThreads = 512;    // of the longest transform, to 8192 samples

// Each of `frames` rows of half + 1 bins becomes 2 * `half` real samples; `half` is a power of two.
struct FrameSignals {
    const void *spectra;
    const void *roots;                 // exp(-2 pi i k / (2 half))
    void *out;                         // (frames, 2 half)
    long long frames;
    int half;
};

template <class T> CUPY_DEVICE void frame_signals(const FrameSignals &p, unsigned char *shared) {
    using C = complex<T>;
    const int n = p.half, eighth = n / 8, thread = platform::thread_index(), group = thread / eighth;
    const int j = thread - group * eighth;
    const long long frame = (long long)platform::block_index() * (platform::thread_count() / eighth) + group;
    C *items = reinterpret_cast<C *>(shared) + group * spread<T>(n);
    const C *roots = static_cast<const C *>(p.roots);
    const C *x = static_cast<const C *>(p.spectra) + frame * (n + 1);
    const bool mine = frame < p.frames;
    C v[8];
    // Even and odd samples become real and imaginary parts.
    CUPY_UNROLL
    for (int k = 0; k < 8; ++k) {
        const int i = j + k * eighth;
        C a = mine ? x[i] : C(0, 0), b = mine ? conj(x[n - i]) : C(0, 0);
        if (i == 0) a.im = b.im = 0;
        v[k] = T(0.5) * ((a + b) + turned<true>((a - b) * conj(roots[i])));
    }
    transform<true>(v, j, n, items, roots, 2);
    if (!mine) return;
    T *out = static_cast<T *>(p.out) + frame * 2 * n;
    const T scale = T(1) / n;
    CUPY_UNROLL
    for (int k = 0; k < 8; ++k) {
        const int i = 2 * (j + k * eighth);
        out[i] = scale * v[k].re;
        out[i + 1] = scale * v[k].im;
    }
}

}  // namespace signal
}  // namespace cupy

#define CUPY_TEMPLATE(name, T)                                                 \
    CUPY_KERNEL CUPY_LAUNCH_BOUNDS(cupy::signal::kSignalThreads)               \
        name(CUPY_GRID_CONSTANT const cupy::signal::FrameSignals params) {     \
        CUPY_DYNAMIC_SHARED(cupy_items);                                       \
        cupy::signal::frame_signals<T>(params, cupy_items);                    \
    }
