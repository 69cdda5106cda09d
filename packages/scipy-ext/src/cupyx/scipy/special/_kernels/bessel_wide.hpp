// Bessel functions of orders 0 and 1 of floats, for devices whose doubles are quick: the formulas of doubles, where
// polynomials of floats make what is small.
#pragma once

#include "bessel01_fits.hpp"
#include "wide.hpp"

namespace cupy {
namespace special {

// 1 / sqrt(x) of normal floats.
CUPY_DEVICE double wide_root_reciprocal(double x) {
    const double y = near_root_reciprocal((float)x);
    return fma(0.5 * y, fma(-x * y, y, 1.0), y);
}
constexpr double kHalfTurn = 0.636619772367581343076;       // 2 / pi

// J (first) or Y of 7 < x < 2^31 by modulus and phase (DLMF 10.18): x less m quarters of a turn is left of it.
template <int order, bool first> CUPY_DEVICE float wide_modulus_form(float x) {
    using namespace wide_fits;
    const double wide = x, shifted = fma(wide, kHalfTurn, -0.5) + 0x1.8p52, m = (shifted - 0x1.8p52) + 0.5;
    const double turned = fma(-m, 6.123233995736766e-17, fma(-m, 1.5707963267948966193, wide));
    const double inverse = wide_reciprocal(wide);
    const float r = (float)inverse, y = r * r, less = y * (order == 0 ? phase_0(y) : phase_1(y));
    double angle = fma(inverse, less + (4 * order * order - 1) / 8.0, turned);
    float square = (float)(angle * angle);
    if (square < 0.015625f * (y * y)) {                     // beside a zero all terms are of doubles
        const double exact = fma(fma(-wide, inverse, 1.0), inverse, inverse), t = 7 * exact, part = t * t;
        angle = turned + (order == 0 ? bessel01_fits::phase_0(part) : bessel01_fits::phase_1(part)) * exact;
    }
    const int turn = ((int)platform::bits_as<uint64>(shifted) - order - !first) & 3;       // Y is a quarter behind
    const bool odd = turn & 1;
    const float rest = square * (odd ? sine(square) : cosine(square));
    const double start = odd ? angle : 1.0, wave = fma(start, (double)rest, start);
    const float more = y * (order == 0 ? modulus_0(y) : modulus_1(y));
    const double root = wide_root_reciprocal(wide), modulus = fma(root, (double)more, root);
    return (float)(wave * modulus * ((turn == 1) | (turn == 2) ? -0.797884560802865356 : 0.797884560802865356));
}

CUPY_DEVICE float wide_j0(float x) {
    const double y = (double)x * x;
    return (float)((y - 5.78318596294678452) * (y - 30.4712623436620864) * wide_fits::j0_near(fma(y, 2.0 / 49, -1.0), fma(x * x, 2.0f / 49, -1.0f)));
}
CUPY_DEVICE float wide_j1(float x) {
    const double wide = x, y = wide * wide;
    return (float)(wide * (y - 14.6819706421238933) * ((y - 49.2184563216946037) * wide_fits::j1_near(fma(y, 2.0 / 49, -1.0), fma(x * x, 2.0f / 49, -1.0f))));
}
// For 0 < x <= 7.
CUPY_DEVICE float wide_y0(float x) {
    using namespace wide_fits;
    constexpr double kZero = 0.893576966279167521585;
    const double wide = x, y = wide * wide;
    if (x > 2) return (float)((wide - 3.95767841931485786838) * (wide - 7.08605106030177269762) * y0_middle(fma(wide, 0.4, -1.8), fma(x, 0.4f, -1.8f)));
    return (float)fma(0.636619772367581343 * wide_log(wide * (1 / kZero)), j0_below_two(y, x * x),
                      (y - kZero * kZero) * y0_beside_zero(y, x * x));
}
CUPY_DEVICE float wide_y1(float x) {
    using namespace wide_fits;
    const double wide = x, y = wide * wide;
    if (x > 2) return (float)((wide - 2.19714132603101703515) * (wide - 5.42968104079413513277) * y1_middle(fma(wide, 0.4, -1.8), fma(x, 0.4f, -1.8f)));
    const double regular = fma(0.636619772367581343 * wide_log(wide), j1_below_two(y, x * x), y1_below_two(y, x * x));
    return (float)fma(wide, regular, -0.636619772367581343 * wide_reciprocal(wide));
}

// Of order 0, or of order 1 of x >= 0.
template <int order, bool scaled> CUPY_DEVICE float wide_i(float x) {
    using namespace wide_fits;
    const double wide = scaled ? x : least(x, 150.0f);      // from 92 on infinite
    double value;
    if (x < 2) {
        const double y = wide * wide;
        value = order == 0 ? i0_below_two(y, x * x) : wide * i1_below_two(y, x * x);
        return (float)(scaled ? wide_times_exp(value, -wide) : value);
    }
    if (x > 8) {
        const double root = wide_root_reciprocal(wide), r = root * root;
        value = root * (order == 0 ? i0_far(r, (float)r) : i1_far(r, (float)r));
    } else {
        const double t = fma(wide, 1.0 / 3, -5.0 / 3);
        const float near = fma(x, 1.0f / 3, -5.0f / 3);
        value = order == 0 ? i0_near(t, near) : i1_near(t, near);
    }
    return (float)(scaled ? value : wide_times_exp(value, wide));
}
// For x > 0.
template <int order, bool scaled> CUPY_DEVICE float wide_k(float x) {
    using namespace wide_fits;
    const double wide = scaled ? x : least(x, 150.0f);      // from 105 on 0
    if (x > 1) {
        const double root = wide_root_reciprocal(wide), r = root * root;
        const double value = root * (order == 0 ? k0_beyond_one(r, (float)r) : k1_beyond_one(r, (float)r));
        return (float)(scaled ? value : wide_times_exp(value, -wide));
    }
    const double y = wide * wide, logarithm = wide_log(wide), value = order == 0
        ? fma(-logarithm, i0_below_two(y, x * x), k0_below_one(y, x * x))
        : fma(logarithm * wide, i1_below_two(y, x * x), k1_below_one(y, x * x) * wide_reciprocal(wide));
    return (float)(scaled ? wide_times_exp(value, wide) : value);
}

}  // namespace special
}  // namespace cupy
