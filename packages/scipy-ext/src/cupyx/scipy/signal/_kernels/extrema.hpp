// Whether items compare to their neighbours along an axis.
#pragma once

#include "device/map.hpp"

namespace cupy {
namespace signal {

// Items are `inner` apart along the axis, which has `length` of them, and are to be greater or less; or may be equal.
struct Extrema {
    const void *x;
    bool *flags;
    long long count, length, inner, order;
    bool greater, equal;
    bool wrap;          // beyond the ends is the other end; otherwise the last item
};

template <class T> CUPY_DEVICE bool compares(const Extrema &p, const T &a, const T &b) {
    if (p.greater) return p.equal ? a >= b : a > b;
    return p.equal ? a <= b : a < b;
}

CUPY_DEVICE long long place_along(const Extrema &p, long long i) {
    if (p.length == p.count) return i;
    if (p.count >> 32) return i / p.inner % p.length;
    return (unsigned)i / (unsigned)p.inner % (unsigned)p.length;
}

// The place that stands for one at most `order` beyond the ends.
CUPY_DEVICE long long inside(const Extrema &p, long long place) {
    if (place >= 0 && place < p.length) return place;
    if (!p.wrap) return place < 0 ? 0 : p.length - 1;
    place %= p.length;
    return place < 0 ? place + p.length : place;
}

template <class T> CUPY_DEVICE void flag_extremum(const Extrema &p, long long i) {
    const T *x = static_cast<const T *>(p.x) + i;
    const long long place = place_along(p, i);
    const bool whole = place >= p.order && place < p.length - p.order;
    const T value = *x;
    const auto beside = [&](long long k) {
        const T before = x[(whole ? -k : inside(p, place - k) - place) * p.inner];
        const T after = x[(whole ? k : inside(p, place + k) - place) * p.inner];
        return compares(p, value, before) & compares(p, value, after);
    };
    // No branch of the nearest: which items are above them is as good as random.
    bool found = beside(1);
    for (long long k = 2; k <= p.order && found; ++k) found = beside(k);
    p.flags[i] = found;
}

}  // namespace signal
}  // namespace cupy

#define CUPY_TEMPLATE(name, T) CUPY_MAP_KERNEL(name, cupy::signal::Extrema, cupy::signal::flag_extremum<T>)
