// Mean powers of frames of real signals, two frames at a time as real and imaginary part of one transform: of the sum of
// both powers, |Z(k)|^2 + |Z(n - k)|^2 is twice.
#pragma once

#include "block_fft.hpp"
#include "group_sum.hpp"

namespace cupy {
namespace signal {

constexpr int kMeanThreads = 512;      // of the longest transform, of 4096 samples

// Frames as in frame_spectra.hpp, of `transform` samples with their zeros.  Written are, for each chunk of
// `chunk` pairs of frames, sums of the squares of bins 0 to half, times `scale`, and doubled where they stand for two.
struct MeanPowers {
    const void *x, *window;
    const void *roots;                 // exp(-2 pi i k / transform)
    void *out;                         // (lines, chunks, transform / 2 + 1)
    long long lines, length, frames, step, start, chunks;
    int taps, transform, chunk;
    bool centred = false, whole = false;     // whole: taps are as many as the transform has samples
    double scale = 1;
};

template <class T> CUPY_DEVICE void mean_powers(const MeanPowers &p, unsigned char *shared) {
    using C = complex<T>;
    const int n = p.transform, eighth = n / 8, thread = platform::thread_index(), group = thread / eighth;
    const int groups = platform::thread_count() / eighth, j = thread - group * eighth;
    double *sums = reinterpret_cast<double *>(shared);
    C *items = reinterpret_cast<C *>(sums + 2 * (kMeanThreads / 32)) + group * spread<T>(n);
    const C *roots = static_cast<const C *>(p.roots);
    const T *window = static_cast<const T *>(p.window);
    const long long unit = (long long)platform::block_index() * groups + group, line = unit / p.chunks;
    const long long first = (unit - line * p.chunks) * p.chunk * 2;
    const T *x = static_cast<const T *>(p.x) + line * p.length;
    T powers[8], weights[8];
    CUPY_UNROLL
    for (int k = 0; k < 8; ++k) {
        powers[k] = 0;
        weights[k] = j + k * eighth < p.taps ? window[j + k * eighth] : T(0);
    }
    CUPY_NO_UNROLL
    for (int f = 0; f < p.chunk; ++f) {
        const long long frame = first + 2 * f, origin = p.start + frame * p.step;
        const bool some = line < p.lines && frame < p.frames, both = line < p.lines && frame + 1 < p.frames;
        C v[8];
        if (both && p.whole && origin >= 0 && origin + p.step + p.taps <= p.length) {
            const T *a = x + origin + j, *b = a + p.step;
            CUPY_UNROLL
            for (int k = 0; k < 8; ++k) v[k] = C(a[k * eighth], b[k * eighth]);
        } else {
            CUPY_UNROLL
            for (int k = 0; k < 8; ++k) {
                const int i = j + k * eighth;
                const long long a = origin + i, b = a + p.step;
                v[k].re = some && i < p.taps && a >= 0 && a < p.length ? x[a] : T(0);
                v[k].im = both && i < p.taps && b >= 0 && b < p.length ? x[b] : T(0);
            }
        }
        C mean(0, 0);
        if (p.centred) {
            double re = 0, im = 0;
            CUPY_UNROLL
            for (int k = 0; k < 8; ++k) {
                re += v[k].re;
                im += v[k].im;
            }
            group_sums(re, im, eighth, sums);
            mean = C((T)(re / p.taps), (T)(im / p.taps));
        }
        CUPY_UNROLL
        for (int k = 0; k < 8; ++k) v[k] = C((v[k].re - mean.re) * weights[k], (v[k].im - mean.im) * weights[k]);
        transform<false>(v, j, n, items, roots, 1);
        CUPY_UNROLL
        for (int k = 0; k < 8; ++k) powers[k] += v[k].re * v[k].re + v[k].im * v[k].im;
    }
    T *all = reinterpret_cast<T *>(items);
    platform::barrier();
    CUPY_UNROLL
    for (int k = 0; k < 8; ++k) all[j + k * eighth] = powers[k];
    platform::barrier();
    if (line >= p.lines) return;
    T *out = static_cast<T *>(p.out) + unit * (n / 2 + 1);
    const T scale = (T)p.scale, half_scale = T(0.5) * scale;
    CUPY_UNROLL
    for (int k = 0; k < 4; ++k) {
        const int i = j + k * eighth;
        out[i] = (all[i] + all[(n - i) & (n - 1)]) * (i == 0 ? half_scale : scale);
    }
    if (j == 0) out[n / 2] = 2 * all[n / 2] * half_scale;
}

}  // namespace signal
}  // namespace cupy

#define CUPY_TEMPLATE(name, T)                                                 \
    CUPY_KERNEL CUPY_LAUNCH_BOUNDS(cupy::signal::kMeanThreads)                \
        name(CUPY_GRID_CONSTANT const cupy::signal::MeanPowers params) {     \
        CUPY_DYNAMIC_SHARED(cupy_items);                                       \
        cupy::signal::mean_powers<T>(params, cupy_items);                      \
    }
