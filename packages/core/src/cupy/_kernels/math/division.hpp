// Quotients, remainders and integer powers with Python's and NumPy's results.
#pragma once

#include "math/real.hpp"

namespace cupy {

// Integers: division by zero gives 0; the least number divided by -1 wraps.
template <class T, enable_if_t<is_integer<T>::value> = 0> CUPY_DEVICE T divide_truncated(T x, T y) {
    if (y == T(0)) return T(0);
    if (is_signed<T>::value && y == T(-1)) return (T)(wrapping_t<T>(0) - (wrapping_t<T>)x);
    return (T)(x / y);
}
template <class T, enable_if_t<is_integer<T>::value> = 0> CUPY_DEVICE T fmod(T x, T y) {
    if (y == T(0) || (is_signed<T>::value && y == T(-1))) return T(0);
    return (T)(x % y);
}
template <class T, enable_if_t<is_integer<T>::value> = 0> CUPY_DEVICE T remainder(T x, T y) {
    const T rest = fmod(x, y);
    return is_signed<T>::value && rest != 0 && (rest < 0) != (y < 0) ? (T)(rest + y) : rest;
}
template <class T, enable_if_t<is_integer<T>::value> = 0> CUPY_DEVICE T floor_divide(T x, T y) {
    const T quotient = divide_truncated(x, y);
    if (!is_signed<T>::value || y == T(0)) return quotient;
    return (x < 0) != (y < 0) && fmod(x, y) != 0 ? (T)(quotient - 1) : quotient;
}

// Where the quotient is exact but for its last bit, one product and a correction are the remainder; libraries go
// bit by bit.
template <class T, T library(T, T)> CUPY_DEVICE T fmod_of(T x, T y) {
#if defined(CUPY_SIMT) || defined(__FMA__)
    constexpr T most = sizeof(T) == 4 ? T(0x1p23) : T(0x1p52);
    const T ratio = x / y;
    if (fabs(ratio) < most && fabs(y) <= limits<T>::max()) {
        T rest = fma(-trunc(ratio), y, x);
        if (rest != 0 && (rest < 0) != (x < 0)) rest += copysign(y, x);
        return copysign(rest, x);
    }
#endif
    return library(x, y);
}
CUPY_DEVICE float fmod(float x, float y) { return fmod_of<float, ::fmodf>(x, y); }
CUPY_DEVICE double fmod(double x, double y) { return fmod_of<double, ::fmod>(x, y); }
template <class T, enable_if_t<is_floating<T>::value> = 0> CUPY_DEVICE T remainder(T x, T y) {
    if constexpr (is_small_float<T>::value) {
        return T(remainder((float)x, (float)y));
    } else {
        const T rest = fmod(x, y);
        if (y == 0) return rest;
        return rest == 0 ? copysign(T(0), y) : (rest < 0) != (y < 0) ? rest + y : rest;
    }
}
template <class T, enable_if_t<is_floating<T>::value> = 0> CUPY_DEVICE T floor_divide(T x, T y) {
    if constexpr (is_small_float<T>::value) {
        return T(floor_divide((float)x, (float)y));
    } else {
        if (y == 0) return x / y;
        const T rest = fmod(x, y);
        T quotient = (x - rest) / y;
        if (rest != 0 && (rest < 0) != (y < 0)) quotient -= 1;
        if (quotient == 0) return copysign(T(0), x / y);
        const T whole = floor(quotient);
        return quotient - whole > T(0.5) ? whole + 1 : whole;
    }
}
CUPY_DEVICE float16 fmod(float16 x, float16 y) { return float16(fmod((float)x, (float)y)); }
CUPY_DEVICE bfloat16 fmod(bfloat16 x, bfloat16 y) { return bfloat16(fmod((float)x, (float)y)); }

template <class T, enable_if_t<is_floating<T>::value> = 0> CUPY_DEVICE T reciprocal(T x) {
    return T(1) / x;
}
template <class T, enable_if_t<is_integer<T>::value> = 0> CUPY_DEVICE T reciprocal(T x) {
    if (x == T(0)) return is_signed<T>::value && sizeof(T) >= 4 ? limits<T>::lowest() : T(0);
    return x == T(1) ? T(1) : is_signed<T>::value && x == T(-1) ? T(-1) : T(0);
}

// Integer powers wrap; a negative exponent (an error in NumPy) gives the truncated quotient.
template <class T, enable_if_t<is_integer<T>::value> = 0> CUPY_DEVICE T power(T x, T n) {
    using U = wrapping_t<T>;
    if (is_signed<T>::value && n < 0)
        return x == T(1) ? T(1) : x == T(-1) ? T(n & 1 ? -1 : 1) : T(0);
    U result = 1, base = (U)x;
    for (make_unsigned_t<T> rest = (make_unsigned_t<T>)n; rest; rest >>= 1) {
        if (rest & 1) result *= base;
        base *= base;
    }
    return (T)result;
}
template <class T, enable_if_t<is_floating<T>::value> = 0> CUPY_DEVICE T power(T x, T y) {
    return pow(x, y);
}

}  // namespace cupy
