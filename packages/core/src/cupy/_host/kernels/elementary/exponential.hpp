// exp, exp2, expm1 and the hyperbolic functions.
#pragma once

#include "elementary/fits.hpp"

namespace cupy {
namespace elementary {

// Arguments beyond which e^x is infinity or zero.
template <class T> constexpr T kMostExponent = is_single<T> ? T(89) : T(710);
template <class T> constexpr T kLeastExponent = is_single<T> ? T(-105) : T(-746);

// x = n ln 2 + r.hi + r.lo, with |r| <= ln 2 / 2.
template <class T> struct Reduced {
    Power<1, T> two;
    Sum<T> r;
};
template <class T> CUPY_DEVICE Reduced<T> in_powers_of_two(T x, T low = 0) {
    const Power<1, T> two = {fused(x, T(0x1.71547652b82fep+0), Power<1, T>::zero)};
    const T n = two.n();
    return {two, sum_of_ordered(fused(n, -kLn2<T>.hi, x), fused(n, -kLn2<T>.lo, low))};
}

template <bool plain = false, class T> CUPY_DEVICE T exp(T x) {
    const Reduced<T> part = in_powers_of_two(plain ? x : between(x, kLeastExponent<T>, kMostExponent<T>));
    const T r = part.r.hi;
    return scaled<plain>(fused(r * r, exp_rest(r), r) + T(1), part.two);
}
// e^(x + low), for low up to a few thousand units in the last place of x.
CUPY_DEVICE double exp_of_sum(double x, double low) {
    const Reduced<double> part = in_powers_of_two(between(x, kLeastExponent<double>, kMostExponent<double>), low);
    const double r = part.r.hi;
    return scaled<false>((fused(r * r, exp_rest(r), part.r.lo) + r) + 1.0, part.two);
}

template <bool plain = false, class T> CUPY_DEVICE T exp2(T x) {
    constexpr T most = is_single<T> ? T(129) : T(1025), least = is_single<T> ? T(-152) : T(-1080);
    const T near = plain ? x : between(x, least, most);
    const Power<1, T> two = {near + Power<1, T>::zero};
    const T r = near - two.n();
    return scaled<plain>(fused(r, exp2_rest(r), T(1)), two);
}

// e^x / 2^less as power (1 + rest), of x from a little below zero to where that overflows.
template <int less, class T> struct Parts {
    T power, rest;
    CUPY_DEVICE Parts(T x) {
        const Power<less, T> two = {fused(x, T(0x1.71547652b82fep+0), Power<less, T>::zero)};
        const T r = fused(two.n(), -kLn2<T>.lo, fused(two.n(), -kLn2<T>.hi, x));
        power = two.value();
        rest = fused(r * r, exp_rest(r), r);
    }
    CUPY_DEVICE T less_one() const { return fused(power, rest, power - T(1.0 / (1 << less))); }
};
template <class T> CUPY_DEVICE T expm1(T x) {
    constexpr T lost = is_single<T> ? T(-20) : T(-40), tiny = is_single<T> ? T(0x1p-25) : T(0x1p-54);
    const T half = Parts<1, T>(between(x, lost, kMostExponent<T>)).less_one();
    return magnitude(x) < tiny ? x : half + half;
}
// From here on e^x / 2 is infinite, e^x / 4 is not.
template <class T> constexpr T kMostSize = is_single<T> ? T(89.5) : T(710.5);
// (s + s / (s + 1)) / 2 for s = e^x - 1, and a polynomial where the sums would round off too much.
template <class T> CUPY_DEVICE T sinh(T x) {
    const T size = magnitude(x), quarter = Parts<2, T>(at_most(size, kMostSize<T>)).less_one();
    const T half = quarter + quarter, z = size * size, small = fused(size * z, sinh_rest(z), size);
    return with_sign_of(size < T(0.5) ? small : half + quarter / (half + T(0.5)), x);
}
template <class T> CUPY_DEVICE T cosh(T x) {
    const Parts<2, T> parts(at_most(magnitude(x), kMostSize<T>));
    const T quarter = fused(parts.power, parts.rest, parts.power), half = quarter + quarter;
    return half + T(0.25) / half;
}
// h / (h + 1) for h = (e^(2 x) - 1) / 2, and a polynomial where the sum would round off too much.
template <class T> CUPY_DEVICE T tanh(T x) {
    constexpr T one = is_single<T> ? T(9.02) : T(22);       // from there on
    const T size = magnitude(x), near = at_most(size, one);
    const Power<0, T> two = {fused(near, T(0x1.71547652b82fep+1), Power<0, T>::zero)};
    const T r = fused(two.n(), T(-0.5) * kLn2<T>.hi, near), rest = fused(r * r, exp_twice_rest(r), r);
    const T half = fused(two.value(), rest, fused(two.value(), T(0.5), T(-0.5))), z = size * size;
    return with_sign_of(size < T(0.26) ? fused(size * z, tanh_rest(z), size) : half / (half + T(1)), x);
}

}  // namespace elementary
}  // namespace cupy
