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

template <class T> CUPY_DEVICE T gcd(T x, T y) {
    using U = wrapping_t<T>;
    U a = x < 0 ? U(0) - (U)x : (U)x, b = y < 0 ? U(0) - (U)y : (U)y;
    while (b != 0) {
        const U rest = a % b;
        a = b;
        b = rest;
    }
    return (T)a;
}
template <class T> CUPY_DEVICE T lcm(T x, T y) {
    using U = wrapping_t<T>;
    const U divisor = (U)gcd(x, y);
    if (divisor == 0) return T(0);
    const U a = x < 0 ? U(0) - (U)x : (U)x, b = y < 0 ? U(0) - (U)y : (U)y;
    return (T)(a / divisor * b);
}

}  // namespace cupy
