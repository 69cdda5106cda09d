// log, log2, log10, log1p and the inverse hyperbolic functions.
#pragma once

#include "elementary/fits.hpp"

namespace cupy {
namespace elementary {

// x = m 2^n, with m from sqrt(1/2) to sqrt(2), of a positive finite x.
template <class T> struct Split {
    T m, n;
};
template <class T>
constexpr word_of<T> kLeastFraction = word_of<T>(is_single<T> ? 0x3f3504f3ull : 0x3fe6a09e667f3bcdull);
template <bool plain = false, class T> CUPY_DEVICE Split<T> split(T x) {
    using Word = word_of<T>;
    constexpr Word fraction = (Word(1) << format<T>::fraction) - 1;
    const T up = plain ? T(1) : select(x < limits<T>::min(), format<T>::tiny, T(1));
    const Word word = bits(x * up) - bits(up) + bits(T(1)) - kLeastFraction<T>;
    return {real<T>((word & fraction) + kLeastFraction<T>), signed_exponent<T>(word)};
}

// What a logarithm is of numbers that have none: y where x is positive and finite.
template <bool plain, class T> CUPY_DEVICE T outside_of_domain(T x, T y) {
    if constexpr (plain) return y;
    const T none = select(x == 0, -kInfinity<T>, kNan<T>);
    y = x < kInfinity<T> ? y : x;
    return x > 0 ? y : none;
}

// log(1 + f + low) + n log 2 to a base, of which `unit` is the logarithm of 2 and `scale` that of e.  Whole powers of
// the base are exact, since the last sum is rounded once.
template <class Rest>
CUPY_DEVICE float log_of_parts(float f, float n, Sum<float> unit, Sum<float> scale, Rest rest, float low = 0) {
    const float small = fused(f, fused(f, rest(f), scale.lo), low), y = fused(f, scale.hi, small);
    return fused(n, unit.hi, unit.lo == 0 ? y : fused(n, unit.lo, y));
}
CUPY_DEVICE float log_of_parts(float f, float n, float low = 0) {
    return log_of_parts(f, n, kLn2<float>, Sum<float>{1, 0}, log1p_rest, low);
}
// The same to the base e of m = 1 + f, with low / m below the last place (after fdlibm's formula).
CUPY_DEVICE double log_of_parts(double f, double n, double low = 0) {
    const double s = f / (2.0 + f), half = 0.5 * f * f, z = s * s, small = fused(n, kShortLn2.lo, low);
    return fused(n, kShortLn2.hi, f - (half - fused(s, fused(z, log_rest(z), half), small)));
}
template <bool plain = false, class T> CUPY_DEVICE T log(T x) {
    const Split<T> part = split<plain>(x);
    return outside_of_domain<plain>(x, log_of_parts(part.m - T(1), part.n));
}

// log(1 + x + low) + more log 2 of finite x > -1.
CUPY_DEVICE float log1p_of_sum(float x, float low = 0, float more = 0) {
    const Sum<float> sum = sum_of(1.0f, x);
    const uint32 word = bits(sum.hi) - kLeastFraction<float>, power = word & ~0x7fffffu;
    const int32 n = int32(power), most = 126 << 23;
    const float m = real<float>(bits(sum.hi) - power), down = real<float>(bits(1.0f) - uint32(n < most ? n : most));
    const Sum<float> f = sum_of_ordered(m - 1.0f, (sum.lo + low) * down);
    return log_of_parts(f.hi, signed_exponent<float>(word) + more, f.lo);
}
CUPY_DEVICE double log1p_of_sum(double x, double low = 0, double more = 0) {
    const Sum<double> sum = sum_of(1.0, x);
    const Split<double> part = split(sum.hi);
    return log_of_parts(part.m - 1.0, part.n + more, (sum.lo + low) / sum.hi);
}
template <bool plain = false, class T> CUPY_DEVICE T log1p(T x) {
    const T y = log1p_of_sum(plain ? x : select((x > T(-1)) & (x < kInfinity<T>), x, T(1)));
    return with_sign_of(magnitude(outside_of_domain<plain>(x + T(1), y)), x);
}

// log x as n log 2 and the sum of two numbers, a dozen bits more than a number has: for powers.
struct LogParts {
    double n;
    Sum<double> rest;
};
template <bool plain> CUPY_DEVICE LogParts log_parts(double x) {
    constexpr Sum<double> two_thirds = {0x1.5555555555555p-1, 0x1.5555555555555p-55};
    const Split<double> part = split<plain>(x);
    const double f = part.m - 1.0;
    const Sum<double> below = sum_of(1.0, part.m);
    const double inverse = 1.0 / below.hi, s = f * inverse, low = (fused(-s, below.hi, f) - s * below.lo) * inverse;
    const Sum<double> square = product_of(s, s), cube = product_of(s, square.hi);
    const double cube_low = cube.lo + fused(s, fused(2.0 * s, low, square.lo), low * square.hi);
    const Sum<double> third = product_of(cube.hi, two_thirds.hi);
    const double third_low = third.lo + fused(cube.hi, two_thirds.lo, cube_low * two_thirds.hi);
    const Sum<double> first = sum_of_ordered(2.0 * s, third.hi);
    const Sum<double> second = sum_of_ordered(first.hi, cube.hi * square.hi * log_tail(square.hi));
    return {part.n, sum_of_ordered(second.hi, second.lo + (first.lo + fused(2.0, low, third_low)))};
}

// The logarithm to a base, of which whole multiples of unit.hi are exact: the logarithm of a number near 1 is added.
template <bool plain> CUPY_DEVICE double log_in_base(double x, Sum<double> unit, Sum<double> scale) {
    const Split<double> part = split<plain>(x);
    const double f = part.m - 1.0, s = f / (2.0 + f), half = 0.5 * f * f, z = s * s;
    const double rest = fused(s, fused(z, log_rest(z), half), -half);        // log m = f + rest
    const Sum<double> sum = sum_of(part.n * unit.hi, f * scale.hi);
    const double low = fused(f, scale.hi, -(f * scale.hi)) + fused(part.n, unit.lo, f * scale.lo);
    return outside_of_domain<plain>(x, sum.hi + (sum.lo + fused(rest, scale.hi, low)));
}
template <bool plain, class Rest>
CUPY_DEVICE float log_in_base(float x, Sum<float> unit, Sum<float> scale, Rest rest) {
    const Split<float> part = split<plain>(x);
    return outside_of_domain<plain>(x, log_of_parts(part.m - 1.0f, part.n, unit, scale, rest));
}
template <class T> constexpr Sum<T> kLog2OfE = constant<T>(0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56);
template <class T> constexpr Sum<T> kLog10OfE = constant<T>(0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57);
template <bool plain = false> CUPY_DEVICE double log2(double x) {
    return log_in_base<plain>(x, {1.0, 0.0}, kLog2OfE<double>);
}
template <bool plain = false> CUPY_DEVICE float log2(float x) {
    return log_in_base<plain>(x, {1.0f, 0.0f}, kLog2OfE<float>, log2_rest);
}
template <bool plain = false> CUPY_DEVICE double log10(double x) {
    return log_in_base<plain>(x, {0x1.34413509f6p-2, 0x1.9fef311f12b36p-42}, kLog10OfE<double>);
}
template <bool plain = false> CUPY_DEVICE float log10(float x) {
    return log_in_base<plain>(x, constant<float>(0x1.34413509f79ffp-2, 0), kLog10OfE<float>, log10_rest);
}

// From here on, roots of squares are the numbers themselves and one is lost, and squares might overflow.
template <class T> constexpr T kFar = is_single<T> ? T(0x1p60) : T(0x1p500);

// log1p of a sum, of what is far log 2 size.
template <bool plain, class T> CUPY_DEVICE T log1p_or_far(Sum<T> sum, T size) {
    if constexpr (plain) return log1p_of_sum(sum.hi, sum.lo);
    const bool far = size > kFar<T>;
    const T x = select(size < kInfinity<T>, select(far, size, sum.hi), T(1));
    return log1p_of_sum(x, select(far, T(0), sum.lo), select(far, T(1), T(0)));
}
// log(x + sqrt(x^2 + 1)) = log1p(x + x^2 / (1 + sqrt(x^2 + 1))).
template <bool plain = false, class T> CUPY_DEVICE T asinh(T x) {
    const T size = magnitude(x), near = plain ? size : at_most(size, kFar<T>), square = near * near;
    const T y = log1p_or_far<plain>(sum_of_ordered(near, square / (T(1) + root(square + T(1)))), size);
    return with_sign_of(plain || size < kInfinity<T> ? y : size, x);
}
template <bool plain = false, class T> CUPY_DEVICE T acosh(T x) {
    const T near = plain ? x : between(x, T(1), kFar<T>), t = near - T(1);
    const T y = log1p_or_far<plain>(sum_of(t, root(fused(t, t, t + t))), x), other = x >= T(1) ? x : kNan<T>;
    return plain || ((x >= T(1)) & (x < kInfinity<T>)) ? y : other;
}
template <bool plain = false, class T> CUPY_DEVICE T atanh(T x) {
    const T size = magnitude(x), inside = plain ? size : select(size < T(1), size, T(0));
    const T below = T(1) - inside, lost = (T(1) - below) - inside, ratio = T(2) * inside / below;
    // 1 + ratio / 2 is 1 / below
    const T low = (fused(-ratio, below, T(2) * inside) - ratio * lost) * fused(T(0.5), ratio, T(1));
    const T outside = select(size == T(1), kInfinity<T>, kNan<T>);
    return with_sign_of(plain || size < T(1) ? T(0.5) * log1p_of_sum(ratio, low) : outside, x);
}

}  // namespace elementary
}  // namespace cupy
