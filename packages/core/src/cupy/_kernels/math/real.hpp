// Functions of real numbers under one name for all types.
#pragma once

#include "math/elementary.hpp"
#include "platform.hpp"
#include "types/float16.hpp"
#include "types/integers.hpp"
#include "types/limits.hpp"

namespace cupy {

template <class T> struct is_real {
    static constexpr bool value = is_integer<T>::value || is_floating<T>::value;
};

// float and double have functions of their own, the small types go by way of float, integers by way of double.
#define CUPY_REAL_1(name) CUPY_REAL_1_OF(name, ::name##f, ::name)
#define CUPY_ELEMENTARY_1(name) CUPY_REAL_1_OF(name, elementary::name, elementary::name)
#define CUPY_REAL_1_OF(name, of_float, of_double)                                            \
    template <class T, enable_if_t<is_real<T>::value> = 0> CUPY_DEVICE auto name(T x) {      \
        if constexpr (is_small_float<T>::value) return T(of_float((float)x));                \
        else if constexpr (is_same<T, float>::value) return of_float(x);                     \
        else return of_double((double)x);                                                    \
    }

CUPY_ELEMENTARY_1(sin)
CUPY_ELEMENTARY_1(cos)
CUPY_ELEMENTARY_1(tan)
CUPY_ELEMENTARY_1(asin)
CUPY_ELEMENTARY_1(acos)
CUPY_ELEMENTARY_1(atan)
CUPY_ELEMENTARY_1(sinh)
CUPY_ELEMENTARY_1(cosh)
CUPY_ELEMENTARY_1(tanh)
CUPY_ELEMENTARY_1(asinh)
CUPY_ELEMENTARY_1(acosh)
CUPY_ELEMENTARY_1(atanh)
CUPY_ELEMENTARY_1(exp)
CUPY_ELEMENTARY_1(exp2)
CUPY_ELEMENTARY_1(expm1)
CUPY_ELEMENTARY_1(log)
CUPY_ELEMENTARY_1(log2)
CUPY_ELEMENTARY_1(log10)
CUPY_ELEMENTARY_1(log1p)
CUPY_ELEMENTARY_1(cbrt)
CUPY_ELEMENTARY_1(erf)
CUPY_ELEMENTARY_1(erfc)
CUPY_REAL_1(sqrt)
CUPY_REAL_1(tgamma)
CUPY_REAL_1(lgamma)
CUPY_REAL_1(floor)
CUPY_REAL_1(ceil)
CUPY_REAL_1(trunc)
CUPY_REAL_1(rint)
CUPY_REAL_1(nearbyint)
CUPY_REAL_1(round)
#undef CUPY_REAL_1
#undef CUPY_ELEMENTARY_1
#undef CUPY_REAL_1_OF

// Mixed arguments meet in double unless both are of one type.
#define CUPY_REAL_2(name) CUPY_REAL_2_OF(name, ::name##f, ::name)
#define CUPY_ELEMENTARY_2(name) CUPY_REAL_2_OF(name, elementary::name, elementary::name)
#define CUPY_REAL_2_OF(name, of_float, of_double)                                                          \
    template <class A, class B, enable_if_t<is_real<A>::value && is_real<B>::value> = 0>                   \
    CUPY_DEVICE auto name(A x, B y) {                                                                      \
        if constexpr (is_small_float<A>::value && is_same<A, B>::value)                                    \
            return A(of_float((float)x, (float)y));                                                        \
        else if constexpr (is_same<A, float>::value && is_same<A, B>::value) return of_float(x, y);        \
        else return of_double((double)x, (double)y);                                                       \
    }
CUPY_ELEMENTARY_2(atan2)
CUPY_ELEMENTARY_2(pow)
CUPY_REAL_2(copysign)
CUPY_REAL_2(fdim)
#ifdef CUPY_SIMT
// Libraries of devices round lengths next to the largest number up to infinity.
template <class T> CUPY_DEVICE T length_of(T x, T y) {
    constexpr bool is_float = sizeof(T) == 4;
    constexpr T large = is_float ? T(1e30) : T(1e300), scale = is_float ? T(0x1p-70) : T(0x1p-600);
    x = x < 0 ? -x : x;
    y = y < 0 ? -y : y;
    const T most = limits<T>::max();
    if ((x > large || y > large) && x <= most && y <= most) {
        x *= scale;
        y *= scale;
        return sqrt(x * x + y * y) * (T(1) / scale);
    }
    return elementary::hypot(x, y);
}
CUPY_REAL_2_OF(hypot, length_of<float>, length_of<double>)
#else
CUPY_ELEMENTARY_2(hypot)
#endif
#undef CUPY_REAL_2
#undef CUPY_ELEMENTARY_2
#undef CUPY_REAL_2_OF

CUPY_DEVICE float fma(float x, float y, float z) { return ::fmaf(x, y, z); }
CUPY_DEVICE double fma(double x, double y, double z) { return ::fma(x, y, z); }

template <class T> struct small_float_bits { static constexpr uint16 infinity = 0x7c00; };
template <> struct small_float_bits<bfloat16> { static constexpr uint16 infinity = 0x7f80; };

template <class T> CUPY_DEVICE bool isnan(T x) {
    if constexpr (is_small_float<T>::value) return (x.bits & 0x7fff) > small_float_bits<T>::infinity;
    else return x != x;
}
template <class T> CUPY_DEVICE bool isinf(T x) {
    if constexpr (is_small_float<T>::value) return (x.bits & 0x7fff) == small_float_bits<T>::infinity;
    else if constexpr (is_integer<T>::value) return false;
    else return x == limits<T>::infinity() || x == -limits<T>::infinity();
}
template <class T> CUPY_DEVICE bool isfinite(T x) {
    if constexpr (is_small_float<T>::value) return (x.bits & 0x7fff) < small_float_bits<T>::infinity;
    else if constexpr (is_integer<T>::value) return true;
    else return x - x == 0;
}
template <class T> CUPY_DEVICE bool signbit(T x) {
    if constexpr (is_small_float<T>::value) return x.bits >> 15;
    else if constexpr (is_same<T, float>::value) return platform::bits_as<unsigned>(x) >> 31;
    else if constexpr (is_same<T, double>::value) return platform::bits_as<uint64>(x) >> 63;
    else return x < 0;
}

CUPY_DEVICE float fabs(float x) { return ::fabsf(x); }
CUPY_DEVICE double fabs(double x) { return ::fabs(x); }
CUPY_DEVICE float16 fabs(float16 x) { return float16::from_bits(platform::without_sign(x.bits)); }
CUPY_DEVICE bfloat16 fabs(bfloat16 x) { return bfloat16::from_bits(platform::without_sign(x.bits)); }
template <class T, enable_if_t<is_integer<T>::value> = 0>
CUPY_DEVICE double fabs(T x) { return ::fabs((double)x); }

template <class T, enable_if_t<is_floating<T>::value> = 0> CUPY_DEVICE T abs(T x) { return fabs(x); }
template <class T, enable_if_t<is_integer<T>::value> = 0> CUPY_DEVICE T abs(T x) {
    return is_signed<T>::value && x < 0 ? (T)(0 - x) : x;
}

CUPY_DEVICE float rsqrt(float x) { return 1.0f / ::sqrtf(x); }
CUPY_DEVICE double rsqrt(double x) { return 1.0 / ::sqrt(x); }
CUPY_DEVICE float16 rsqrt(float16 x) { return float16(1.0f / ::sqrtf((float)x)); }
CUPY_DEVICE bfloat16 rsqrt(bfloat16 x) { return bfloat16(1.0f / ::sqrtf((float)x)); }

}  // namespace cupy
