// exp, exp2, expm1 and the hyperbolic functions.
#pragma once

#include "elementary/fits.hpp"

namespace cupy {
namespace elementary {

// Arguments beyond which e^x is infinity or zero.
template <class T> constexpr T kMostExponent = is_single<T> ? T(90) : T(711);
template <class T> constexpr T kLeastExponent = is_single<T> ? T(-105) : T(-746);

// x = n ln 2 + r.hi + r.lo, with |r| <= ln 2 / 2.
template <class T> struct Reduced {
    T n;
    Sum<T> r;
};
template <class T> CUPY_DEVICE Reduced<T> in_powers_of_two(T x, T low = 0) {
    const T n = Whole<T>{fused(x, T(0x1.71547652b82fep+0), format<T>::whole)}.value();
    return {n, sum_of_ordered(fused(n, -kLn2<T>.hi, x), fused(n, -kLn2<T>.lo, low))};
}

// e^x 2^more.
template <class T> CUPY_DEVICE T exp(T x, T more = 0) {
    const Reduced<T> part = in_powers_of_two(between(x, kLeastExponent<T>, kMostExponent<T>));
    const T r = part.r.hi;
    return scaled(fused(r * r, exp_rest(r), r) + T(1), part.n + more);
}
// e^(x + low), for low up to a few thousand units in the last place of x.
template <class T> CUPY_DEVICE T exp_of_sum(T x, T low) {
    const Reduced<T> part = in_powers_of_two(between(x, kLeastExponent<T>, kMostExponent<T>), low);
    const T r = part.r.hi;
    return scaled((fused(r * r, exp_rest(r), part.r.lo) + r) + T(1), part.n);
}

template <class T> CUPY_DEVICE T exp2(T x) {
    constexpr T most = is_single<T> ? T(129) : T(1025), least = is_single<T> ? T(-152) : T(-1080);
    const T near = between(x, least, most), n = nearest(near).value(), r = near - n;
    return scaled(fused(r, exp2_rest(r), T(1)), n);
}

template <class T> CUPY_DEVICE T expm1(T x) {
    constexpr T far = is_single<T> ? T(40) : T(80);       // powers of two next to which one is lost
    const Reduced<T> part = in_powers_of_two(between(x, -far / T(2), kMostExponent<T>));
    const T r = part.r.hi, n = part.n;
    const T p = r + fused(r * r, exp_rest(r), fused(part.r.lo, r, part.r.lo));
    const T inverse = select(n > far, T(0), power_of_two(nearest(-between(n, -far, far))));
    return with_sign_of(magnitude(scaled((T(1) - inverse) + p, n)), x);
}

template <class T> CUPY_DEVICE T sinh(T x) {
    const T size = magnitude(x), half = exp(size, T(-1)), z = size * size;
    const T small = fused(size * z, sinh_rest(z), size);
    return with_sign_of(select(size < T(1), small, half - T(0.25) / half), x);
}

template <class T> CUPY_DEVICE T cosh(T x) {
    const T half = exp(magnitude(x), T(-1));
    return half + T(0.25) / half;
}

template <class T> CUPY_DEVICE T tanh(T x) {
    constexpr T one = is_single<T> ? T(10) : T(22);       // from there on
    const T size = between(magnitude(x), T(0), one), y = exp(size + size), z = size * size;
    const T small = fused(size * z, tanh_rest(z), size);
    return with_sign_of(select(size < T(0.625), small, T(1) - T(2) / (y + T(1))), x);
}

}  // namespace elementary
}  // namespace cupy
