// Direct convolution of n-dimensional arrays: an item is a run of outputs along the last axis.
#pragma once

#include "device/map.hpp"

namespace cupy {
namespace signal {

constexpr int kConvolveAxes = 8;
constexpr int kConvolveRun = 8, kConvolveLongRun = 64;     // outputs of an item next to each other: of a GPU, of the host

enum Boundary { kFill, kWrap, kReflect };

// out[i] is the sum over k of h[k] * x[i + start - k]; all arrays are C-contiguous, and `count` is the number of runs.
// Beyond its ends x is `fill`, repeats, or is reflected with its edges doubled.
struct Convolve {
    const void *x, *h;
    void *out;
    long long count;
    int ndim, boundary = kFill;
    long long length[kConvolveAxes], taps[kConvolveAxes], size[kConvolveAxes], start[kConvolveAxes];
    const void *fill = 0;              // null: zero
};

template <class T> struct Sum { using type = T; };
template <> struct Sum<boolean> { using type = bool; };
template <> struct Sum<float16> { using type = float; };
template <> struct Sum<bfloat16> { using type = float; };

// Where item i of an axis is read from; -1 for the fill value.
CUPY_DEVICE long long inside(long long i, long long length, int boundary) {
    if (i >= 0 && i < length) return i;
    if (boundary == kFill || length == 0) return -1;
    const long long period = boundary == kWrap ? length : 2 * length;
    i %= period;
    if (i < 0) i += period;
    return i < length ? i : period - 1 - i;
}

// Adds the products of one row of taps to `count` sums; `x` is a row, `first` what the first tap meets for the first.
template <int R, class T, class S>
CUPY_DEVICE void convolve_row(const T *x, const T *h, long long first, long long length, long long taps, int boundary,
                              S fill, int count, S *sums) {
    const bool all = boundary || fill != S(0);
    const long long from = all || first < length ? 0 : first - length + 1;
    const long long to = all || taps <= first + R ? taps : first + R;
    for (long long k = from; k < to; ++k) {
        const S weight = cast<S>(h[k]);
        const long long at = first - k;
        if (at >= 0 && at + R <= length) {
            CUPY_UNROLL
            for (int j = 0; j < R; ++j) sums[j] += weight * cast<S>(x[at + j]);
        } else if (R > kConvolveRun) {
            // Sums in registers have no number; of a long run those inside are added to at once.
            const int low = at >= 0 ? 0 : at > -count ? (int)-at : count;
            const int high = at + count <= length ? count : at + low < length ? (int)(length - at) : low;
            for (int j = low; j < high; ++j) sums[j] += weight * cast<S>(x[at + j]);
            const auto beyond = [&](int j, int end) {
                for (; j < end; ++j) {
                    const long long i = inside(at + j, length, boundary);
                    sums[j] += weight * (i >= 0 ? cast<S>(x[i]) : fill);
                }
            };
            if (all) {
                beyond(0, low);
                beyond(high, count);
            }
        } else {
            CUPY_UNROLL
            for (int j = 0; j < R; ++j) {
                const long long i = inside(at + j, length, boundary);
                if (i >= 0) sums[j] += weight * cast<S>(x[i]);
                else if (fill != S(0)) sums[j] += weight * fill;
            }
        }
    }
}

template <int R, class T> CUPY_DEVICE void convolve(const Convolve &p, long long item) {
    using S = typename Sum<T>::type;
    const int last = p.ndim - 1;
    const long long runs = (p.size[last] + R - 1) / R;
    const long long begin = item % runs * R, row = item / runs;
    const S fill = p.fill ? cast<S>(*static_cast<const T *>(p.fill)) : S(0);
    long long index[kConvolveAxes], tap[kConvolveAxes];
    long long left = row, rows = 1;
    for (int a = last - 1; a >= 0; --a) {
        index[a] = left % p.size[a] + p.start[a];
        left /= p.size[a];
        tap[a] = 0;
        rows *= p.taps[a];
    }
    const int count = p.size[last] - begin < R ? (int)(p.size[last] - begin) : R;
    S sums[R];
    CUPY_UNROLL
    for (int j = 0; j < R; ++j) sums[j] = S(0);
    const T *h = static_cast<const T *>(p.h);
    for (long long k = 0; k < rows; ++k, h += p.taps[last]) {
        long long at = 0;
        bool outside = false;
        for (int a = 0; a < last; ++a) {
            const long long i = inside(index[a] - tap[a], p.length[a], p.boundary);
            outside |= i < 0;
            at = at * p.length[a] + i;
        }
        if (!outside)
            convolve_row<R>(static_cast<const T *>(p.x) + at * p.length[last], h, begin + p.start[last], p.length[last],
                         p.taps[last], p.boundary, fill, count, sums);
        else if (fill != S(0))
            convolve_row<R>(static_cast<const T *>(p.x), h, begin + p.start[last], 0, p.taps[last], 0, fill, count,
                            sums);
        for (int a = last - 1; a >= 0 && ++tap[a] == p.taps[a]; --a) tap[a] = 0;
    }
    T *out = static_cast<T *>(p.out) + row * p.size[last] + begin;
    CUPY_UNROLL
    for (int j = 0; j < R; ++j)
        if (begin + j < p.size[last]) out[j] = cast<T>(sums[j]);
}

}  // namespace signal
}  // namespace cupy

#define CUPY_TEMPLATE(name, R, T) CUPY_MAP_KERNEL(name, cupy::signal::Convolve, cupy::signal::convolve<cupy::signal::R, T>)
