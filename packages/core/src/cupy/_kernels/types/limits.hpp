// Least, greatest and special values of the element types.
#pragma once

#include "types/complex.hpp"
#include "types/float16.hpp"
#include "types/integers.hpp"

namespace cupy {

// lowest, max, infinity() and nan() of T; for integers infinity() is max.
template <class T> struct limits {
    static constexpr bool with_sign = is_signed<T>::value;
    static constexpr T top = (T)((make_unsigned_t<T>)~make_unsigned_t<T>(0) >> (with_sign ? 1 : 0));
    static CUPY_DEVICE constexpr T max() { return top; }
    static CUPY_DEVICE constexpr T lowest() { return with_sign ? (T)(-top - 1) : (T)0; }
    static CUPY_DEVICE constexpr T infinity() { return top; }
};
template <> struct limits<bool> {
    static CUPY_DEVICE constexpr bool max() { return true; }
    static CUPY_DEVICE constexpr bool lowest() { return false; }
    static CUPY_DEVICE constexpr bool infinity() { return true; }
};
template <> struct limits<boolean> : limits<bool> {};
template <> struct limits<float> {
    static constexpr int mantissa_bits = 23, max_exponent = 127;
    static CUPY_DEVICE float max() { return 3.402823466e+38f; }
    static CUPY_DEVICE float lowest() { return -3.402823466e+38f; }
    static CUPY_DEVICE float min() { return 1.175494351e-38f; }
    static CUPY_DEVICE float epsilon() { return 1.1920928955078125e-07f; }
    static CUPY_DEVICE float infinity() { return platform::bits_as<float>(0x7f800000u); }
    static CUPY_DEVICE float nan() { return platform::bits_as<float>(0x7fc00000u); }
};
template <> struct limits<double> {
    static constexpr int mantissa_bits = 52, max_exponent = 1023;
    static CUPY_DEVICE double max() { return 1.7976931348623157e+308; }
    static CUPY_DEVICE double lowest() { return -1.7976931348623157e+308; }
    static CUPY_DEVICE double min() { return 2.2250738585072014e-308; }
    static CUPY_DEVICE double epsilon() { return 2.220446049250313e-16; }
    static CUPY_DEVICE double infinity() {
        return platform::bits_as<double>(0x7ff0000000000000ull);
    }
    static CUPY_DEVICE double nan() { return platform::bits_as<double>(0x7ff8000000000000ull); }
};
template <> struct limits<float16> {
    static CUPY_DEVICE float16 max() { return float16::from_bits(0x7bff); }
    static CUPY_DEVICE float16 lowest() { return float16::from_bits(0xfbff); }
    static CUPY_DEVICE float16 epsilon() { return float16::from_bits(0x1400); }
    static CUPY_DEVICE float16 infinity() { return float16::from_bits(0x7c00); }
    static CUPY_DEVICE float16 nan() { return float16::from_bits(0x7e00); }
};
template <> struct limits<bfloat16> {
    static CUPY_DEVICE bfloat16 max() { return bfloat16::from_bits(0x7f7f); }
    static CUPY_DEVICE bfloat16 lowest() { return bfloat16::from_bits(0xff7f); }
    static CUPY_DEVICE bfloat16 epsilon() { return bfloat16::from_bits(0x3c00); }
    static CUPY_DEVICE bfloat16 infinity() { return bfloat16::from_bits(0x7f80); }
    static CUPY_DEVICE bfloat16 nan() { return bfloat16::from_bits(0x7fc0); }
};
template <class T> struct limits<complex<T>> {
    static CUPY_DEVICE complex<T> max() { return {limits<T>::max(), limits<T>::max()}; }
    static CUPY_DEVICE complex<T> lowest() { return {limits<T>::lowest(), limits<T>::lowest()}; }
    static CUPY_DEVICE complex<T> infinity() { return {limits<T>::infinity(), limits<T>::infinity()}; }
    static CUPY_DEVICE complex<T> nan() { return {limits<T>::nan(), T(0)}; }
};

}  // namespace cupy
