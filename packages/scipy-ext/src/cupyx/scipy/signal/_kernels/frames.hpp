// Frames of a signal: taken out and windowed, added where they lie, products of their spectra averaged.
#pragma once

#include "device/map.hpp"

namespace cupy {
namespace signal {

constexpr int kFrameRun = 4;           // samples of an item of Frames

// Frame f of a line has sample start + f * step + j of it at place (j - roll) modulo `width`, for j below `taps`: less
// the frame's mean, times the window.  All else is zero.  `count` is lines * frames * runs of a frame.
struct Frames {
    const void *x, *window;
    const void *means = 0;             // (lines, frames) or null
    void *out;                         // (lines, frames, width)
    long long count, length, frames, step, start, taps, width, roll = 0;
};

constexpr int kOverlapRun = 4;         // samples of an item of Overlap

// Output i of a line is the sum over frames f of item (j - roll) modulo `width` of the frame, times window[j], where
// j = i + start - f * step lies below `taps`; over the sum of squares of the window there, if `normalized`.
struct Overlap {
    const void *frames, *window;       // (lines, frames, width); null: ones
    void *out;
    long long count, size, number, step, start, taps, width, roll = 0;
    int normalized = 0;
    double scale = 1;
};

// x and y are (lines, frames, bins); an item adds conj(x) * y of a chunk of frames and a bin, y being x if null, and
// writes the sum times `scale`: a real number if y is null.  Bins from 1 to before `undoubled` count twice, if
// `doubled`.
struct Power {
    const void *x, *y = 0;
    void *out;                         // (lines, chunks, bins)
    long long count, frames, bins, chunk, chunks, undoubled = 0;
    int doubled = 0;
    double scale = 1;
};

template <class T> struct Part { using type = T; };
template <class T> struct Part<complex<T>> { using type = T; };

template <class T> CUPY_DEVICE void take_frames(const Frames &p, long long item) {
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

// Of numbers that are not negative; short divisions are much quicker.
CUPY_DEVICE long long quotient(long long a, long long b) {
    return (a | b) <= 0xffffffffll ? (unsigned)a / (unsigned)b : a / b;
}

// Samples `at` to at + count - 1 of a line, which the same frames reach, the last of them `last`.
template <int count, class T>
CUPY_DEVICE void add_frames(const Overlap &p, const T *frames, long long at, long long last, T *out) {
    using R = typename Part<T>::type;
    const R *window = static_cast<const R *>(p.window);
    T sum[count];
    R norm[count];
    CUPY_UNROLL
    for (int k = 0; k < count; ++k) {
        sum[k] = T(0);
        norm[k] = R(0);
    }
    CUPY_NO_UNROLL
    for (long long f = last; f >= 0 && at - f * p.step < p.taps; --f) {
        if (f >= p.number) continue;
        const long long begin = at - f * p.step;
        CUPY_UNROLL
        for (int k = 0; k < count; ++k) {
            const long long j = begin + k;
            if (j >= p.taps) continue;
            const long long from = j - p.roll;
            const R weight = window ? window[j] : R(1);
            sum[k] += frames[f * p.width + (from < 0 ? from + p.width : from)] * weight;
            norm[k] += weight * weight;
        }
    }
    CUPY_UNROLL
    for (int k = 0; k < count; ++k) {
        const T value = sum[k] * R(p.scale);
        out[k] = p.normalized && norm[k] > R(1e-10) ? value / norm[k] : value;
    }
}

template <class T> CUPY_DEVICE void overlap_frames(const Overlap &p, long long item) {
    constexpr int kRun = kOverlapRun;
    const long long runs = (p.size + kRun - 1) / kRun, line = quotient(item, runs);
    const long long place = (item - line * runs) * kRun, at = place + p.start;
    const T *frames = static_cast<const T *>(p.frames) + line * p.number * p.width;
    T *out = static_cast<T *>(p.out) + line * p.size + place;
    const long long last = at < 0 ? -1 : quotient(at, p.step);
    if (at >= 0 && place + kRun <= p.size && at - last * p.step + kRun <= p.step) {
        add_frames<kRun>(p, frames, at, last, out);
        return;
    }
    for (int k = 0; k < kRun && place + k < p.size; ++k) {
        const long long here = at + k;
        add_frames<1>(p, frames, here, here < 0 ? -1 : quotient(here, p.step), out + k);
    }
}

template <class T> CUPY_DEVICE void add_powers(const Power &p, long long item) {
    using R = typename T::value_type;
    const long long bin = item % p.bins, rest = item / p.bins, chunk = rest % p.chunks, line = rest / p.chunks;
    const long long first = chunk * p.chunk, last = first + p.chunk < p.frames ? first + p.chunk : p.frames;
    const long long at = line * p.frames * p.bins + bin;
    const T *x = static_cast<const T *>(p.x) + at, *y = p.y ? static_cast<const T *>(p.y) + at : x;
    double real = 0, imag = 0;
    for (long long f = first; f < last; ++f) {
        const T a = x[f * p.bins], b = y[f * p.bins];
        real += (double)a.re * b.re + (double)a.im * b.im;
        if (p.y) imag += (double)a.re * b.im - (double)a.im * b.re;
    }
    const double scale = p.doubled && bin > 0 && bin < p.undoubled ? 2 * p.scale : p.scale;
    if (p.y) static_cast<T *>(p.out)[item] = T((R)(real * scale), (R)(imag * scale));
    else static_cast<R *>(p.out)[item] = (R)(real * scale);
}

}  // namespace signal
}  // namespace cupy

#define CUPY_TEMPLATE(name, Params, function, T) CUPY_MAP_KERNEL(name, cupy::signal::Params, cupy::signal::function<T>)
