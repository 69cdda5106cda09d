// Spectra of frames of real signals: cut, windowed, transformed and squared by groups of threads in shared memory.
#pragma once

#include "frame_spectra_params.hpp"
#include "lines/block_fft.hpp"

namespace cupy {
namespace signal {

// The sum over `threads` neighbours, a power of two; `sums` has a number for each 32 threads of the block.
CUPY_DEVICE double group_sum(double value, int threads, double *sums) {
    for (int with = 1; with < threads && with < 32; with *= 2) value += platform::shuffle_xor(value, with);
    if (threads <= 32) return value;
    const int thread = platform::thread_index(), first = thread / threads * (threads / 32);
    if (thread % 32 == 0) sums[thread / 32] = value;
    platform::barrier();
    double total = 0;
    for (int k = 0; k < threads / 32; ++k) total += sums[first + k];
    return total;
}

// Two samples in one load.
template <class T> struct alignas(2 * sizeof(T)) Couple { T first, second; };

template <class T> CUPY_DEVICE void frame_spectra(const FrameSpectra &p, unsigned char *shared) {
    using C = complex<T>;
    const int n = p.half, eighth = n / 8, thread = platform::thread_index(), group = thread / eighth;
    const int groups = platform::thread_count() / eighth, j = thread - group * eighth;
    double *sums = reinterpret_cast<double *>(shared);
    C *items = reinterpret_cast<C *>(sums + kFrameThreads / 32) + group * spread<T>(n);
    const C *roots = static_cast<const C *>(p.roots);
    const T *window = static_cast<const T *>(p.window);
    const long long unit = (long long)platform::block_index() * groups + group, line = unit / p.chunks;
    const long long first = (unit - line * p.chunks) * p.chunk;
    const T *x = static_cast<const T *>(p.x) + line * p.length;
    const long long bins = n + 1;
    T powers[8], last = 0;
    CUPY_UNROLL
    for (int k = 0; k < 8; ++k) powers[k] = 0;
    CUPY_NO_UNROLL
    for (int f = 0; f < p.chunk; ++f) {
        const long long frame = first + f, origin = p.start + frame * p.step;
        const bool mine = line < p.lines && frame < p.frames;
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
            mean = (T)(group_sum(sum, eighth, sums) / p.taps);
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
        if (!mine) continue;
        if (p.result == 0) {
            C *out = static_cast<C *>(p.out) + (line * p.frames + frame) * bins;
            CUPY_UNROLL
            for (int k = 0; k < 8; ++k) out[j + k * eighth] = v[k];
            if (j == 0) out[n] = C(nyquist, T(0));
            continue;
        }
        const T scale = (T)p.scale, twice = p.doubled ? 2 * scale : scale;
        CUPY_UNROLL
        for (int k = 0; k < 8; ++k)
            powers[k] += (v[k].re * v[k].re + v[k].im * v[k].im) * (j + k * eighth == 0 ? scale : twice);
        last += nyquist * nyquist * scale;
        if (p.result == 2 && f + 1 < p.chunk && frame + 1 < p.frames) continue;
        T *out = static_cast<T *>(p.out) + (p.result == 1 ? line * p.frames + frame : unit) * bins;
        CUPY_UNROLL
        for (int k = 0; k < 8; ++k) {
            out[j + k * eighth] = powers[k];
            powers[k] = 0;
        }
        if (j == 0) out[n] = last;
        last = 0;
    }
}

}  // namespace signal
}  // namespace cupy

#define CUPY_TEMPLATE(name, T)                                                  \
    CUPY_KERNEL CUPY_LAUNCH_BOUNDS(cupy::signal::kFrameThreads)                 \
        name(CUPY_GRID_CONSTANT const cupy::signal::FrameSpectra params) {      \
        CUPY_DYNAMIC_SHARED(cupy_items);                                        \
        cupy::signal::frame_spectra<T>(params, cupy_items);                     \
    }
