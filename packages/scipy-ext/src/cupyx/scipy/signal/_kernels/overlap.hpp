// Frames added where they lie in a signal, an item a sample.
#pragma once

#include "device/map.hpp"
#include "overlap_params.hpp"

namespace cupy {
namespace signal {

template <class T> struct Part { using type = T; };
template <class T> struct Part<complex<T>> { using type = T; };

// Of numbers that are not negative; short divisions are much quicker.
CUPY_DEVICE long long quotient(long long a, long long b) {
    return (a | b) <= 0xffffffffll ? (unsigned)a / (unsigned)b : a / b;
}

template <class T> CUPY_DEVICE void overlap(const Overlap &p, long long item) {
    using R = typename Part<T>::type;
    const long long line = quotient(item, p.size), at = item - line * p.size + p.start;
    const R *window = static_cast<const R *>(p.window);
    const T *frames = static_cast<const T *>(p.frames) + line * p.number * p.width;
    long long last = at < 0 ? -1 : quotient(at, p.step), first = at < p.taps ? 0 : quotient(at - p.taps, p.step) + 1;
    if (last >= p.number) last = p.number - 1;
    T sum = T(0);
    R norm = R(0);
    for (long long f = first; f <= last; ++f) {
        const long long j = at - f * p.step;
        long long from = j - p.roll;
        if (from < 0) from += p.width;
        const R weight = window ? window[j] : R(1);
        sum += frames[f * p.width + from] * weight;
        norm += weight * weight;
    }
    sum = sum * R(p.scale);
    static_cast<T *>(p.out)[item] = p.normalized && norm > R(1e-10) ? sum / norm : sum;
}

}  // namespace signal
}  // namespace cupy

#define CUPY_TEMPLATE(name, T) CUPY_MAP_KERNEL(name, cupy::signal::Overlap, cupy::signal::overlap<T>)
