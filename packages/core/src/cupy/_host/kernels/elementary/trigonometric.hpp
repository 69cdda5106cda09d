// sin, cos, tan and their inverses.
#pragma once

#include "elementary/far_angle.hpp"

namespace cupy {
namespace elementary {

template <class T> constexpr Sum<T> kHalfPi = {kPi<T>.hi / 2, kPi<T>.lo / 2};
template <class T> constexpr Sum<T> kQuarterPi = {kPi<T>.hi / 4, kPi<T>.lo / 4};

template <class T> constexpr T kHalfPiRest = is_single<T> ? T(-0x1.ee59dap-50) : T(-0x1.f1976b7ed8fbcp-110);

// x = (quarter + a multiple of 4) pi/2 + r, with |r| <= pi/4: three numbers of pi/2 reduce what is not far.
template <class T> struct Angle {
    word_of<T> quarter;
    Sum<T> r;
};
template <bool plain, class T> struct Quarters {
    T near, n;
    word_of<T> quarter;
    CUPY_DEVICE Quarters(T x) {
        near = plain ? x : far_part(x);
        const Whole<T> quarters = {fused(near, T(0x1.45f306dc9c883p-1), format<T>::whole)};
        n = quarters.value();
        quarter = (plain ? quarters : nearest(n + far_quarter(x))).low_bits();
    }
};
template <bool plain, class T> CUPY_DEVICE Angle<T> reduced(T x) {
    const Quarters<plain, T> q(x);
    const T first = fused(q.n, -kHalfPi<T>.hi, q.near);
    const Sum<T> product = product_of(q.n, kHalfPi<T>.lo), rest = sum_of(first, -product.hi);
    return {q.quarter, sum_of_ordered(rest.hi, fused(q.n, -kHalfPiRest<T>, rest.lo - product.lo))};
}
// Sine and cosine of a reduced angle, each as a sum whose second number is small.
template <class T> CUPY_DEVICE Sum<T> sine(Sum<T> r) {
    const T z = r.hi * r.hi;
    return {r.hi, fused(r.hi * z, sin_rest(z), fused(T(-0.5) * z, r.lo, r.lo))};
}
template <class T> CUPY_DEVICE Sum<T> cosine(Sum<T> r) {
    const T z = r.hi * r.hi, half = T(0.5) * z, near = T(1) - half;
    return {near, ((T(1) - near) - half) + fused(z * z, cos_rest(z), -r.hi * r.lo)};
}
template <class T> CUPY_DEVICE T negated_by(T x, word_of<T> bit) {
    return real<T>(bits(x) ^ bit << (8 * sizeof(T) - 1));
}

template <bool plain> CUPY_DEVICE double sine_of_quarters(double x, uint64 more) {
    const Angle<double> angle = reduced<plain>(x);
    const Sum<double> s = sine(angle.r), c = cosine(angle.r);
    const uint64 quarter = angle.quarter + more;
    return negated_by(select(quarter & 1, c.hi + c.lo, s.hi + s.lo), quarter >> 1);
}
template <bool plain> CUPY_DEVICE float sine_of_quarters(float x, uint32 more) {
    const Quarters<plain, float> q(x);
    const float first = fused(q.n, -kHalfPi<float>.lo, fused(q.n, -kHalfPi<float>.hi, q.near));
    const float r = fused(q.n, -kHalfPiRest<float>, first), z = r * r, s = fused(r * z, sin_rest(z), r);
    const uint32 quarter = q.quarter + more;
    return negated_by(quarter & 1 ? fused(z, fused(z, cos_rest(z), -0.5f), 1.0f) : s, quarter >> 1);
}
template <class T> constexpr T kTinyAngle = is_single<T> ? T(0x1p-13) : T(0x1p-28);
template <bool plain = false, class T> CUPY_DEVICE T sin(T x) {
    return select(magnitude(x) < kTinyAngle<T>, x, sine_of_quarters<plain>(x, 0));
}
template <bool plain = false, class T> CUPY_DEVICE T cos(T x) { return sine_of_quarters<plain>(x, 1); }
// A polynomial, or one over it, with the angle and the polynomial as sums.
template <bool plain = false> CUPY_DEVICE float tan(float x) {
    const Quarters<plain, float> q(x);
    const float first = fused(q.n, -kHalfPi<float>.hi, q.near);         // exact, as is the difference from a product:
    const Sum<float> product = product_of(q.n, kHalfPi<float>.lo), r = sum_of_ordered(first, -product.hi);
    const float low = fused(q.n, -kHalfPiRest<float>, r.lo - product.lo), z = r.hi * r.hi;
    const Sum<float> t = sum_of_ordered(r.hi, fused(r.hi * z, tan_rest(z), fused(low * z, 1.5f, low)));
    const float inverse = 1.0f / t.hi, rest = fused(-inverse, t.lo, fused(-inverse, t.hi, 1.0f));
    const float y = select(q.quarter & 1, -fused(inverse, rest, inverse), t.hi);
    return select(magnitude(x) < kTinyAngle<float>, x, y);
}
template <bool plain = false> CUPY_DEVICE double tan(double x) {
    const Angle<double> angle = reduced<plain>(x);
    const Sum<double> s = sine(angle.r), c = cosine(angle.r);
    const bool turned = angle.quarter & 1;
    const Sum<double> above = sum_of_ordered(select(turned, c.hi, s.hi), select(turned, c.lo, s.lo));
    const Sum<double> below = sum_of_ordered(select(turned, s.hi, c.hi), select(turned, s.lo, c.lo));
    const double inverse = 1.0 / below.hi, ratio = above.hi * inverse;
    const double rest = fused(-ratio, below.hi, above.hi) + fused(-ratio, below.lo, above.lo);
    const double y = negated_by(fused(rest, inverse, ratio), angle.quarter);
    return select(magnitude(x) < kTinyAngle<double>, x, y);
}

// From tan(pi/8) on by way of (t - 1) / (t + 1), from tan(3 pi/8) on of -1 / t.
template <class T> CUPY_DEVICE T atan(T x) {
    const T size = magnitude(x);
    const bool middle = size > T(0.414213562), far = size > T(2.414213562);
    const T above = select(far, T(-1), select(middle, size - T(1), size));
    const T below = select(far, size, select(middle, size + T(1), T(1)));
    const T t = above / below, z = t * t;
    const T base = select(far, kHalfPi<T>.hi, select(middle, kQuarterPi<T>.hi, T(0)));
    const T low = select(far, kHalfPi<T>.lo, select(middle, kQuarterPi<T>.lo, T(0)));
    return with_sign_of(base + (t + fused(t * z, atan_rest(z), low)), x);
}

template <class T> constexpr T kLargeSide = is_single<T> ? T(0x1p120) : T(0x1p1020);

// A whole number of eighths of a turn, and plus or minus atan t.
template <bool plain = false, class T> CUPY_DEVICE T atan2(T y, T x) {
    const T width = magnitude(x), height = magnitude(y);
    const bool nan = !plain & ((x != x) | (y != y)), steep = height > width, behind = bits(x) >> (8 * sizeof(T) - 1);
    T most = select(steep, height, width), least = select(steep, width, height);
    if constexpr (!plain) {
        const bool endless = most == kInfinity<T>, both = least == kInfinity<T>;
        const T scale = select(most > kLargeSide<T>, T(0.0625), T(1));
        least = select(both, T(1), select(endless, T(0), least * scale));
        most = select(endless | (most == 0), T(1), most * scale);
    }
    const bool middle = least > T(0.414213562) * most;
    const T t = select(middle, least - most, least) / select(middle, least + most, most), z = t * t;
    const T sign = select(behind != steep, T(-1), T(1));
    const T eighths = select(behind, T(4), T(0)) + select(steep, select(behind, T(-2), T(2)), T(0))
                    + select(middle, sign, T(0));
    const Sum<T> sum = sum_of(eighths * kQuarterPi<T>.hi, sign * t);
    const T angle = sum.hi + (sum.lo + fused(eighths, kQuarterPi<T>.lo, sign * t * z * atan_rest(z)));
    return select(nan, kNan<T>, with_sign_of(angle, y));
}

// asin of `size` up to 1/2, or of sqrt((1 - size) / 2): of more the angle is pi/2 less twice that.  A float's root loses
// too little to be added again.
template <bool plain, class T> CUPY_DEVICE Sum<T> arc_of(T size, bool near_one) {
    const T inside = plain ? size : at_most(size, T(1));
    const T z = near_one ? fused(T(-0.5), inside, T(0.5)) : size * size, s = near_one ? root(z) : size;
    if constexpr (is_single<T>) return {s, s * z * asin_rest(z)};
    else return {s, fused(s * z, asin_rest(z), near_one & (s > 0) ? fused(-s, s, z) / (s + s) : T(0))};
}
template <bool plain = false, class T> CUPY_DEVICE T asin(T x) {
    const T size = magnitude(x);
    const bool near_one = size > T(0.5);
    const Sum<T> arc = arc_of<plain>(size, near_one), high = sum_of_ordered(kHalfPi<T>.hi, T(-2) * arc.hi);
    const T far = high.hi + (high.lo + fused(T(-2), arc.lo, kHalfPi<T>.lo));
    const T y = with_sign_of(near_one ? far : arc.hi + arc.lo, x);
    return plain || size <= T(1) ? y : kNan<T>;
}
template <bool plain = false, class T> CUPY_DEVICE T acos(T x) {
    const T size = magnitude(x);
    const bool near_one = size > T(0.5), negative = x < 0;
    const Sum<T> arc = arc_of<plain>(size, near_one);
    const T times = select(near_one, select(negative, T(-2), T(2)), select(negative, T(1), T(-1)));
    const T halves = select(near_one, select(negative, T(2), T(0)), T(1));
    const Sum<T> sum = sum_of(halves * kHalfPi<T>.hi, times * arc.hi);
    const T y = sum.hi + (sum.lo + fused(halves, kHalfPi<T>.lo, times * arc.lo));
    return plain || size <= T(1) ? y : kNan<T>;
}

}  // namespace elementary
}  // namespace cupy
