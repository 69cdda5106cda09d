// Whether items compare to their neighbours along an axis.
#pragma once

#include "device/map.hpp"

namespace cupy {
namespace signal {

enum Relation { kLess = 1, kEqual = 2, kGreater = 4 };

// Items are `inner` apart along the axis, which has `length` of them; `relation` has the bits of what may be.
struct Extrema {
    const void *x;
    bool *flags;
    long long count, length, inner, order;
    int relation;
    bool wrap;          // beyond the ends is the other end; otherwise the last item
};

template <class T> CUPY_DEVICE bool compares(const Extrema &p, const T &a, const T &b) {
    return ((a < b ? kLess : 0) | (a == b ? kEqual : 0) | (a > b ? kGreater : 0)) & p.relation;
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
    bool found = true;
    for (long long k = 1; found && k <= p.order; ++k) {
        const long long before = whole ? -k : inside(p, place - k) - place;
        const long long after = whole ? k : inside(p, place + k) - place;
        found = compares(p, value, x[before * p.inner]) & compares(p, value, x[after * p.inner]);
    }
    p.flags[i] = found;
}

}  // namespace signal
}  // namespace cupy

#define CUPY_TEMPLATE(name, T) CUPY_MAP_KERNEL(name, cupy::signal::Extrema, cupy::signal::flag_extremum<T>)
