// Products of spectra, averaged over frames: an item is a bin of a chunk of frames.
#pragma once

#include "device/map.hpp"

namespace cupy {
namespace signal {

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

template <class T> CUPY_DEVICE void power(const Power &p, long long item) {
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

#define CUPY_TEMPLATE(name, T) CUPY_MAP_KERNEL(name, cupy::signal::Power, cupy::signal::power<T>)
