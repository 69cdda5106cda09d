// pow, cbrt and hypot.
#pragma once

#include "elementary/exponential.hpp"
#include "elementary/logarithm.hpp"

namespace cupy {
namespace elementary {

// What a power is of negative numbers, and of 1 and 0, by that of the size.
template <bool plain, class T> CUPY_DEVICE T power_of_signed(T x, T y, T powered) {
    if constexpr (plain) return powered;
    const T size = magnitude(x), half = T(0.5) * y;
    const bool integral = whole(y) == y, even = whole(half) == half;
    powered = (size == T(1)) | (y == 0) ? T(1) : powered;
    powered = with_sign_of(powered, select(integral & !even, x, T(0)));
    return (x < 0) & !integral & (size < kInfinity<T>) ? kNan<T> : powered;
}
// e^(y log size).
template <bool plain = false> CUPY_DEVICE double pow(double x, double y) {
    const double size = magnitude(x);
    const LogParts parts = log_parts<plain>(size);
    const Sum<double> whole = sum_of(parts.n * kShortLn2.hi, parts.rest.hi);
    const Sum<double> sum = sum_of_ordered(whole.hi, whole.lo + fused(parts.n, kShortLn2.lo, parts.rest.lo));
    const double log = plain ? sum.hi : size == 0 ? -kInfinity<double> : size < kInfinity<double> ? sum.hi : size;
    const Sum<double> product = product_of(y, log);
    const bool ordinary = magnitude(product.hi) < 2 * kMostExponent<double>;
    return power_of_signed<plain>(x, y, exp_of_sum(product.hi, select(ordinary, fused(y, sum.lo, product.lo), 0.0)));
}
// 2^(y log2 size) in double.
template <bool plain = false> CUPY_DEVICE float pow(float x, float y) {
    const float size = magnitude(x);
    const Split<float> part = split<plain>(size);
    const float finite = plain ? part.n : select(size == 0, -kInfinity<float>, part.n), f = part.m - 1.0f;
    const double n = plain || size < kInfinity<float> ? finite : size, product = y * fused((double)f, log2_ratio(f), n);
    const double near = between(product, -160.0, 160.0);
    const Power<0, double> two = {near + Power<0, double>::zero};
    const double r = near - two.n();
    return power_of_signed<plain>(x, y, (float)(two.value() * fused(r, exp2_rest<double, float>(r), 1.0)));
}

// A polynomial, one step of Halley and one of Newton with the remainder as a sum.
CUPY_DEVICE double cbrt(double x) {
    constexpr uint64 fraction = (1ull << 52) - 1;
    const double size = magnitude(x);
    const bool subnormal = size < limits<double>::min();
    const uint64 word = bits(size * select(subnormal, 0x1p54, 1.0));
    const double exponent = exponent_field<double>(word) - 1023.0;
    const Whole<double> third = nearest(exponent * 0x1.5555555555555p-2);
    const Whole<double> rest = nearest(exponent - 3.0 * third.value());
    const double m = real<double>((word & fraction) | bits(1.0)) * power_of_two(rest);
    const double near = cbrt_near(m), cube = near * near * near;
    const double t = near * fused(m, 2.0, cube) / fused(cube, 2.0, m);
    const Sum<double> square = product_of(t, t);
    const double error = fused(square.hi, t, -m) + square.lo * t;
    const double y = (t - error / (3.0 * square.hi)) * power_of_two(third) * select(subnormal, 0x1p-18, 1.0);
    return with_sign_of((size > 0) & (size < kInfinity<double>) ? y : size, x);
}
// A guess of x^(-1/3) from the bits, one step of it with four terms, and one of Newton for the root.
CUPY_DEVICE float cbrt(float x) {
    constexpr float third = 1.0f / 3, guess = 0x54a2fa8c;
    const float size = magnitude(x);
    const bool small = size < 0x1p-90f;                     // so that remainders are no subnormal numbers
    const float a = size * select(small, 0x1p60f, 1.0f);
    const float far = real<float>(uint32(int32(fused(float(int32(bits(a))), -third, guess))));
    const float h = fused(-(a * far) * far, far, 1.0f);
    const float inverse = fused(far * h, poly(h, 1.0 / 3, 2.0 / 9, 14.0 / 81, 35.0 / 243), far);
    const float square = inverse * inverse, near = a * square;
    const float y = fused(fused(-(near * near), near, a), third * square, near) * select(small, 0x1p-20f, 1.0f);
    return with_sign_of((size > 0) & (size < kInfinity<float>) ? y : size, x);
}
CUPY_DEVICE float hypot(float x, float y) {
    const double a = x, b = y;
    const bool endless = (magnitude(x) == kInfinity<float>) | (magnitude(y) == kInfinity<float>);
    return select(endless, kInfinity<float>, (float)root(fused(a, a, b * b)));
}
// The root of the squares' sum and one step of Newton (C. F. Borges, "An improved algorithm for hypot(a, b)", 2020).
CUPY_DEVICE double hypot(double x, double y) {
    const double width = magnitude(x), height = magnitude(y), size = width > height ? width : height;
    const bool endless = (width == kInfinity<double>) | (height == kInfinity<double>);
    const double scale = select(size > 0x1p500, 0x1p-600, select(size < 0x1p-500, 0x1p600, 1.0));
    const double back = select(size > 0x1p500, 0x1p600, select(size < 0x1p-500, 0x1p-600, 1.0));
    const double most = size * scale, least = (width > height ? height : width) * scale;
    const double h = root(fused(most, most, least * least)), square = h * h, a = most * most;
    const double error = fused(-least, least, square - a) + fused(h, h, -square) - fused(most, most, -a);
    const double y_of_h = h - select(h > 0, error / (h + h), 0.0);
    return select(endless, kInfinity<double>, y_of_h * back);
}

}  // namespace elementary
}  // namespace cupy
