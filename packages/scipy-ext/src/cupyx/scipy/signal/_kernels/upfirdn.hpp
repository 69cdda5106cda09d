// Polyphase filters: an item is one output.
#pragma once

#include "device/map.hpp"

namespace cupy {
namespace signal {

constexpr int kUpfirdnRun = 4;         // outputs of an item, next to each other along the filtered axis

// x is (outer, length, inner), out is (outer, size, inner).  Output i is the sum over k of t[k] * u[i * down + shift -
// k], where u has the samples of x at multiples of `up` and zeros between.  `h` has the taps t by phase: row f has tap
// f and every up-th from there, in the opposite order; `taps` is the length of its rows, and phases without a row have no
// taps.  `mode` says what lies beyond the ends of x.
struct Upfirdn {
    const void *x, *h;
    void *out;
    long long count, length, inner, size;
    long long taps, phases, up, down, shift = 0;
    int mode = 0;
    const void *cval = 0;              // mode 0; null: zero
};

enum { kConstant, kWrap, kEdge, kSmooth, kSymmetric, kReflect, kAntisymmetric, kAntireflect, kLine };

// Sample i of a line that is continued beyond its ends; `step` is the distance of samples.
template <class T>
CUPY_DEVICE T continued(const T *x, long long i, long long n, long long step, int mode, const T *cval) {
    if (i >= 0 && i < n) return x[i * step];
    const T first = x[0], last = x[(n - 1) * step];
    const bool left = i < 0;
    using S = decltype(T() * T());
    if (n == 1 && mode != kConstant && mode != kAntisymmetric) return first;
    switch (mode) {
    case kWrap: {
        i %= n;
        return x[(i < 0 ? i + n : i) * step];
    }
    case kEdge: return left ? first : last;
    case kSmooth: return left ? first + T(i) * (x[step] - first) : last + T(i - n + 1) * (last - x[(n - 2) * step]);
    case kSymmetric:
    case kAntisymmetric: {
        i %= 2 * n;
        if (i < 0) i += 2 * n;
        const bool mirrored = i >= n;
        const S value = x[(mirrored ? 2 * n - 1 - i : i) * step];
        return mirrored && mode == kAntisymmetric ? -value : value;
    }
    case kReflect: {
        i %= 2 * (n - 1);
        if (i < 0) i += 2 * (n - 1);
        return x[(i < n ? i : 2 * (n - 1) - i) * step];
    }
    case kAntireflect: {
        const long long period = 2 * (n - 1);
        long long turns = i / period, at = i % period;
        if (at < 0) at += period, --turns;
        const T here = at < n ? x[at * step] : T(2) * last - x[(period - at) * step];
        return here + T(2 * turns) * (last - first);
    }
    case kLine: {
        const T slope = (last - first) / T(n - 1);
        return left ? first + T(i) * slope : last + T(i - n + 1) * slope;
    }
    default: return cval ? *cval : T(0);
    }
}

// Several sums at a time: additions need not wait for each other.
template <class T> CUPY_DEVICE T dot(const T *taps, const T *x, long long count, long long step) {
    constexpr int kSums = 4;
    T sums[kSums];
    CUPY_UNROLL
    for (int j = 0; j < kSums; ++j) sums[j] = T(0);
    long long k = 0;
    for (; k + kSums <= count; k += kSums, x += kSums * step) {
        CUPY_UNROLL
        for (int j = 0; j < kSums; ++j) sums[j] += taps[k + j] * x[j * step];
    }
    for (; k < count; ++k, x += step) sums[0] += taps[k] * *x;
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

// One output: `taps` is the row of its phase, `first` the sample that meets the row's first tap.
template <class T>
CUPY_DEVICE T filtered(const Upfirdn &p, const T *taps, const T *x, long long first, const T *cval) {
    if (first >= 0 && first + p.taps <= p.length) {
        const T *at = x + first * p.inner;
        return p.inner == 1 ? dot(taps, at, p.taps, 1) : dot(taps, at, p.taps, p.inner);
    }
    T sum = T(0);
    if (p.mode != kConstant || cval) {
        for (long long k = 0; k < p.taps; ++k)
            sum += taps[k] * continued(x, first + k, p.length, p.inner, p.mode, cval);
    } else {
        for (long long k = first < 0 ? -first : 0; k < p.taps && first + k < p.length; ++k)
            sum += taps[k] * x[(first + k) * p.inner];
    }
    return sum;
}

template <class T> CUPY_DEVICE void upfirdn(const Upfirdn &p, long long item) {
    const long long runs = (p.size + kUpfirdnRun - 1) / kUpfirdnRun;
    const long long column = item % p.inner, rest = item / p.inner;
    const long long line = rest / runs, begin = (rest - line * runs) * kUpfirdnRun;
    const T *x = static_cast<const T *>(p.x) + line * p.length * p.inner + column, *h = static_cast<const T *>(p.h);
    const T *cval = static_cast<const T *>(p.cval);
    T *out = static_cast<T *>(p.out) + (line * p.size + begin) * p.inner + column;
    const long long place = begin * p.down + p.shift, step = p.down / p.up, turn = p.down - step * p.up;
    long long base = place / p.up, phase = place - base * p.up;
    CUPY_NO_UNROLL
    for (int j = 0; j < kUpfirdnRun && begin + j < p.size; ++j, out += p.inner) {
        *out = phase < p.phases ? filtered(p, h + phase * p.taps, x, base - p.taps + 1, cval) : T(0);
        base += step;
        phase += turn;
        if (phase >= p.up) {
            phase -= p.up;
            ++base;
        }
    }
}

}  // namespace signal
}  // namespace cupy

#define CUPY_TEMPLATE(name, T) CUPY_MAP_KERNEL(name, cupy::signal::Upfirdn, cupy::signal::upfirdn<T>)
