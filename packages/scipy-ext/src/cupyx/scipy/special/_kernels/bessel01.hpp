// Bessel functions of orders zero and one of real numbers.
//
// Fits with their zeros taken out up to 8, Hankel's form beyond (DLMF 10.17.3, 10.18); Y below 8 is its
// logarithm and an entire function (10.8.1).
#pragma once

#include "bessel01_fits.hpp"
#include "bessel_wide.hpp"

namespace cupy {
namespace special {

// y - zero^2 for y = x^2, from x - zero: the zero is high + low.
template <class T> CUPY_DEVICE T from_zero(T x, double high, double low) {
    const T head = (T)high;
    return (x - head - T(high - (double)head + low)) * (x + head);
}
// Single precision leaves less to J0's fit, which would lose digits to cancellation beyond.
template <class T> constexpr T kJ0Near = sizeof(T) == 4 ? 7 : 8;
template <class T> CUPY_DEVICE T j0_near(T x) {   // 0 <= x <= kJ0Near
    const T zeros = from_zero(x, 2.4048255576957727686, -1.176691652e-16)
                    * from_zero(x, 5.5200781102863106496, 8.088597146e-17);
    if constexpr (sizeof(T) == 4) return zeros * bessel01_fits::j0_nearer(x * x);
    else return zeros * bessel01_fits::j0_near(x * x);
}
template <class T> CUPY_DEVICE T j1_near(T x) {   // 0 <= x <= 8
    return x * from_zero(x, 3.8317059702075123156, -1.526918409e-16)
           * from_zero(x, 7.0155866698156187535, -9.414165653e-17) * bessel01_fits::j1_near(x * x);
}

// J (first) or Y of x > 8: the cosine and sine of x - (order / 2 + 1 / 4) pi by those of x.
template <int order, bool first, class T> CUPY_DEVICE T hankel_form(T x) {
    if (isinf(x)) return 0;
    const T r = T(8) / x, y = r * r, s = sin(x), c = cos(x);
    T p, q;
    if constexpr (order == 0) {
        p = bessel01_fits::hankel_p0(y);
        q = bessel01_fits::hankel_q0(y) / x;
    } else {
        p = bessel01_fits::hankel_p1(y);
        q = bessel01_fits::hankel_q1(y) / x;
    }
    const T sum = s + c, difference = s - c;   // sqrt(2) cos(x - pi/4) and sqrt(2) sin(x - pi/4)
    const T cosine = order == 0 ? sum : difference, sine = order == 0 ? difference : -sum;
    return T(0.564189583547756286948) / sqrt(x) * (first ? p * cosine - q * sine : p * sine + q * cosine);
}

// J (first) or Y of 7 < x < 1e5 in single precision by modulus and phase: x less (k / 2 + 1 / 4) pi is left of it.
template <int order, bool first> CUPY_DEVICE float modulus_form(float x) {
    using namespace bessel01_fits;
    const float k = rint(x * 0.636619772f - 0.5f), m = k + 0.5f, r = 7.0f / x, y = r * r;
    float angle = fma(-m, 5.390302529957765e-15f, fma(-m, 3.1391647326017846e-07f, fma(-m, 1.57079601287841797f, x)));
    angle = fma(order == 0 ? phase_0(y) : phase_1(y), 0.142857143f * r, angle);
    if (fabs(angle) < 0.01f) {   // beside a zero of one of both, where the roundings of the phase would be all there is
        const double t = 7.0 / x, half_pi = 1.5707963267948966193, rest = fma(-(double)m, half_pi, (double)x);
        angle = (float)(fma(-(double)m, 6.123233995736766e-17, rest)
                        + (order == 0 ? phase_0(t * t) : phase_1(t * t)) * (t / 7));
    }
    const float square = angle * angle, s = angle * sine(square), c = cosine(square);
    const int turn = ((int)k - order - !first) & 3;      // Y is a quarter behind
    const float wave = turn & 1 ? s : c;
    const float size = 0.564189583547756286948f * sqrt(0.285714286f * r) * (order == 0 ? modulus_0(y) : modulus_1(y));
    return turn == 1 || turn == 2 ? -size * wave : size * wave;
}
template <int order, bool first> CUPY_CALLED double hankel_called(double x) { return hankel_form<order, first>(x); }
template <int order, bool first, class T> CUPY_DEVICE T far(T x) {
    if constexpr (sizeof(T) == 4 && platform::kQuickDoubles) {
        if (x < 0x1p31f) return wide_modulus_form<order, first>(x);
    } else if constexpr (sizeof(T) == 4)
        if (x < 1e5f) return modulus_form<order, first>(x);
    return (T)hankel_called<order, first>((double)x);   // whose phase leaves single precision too little
}

template <class T> CUPY_DEVICE T j0_of(T x) {
    x = fabs(x);
    if constexpr (sizeof(T) == 4 && platform::kQuickDoubles) return x <= 7 ? wide_j0(x) : far<0, true>(x);
    return x <= kJ0Near<T> ? j0_near(x) : far<0, true>(x);
}
template <class T> CUPY_DEVICE T j1_of(T x) {
    const T size = fabs(x);
    T y;
    if constexpr (sizeof(T) == 4 && platform::kQuickDoubles) y = size <= 7 ? wide_j1(size) : far<1, true>(size);
    else y = size <= 8 ? j1_near(size) : far<1, true>(size);
    return signbit(x) ? -y : y;
}
template <class T> CUPY_CALLED T j0_called(T x) { return j0_of(x); }
template <class T> CUPY_CALLED T j1_called(T x) { return j1_of(x); }

constexpr double kTwoOverPi = 0.636619772367581343076;
CUPY_DEVICE double y0_of(double x) {
    if (!(x > 0)) return x == 0 ? -infinity() : nan();
    if (x > 8) return hankel_form<0, false>(x);
    const double y = x * x, rest = x <= 4 ? bessel01_fits::y0_1(y) : bessel01_fits::y0_2(y);
    return kTwoOverPi * log(x) * j0_near(x) + rest;
}
CUPY_DEVICE double y1_of(double x) {
    if (!(x > 0)) return x == 0 ? -infinity() : nan();
    if (x > 8) return hankel_form<1, false>(x);
    const double y = x * x, rest = x <= 4 ? bessel01_fits::y1_1(y) : bessel01_fits::y1_2(y);
    return kTwoOverPi * (log(x) * j1_near(x) - 1 / x) + x * rest;
}

CUPY_CALLED double y0_called(double x) { return y0_of(x); }
CUPY_CALLED double y1_called(double x) { return y1_of(x); }

// x less a zero, which is high + low.
CUPY_DEVICE float less_zero(float x, double zero) {
    const float head = (float)zero;
    return x - head - (float)(zero - (double)head);
}
// In single precision zeros are taken out everywhere: below 2 that of the logarithm and of what is beside it.
CUPY_DEVICE float y0_of(float x) {
    constexpr double kZero = 0.893576966279167521585;
    if (!(x > 0)) return x == 0 ? -limits<float>::infinity() : limits<float>::nan();
    if (x > 7) return far<0, false>(x);
    if constexpr (platform::kQuickDoubles) return wide_y0(x);
    if (x > 2)
        return less_zero(x, 3.95767841931485786838) * less_zero(x, 7.08605106030177269762) * bessel01_fits::y0_middle(x);
    const float y = x * x, gap = less_zero(x, kZero), part = gap * (float)(1 / kZero), u = 1 + part;
    const bool near = fabs(part) < 0.5f;
    const float logarithm = log(near ? u : x * (float)(1 / kZero)) + (near ? (part - (u - 1)) : 0.0f);
    return (float)kTwoOverPi * logarithm * bessel01_fits::j0_below_two(y)
           + gap * (x + (float)kZero) * bessel01_fits::y0_beside_zero(y);
}
CUPY_DEVICE float y1_of(float x) {
    if (!(x > 0)) return x == 0 ? -limits<float>::infinity() : limits<float>::nan();
    if (x > 7) return far<1, false>(x);
    if constexpr (platform::kQuickDoubles) return wide_y1(x);
    if (x > 2)
        return less_zero(x, 2.19714132603101703515) * less_zero(x, 5.42968104079413513277) * bessel01_fits::y1_middle(x);
    const float y = x * x, regular = (float)kTwoOverPi * log(x) * bessel01_fits::j1_below_two(y)
                                     + bessel01_fits::y1_below_two(y);
    return x * regular - (float)kTwoOverPi / x;
}
CUPY_DEVICE float j0(float x) { return (float)j0_of((Single)x); }
CUPY_DEVICE double j0(double x) { return j0_called(x); }
CUPY_DEVICE float j1(float x) { return (float)j1_of((Single)x); }
CUPY_DEVICE double j1(double x) { return j1_called(x); }
CUPY_DEVICE float y0(float x) { return (float)y0_of((Single)x); }
CUPY_DEVICE double y0(double x) { return y0_called(x); }
CUPY_DEVICE float y1(float x) { return (float)y1_of((Single)x); }
CUPY_DEVICE double y1(double x) { return y1_called(x); }

// Y of integer order by its recurrence, which is stable upwards.
CUPY_CALLED double yn(int64 order, double x) {
    double sign = 1;
    if (order < 0) {
        order = -order;
        sign = order & 1 ? -1 : 1;
    }
    if (order == 0) return sign * y0_called(x);
    if (!(x > 0)) return x == 0 ? -infinity() * sign : nan();
    double before = y0_called(x), now = y1_called(x);
    for (int64 k = 1; k < order && !isinf(now); k++) {
        const double next = 2.0 * k / x * now - before;
        before = now;
        now = next;
    }
    return sign * now;
}
CUPY_DEVICE double yn(double order, double x) {
    return isnan(order) || isnan(x) ? nan() : yn((int64)most(-1e9, least(1e9, order)), x);
}

}  // namespace special
}  // namespace cupy
