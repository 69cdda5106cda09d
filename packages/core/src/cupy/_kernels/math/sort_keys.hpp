// Complex numbers as unsigned integers in NumPy's order: by real part, then by imaginary part; those
// with NaN behind, first R + NaN j by R, then NaN + R j by R, then NaN + NaN j.
#pragma once

#include "platform.hpp"
#include "types/complex.hpp"
#include "types/limits.hpp"

namespace cupy {

CUPY_DEVICE uint32 real_key(float x) {
    const uint32 bits = platform::bits_as<uint32>(x + 0.0f);            // -0 becomes +0
    return bits >> 31 ? ~bits : bits | 1u << 31;
}

CUPY_DEVICE uint64 real_key(double x) {
    const uint64 bits = platform::bits_as<uint64>(x + 0.0);
    return bits >> 63 ? ~bits : bits | 1ull << 63;
}

// Numbers with NaN have keys beyond that of infinity, which no real part has.
template <class Key, class T> CUPY_DEVICE void complex_key(complex<T> z, Key &high, Key &low) {
    const bool no_real = z.re != z.re, no_imag = z.im != z.im;
    const Key infinity = real_key(limits<T>::infinity());
    high = no_real || no_imag ? infinity + (no_real ? 2 : 0) + (no_imag ? 1 : 0) : real_key(z.re);
    low = no_imag ? (no_real ? Key(0) : real_key(z.re)) : real_key(z.im);
}

CUPY_DEVICE uint64 complex_key(complex<float> z) {
    uint32 high, low;
    complex_key(z, high, low);
    return uint64(high) << 32 | low;
}

}  // namespace cupy
