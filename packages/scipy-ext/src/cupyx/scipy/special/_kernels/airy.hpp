// Airy functions (DLMF 9.2, 9.6, 9.7): of real numbers from a table and by expansions, of complex ones by Bessel functions
// and power series near 0. Kelvin functions (DLMF 10.61) by Bessel functions, and power series near 0.
#pragma once

#include "airy_table.hpp"
#include "bessel.hpp"
#include "twofold.hpp"

namespace cupy {
namespace special {

template <class T> struct AirySet {
    T ai, aip, bi, bip;
};
template <class T> CUPY_CALLED AirySet<T> airy_series(T z) {   // DLMF 9.4.1
    const double c1 = 0.355028053887817239260, c2 = 0.258819403792806798405, root3 = 1.732050807568877293528;
    const T cube = z * z * z;
    T f(1), g = z, fp(0), gp(1), tf(1), tg = z;
    for (int k = 1; k < 40; k++) {
        tf *= cube / ((3 * k - 1.0) * (3 * k));
        tg *= cube / ((3.0 * k) * (3 * k + 1));
        f += tf;
        g += tg;
        if (size_1(tf) + size_1(tg) < 1e-300) break;
        fp += tf * (3.0 * k);
        gp += tg * (3 * k + 1.0) / (z == T(0) ? T(1) : z);
        if (size_1(tf) < 1e-18 * size_1(f) && size_1(tg) < 1e-18 * size_1(g)) break;
    }
    fp = z == T(0) ? T(0) : fp / z;
    return {c1 * f - c2 * g, c1 * fp - c2 * gp, root3 * (c1 * f + c2 * g), root3 * (c1 * fp + c2 * gp)};
}
// From the nearest place of the table by the Taylor series of y'' = x y: u and v are what the solutions with values 1, 0
// and slopes 0, 1 there have more than 1 and h, and their slopes.
CUPY_CALLED AirySet<double> airy_near(double x) {
    const double place = rint(x * kAirySteps), c = place / kAirySteps, h = x - c, square = h * h, cube = square * h;
    const double *const at = airy_at((int)place);
    double tu[3] = {0, 1, 0}, tv[3] = {0, 0, h}, u = 0, v = 0, du = 0, dv = 0;      // terms n - 1 to n + 1
    for (int n = 0; n < 15; n++) {
        const double step = 1.0 / ((n + 1) * (n + 2)), by = c * h, slope = 1.0 / (n + 1);
        const double su = fma(by, tu[1], square * tu[0]), sv = fma(by, tv[1], square * tv[0]);
        du = fma(su, slope, du);
        dv = fma(sv, slope, dv);
        const double nu = h * su * step, nv = h * sv * step;
        u += nu;
        v += nv;
        tu[0] = tu[1];
        tu[1] = tu[2];
        tu[2] = nu;
        tv[0] = tv[1];
        tv[1] = tv[2];
        tv[2] = nv;
    }
    return {at[0] + fma(at[1], h, at[0] * u + at[1] * v), at[1] + (at[0] * du + at[1] * dv),
            at[2] + fma(at[3], h, at[2] * u + at[3] * v), at[3] + (at[2] * du + at[3] * dv)};
}
// zeta = 2/3 x^(3/2) in two doubles, x > 0.
CUPY_CALLED Twofold airy_zeta(double x) {
    const double root = sqrt(x), power = x * root, rest = fma(x, root, -power) + x * fma(-root, root, x) / (2 * root);
    const double zeta = power / 1.5;
    return {zeta, (fma(-zeta, 1.5, power) + rest) / 1.5};
}
// The expansions of DLMF 9.7(ii), |x| > 10.
CUPY_CALLED AirySet<double> airy_far(double x, bool scaled) {
    const double size = fabs(x), root4 = sqrt(sqrt(size));
    const Twofold whole = airy_zeta(size);
    const double zeta = whole.high, low = whole.low, r = 1 / zeta;
    double sums[4];
    airy_expansion(x > 0 ? r * r : -r * r, sums);
    const double even = sums[0] / (root4 * kSqrtPi), odd = sums[1] * r / (root4 * kSqrtPi);
    const double even_slope = sums[2] * root4 / kSqrtPi, odd_slope = sums[3] * r * root4 / kSqrtPi;
    if (x > 0) {
        const AirySet<double> s{0.5 * (even - odd), -0.5 * (even_slope - odd_slope), even + odd, even_slope + odd_slope};
        if (scaled) return s;
        const double less = 1 - low, more = 1 + low;
        return {grow(s.ai * less, -zeta), grow(s.aip * less, -zeta), grow(s.bi * more, zeta), grow(s.bip * more, zeta)};
    }
    const double s0 = sin(zeta), c0 = cos(zeta), s1 = fma(low, c0, s0), c1 = fma(-low, s0, c0);
    const double c = kSqrtHalf * (c1 + s1), s = kSqrtHalf * (s1 - c1);      // of zeta - pi / 4
    return {c * even + s * odd, s * even_slope - c * odd_slope, c * odd - s * even, c * even_slope + s * odd_slope};
}
// Without their exponentials if scaled: e^zeta on Ai, e^-|Re zeta| on Bi.
CUPY_CALLED AirySet<double> airy_of(double x, bool scaled) {
    if (isnan(x)) return {x, x, x, x};
    if (isinf(x)) {
        if (x > 0) return {0, 0, infinity(), infinity()};
        return {0, nan(), 0, nan()};
    }
    if (x > 1e100) {   // the first terms of DLMF 9.7: zeta may be infinite
        const double root4 = sqrt(sqrt(x)), up = infinity();
        if (!scaled) return {0, 0, up, up};
        return {0.5 / kSqrtPi / root4, -0.5 / kSqrtPi * root4, 1 / kSqrtPi / root4, root4 / kSqrtPi};
    }
    AirySet<double> s = fabs(x) <= kAiryReach ? airy_near(x) : airy_far(x, scaled);
    if (scaled && x > 0 && x <= kAiryReach) {
        const Twofold zeta = airy_zeta(x);
        const double e = exp(zeta.high) * (1 + zeta.low);
        return {s.ai * e, s.aip * e, s.bi / e, s.bip / e};
    }
    if (scaled && x < 0) s.ai = s.aip = nan();
    return s;
}
// I e^-w and K e^w of the orders 1/3 and 2/3, Re w >= 0, |w| > 1/2: K of both by one series or fraction.
struct ModifiedThirds {
    Z i1, k1, i2, k2;
};
CUPY_CALLED ModifiedThirds modified_thirds(Z w) {
    const double third = 1.0 / 3, size = abs(w);
    ModifiedThirds s;
    if (size > 25) {
        const ModifiedPair<Z> one = ik_far(third, w), two = ik_far(2 * third, w);
        return {one.i, one.k, two.i, two.k};
    }
    if (size <= 2) k_temme(-third, w, s.k1, s.k2);
    else k_steed(-third, w, s.k1, s.k2);
    const Z r = (2 * third) * reciprocal(w), above1 = s.k2 + r * s.k1, above2 = s.k1 + 2.0 * r * s.k2;
    s.i1 = reciprocal(w * (above1 + i_ratio(third, w) * s.k1));
    s.i2 = reciprocal(w * (above2 + i_ratio(2 * third, w) * s.k2));
    return s;
}
CUPY_CALLED AirySet<Z> airy_of(Z z, bool scaled) {      // DLMF 9.6, 10.34
    if (isnan(z) || isinf(z)) return {nan_complex(), nan_complex(), nan_complex(), nan_complex()};
    if (abs(z) < 1) {
        AirySet<Z> s = airy_series(z);
        if (scaled) {
            const Z zeta = z * sqrt(z) * (2.0 / 3), e = exp(zeta);
            const double f = exp(-fabs(zeta.re));
            s = {s.ai * e, s.aip * e, s.bi * f, s.bip * f};
        }
        return s;
    }
    const bool below = signbit(z.im);
    if (below) z = conj(z);
    const double h = 0.5, r = 0.866025403784438646764, root3 = 1.732050807568877293528;
    const Z root = sqrt(z), zeta = z * root * (2.0 / 3);
    const bool right = z.im <= root3 * z.re;            // |arg z| <= pi / 3, and |arg zeta| <= pi / 2
    const Z w = right ? Z(most(zeta.re, 0.0), zeta.im) : Z(most(-zeta.re, 0.0), -zeta.im);
    const ModifiedThirds m = modified_thirds(w);
    const Z turn(cos(w.im), sin(w.im)), up = turn * exp(scaled ? 0.0 : w.re);
    const Z down = conj(turn) * exp((scaled ? -2 : -1) * w.re);     // over e^|Re zeta| if scaled
    // of zeta = w, or w e^(i pi)
    const Z i1 = m.i1 * up, i2 = m.i2 * up, k1 = (right ? Z(1, 0) : Z(h, -r)) * m.k1;
    const Z k2 = (right ? Z(1, 0) : Z(-h, -r)) * m.k2, first = root * (1 / root3), second = z * (1 / root3);
    Z a1 = k1 * down, a2 = k2 * down;
    if (scaled) {                                       // times e^zeta
        a1 = right ? k1 : k1 * exp(-2.0 * w);
        a2 = right ? k2 : k2 * exp(-2.0 * w);
    }
    const Z with1 = scaled ? m.i1 : i1, with2 = scaled ? m.i2 : i2;
    if (!right) {
        a1 = a1 + Z(kPi * with1.im, -kPi * with1.re);   // - i pi I
        a2 = a2 + Z(kPi * with2.im, -kPi * with2.re);
    }
    const double share = right ? 2 : 1, share_slope = right ? 2 : -1;
    AirySet<Z> s{first * a1 * (1 / kPi), second * a2 * (-1 / kPi), first * (share * i1 + (root3 / kPi) * (k1 * down)),
                 second * (share_slope * i2 + (root3 / kPi) * (k2 * down))};
    return below ? AirySet<Z>{conj(s.ai), conj(s.aip), conj(s.bi), conj(s.bip)} : s;
}
template <class T> CUPY_CALLED void airy(T z, T &ai, T &aip, T &bi, T &bip) {
    const AirySet<T> s = airy_of(z, false);
    ai = s.ai;
    aip = s.aip;
    bi = s.bi;
    bip = s.bip;
}
template <class T> CUPY_CALLED void airye(T z, T &ai, T &aip, T &bi, T &bip) {
    const AirySet<T> s = airy_of(z, true);
    ai = s.ai;
    aip = s.aip;
    bi = s.bi;
    bip = s.bip;
}

// ber + i bei if wanted, ker + i kei and their derivatives for x >= 2, by modified Bessel functions of x e^(i pi / 4).
struct KelvinSet {
    Z first, first_slope, second, second_slope;
};
constexpr double kKelvinNear = 6, kKelvinFar = 25;      // where power series end, and expansions begin
CUPY_CALLED KelvinSet kelvin_set(double x, bool first) {
    const double part = x * kSqrtHalf;
    const Z turn(kSqrtHalf, kSqrtHalf), z(part, part), wave(cos(part), sin(part));
    Z i0(0, 0), i1(0, 0), k0, k1;
    if (x > kKelvinFar) {
        const ModifiedPair<Z> zeroth = ik_far(0, z), other = ik_far(1, z);
        i0 = zeroth.i;
        i1 = other.i;
        k0 = zeroth.k;
        k1 = other.k;
    } else {
        k_steed(0, z, k0, k1);
        if (first) {
            const Z ratio = i_ratio(0, z);
            i0 = reciprocal(z * (k1 + ratio * k0));
            i1 = ratio * i0;
        }
    }
    return {grow(i0 * wave, part), grow(turn * i1 * wave, part), grow(k0 * conj(wave), -part),
            grow(-turn * k1 * conj(wave), -part)};
}
// ber + i bei (first) and its derivative for x >= 0: I0 of x e^(i pi / 4).
CUPY_CALLED void kelvin_first(double x, const KelvinSet &wide, Z &value, Z &slope) {
    if (x < kKelvinNear) {
        const double q = 0.25 * x * x;   // the terms of I0 are i^k q^k / k!^2
        double term = 1, re = 1, im = 0, dre = 0, dim = 0;
        for (int k = 1; k < 60; k++) {
            const double before = term / k;   // q^(k-1) / ((k-1)! k!)
            term *= q / (k * (double)k);
            const double d = 0.5 * x * before, sign = k & 2 ? -1 : 1;
            if (k & 1) {
                im += sign * term;
                dim += sign * d;
            } else {
                re += sign * term;
                dre += sign * d;
            }
            if (k > 2 && term < 1e-20 && d < 1e-20) break;
        }
        value = Z(re, im);
        slope = Z(dre, dim);
        return;
    }
    value = wide.first;
    slope = wide.first_slope;
}
CUPY_CALLED void kelvin_second(double x, const KelvinSet &wide, Z &value, Z &slope) {
    if (!(x >= 0)) {
        value = slope = nan_complex();
        return;
    }
    if (x == 0) {
        value = Z(infinity(), -0.25 * kPi);
        slope = Z(-infinity(), 0);
        return;
    }
    if (x < 2) {   // DLMF 10.65.4; in K1 the imaginary part of the slope would cancel
        const double q = 0.25 * x * x, l = log(x) + (kEuler - kLog2);
        double term = 1, harmonic = 0, re = -l, im = 0, dre = -1 / x, dim = 0;
        for (int k = 1; k < 40; k++) {
            const double d = 0.5 * x * (term / k);
            term *= q / (k * (double)k);
            harmonic += 1.0 / k;
            const double sign = k & 2 ? -1 : 1, rest = harmonic - l;
            (k & 1 ? im : re) += sign * term * rest;
            (k & 1 ? dim : dre) += sign * d * (rest - 0.5 / k);
            if (k > 2 && d * rest < 1e-20 && term * rest < 1e-20) break;
        }
        Z first, slope_first;
        kelvin_first(x, wide, first, slope_first);
        value = Z(re + 0.25 * kPi * first.im, im - 0.25 * kPi * first.re);
        slope = Z(dre + 0.25 * kPi * slope_first.im, dim - 0.25 * kPi * slope_first.re);
        return;
    }
    value = wide.second;
    slope = wide.second_slope;
}
CUPY_CALLED double kelvin_part(double x, bool second, bool derivative, bool imaginary) {
    Z value, slope;
    if (isnan(x)) return x;
    const double size = fabs(x);
    const bool near = size < (second ? 2 : kKelvinNear);
    const KelvinSet wide = near ? KelvinSet{} : kelvin_set(size, !second);
    if (second) kelvin_second(x, wide, value, slope);
    else kelvin_first(size, wide, value, slope);
    const Z z = derivative ? slope : value;
    const double part = imaginary ? z.im : z.re;
    return !second && derivative && x < 0 ? -part : part;
}
CUPY_CALLED void kelvin(double x, Z &be, Z &ke, Z &bep, Z &kep) {
    if (isnan(x)) {
        be = ke = bep = kep = nan_complex();
        return;
    }
    const double size = fabs(x);
    const KelvinSet wide = size < 2 ? KelvinSet{} : kelvin_set(size, size >= kKelvinNear);
    kelvin_first(size, wide, be, bep);
    kelvin_second(x, wide, ke, kep);
    if (x < 0) bep = -bep;
}

}  // namespace special
}  // namespace cupy
