// The item of a given rank among neighbours along a line: each one's rank is counted, which needs no storage.
#pragma once

#include "device/map.hpp"

namespace cupy {
namespace signal {

// Item i of a line becomes the one of `rank` among the `window` items about it, an odd number; beyond the ends are zeros.
struct RankedLine {
    const void *x;
    void *out;
    long long count, length;
    int window, rank;
};

// NaN is greater than all numbers.
template <class T> CUPY_DEVICE bool below(T a, T b) { return a < b || (a == a && b != b); }

// Windows of K items are held in registers.
template <int K, class T> CUPY_DEVICE T ranked(const T *x, long long i, const RankedLine &p) {
    T near[K];
    CUPY_UNROLL
    for (int k = 0; k < K; ++k) {
        const long long at = i + k - K / 2;
        near[k] = at >= 0 && at < p.length ? x[at] : T(0);
    }
    T found = near[0];
    CUPY_UNROLL
    for (int k = 0; k < K; ++k) {
        int rank = 0;
        CUPY_UNROLL
        for (int j = 0; j < K; ++j)
            if (j != k) rank += j < k ? !below(near[k], near[j]) : below(near[j], near[k]);
        if (rank == p.rank) found = near[k];
    }
    return found;
}

template <class T> CUPY_DEVICE T ranked(const T *x, long long i, const RankedLine &p) {
    const long long first = i - p.window / 2, last = first + p.window;
    T found = T(0);
    for (long long k = first; k < last; ++k) {
        found = k >= 0 && k < p.length ? x[k] : T(0);
        int rank = 0;
        for (long long j = first; j < last; ++j) {
            const T other = j >= 0 && j < p.length ? x[j] : T(0);
            rank += j < k ? !below(found, other) : below(other, found);
        }
        if (rank == p.rank) break;
    }
    return found;
}

template <class T> CUPY_DEVICE void ranked_line(const RankedLine &p, long long item) {
    const long long line = (item | p.length) <= 0xffffffffll ? (unsigned)item / (unsigned)p.length : item / p.length;
    const T *x = static_cast<const T *>(p.x) + line * p.length;
    const long long i = item - line * p.length;
    T found;
    switch (p.window) {
    case 3: found = ranked<3>(x, i, p); break;
    case 5: found = ranked<5>(x, i, p); break;
    case 7: found = ranked<7>(x, i, p); break;
    case 9: found = ranked<9>(x, i, p); break;
    case 11: found = ranked<11>(x, i, p); break;
    case 13: found = ranked<13>(x, i, p); break;
    case 15: found = ranked<15>(x, i, p); break;
    default: found = ranked(x, i, p);
    }
    static_cast<T *>(p.out)[item] = found;
}

}  // namespace signal
}  // namespace cupy

#define CUPY_TEMPLATE(name, T) CUPY_MAP_KERNEL(name, cupy::signal::RankedLine, cupy::signal::ranked_line<T>)
