// Greater and lesser of two numbers, sign; what NaN does is in the name.
#pragma once

#include "math/complex.hpp"
#include "math/real.hpp"

namespace cupy {

// NaN wins.  Two selections instead of a condition of two parts: loops of several vectorise.
template <class T> CUPY_DEVICE T maximum(T x, T y) {
    if constexpr (is_complex<T>::value) return x >= y || isnan(x) ? x : y;
    if constexpr (is_small_float<T>::value) return T(maximum((float)x, (float)y));
    const T larger = x < y ? y : x;
    return y != y ? y : larger;
}
template <class T> CUPY_DEVICE T minimum(T x, T y) {
    if constexpr (is_complex<T>::value) return x <= y || isnan(x) ? x : y;
    if constexpr (is_small_float<T>::value) return T(minimum((float)x, (float)y));
    const T smaller = x > y ? y : x;
    return y != y ? y : smaller;
}
// NaN loses.
template <class T> CUPY_DEVICE T fmax(T x, T y) { return x >= y || isnan(y) ? x : y; }
template <class T> CUPY_DEVICE T fmin(T x, T y) { return x <= y || isnan(y) ? x : y; }

// For user kernels, as CUDA has them.
template <class A, class B> CUPY_DEVICE auto max(A x, B y) { return x < y ? y : x; }
template <class A, class B> CUPY_DEVICE auto min(A x, B y) { return y < x ? y : x; }

template <class T> CUPY_DEVICE T sign(T x) {
    if constexpr (is_complex<T>::value) {
        using R = typename T::value_type;
        if (isinf(x.re) != isinf(x.im))
            return isinf(x.re) ? T(copysign(R(1), x.re), R(0)) : T(R(0), copysign(R(1), x.im));
        R size = abs(x);
        if (isinf(size)) {
            x = x * R(0.5);   // of finite parts
            size = abs(x);
        }
        return size == 0 ? T(R(0), R(0)) : T(x.re / size, x.im / size);
    } else if constexpr (is_integer<T>::value) {
        return (T)((x > 0) - (is_signed<T>::value && x < 0));
    } else {
        return x > T(0) ? T(1) : x < T(0) ? T(-1) : x == T(0) ? T(0) : x;
    }
}

}  // namespace cupy
