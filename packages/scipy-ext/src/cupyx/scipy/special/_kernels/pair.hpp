// Numbers of two floats: single precision keeps beside a value what it rounds off, so that results are rounded once.
//
// Nothing here branches or needs doubles.  A `Pair` is high + low, low some units of the last place of high.
#pragma once

#include "poly.hpp"

namespace cupy {
namespace special {

struct Pair {
    float high, low;
};
CUPY_DEVICE constexpr Pair pair_of(double c) { return {(float)c, (float)(c - (double)(float)c)}; }

CUPY_DEVICE Pair ordered_sum(float a, float b) {   // |a| >= |b|, or a is 0
    const float sum = a + b;
    return {sum, b - (sum - a)};
}
CUPY_DEVICE Pair exact_sum(float a, float b) {
    const float sum = a + b, moved = sum - a;
    return {sum, (a - (sum - moved)) + (b - moved)};
}
CUPY_DEVICE Pair exact_product(float a, float b) {
    const float p = platform::product(a, b);
    return {p, fma(a, b, -p)};
}
CUPY_DEVICE Pair times(Pair x, float y) {
    const Pair p = exact_product(x.high, y);
    return {p.high, fma(x.low, y, p.low)};
}
CUPY_DEVICE Pair times(Pair x, Pair y) {
    const Pair p = exact_product(x.high, y.high);
    return {p.high, fma(x.high, y.low, fma(x.low, y.high, p.low))};
}
// x y rounded once.
CUPY_DEVICE float product(Pair x, float y) { return fma(x.high, y, x.low * y); }
CUPY_DEVICE float product(Pair x, Pair y) { return fma(x.high, y.high, fma(x.high, y.low, x.low * y.high)); }
// 1 / x of numbers of moderate size.
CUPY_DEVICE Pair reciprocal(Pair x) {
#ifdef CUPY_SIMT
    const float y = platform::near_reciprocal(x.high);
#else
    const float y = 1 / x.high;
#endif
    return {y, fma(-x.low, y, fma(-x.high, y, 1.0f)) * y};
}
// 1 / sqrt(x) of the same.
CUPY_DEVICE Pair reciprocal_root(Pair x) {
#ifdef CUPY_SIMT
    const float y = platform::reciprocal_root(x.high);
#else
    const float y = 1 / sqrt(x.high);
#endif
    const Pair half = exact_product(x.high, y);
    return {y, 0.5f * y * (fma(-half.high, y, 1.0f) - y * fma(x.low, y, half.low))};
}

// c + t p, where c is the greater part; `step` is one of Horner's that keeps what it rounds off.
CUPY_DEVICE Pair step(Pair p, float t, double c) {
    const Pair part = exact_product(p.high, t), at = pair_of(c), sum = ordered_sum(at.high, part.high);
    return {sum.high, sum.low + fma(p.low, t, part.low + at.low)};
}
// A polynomial whose last step, or last two, keep what they round off.
template <class... C> CUPY_DEVICE Pair poly_once(Pair t, double c0, C... rest) {
    return step({poly(t.high, rest...), 0.0f}, t.high, c0);
}
template <class... C> CUPY_DEVICE Pair poly_twice(Pair t, double c0, double c1, C... rest) {
    const Pair p = poly_once(t, c1, rest...), sum = step(p, t.high, c0);
    return {sum.high, fma(p.high, t.low, sum.low)};
}
// (x - middle) scale, of x from 0 to twice the middle.
CUPY_DEVICE Pair centred(float x, float middle, float scale) {
    const float from = x - middle, t = platform::product(from, scale);
    return {t, fma(from, scale, -t) + (x - (from + middle)) * scale};
}

// What logarithms and exponentials are beside their first terms: (log(1 + f) - f + f^2 / 2) / f^3 for 1 + f between
// sqrt(1/2) and sqrt(2), (exp(r) - 1 - r) / r^2 for r between -log(2) / 2 and log(2) / 2.
CUPY_DEVICE float log_rest(float f) {
    return poly(f, 0.333333343, -0.249999896, 0.199999884, -0.166680157, 0.142874941, -0.124513783, 0.110209614,
                -0.106245637, 0.106228583, -0.0636169985);
}
CUPY_DEVICE float exp_rest(float r) {
    return poly(r, 0.500000001, 0.166666667, 0.041666465, 0.00833329848, 0.00139336435, 0.000198992762);
}

// log(m + low) + n log 2, for m between sqrt(1/2) and sqrt(2); `longer` has five bits more.
template <bool longer = false> CUPY_DEVICE Pair log_of_parts(float m, float low, float n) {
    constexpr float kHigh = 0x1.62e4p-1f, kLow = 0x1.7f7d1cp-20f;      // whole multiples of the first are exact
    const float f = m - 1, twice = 2 * log_rest(f);
    const Pair half = exact_product(0.5f * f, f);
    Pair near = ordered_sum(f, -half.high);
    float rest = near.low - half.low;
    if constexpr (longer) {
        const Pair cube = exact_product(f, half.high), part = exact_product(cube.high, twice);
        near = ordered_sum(near.high, part.high);
        rest += near.low + fma(cube.low, twice, part.low);
    } else rest = fma(f * half.high, twice, rest);
    const Pair sum = ordered_sum(n * kHigh, near.high);
    return ordered_sum(sum.high, sum.low + fma(n, kLow, fma(-low, f, low) + rest));
}
// The fraction of a positive number from sqrt(1/2) to sqrt(2), and its exponent.
struct Parts {
    float m, n;
};
CUPY_DEVICE Parts parts_of(float x) {
    const bool subnormal = x < 0x1p-126f;
    const unsigned word = platform::bits_as<unsigned>(subnormal ? x * 0x1p25f : x) - 0x3f3504f3u;
    const float n = platform::bits_as<float>(((word + 0x40000000u) >> 23) | 0x4b000000u) - (0x1p23f + 128);
    return {platform::bits_as<float>((word & 0x7fffffu) + 0x3f3504f3u), n - (subnormal ? 25.0f : 0.0f)};
}
// log x of positive finite x.
template <bool longer = false> CUPY_DEVICE Pair log_pair(float x) {
    const Parts part = parts_of(x);
    return log_of_parts<longer>(part.m, 0, part.n);
}

// 2^n of a whole number from -126 to 127.
CUPY_DEVICE float power_of_two(float n) {
    return platform::bits_as<float>((platform::bits_as<unsigned>(n + 0x1.8p23f) + 127u) << 23);
}
// e^(x + low) is 2^n (1 + r + rest).
struct Exponential {
    float n, r, rest;
};
CUPY_DEVICE Exponential exponential(float x, float low = 0) {
    const float n = (x * 1.44269504f + 0x1.8p23f) - 0x1.8p23f;
    const Pair r = ordered_sum(fma(-n, 0x1.62e43p-1f, x), fma(n, 0x1.05c61p-29f, low));    // log 2 is the difference
    return {n, r.high, fma(r.high * r.high, exp_rest(r.high), fma(r.low, r.high, r.low))};
}
// The same rounded less: e^(x + low) = 2^n (1 + r + rest), n + 2^23 + 2^22 + 64 the bits of a float; rest is below 1/10.
struct Power {
    unsigned bits;
    float sum, rest;            // 1 + r, and what it rounds off with the rest
};
// 2^(n + 64) of those bits, for n from -190 to 63.
CUPY_DEVICE float power_of_bits(unsigned bits) { return platform::bits_as<float>((bits << 23) + 0x3f800000u); }
CUPY_DEVICE Power power_of_e(float x, float low) {
    constexpr float kShift = 0x1.8p23f + 64;
    const float shifted = fma(x, 1.44269504f, kShift), n = shifted - kShift;
    const float first = fma(-n, 0x1.62e43p-1f, x), second = fma(n, 0x1.05c61p-29f, low), r = first + second;
    const float factor = poly(r, 0.5, 0.1666651964, 0.04166638479, 0.008368845098, 0.001394221326), sum = 1 + first;
    return {platform::bits_as<unsigned>(shifted), sum, fma(r * r, factor, (first - (sum - 1)) + second)};
}

}  // namespace special
}  // namespace cupy
