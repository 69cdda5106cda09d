// Spectra of frames of real signals: cut, windowed, transformed and squared by groups of threads in shared memory.
#pragma once

#include "block_fft.hpp"
#include "group_sum.hpp"

namespace cupy {
namespace signal {

constexpr int kFrameThreads = 512;     // of the longest transform, of 8192 samples

// Frame f of a line begins at sample start + f * step and has `taps` of them, less their mean if `centred`, times the
// window, with zeros up to 2 * `half`; `half` is a power of two.  Beyond the ends of the line are zeros.  Written are
// half + 1 bins of each frame: spectra, or their squares if `squared`, doubled where they stand for two.
// With `paired`, frames are whole and begin at even places that lie on multiples of two samples in memory.
struct FrameSpectra {
    const void *x, *window;
    const void *roots;                 // exp(-2 pi i k / (2 half))
    void *out;                         // (lines, frames, half + 1)
    long long lines, length, frames, step, start;
    int taps, half;
    bool centred = false, squared = false, paired = false;
};

// Two samples in one load.
template <class T> struct alignas(2 * sizeof(T)) Couple { T first, second; };

template <class T> CUPY_DEVICE void frame_spectra(const FrameSpectra &p, unsigned char *shared) {
    using C = complex<T>;
    const int n = p.half, eighth = n / 8, thread = platform::thread_index(), group = thread / eighth;
    const int groups = platform::thread_count() / eighth, j = thread - group * eighth;
    double *sums = reinterpret_cast<double *>(shared);
    C *items = reinterpret_cast<C *>(sums + 2 * (kFrameThreads / 32)) + group * spread<T>(n);
    const C *roots = static_cast<const C *>(p.roots);
    const T *window = static_cast<const T *>(p.window);
    const long long number = (long long)platform::block_index() * groups + group, line = number / p.frames;
    const long long frame = number - line * p.frames, origin = p.start + frame * p.step, bins = n + 1;
    const T *x = static_cast<const T *>(p.x) + line * p.length;
    const bool mine = line < p.lines;
    const long long low = origin < 0 ? -origin : 0, rest = p.length - origin;   // samples of the frame that exist
    const long long high = !mine ? 0 : rest < p.taps ? rest : p.taps;
    C v[8];
    if (p.paired && origin >= 0 && high == p.taps) {
        const Couple<T> *at = reinterpret_cast<const Couple<T> *>(x + origin) + j;
        CUPY_UNROLL
        for (int k = 0; k < 8; ++k) {
            const Couple<T> two = at[k * eighth];
            v[k] = C(two.first, two.second);
        }
    } else {
        CUPY_UNROLL
        for (int k = 0; k < 8; ++k) {
            const int i = 2 * (j + k * eighth);
            v[k].re = i >= low && i < high ? x[origin + i] : T(0);
            v[k].im = i + 1 >= low && i + 1 < high ? x[origin + i + 1] : T(0);
        }
    }
    T mean = 0;
    if (p.centred) {
        double sum = 0;
        CUPY_UNROLL
        for (int k = 0; k < 8; ++k) sum += (double)v[k].re + (double)v[k].im;
        double none = 0;
        group_sums(sum, none, eighth, sums);
        mean = (T)(sum / p.taps);
    }
    if (p.paired) {
        const Couple<T> *at = reinterpret_cast<const Couple<T> *>(window) + j;
        CUPY_UNROLL
        for (int k = 0; k < 8; ++k) {
            const Couple<T> two = at[k * eighth];
            v[k] = C((v[k].re - mean) * two.first, (v[k].im - mean) * two.second);
        }
    } else {
        CUPY_UNROLL
        for (int k = 0; k < 8; ++k) {
            const int i = 2 * (j + k * eighth);
            v[k].re = i < p.taps ? (v[k].re - mean) * window[i] : T(0);
            v[k].im = i + 1 < p.taps ? (v[k].im - mean) * window[i + 1] : T(0);
        }
    }
    transform<false>(v, j, n, items, roots, 2);
    // Even and odd samples were real and imaginary parts.
    platform::barrier();
    CUPY_UNROLL
    for (int k = 0; k < 8; ++k) items[spread<T>(j + k * eighth)] = v[k];
    platform::barrier();
    const T nyquist = v[0].re - v[0].im;       // of the thread that has bin zero
    CUPY_UNROLL
    for (int k = 0; k < 8; ++k) {
        const int i = j + k * eighth;
        const C other = conj(items[spread<T>((n - i) & (n - 1))]);
        const C even = T(0.5) * (v[k] + other), odd = turned<false>(T(0.5) * (v[k] - other));
        v[k] = even + odd * roots[i];
    }
    if (!mine) return;
    if (!p.squared) {
        C *out = static_cast<C *>(p.out) + (line * p.frames + frame) * bins;
        CUPY_UNROLL
        for (int k = 0; k < 8; ++k) out[j + k * eighth] = v[k];
        if (j == 0) out[n] = C(nyquist, T(0));
        return;
    }
    T *out = static_cast<T *>(p.out) + (line * p.frames + frame) * bins;
    CUPY_UNROLL
    for (int k = 0; k < 8; ++k)
        out[j + k * eighth] = (v[k].re * v[k].re + v[k].im * v[k].im) * (j + k * eighth == 0 ? T(1) : T(2));
    if (j == 0) out[n] = nyquist * nyquist;
}

}  // namespace signal
}  // namespace cupy

#define CUPY_TEMPLATE(name, T)                                                  \
    CUPY_KERNEL CUPY_LAUNCH_BOUNDS(cupy::signal::kFrameThreads)                 \
        name(CUPY_GRID_CONSTANT const cupy::signal::FrameSpectra params) {      \
        CUPY_DYNAMIC_SHARED(cupy_items);                                        \
        cupy::signal::frame_spectra<T>(params, cupy_items);                     \
    }
