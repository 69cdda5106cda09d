// log, log2, log10, log1p and the inverse hyperbolic functions.
#pragma once

#include "elementary/fits.hpp"

namespace cupy {
namespace elementary {

// x = m 2^n, with m from sqrt(1/2) to sqrt(2), of a positive finite x.
template <class T> struct Split {
    T m, n;
};
template <class T> CUPY_DEVICE Split<T> split(T x) {
    using Word = word_of<T>;
    constexpr Word fraction = (Word(1) << format<T>::fraction) - 1;
    constexpr Word least = Word(is_single<T> ? 0x3f3504f3ull : 0x3fe6a09e667f3bcdull);
    constexpr Word above = Word(format<T>::bias + 1);
    const bool subnormal = x < limits<T>::min();
    const Word word = bits(x * select(subnormal, format<T>::tiny, T(1))) - least;
    const T n = exponent_field<T>(word + (above << format<T>::fraction)) - T(above);
    return {real<T>((word & fraction) + least), n - select(subnormal, T(format<T>::fraction + 2), T(0))};
}

// What a logarithm is of numbers that have none: y where x is positive and finite.
template <class T> CUPY_DEVICE T outside_of_domain(T x, T y) {
    y = select(x < kInfinity<T>, y, x);
    return select(x > 0, y, select(x == 0, -kInfinity<T>, kNan<T>));
}

// log(x + low) + more log 2 of positive finite x, with low / x below the last place (after fdlibm's formula).
template <class T> CUPY_DEVICE T log_of_sum(T x, T ratio = 0, T more = 0) {
    const Split<T> part = split(x);
    const T f = part.m - T(1), s = f / (T(2) + f), half = T(0.5) * f * f, z = s * s;
    const T n = part.n + more, low = fused(n, kShortLn2<T>.lo, ratio);
    return fused(n, kShortLn2<T>.hi, f - (half - fused(s, fused(z, log_rest(z), half), low)));
}
template <class T> CUPY_DEVICE T log(T x) { return outside_of_domain(x, log_of_sum(x)); }

// log(1 + x + low) of x > -1.
template <class T> CUPY_DEVICE T log1p_of_sum(T x, T low = 0) {
    const Sum<T> sum = sum_of(T(1), x);
    return log_of_sum(sum.hi, (sum.lo + low) / sum.hi);
}
template <class T> CUPY_DEVICE T log1p(T x) {
    const T y = log1p_of_sum(select((x > T(-1)) & (x < kInfinity<T>), x, T(1)));
    return with_sign_of(magnitude(outside_of_domain(x + T(1), y)), x);
}

// log x as n log 2 and the sum of two numbers, a dozen bits more than a number has: for powers and other bases.
template <class T> struct LogParts {
    T n;
    Sum<T> rest;
};
template <class T> CUPY_DEVICE LogParts<T> log_parts(T x) {
    constexpr Sum<T> two_thirds = constant<T>(0x1.5555555555555p-1, 0x1.5555555555555p-55);
    const Split<T> part = split(x);
    const T f = part.m - T(1);
    const Sum<T> below = sum_of(T(1), part.m);
    const T s = f / below.hi, low = (fused(-s, below.hi, f) - s * below.lo) / below.hi;
    const Sum<T> square = product_of(s, s), cube = product_of(s, square.hi);
    const T cube_low = cube.lo + fused(s, fused(T(2) * s, low, square.lo), low * square.hi);
    const Sum<T> third = product_of(cube.hi, two_thirds.hi);
    const T third_low = third.lo + fused(cube.hi, two_thirds.lo, cube_low * two_thirds.hi);
    const Sum<T> first = sum_of_ordered(T(2) * s, third.hi);
    const Sum<T> second = sum_of_ordered(first.hi, cube.hi * square.hi * log_tail(square.hi));
    return {part.n, sum_of_ordered(second.hi, second.lo + (first.lo + fused(T(2), low, third_low)))};
}

// The logarithm to a base: `unit` is that of 2, of which whole multiples are exact, `scale` that of e.  Whole powers of
// the base are exact: the logarithm of a number near 1 is added to them.
template <class T> CUPY_DEVICE T log_in_base(T x, Sum<T> unit, Sum<T> scale) {
    const Split<T> part = split(x);
    const T f = part.m - T(1), s = f / (T(2) + f), half = T(0.5) * f * f, z = s * s;
    const T rest = fused(s, fused(z, log_rest(z), half), -half);        // log m = f + rest
    const Sum<T> sum = sum_of(part.n * unit.hi, f * scale.hi);
    const T low = fused(f, scale.hi, -(f * scale.hi)) + fused(part.n, unit.lo, f * scale.lo);
    return outside_of_domain(x, sum.hi + (sum.lo + fused(rest, scale.hi, low)));
}
template <class T> CUPY_DEVICE T log2(T x) {
    return log_in_base(x, Sum<T>{T(1), T(0)}, constant<T>(0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56));
}
template <class T> CUPY_DEVICE T log10(T x) {
    constexpr Sum<T> unit = is_single<T> ? Sum<T>{T(0x1.344p-2), T(0x1.3509f79fef312p-18)}
                                         : Sum<T>{T(0x1.34413509f6p-2), T(0x1.9fef311f12b36p-42)};
    return log_in_base(x, unit, constant<T>(0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57));
}

// From here on, roots of squares are the numbers themselves, and squares might overflow.
template <class T> constexpr T kFar = is_single<T> ? T(0x1p13) : T(0x1p28);

// log(x + sqrt(x^2 + 1)) = log1p(x + x^2 / (1 + sqrt(x^2 + 1))).
template <class T> CUPY_DEVICE T asinh(T x) {
    const T size = magnitude(x), near = between(size, T(0), kFar<T>), square = near * near;
    const Sum<T> sum = sum_of_ordered(near, square / (T(1) + root(square + T(1))));
    const T far = log_of_sum(select(size < kInfinity<T>, size, T(1)), T(0), T(1));
    const T y = select(size > kFar<T>, far, log1p_of_sum(sum.hi, sum.lo));
    return with_sign_of(select(size < kInfinity<T>, y, size), x);
}
template <class T> CUPY_DEVICE T acosh(T x) {
    const T near = between(x, T(1), kFar<T>), t = near - T(1);
    const Sum<T> sum = sum_of(t, root(t * (near + T(1))));
    const T far = log_of_sum(select(x < kInfinity<T>, x, T(1)), T(0), T(1));
    const T y = select(x > kFar<T>, far, log1p_of_sum(sum.hi, sum.lo));
    return select(x >= T(1), select(x < kInfinity<T>, y, x), kNan<T>);
}
template <class T> CUPY_DEVICE T atanh(T x) {
    const T size = magnitude(x), inside = select(size < T(1), size, T(0));
    const T below = T(1) - inside, lost = (T(1) - below) - inside, ratio = T(2) * inside / below;
    const T low = (fused(-ratio, below, T(2) * inside) - ratio * lost) / below;
    const T outside = select(size == T(1), kInfinity<T>, kNan<T>);
    return with_sign_of(select(size < T(1), T(0.5) * log1p_of_sum(ratio, low), outside), x);
}

}  // namespace elementary
}  // namespace cupy
