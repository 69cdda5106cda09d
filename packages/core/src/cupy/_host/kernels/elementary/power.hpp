// pow, cbrt and hypot.
#pragma once

#include "elementary/exponential.hpp"
#include "elementary/logarithm.hpp"

namespace cupy {
namespace elementary {

// e^(y log size).
template <class T> CUPY_DEVICE T power_of_size(T size, T y) {
    constexpr T most = 2 * kMostExponent<T>;
    const LogParts<T> parts = log_parts(size);
    const Sum<T> whole = sum_of(parts.n * kShortLn2<T>.hi, parts.rest.hi);
    const Sum<T> sum = sum_of_ordered(whole.hi, whole.lo + fused(parts.n, kShortLn2<T>.lo, parts.rest.lo));
    const T log = select(size < kInfinity<T>, select(size == 0, -kInfinity<T>, sum.hi), kInfinity<T>);
    const Sum<T> product = product_of(y, log);
    const T high = select(log == 0, T(0), product.hi);
    const bool ordinary = (log != 0) & (magnitude(high) < most);
    return exp_of_sum(high, select(ordinary, fused(y, sum.lo, product.lo), T(0)));
}

template <class T> CUPY_DEVICE T pow(T x, T y) {
    const T size = magnitude(x), half = T(0.5) * y;
    const bool integral = whole(y) == y, odd = integral & (whole(half) != half);
    const T sign = select(odd, x, T(0));
    const T powered = with_sign_of(power_of_size(size, y), sign);
    const T result = select((x < 0) & !integral & (size < kInfinity<T>), kNan<T>, powered);
    return select((x == T(1)) | (y == 0), T(1), select((x != x) | (y != y), kNan<T>, result));
}

// A polynomial, one step of Halley and one of Newton with the remainder as a sum.
template <class T> CUPY_DEVICE T cbrt(T x) {
    using Word = word_of<T>;
    constexpr Word fraction = (Word(1) << format<T>::fraction) - 1;
    constexpr T down = is_single<T> ? T(0x1p-8) : T(0x1p-18), up = is_single<T> ? T(0x1p24) : T(0x1p54);
    const T size = magnitude(x);
    const bool subnormal = size < limits<T>::min();
    const Word word = bits(size * select(subnormal, up, T(1)));
    const T exponent = exponent_field<T>(word) - T(format<T>::bias);
    const Whole<T> third = nearest(exponent * T(0x1.5555555555555p-2));
    const Whole<T> rest = nearest(exponent - T(3) * third.value());
    const T m = real<T>((word & fraction) | bits(T(1))) * power_of_two(rest);
    const T near = cbrt_near(m), cube = near * near * near;
    const T t = near * fused(m, T(2), cube) / fused(cube, T(2), m);
    const Sum<T> square = product_of(t, t);
    const T error = fused(square.hi, t, -m) + square.lo * t;
    const T y = (t - error / (T(3) * square.hi)) * power_of_two(third) * select(subnormal, down, T(1));
    return with_sign_of(select((size > 0) & (size < kInfinity<T>), y, size), x);
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
