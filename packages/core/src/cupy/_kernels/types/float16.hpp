// float16 and bfloat16: two bytes in memory, arithmetic in float.
#pragma once

#include "types/integers.hpp"
#include "platform.hpp"

namespace cupy {

// Another type of two bytes, as the toolkit's __half, which becomes numbers of several types.
template <class T, class Own> struct is_other_half {
    static constexpr bool value = __is_class(T) && sizeof(T) == 2 && !is_same<T, Own>::value;
};

struct float16 {
    uint16 bits;

    float16() = default;
    CUPY_DEVICE float16(float x) : bits(platform::float_to_half(x)) {}
    CUPY_DEVICE float16(double x) : bits(platform::double_to_half(x)) {}
    CUPY_DEVICE float16(bool x) : bits(x ? 0x3c00 : 0) {}
    template <class T, enable_if_t<is_integer<T>::value> = 0>
    CUPY_DEVICE float16(T x) : bits(platform::float_to_half((float)x)) {}
    template <class T, enable_if_t<is_other_half<T, float16>::value> = 0>
    CUPY_DEVICE float16(const T &x) : float16((float)x) {}
    CUPY_DEVICE operator float() const { return platform::half_to_float(bits); }
    static CUPY_DEVICE float16 from_bits(uint16 bits) {
        float16 x;
        x.bits = bits;
        return x;
    }
};

struct bfloat16 {
    uint16 bits;

    bfloat16() = default;
    CUPY_DEVICE bfloat16(float x) : bits(platform::float_to_bfloat(x)) {}
    CUPY_DEVICE bfloat16(double x) : bits(platform::float_to_bfloat((float)x)) {}
    CUPY_DEVICE bfloat16(bool x) : bits(x ? 0x3f80 : 0) {}
    template <class T, enable_if_t<is_integer<T>::value> = 0>
    CUPY_DEVICE bfloat16(T x) : bits(platform::float_to_bfloat((float)x)) {}
    template <class T, enable_if_t<is_other_half<T, bfloat16>::value> = 0>
    CUPY_DEVICE bfloat16(const T &x) : bfloat16((float)x) {}
    CUPY_DEVICE operator float() const { return platform::bits_as<float>((unsigned)bits << 16); }
    static CUPY_DEVICE bfloat16 from_bits(uint16 bits) {
        bfloat16 x;
        x.bits = bits;
        return x;
    }
};

template <> struct is_floating<float16> { static constexpr bool value = true; };
template <> struct is_floating<bfloat16> { static constexpr bool value = true; };
template <class T> struct is_small_float {
    static constexpr bool value = is_same<T, float16>::value || is_same<T, bfloat16>::value;
};
// What is computed in single precision.
template <class T> constexpr bool is_single = is_same<T, float>::value || is_small_float<T>::value;

#define CUPY_SMALL_FLOAT(T)                                                                  \
    CUPY_DEVICE T operator+(T x) { return x; }                                               \
    CUPY_DEVICE T operator-(T x) { return T::from_bits(x.bits ^ 0x8000); }                   \
    template <class U> CUPY_DEVICE T &operator+=(T &x, U y) { return x = T(x + y); }         \
    template <class U> CUPY_DEVICE T &operator-=(T &x, U y) { return x = T(x - y); }         \
    template <class U> CUPY_DEVICE T &operator*=(T &x, U y) { return x = T(x * y); }         \
    template <class U> CUPY_DEVICE T &operator/=(T &x, U y) { return x = T(x / y); }         \
    CUPY_SMALL_FLOAT_BINARY(T, T, +)                                                         \
    CUPY_SMALL_FLOAT_BINARY(T, T, -)                                                         \
    CUPY_SMALL_FLOAT_BINARY(T, T, *)                                                         \
    CUPY_SMALL_FLOAT_BINARY(T, T, /)                                                         \
    CUPY_SMALL_FLOAT_BINARY(T, bool, ==)                                                     \
    CUPY_SMALL_FLOAT_BINARY(T, bool, !=)                                                     \
    CUPY_SMALL_FLOAT_BINARY(T, bool, <)                                                      \
    CUPY_SMALL_FLOAT_BINARY(T, bool, <=)                                                     \
    CUPY_SMALL_FLOAT_BINARY(T, bool, >)                                                      \
    CUPY_SMALL_FLOAT_BINARY(T, bool, >=)

// With an integer, as the 1 in `x + 1`, the small type is kept; with float and double it is not.
#define CUPY_SMALL_FLOAT_BINARY(T, Result, op)                                               \
    CUPY_DEVICE Result operator op(T x, T y) { return Result((float)x op (float)y); }        \
    CUPY_DEVICE auto operator op(T x, float y) { return (float)x op y; }                     \
    CUPY_DEVICE auto operator op(float x, T y) { return x op (float)y; }                     \
    CUPY_DEVICE auto operator op(T x, double y) { return (double)(float)x op y; }            \
    CUPY_DEVICE auto operator op(double x, T y) { return x op (double)(float)y; }            \
    template <class I, enable_if_t<is_integer<I>::value> = 0>                                \
    CUPY_DEVICE Result operator op(T x, I y) { return Result((float)x op (float)y); }        \
    template <class I, enable_if_t<is_integer<I>::value> = 0>                                \
    CUPY_DEVICE Result operator op(I x, T y) { return Result((float)x op (float)y); }
CUPY_SMALL_FLOAT(float16)
CUPY_SMALL_FLOAT(bfloat16)
#undef CUPY_SMALL_FLOAT
#undef CUPY_SMALL_FLOAT_BINARY

}  // namespace cupy
