// Polyphase filters: an item is one output.
#pragma once

#include "device/map.hpp"
#include "upfirdn_params.hpp"

namespace cupy {
namespace signal {

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

template <class T> CUPY_DEVICE void upfirdn(const Upfirdn &p, long long item) {
    const long long column = item % p.inner, rest = item / p.inner;
    const long long i = rest % p.size, line = rest / p.size;
    const T *x = static_cast<const T *>(p.x) + line * p.length * p.inner + column, *h = static_cast<const T *>(p.h);
    const long long place = i * p.down + p.shift;
    long long base, phase;
    if (p.up == 1) {
        base = place;
        phase = 0;
    } else if (place <= 0xffffffffll && p.up <= 0xffffffffll) {
        base = (unsigned)place / (unsigned)p.up;
        phase = (unsigned)place % (unsigned)p.up;
    } else {
        base = place / p.up;
        phase = place % p.up;
    }
    T sum = T(0);
    const T *cval = static_cast<const T *>(p.cval);
    if (p.mode != kConstant || cval) {
        for (long long k = phase; k < p.taps; k += p.up, --base)
            sum += h[k] * continued(x, base, p.length, p.inner, p.mode, cval);
    } else {
        if (base >= p.length) {
            phase += (base - p.length + 1) * p.up;
            base = p.length - 1;
        }
        const T *at = x + base * p.inner;
        for (long long k = phase; k < p.taps && base >= 0; k += p.up, --base, at -= p.inner) sum += h[k] * *at;
    }
    static_cast<T *>(p.out)[item] = sum;
}

}  // namespace signal
}  // namespace cupy

#define CUPY_TEMPLATE(name, T) CUPY_MAP_KERNEL(name, cupy::signal::Upfirdn, cupy::signal::upfirdn<T>)
