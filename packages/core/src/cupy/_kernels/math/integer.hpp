// Functions on integers: shifts, bits, divisors.
#pragma once

#include "platform.hpp"
#include "types/integers.hpp"

namespace cupy {

// A count that is negative or as large as the type moves all bits out.
template <class T> CUPY_DEVICE T left_shift(T x, T count) {
    using U = wrapping_t<T>;
    return (make_unsigned_t<T>)count < 8 * sizeof(T) ? (T)((U)x << count) : T(0);
}
template <class T> CUPY_DEVICE T right_shift(T x, T count) {
    if ((make_unsigned_t<T>)count < 8 * sizeof(T)) return (T)(x >> count);
    return is_signed<T>::value && x < 0 ? T(-1) : T(0);
}

template <class T> CUPY_DEVICE int popcount(T x) {
    using wide = typename conditional<(sizeof(T) > 4), unsigned long long, unsigned>::type;
    return platform::count_ones((wide)(make_unsigned_t<T>)x);
}

template <class T> CUPY_DEVICE wrapping_t<T> magnitude(T x) {
    using U = wrapping_t<T>;
    return x < 0 ? U(0) - (U)x : (U)x;
}
template <class U> CUPY_DEVICE U common_divisor(U a, U b) {
    while (b != 0) {
        const U rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}
template <class T> CUPY_DEVICE T gcd(T x, T y) { return (T)common_divisor(magnitude(x), magnitude(y)); }
template <class T> CUPY_DEVICE T lcm(T x, T y) {
    const wrapping_t<T> a = magnitude(x), b = magnitude(y), divisor = common_divisor(a, b);
    return divisor == 0 ? T(0) : (T)(a / divisor * b);
}

}  // namespace cupy
