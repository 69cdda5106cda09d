// Quotients, remainders and integer powers with Python's and NumPy's results.
#pragma once

#include "math/real.hpp"

namespace cupy {

// Integers: division by zero gives 0; the least number divided by -1 wraps.
#ifdef CUPY_HOST
// A quotient by a number that is neither 0 nor -1, cut off, by the reciprocal, which vectors multiply by and a loop
// takes of one divisor once.  A little too large, it makes a whole quotient no less, and no other one whole.
template <class T> CUPY_DEVICE T quotient_of(T x, T y) {
    if constexpr (sizeof(T) < 4) return (T)(int)((float)x * (0x1.00001p0f / (float)y));
    else return sizeof(T) == 4 ? (T)((double)x * (0x1.000000000001p0 / (double)y)) : (T)(x / y);
}
#ifdef __AVX512DQ__
// By the reciprocal, once for what is there and once for what is left; both may be off by one.
CUPY_DEVICE int64 quotient_of(int64 x, int64 y) {
    const int64 size = x < 0 ? (int64)(0 - (uint64)x) : x, by = y < 0 ? (int64)(0 - (uint64)y) : y;
    const double inverse = 1.0 / (double)(uint64)by;
    uint64 quotient = (uint64)((double)(uint64)size * inverse);
    int64 rest = (int64)((uint64)size - quotient * (uint64)by);
    const int64 more = (int64)((double)rest * inverse);
    quotient += (uint64)more;
    rest = (int64)((uint64)rest - (uint64)more * (uint64)by);
    const int64 under = rest < 0 ? 1 : 0;
    rest = (int64)((uint64)rest + (under ? (uint64)by : 0));
    quotient += ((uint64)rest >= (uint64)by ? 1 : 0) - (uint64)under;
    return (x < 0) != (y < 0) ? (int64)(0 - quotient) : (int64)quotient;
}
#endif
template <class T> struct Divided {
    T quotient, rest;
};
template <class T> CUPY_DEVICE Divided<T> divide_whole(T x, T y) {
    using U = wrapping_t<T>;
    const bool none = y == T(0), turned = is_signed<T>::value && y == T(-1);
    const T by = none | turned ? T(1) : y, quotient = quotient_of(x, by);
    const T rest = (T)((U)x - (U)quotient * (U)by);         // 0 of x by 1
    return {none ? T(0) : turned ? (T)(U(0) - (U)x) : quotient, rest};
}
template <class T, enable_if_t<is_integer<T>::value> = 0> CUPY_DEVICE T divide_truncated(T x, T y) {
    return divide_whole(x, y).quotient;
}
template <class T, enable_if_t<is_integer<T>::value> = 0> CUPY_DEVICE T fmod(T x, T y) {
    return divide_whole(x, y).rest;
}
template <class T> CUPY_DEVICE bool is_below(T rest, T y) {
    return is_signed<T>::value && (rest != 0) & ((rest ^ y) < 0);
}
template <class T, enable_if_t<is_integer<T>::value> = 0> CUPY_DEVICE T remainder(T x, T y) {
    const T rest = divide_whole(x, y).rest;
    return is_below(rest, y) ? (T)(rest + y) : rest;
}
template <class T, enable_if_t<is_integer<T>::value> = 0> CUPY_DEVICE T floor_divide(T x, T y) {
    const Divided<T> whole = divide_whole(x, y);
    return (T)(whole.quotient - (T)is_below(whole.rest, y));      // GCC makes a branch of a condition here
}
#else
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
#endif

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
