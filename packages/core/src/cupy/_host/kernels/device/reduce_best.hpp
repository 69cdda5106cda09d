// The best of neighbouring items, on the host: its place is the first of them, and found out at the end.
#pragma once

#include "device/reduce_types.hpp"

namespace cupy {

template <int sign, class T> CUPY_DEVICE bool beats(const T &a, const T &b) {
    return sign > 0 ? less(b, a) : less(a, b);
}

// Where there is no NaN, one comparison decides.
template <int sign> CUPY_DEVICE bool beats(float a, float b) { return sign > 0 ? a > b : a < b; }
template <int sign> CUPY_DEVICE bool beats(double a, double b) { return sign > 0 ? a > b : a < b; }

// As wide as an item, so that both are vectors of one length.
template <int size> struct MaskOf { using type = int; };
template <> struct MaskOf<8> { using type = int64; };

// What is compared for an item: of a bool in memory 0 or 1, of a small float an integer.
template <class T> CUPY_DEVICE auto compared(T x) {
    if constexpr (is_small_float<T>::value) return int16(x.bits & 0x8000 ? -(x.bits & 0x7fff) : x.bits);
    else if constexpr (is_same<T, boolean>::value) return uint8(x.truth());
    else return x;
}

// The item that is compared so, with the sign of 0 lost.
template <class T, class Key> CUPY_DEVICE T item_of(Key key) {
    if constexpr (is_small_float<T>::value) return T::from_bits(uint16(key < 0 ? 0x8000 - key : key));
    else return cast<T>(key);
}

// The best of n items, so many side by side; the last of these overlap those before them.
template <int sign, class Acc, int kLanes, class T> CUPY_DEVICE Acc best_in(const T *x, int64 n, int64 i) {
    using Mask = typename MaskOf<sizeof(T)>::type;
    decltype(compared(x[0])) best[kLanes];
    Mask nans[kLanes] = {}, any = 0;
    for (int l = 0; l < kLanes; ++l) best[l] = compared(x[l]);
    for (int64 j = 0; j < n; j += kLanes) {
        const T *part = x + (j < n - kLanes ? j : n - kLanes);
        for (int l = 0; l < kLanes; ++l) {
            nans[l] |= is_nan(part[l]);
            const auto item = compared(part[l]);
            best[l] = beats<sign>(item, best[l]) ? item : best[l];
        }
    }
    for (int l = 0; l < kLanes; ++l) any |= nans[l];
    if (any) {
        int64 at = 0;
        while (!is_nan(x[at])) ++at;
        return Acc{x[at], i + at};
    }
    for (int step = kLanes / 2; step > 0; step /= 2)
        for (int l = 0; l < step; ++l) best[l] = beats<sign>(best[l + step], best[l]) ? best[l + step] : best[l];
    return Acc{item_of<T>(best[0]), i};
}

template <int sign, class Acc, int N, class T> CUPY_DEVICE Acc best_of(const T (&x)[N], int64 i) {
    return best_in<sign, Acc, sizeof(T) <= 4 ? 64 : 32>(x, N, i);
}

}  // namespace cupy
