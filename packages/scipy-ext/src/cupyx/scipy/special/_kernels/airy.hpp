// Airy functions (DLMF 9.6, 9.2) and Kelvin functions (DLMF 10.61) by Bessel functions; power series near 0, of real
// numbers in twice the digits, which cancel.
#pragma once

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
CUPY_CALLED AirySet<double> airy_near(double x) {   // the same, |x| < 4
    const Twofold square = Twofold(x) * Twofold(x), root3(1.7320508075688772, 1.0035084221806903e-16);
    Twofold f(1.0), g(x), fp(0.0), gp(1.0), tf = f, tg = g;
    CUPY_NO_UNROLL
    for (int k = 3; k < 120; k += 3) {
        const Twofold uf = divided(tf * square, k - 1), ug = divided(tg * square, k);
        tf = divided(uf * Twofold(x), k);
        tg = divided(ug * Twofold(x), k + 1);
        fp = fp + uf;
        gp = gp + ug;
        f = f + tf;
        g = g + tg;
        if (fabs(uf.high) + fabs(ug.high) < 1e-21) break;
    }
    const Twofold c1(0.3550280538878172, 2.05233632436212e-17), c2(0.2588194037928068, -2.522243111610832e-17);
    f = c1 * f;
    g = c2 * g;
    fp = c1 * fp;
    gp = c2 * gp;
    return {(f - g).high, (fp - gp).high, (root3 * (f + g)).high, (root3 * (fp + gp)).high};
}
// Without their exponentials if scaled: e^zeta on Ai, e^-|Re zeta| on Bi.
CUPY_CALLED AirySet<double> airy_of(double x, bool scaled) {
    const double third = 1.0 / 3, root3 = 0.577350269189625764509;   // 1 / sqrt(3)
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
    const double size = fabs(x), root = sqrt(size), zeta = 2 * third * size * root;
    AirySet<double> s;
    if (size < 4) {
        s = airy_near(x);
        if (scaled && x > 0) {
            const double e = exp(zeta);
            return {s.ai * e, s.aip * e, s.bi / e, s.bip / e};
        }
    } else if (x > 0) {
        const ModifiedPair<double> a = bessel_ik(third, zeta), b = bessel_ik(2 * third, zeta);
        const double down = exp(-2 * zeta);
        s = {root * root3 * a.k / kPi, -size * root3 * b.k / kPi,
             root * (2 * root3 * a.i + a.k * down / kPi), size * (2 * root3 * b.i + b.k * down / kPi)};
        if (!scaled) return {grow(s.ai, -zeta), grow(s.aip, -zeta), grow(s.bi, zeta), grow(s.bip, zeta)};
        return s;
    } else {
        const BesselSet a = bessel_upper(third, Z(zeta, 0)), b = bessel_upper(2 * third, Z(zeta, 0));
        s = {0.5 * root * (a.j.re - a.y.re * root3), 0.5 * size * (b.j.re + b.y.re * root3),
             -0.5 * root * (a.j.re * root3 + a.y.re), 0.5 * size * (b.j.re * root3 - b.y.re)};
    }
    if (scaled && x < 0) s.ai = s.aip = nan();
    return s;
}
// Ai and Ai' times e^zeta, |arg z| <= 2 pi / 3.
CUPY_CALLED void airy_right(Z z, Z zeta, Z &ai, Z &aip) {
    if (zeta.re < 0) zeta.im = copysign(zeta.im, z.im);   // the sheet of z: its argument is at most pi
    const double third = 1.0 / 3, root3 = 0.577350269189625764509;
    Z i, k, k2;
    ik_complex(third, zeta, i, k, true);
    ik_complex(2 * third, zeta, i, k2, true);
    ai = sqrt(z) * root3 / kPi * k;
    aip = -z * root3 / kPi * k2;
}
CUPY_DEVICE Z airy_zeta(Z z) { return z * sqrt(z) * (2.0 / 3); }
// Zeta of a third of a turn from there: that of z with one sign or the other.
CUPY_DEVICE Z airy_zeta_turned(Z turned, Z zeta) {
    const Z near = airy_zeta(turned);
    return near.re * zeta.re + near.im * zeta.im > 0 ? zeta : -zeta;
}
// Ai and Ai' of any z, times e^zeta of that z if scaled.
CUPY_CALLED void airy_first(Z z, Z &ai, Z &aip, bool scaled) {
    const double h = 0.5, r = 0.866025403784438646764;
    const Z zeta = airy_zeta(z);
    if (z.re >= 0 || fabs(z.im) >= -1.732050807568877293528 * z.re) {
        airy_right(z, zeta, ai, aip);
        if (!scaled) {
            const Z e = exp(-zeta);
            ai *= e;
            aip *= e;
        }
        return;
    }
    const Z down(-h, -r), up(-h, r);   // e^(-+2 pi i / 3)
    Z a, ap, b, bp;
    const Z za = z * down, zb = z * up, ea = airy_zeta_turned(za, zeta), eb = airy_zeta_turned(zb, zeta);
    airy_right(za, ea, a, ap);
    airy_right(zb, eb, b, bp);
    const Z shift = scaled ? zeta : Z(0, 0), fa = exp(shift - ea), fb = exp(shift - eb);
    ai = Z(h, r) * a * fa + Z(h, -r) * b * fb;
    aip = Z(h, -r) * ap * fa + Z(h, r) * bp * fb;
}
CUPY_CALLED AirySet<Z> airy_of(Z z, bool scaled) {
    if (isnan(z) || isinf(z)) return {nan_complex(), nan_complex(), nan_complex(), nan_complex()};
    const Z zeta = airy_zeta(z);
    if (abs(z) < 1) {
        AirySet<Z> s = airy_series(z);
        if (scaled) {
            const Z e = exp(zeta);
            const double f = exp(-fabs(zeta.re));
            s = {s.ai * e, s.aip * e, s.bi * f, s.bip * f};
        }
        return s;
    }
    Z ai, aip, a, ap, b, bp;
    airy_first(z, ai, aip, scaled);
    const double h = 0.5, r = 0.866025403784438646764;
    const Z up(-h, r), za = z * up, zb = z * conj(up);
    const Z ea = airy_zeta_turned(za, zeta), eb = airy_zeta_turned(zb, zeta);
    airy_first(za, a, ap, true);
    airy_first(zb, b, bp, true);
    const double less = scaled ? fabs(zeta.re) : 0;
    const Z fa = exp(-less - ea), fb = exp(-less - eb);
    return {ai, aip, Z(r, h) * a * fa + Z(r, -h) * b * fb, Z(-r, h) * ap * fa + Z(-r, -h) * bp * fb};
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

// ber + i bei (first) and its derivative for x >= 0: I0 of x e^(i pi / 4).
CUPY_CALLED void kelvin_first(double x, Z &value, Z &slope) {
    const Z turn(kSqrtHalf, kSqrtHalf);
    if (x < 6) {
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
    Z i0_, i1_, k;
    ik_complex(0, x * turn, i0_, k, true);
    ik_complex(1, x * turn, i1_, k, true);
    value = grow(i0_, x * kSqrtHalf);
    slope = grow(turn * i1_, x * kSqrtHalf);
}
CUPY_CALLED void kelvin_second(double x, Z &value, Z &slope) {
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
        kelvin_first(x, first, slope_first);
        value = Z(re + 0.25 * kPi * first.im, im - 0.25 * kPi * first.re);
        slope = Z(dre + 0.25 * kPi * slope_first.im, dim - 0.25 * kPi * slope_first.re);
        return;
    }
    const Z turn(kSqrtHalf, kSqrtHalf);
    Z i, k0_, k1_;
    ik_complex(0, x * turn, i, k0_, false);
    ik_complex(1, x * turn, i, k1_, false);
    value = k0_;
    slope = -turn * k1_;
}
CUPY_CALLED double kelvin_part(double x, bool second, bool derivative, bool imaginary) {
    Z value, slope;
    if (isnan(x)) return x;
    if (second) kelvin_second(x, value, slope);
    else kelvin_first(fabs(x), value, slope);
    const Z z = derivative ? slope : value;
    const double part = imaginary ? z.im : z.re;
    return !second && derivative && x < 0 ? -part : part;
}
CUPY_CALLED void kelvin(double x, Z &be, Z &ke, Z &bep, Z &kep) {
    if (isnan(x)) {
        be = ke = bep = kep = nan_complex();
        return;
    }
    kelvin_first(fabs(x), be, bep);
    kelvin_second(x, ke, kep);
    if (x < 0) bep = -bep;
}

}  // namespace special
}  // namespace cupy
