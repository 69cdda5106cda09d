// Frames of a signal, windowed: an item is a run of samples of a frame.
#pragma once

#include "device/map.hpp"

namespace cupy {
namespace signal {

constexpr int kFrameRun = 4;           // samples of an item

// Frame f of a line has sample start + f * step + j of it at place (j - roll) modulo `width`, for j below `taps`: less
// the frame's mean, times the window.  All else is zero.  `count` is lines * frames * runs of a frame.
struct Frames {
    const void *x, *window;
    const void *means = 0;             // (lines, frames) or null
    void *out;                         // (lines, frames, width)
    long long count, length, frames, step, start, taps, width, roll = 0;
};

template <class T> struct Part { using type = T; };
template <class T> struct Part<complex<T>> { using type = T; };

template <class T> CUPY_DEVICE void frame_run(const Frames &p, long long item) {
    using R = typename Part<T>::type;
    const long long runs = (p.width + kFrameRun - 1) / kFrameRun;
    long long frame, first;
    if (p.count <= 0xffffffffll) {
        frame = (unsigned)item / (unsigned)runs;
        first = ((unsigned)item % (unsigned)runs) * (long long)kFrameRun;
    } else {
        frame = item / runs;
        first = item % runs * kFrameRun;
    }
    const long long line = frame / p.frames, origin = p.start + (frame - line * p.frames) * p.step;
    const T *x = static_cast<const T *>(p.x) + line * p.length;
    const R *window = static_cast<const R *>(p.window);
    const T mean = p.means ? static_cast<const T *>(p.means)[frame] : T(0);
    T *out = static_cast<T *>(p.out) + frame * p.width;
    CUPY_UNROLL
    for (int k = 0; k < kFrameRun; ++k) {
        const long long to = first + k;
        if (to >= p.width) break;
        long long j = to + p.roll;
        if (j >= p.width) j -= p.width;
        const long long i = origin + j;
        out[to] = j < p.taps && i >= 0 && i < p.length ? (x[i] - mean) * window[j] : T(0);
    }
}

}  // namespace signal
}  // namespace cupy

#define CUPY_TEMPLATE(name, T) CUPY_MAP_KERNEL(name, cupy::signal::Frames, cupy::signal::frame_run<T>)
