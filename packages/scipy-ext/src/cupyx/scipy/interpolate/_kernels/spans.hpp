// The interval of a sorted array that a value lies in.
#pragma once

namespace cupy {
namespace interpolate {

// The largest i in [first, last] with x[i] <= v, or `first`; x ascends.  Points that are about evenly spaced are found
// by arithmetic: a guess and its neighbours are tried before the halves.
CUPY_DEVICE long long span(const double *x, long long first, long long last, double v) {
    long long low = first, high = last;
    if (last == first || v < x[first]) return first;
    const double a = x[first], b = x[last];
    if (v >= b) return last;
    const double at = (v - a) / (b - a) * (double)(last - first);
    if (at >= 0 && at < (double)(last - first)) {
        const long long guess = first + (long long)at;
        if (x[guess] <= v) {
            low = guess;
            for (int near = 0; near < 2; ++near) {
                if (v < x[low + 1]) return low;
                ++low;
            }
        } else {
            high = guess - 1;       // not before the first, as v >= x[first]
            if (x[high] <= v) return high;
        }
    }
    while (high - low > 1) {
        const long long middle = low + (high - low) / 2;
        if (x[middle] <= v) low = middle;
        else high = middle;
    }
    return low;
}

// The same of the first of x[0] ... x[intervals], by a guess that is made once for many v: `rate` intervals a unit.
template <class I> CUPY_DEVICE I guessed_span(const double *x, I intervals, double from, double rate, double v) {
    const double at = (v - from) * rate;
    const I l = at < (double)intervals ? at > 0 ? (I)at : 0 : intervals - 1;
    return x[l] <= v && v < x[l + 1] ? l : (I)span(x, 0, intervals - 1, v);
}

// The interval of v among n breakpoints that ascend or descend; -1 for NaN, and outside without `extrapolate`.
CUPY_DEVICE long long piece(const double *x, long long n, double v, bool extrapolate) {
    const double first = x[0], last = x[n - 1];
    if (first <= last) {
        if (v >= first && v <= last) return span(x, 0, n - 2, v);
        if (v < first) return extrapolate ? 0 : -1;
        return v > last && extrapolate ? n - 2 : -1;
    }
    if (v <= first && v >= last) {
        long long low = 0, high = n - 1;
        while (high - low > 1) {
            const long long middle = low + (high - low) / 2;
            if (x[middle] >= v) low = middle;
            else high = middle;
        }
        return low;
    }
    if (v > first) return extrapolate ? 0 : -1;
    return v < last && extrapolate ? n - 2 : -1;
}

}  // namespace interpolate
}  // namespace cupy
