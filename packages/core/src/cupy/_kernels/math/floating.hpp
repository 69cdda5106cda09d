// Functions on the parts of floating-point numbers: exponent, fraction, neighbours.
#pragma once

#include "math/real.hpp"

namespace cupy {

CUPY_DEVICE int clamp_exponent(int64 n) { return n > 5000 ? 5000 : n < -5000 ? -5000 : (int)n; }
CUPY_DEVICE float ldexp(float x, int64 n) { return ::ldexpf(x, clamp_exponent(n)); }
CUPY_DEVICE double ldexp(double x, int64 n) { return ::ldexp(x, clamp_exponent(n)); }
CUPY_DEVICE float16 ldexp(float16 x, int64 n) { return float16(ldexp((float)x, n)); }
CUPY_DEVICE bfloat16 ldexp(bfloat16 x, int64 n) { return bfloat16(ldexp((float)x, n)); }

// The exponent of infinity and NaN is 0, as NumPy has it on most machines.
#ifdef CUPY_HOST
// Without a branch, so that loops of it become vectors.
CUPY_DEVICE float frexp(float x, int *n) {
    const bool tiny = fabs(x) < 0x1p-126f;
    const uint32 bits = platform::bits_as<uint32>(tiny ? x * 0x1p24f : x);
    const int exponent = int(bits >> 23 & 0xff);
    const bool is_whole = x == 0 || exponent == 0xff;
    *n = is_whole ? 0 : exponent - (tiny ? 126 + 24 : 126);
    return is_whole ? x : platform::bits_as<float>((bits & 0x807fffffu) | 0x3f000000u);
}
CUPY_DEVICE double frexp(double x, int *n) {
    const bool tiny = fabs(x) < 0x1p-1022;
    const uint64 bits = platform::bits_as<uint64>(tiny ? x * 0x1p54 : x);
    const int exponent = int(bits >> 52 & 0x7ff);
    const bool is_whole = x == 0 || exponent == 0x7ff;
    *n = is_whole ? 0 : exponent - (tiny ? 1022 + 54 : 1022);
    return is_whole ? x : platform::bits_as<double>((bits & 0x800fffffffffffffull) | 0x3fe0000000000000ull);
}
#else
CUPY_DEVICE float frexp(float x, int *n) {
    *n = 0;
    return isfinite(x) ? ::frexpf(x, n) : x;
}
CUPY_DEVICE double frexp(double x, int *n) {
    *n = 0;
    return isfinite(x) ? ::frexp(x, n) : x;
}
#endif
CUPY_DEVICE float16 frexp(float16 x, int *n) { return float16(frexp((float)x, n)); }
CUPY_DEVICE bfloat16 frexp(bfloat16 x, int *n) { return bfloat16(frexp((float)x, n)); }

// Fraction with the sign of x; the whole part goes to `whole`.
template <class T> CUPY_DEVICE T modf(T x, T *whole) {
    *whole = trunc(x);
    return isinf(x) ? copysign(T(0), x) : copysign(x - *whole, x);
}

CUPY_DEVICE float nextafter(float x, float y) { return ::nextafterf(x, y); }
CUPY_DEVICE double nextafter(double x, double y) { return ::nextafter(x, y); }
template <class T, enable_if_t<is_small_float<T>::value> = 0> CUPY_DEVICE T nextafter(T x, T y) {
    if (isnan(x) || isnan(y)) return limits<T>::nan();
    if (x == y) return y;
    if ((x.bits & 0x7fff) == 0) return T::from_bits((uint16)((y.bits & 0x8000) | 1));
    const bool outwards = (x < y) == !(x.bits & 0x8000);
    return T::from_bits((uint16)(outwards ? x.bits + 1 : x.bits - 1));
}

// Away from zero, with the sign of x.  NumPy's float16 looks upwards instead, and bfloat16's
// negative zero is negative.
template <class T> CUPY_DEVICE T spacing(T x) {
    if (!isfinite(x)) return limits<T>::nan();
    if (x == T(0) && !is_same<T, bfloat16>::value) x = T(0);
    const bool up = !signbit(x) || is_same<T, float16>::value;
    return nextafter(x, up ? limits<T>::infinity() : -limits<T>::infinity()) - x;
}

template <class T> CUPY_DEVICE T heaviside(T x, T at_zero) {
    return isnan(x) ? x : x == T(0) ? at_zero : x < T(0) ? T(0) : T(1);
}

CUPY_DEVICE float logaddexp(float x, float y) {
    const float d = x - y, beyond = log1p(exp(-fabs(d)));
    return x == y ? x + 0.693147180559945309f : d == d ? (d > 0 ? x : y) + beyond : d;     // equal infinities too
}
CUPY_DEVICE double logaddexp(double x, double y) {
    const double d = x - y, beyond = log1p(exp(-fabs(d)));
    return x == y ? x + 0.693147180559945309 : d == d ? (d > 0 ? x : y) + beyond : d;
}
CUPY_DEVICE float logaddexp2(float x, float y) {
    const float d = x - y, beyond = 1.44269504088896341f * log1p(exp2(-fabs(d)));
    return x == y ? x + 1.0f : d == d ? (d > 0 ? x : y) + beyond : d;
}
CUPY_DEVICE double logaddexp2(double x, double y) {
    const double d = x - y, beyond = 1.44269504088896341 * log1p(exp2(-fabs(d)));
    return x == y ? x + 1.0 : d == d ? (d > 0 ? x : y) + beyond : d;
}
template <class T, enable_if_t<is_small_float<T>::value> = 0> CUPY_DEVICE T logaddexp(T x, T y) {
    return T(logaddexp((float)x, (float)y));
}
template <class T, enable_if_t<is_small_float<T>::value> = 0> CUPY_DEVICE T logaddexp2(T x, T y) {
    return T(logaddexp2((float)x, (float)y));
}

}  // namespace cupy
