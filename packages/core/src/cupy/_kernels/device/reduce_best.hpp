// The best of neighbouring items and its place.
#pragma once

#include "device/reduce_types.hpp"

namespace cupy {

// The first of the best of neighbouring items.
template <int sign, class Acc, int N, class T> CUPY_DEVICE Acc best_of(const T (&x)[N], int64 i) {
    T best = x[0];
    int at = 0;
    CUPY_UNROLL
    for (int j = 1; j < N; ++j) {
        const bool beats = (sign > 0 ? less(best, x[j]) : less(x[j], best)) || (is_nan(x[j]) && !is_nan(best));
        at = beats && !is_nan(best) ? j : at;
        best = beats && !is_nan(best) ? x[j] : best;
    }
    return Acc{best, i + at};
}

}  // namespace cupy
