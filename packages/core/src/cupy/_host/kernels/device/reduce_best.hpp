// The best of neighbouring items, on the host: its place is the first of them, and found out at the end.
#pragma once

#include "device/reduce_types.hpp"

namespace cupy {

template <int sign, class T> CUPY_DEVICE bool beats(const T &a, const T &b) {
    return sign > 0 ? less(b, a) : less(a, b);
}

template <int sign, class Acc, int N, class T> CUPY_DEVICE Acc best_of(const T (&x)[N], int64 i) {
    constexpr int kLanes = sizeof(T) == 1 ? 64 : 16;
    static_assert(N % kLanes == 0, "lanes are full");
    int nans = 0;
    for (int j = 0; j < N; ++j) nans |= is_nan(x[j]);
    if (nans) {
        int at = 0;
        while (!is_nan(x[at])) ++at;
        return Acc{x[at], i + at};
    }
    T best[kLanes];
    for (int l = 0; l < kLanes; ++l) best[l] = x[l];
    for (int j = kLanes; j < N; j += kLanes)
        for (int l = 0; l < kLanes; ++l) best[l] = beats<sign>(x[j + l], best[l]) ? x[j + l] : best[l];
    for (int step = kLanes / 2; step > 0; step /= 2)
        for (int l = 0; l < step; ++l) best[l] = beats<sign>(best[l + step], best[l]) ? best[l + step] : best[l];
    return Acc{best[0], i};
}

}  // namespace cupy
