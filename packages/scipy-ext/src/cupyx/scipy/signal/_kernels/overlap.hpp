// Frames added where they lie in a signal, an item a few samples.
#pragma once

#include "device/map.hpp"

namespace cupy {
namespace signal {

constexpr int kOverlapRun = 4;         // samples of an item

// Output i of a line is the sum over frames f of item (j - roll) modulo `width` of the frame, times window[j], where
// j = i + start - f * step lies below `taps`; over the sum of squares of the window there, if `normalized`.
struct Overlap {
    const void *frames, *window;       // (lines, frames, width); null: ones
    void *out;
    long long count, size, number, step, start, taps, width, roll = 0;
    int normalized = 0;
    double scale = 1;
};

template <class T> struct Part { using type = T; };
template <class T> struct Part<complex<T>> { using type = T; };

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

template <class T> CUPY_DEVICE void overlap(const Overlap &p, long long item) {
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

}  // namespace signal
}  // namespace cupy

#define CUPY_TEMPLATE(name, T) CUPY_MAP_KERNEL(name, cupy::signal::Overlap, cupy::signal::overlap<T>)
