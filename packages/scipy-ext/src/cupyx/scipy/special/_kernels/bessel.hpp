// Bessel functions of real order and real or complex argument.
//
// Everything stands on I and K for Re z >= 0: K of an order within 1/2 of zero by Temme's series (|z| <= 2) or Steed's
// continued fraction, upwards by recurrence; I from the continued fraction of I_(v+1) / I_v and the Wronskian; Hankel's
// expansion for large arguments.  N. M. Temme, J. Comput. Phys. 19 (1975); I. J. Thompson and A. R. Barnett, Comput.
// Phys. Commun. 47 (1987); DLMF 10.27, 10.28, 10.34, 10.40.
#pragma once

#include "bessel_fits.hpp"
#include "poly.hpp"

namespace cupy {
namespace special {

// I e^-z is i e^-scale, K e^z is k e^scale.
template <class T> struct ModifiedPair {
    T i, k;
    double scale;
};

template <class T> CUPY_DEVICE double size_1(T z) { return fabs(real(z)) + fabs(imag(z)); }
// 1 / z where the square of |z| is in range.
CUPY_DEVICE Z reciprocal(Z z) {
    const double scale = 1 / (z.re * z.re + z.im * z.im);
    return {z.re * scale, -z.im * scale};
}

// The first terms of K of the orders mu and mu + 1, for |mu| <= 1/2 and d = log(2 / z).
template <class T> struct TemmeStart {
    T f, p, q;
    double plus;   // 1 / Gamma(1 + mu)
};
template <class T> CUPY_CALLED TemmeStart<T> temme_start(double mu, T d) {
    const double y = mu * mu, gam1 = bessel_fits::temme_1(y), gam2 = bessel_fits::temme_2(y);
    const double plus = gam2 - mu * gam1, minus = gam2 + mu * gam1;
    const double fact = fabs(mu) < 1e-9 ? 1 : kPi * mu / sinpi(mu);
    const T e = mu * d, grown = exp(e);
    return {fact * (gam1 * cosh(e) + gam2 * d * (size_1(e) < 1e-8 ? T(1) : sinh(e) / e)), 0.5 * grown / plus,
            0.5 / (grown * minus), plus};
}
// K e^z of the orders mu and mu + 1, |mu| <= 1/2.
template <class T> CUPY_CALLED void k_temme(double mu, T z, T &k0, T &k1) {
    const double y = mu * mu;
    const TemmeStart<T> start = temme_start(mu, log(2.0 / z));
    T f = start.f, p = start.p, q = start.q, c(1), sum = f, sum1 = p;
    const T quarter = 0.25 * z * z;
    for (int n = 1; n < 100; n++) {
        f = (n * f + p + q) / (n * (double)n - y);
        c *= quarter / (double)n;
        p = p / (n - mu);
        q = q / (n + mu);
        const T part = c * f;
        sum += part;
        sum1 += c * (p - n * f);
        if (size_1(part) < 1e-17 * size_1(sum)) break;
    }
    const T scale = exp(z);
    k0 = sum * scale;
    k1 = sum1 * scale * 2.0 / z;
}
template <class T> CUPY_CALLED void k_steed(double mu, T z, T &k0, T &k1) {
    T b = 2.0 * (1.0 + z), d = 1.0 / b, h = d, step = d, q1(0), q2(1);
    const double a1 = 0.25 - mu * mu;
    double a = -a1, c = a1;
    T q(a1), s = 1.0 + q * step;
    for (int n = 2; n < 10000; n++) {
        a -= 2 * (n - 1);
        c *= -a / n;
        const T q3 = (q1 - b * q2) / a;
        q1 = q2;
        q2 = q3;
        q += c * q3;
        b += 2.0;
        d = reciprocal(T(b + a * d));
        step = (b * d - 1.0) * step;
        h += step;
        const T part = q * step;
        s += part;
        if (size_1(part) < 1e-17 * size_1(s)) break;
    }
    k0 = sqrt(kHalfPi / z) / s;
    k1 = k0 * (mu + 0.5 + z - a1 * h) / z;
}
// I_(v+1) / I_v by its continued fraction (DLMF 10.33.1).
template <class T> CUPY_CALLED T i_ratio(double v, T z) {
    if (size_1(z) < 1e-9 * (v + 1)) return z / (2 * (v + 1));
    const T r = 2.0 / z;
    T b = (v + 1) * r, c = b, d(0), h = b;
    for (int n = 2; n < 20000; n++) {
        b += r;
        d += b;
        c = b + reciprocal(c);
        if (size_1(d) == 0) d = T(1e-150);     // the next step takes it back: of z = 4i the third is 0
        if (size_1(c) == 0) c = T(1e-150);
        d = reciprocal(d);
        const T step = c * d;
        h *= step;
        if (size_1(T(step - 1.0)) < 1e-16) break;
    }
    return 1.0 / h;
}
// Hankel's expansion: large |z|, DLMF 10.40.
template <class T> CUPY_CALLED ModifiedPair<T> ik_far(double v, T z) {
    T term(1), even(1), odd(0);
    const double four = 4 * v * v;
    double before = 1e300;
    for (int n = 1; n < 200; n++) {
        const T next = term * ((four - (2.0 * n - 1) * (2.0 * n - 1)) / (8.0 * n)) / z;
        const double size = size_1(next);
        if (size > before || size == 0) break;
        before = size;
        term = next;
        if (n & 1) odd += term;
        else even += term;
        if (size < 1e-18) break;
    }
    const T root = sqrt(z);
    T i = (even - odd) / root;
    if constexpr (is_complex<T>::value) {   // what decays matters next to the imaginary axis
        const double sign = z.im >= 0 ? 1 : -1;
        if (z.re < 40) i += Z(0, sign) * Z(cospi(v), sign * sinpi(v)) * exp(-2.0 * z) * (even + odd) / root;
    }
    return {i * 0.398942280401432677940, (even + odd) / root * 1.25331413731550025121, 0};
}
// I is zero and K infinite, in the direction of z^-v.
CUPY_DEVICE ModifiedPair<double> ik_out_of_range(double, double) { return {0, 1e300, 1e4}; }
CUPY_DEVICE ModifiedPair<Z> ik_out_of_range(double v, Z z) {
    const double angle = -v * atan2(z.im, z.re);
    return {Z(0, 0), Z(1e300 * cos(angle), 1e300 * sin(angle)), 1e4};
}
// Of z so small that 1 / z may be infinite: the first terms of the power series.
template <class T> CUPY_CALLED ModifiedPair<T> ik_near(double v, T z) {
    if (v >= 1.5) return ik_out_of_range(v, z);
    const double mu = v < 0.5 ? v : v - 1;
    const T d = kLog2 - log(z);
    const TemmeStart<T> start = temme_start(mu, d);
    const T i = start.plus * exp(-v * d);
    if (v < 0.5) return {i, start.f, 0};
    return {i / v, 0.5 / start.plus * exp(v * d), 0};
}
template <class T> CUPY_CALLED ModifiedPair<T> bessel_ik(double v, T z) {   // v >= 0, Re z >= 0, z != 0
    const double size = abs(z);
    if (size < 1e-290) return ik_near(v, z);
    if (size > 25 + 0.5 * v * v) return ik_far(v, z);
    if (v > 1e5) return ik_out_of_range(v, z);   // unless |z| is as large
    const double n = floor(v + 0.5), mu = v - n;
    T k0, k1;
    double scale = 0;
    if (size <= 2) k_temme(mu, z, k0, k1);
    else k_steed(mu, z, k0, k1);
    const T r = 2.0 / z;
    for (double j = 1; j <= n; j += 1) {
        const T next = (mu + j) * r * k1 + k0;
        k0 = k1;
        k1 = next;
        if (size_1(k1) > 1e200) {
            k0 = k0 * 1e-200;
            k1 = k1 * 1e-200;
            scale += 460.517018598809136804;
        }
    }
    return {1.0 / (z * (k1 + i_ratio(v, z) * k0)), k0, scale};
}
// y e^x where only one of them is out of range.
CUPY_DEVICE double grow(double y, double x) {
    const double half = exp(0.5 * x);
    return y * half * half;
}
CUPY_DEVICE Z grow(Z y, double x) { return {grow(y.re, x), grow(y.im, x)}; }

// -- modified, real ------------------------------------------------------------------------------------------------
CUPY_CALLED double iv_scaled(double v, double x, double &scale) {   // I e^-x, x > 0
    const double a = fabs(v);
    const ModifiedPair<double> p = bessel_ik(a, x);
    scale = -p.scale;
    if (v >= 0 || v == floor(v)) return p.i;
    const double more = 2 / kPi * sinpi(a) * p.k * exp(-2 * x);   // K of large scale rules
    if (p.scale == 0) return p.i + more;
    scale = p.scale;
    return more + p.i * exp(-2 * p.scale);
}
CUPY_CALLED double iv_of(double v, double x, bool scaled) {
    if (isnan(v) || isnan(x)) return nan();
    if (x < 0 && v != floor(v)) return nan();
    const double sign = x < 0 ? parity_sign(v) : 1, size = fabs(x);
    if (x == 0) return v == 0 ? 1 : v > 0 || v == floor(v) ? 0 : infinity();
    if (isinf(size)) return scaled ? 0 : sign * size;
    double scale;
    const double y = iv_scaled(v, size, scale);
    const double value = grow(y, scaled ? scale : scale + size);
    if (isnan(value) && !scaled && (v > 0 || v == floor(v))) {   // beyond reach: the exponent of DLMF 10.41.3 decides
        const double z = size / fabs(v), root = sqrt(1 + z * z);
        return root + log(z / (1 + root)) > 0 ? sign * infinity() : 0;
    }
    return sign * value;
}
CUPY_CALLED double kv_of(double v, double x, bool scaled) {
    if (isnan(v) || isnan(x)) return nan();
    if (x < 0) return nan();
    if (x == 0) return infinity();
    if (isinf(x)) return 0;
    const ModifiedPair<double> p = bessel_ik(fabs(v), x);
    return grow(p.k, scaled ? p.scale : p.scale - x);
}

// -- the four kinds of a complex argument ----------------------------------------------------------------------------
// J e^-Im z, H1 e^-iz for v >= 0, Im z >= 0.
CUPY_CALLED void jh_upper(double v, Z z, Z &j, Z &h, double &scale) {
    const Z w(z.im, -z.re);
    const ModifiedPair<Z> p = bessel_ik(v, w);
    const Z turn(cospi(0.5 * v), sinpi(0.5 * v));
    j = turn * p.i * Z(cos(w.im), sin(w.im));
    h = Z(0, -2 / kPi) * conj(turn) * p.k;
    scale = p.scale;
}
// All of v >= 0, Im z >= 0 without their exponentials: J e^-Im z, Y e^-Im z, H1 e^-iz, H2 e^iz.
struct BesselSet {
    Z j, y, h1, h2;
};
CUPY_CALLED BesselSet bessel_upper(double v, Z z) {
    Z j, h;
    double scale;
    jh_upper(v, z, j, h, scale);
    const Z turn(cos(z.re), sin(z.re)), small = h * turn * exp(-2 * z.im);   // H1 e^-Im z
    BesselSet s;
    const Z jj = grow(j, -scale), hh = grow(small, scale);
    s.j = jj;
    s.h1 = grow(h, scale);
    const Z d = hh - jj;
    s.y = Z(d.im, -d.re);
    s.h2 = (2.0 * jj - hh) * turn;   // e^(iz) = e^-Im z e^(i Re z)
    return s;
}
CUPY_CALLED BesselSet bessel_set(double v, Z z) {
    const bool below = z.im < 0;
    const double a = fabs(v);
    BesselSet s = bessel_upper(a, below ? conj(z) : z);
    if (below) {
        const Z h1 = s.h1;
        s.j = conj(s.j);
        s.y = conj(s.y);
        s.h1 = conj(s.h2);
        s.h2 = conj(h1);
    }
    if (v < 0) {
        const double c = cospi(a), n = sinpi(a);
        const Z j = s.j;
        s.j = n == 0 ? c * j : c * j - n * s.y;
        s.y = n == 0 ? c * s.y : n * j + c * s.y;
        s.h1 = Z(c, n) * s.h1;
        s.h2 = Z(c, -n) * s.h2;
    }
    return s;
}
CUPY_DEVICE bool zero_or_nan(double v, Z z) { return isnan(v) || isnan(z) || (z.re == 0 && z.im == 0); }
CUPY_CALLED Z j_of_zero(double v, Z z) {
    if (isnan(v) || isnan(z)) return nan_complex();
    return v == 0 ? Z(1, 0) : v > 0 || v == floor(v) ? Z(0, 0) : Z(infinity(), infinity());
}
CUPY_CALLED Z jv_of(double v, Z z, bool scaled) {
    if (zero_or_nan(v, z)) return j_of_zero(v, z);
    if (isinf(z)) return {0, 0};
    const Z j = bessel_set(v, z).j;
    return scaled ? j : grow(j, fabs(z.im));
}
CUPY_CALLED Z yv_of(double v, Z z, bool scaled) {
    if (zero_or_nan(v, z)) return isnan(v) || isnan(z) ? nan_complex() : Z(-infinity(), 0);
    if (isinf(z)) return {0, 0};
    const Z y = bessel_set(v, z).y;
    return scaled ? y : grow(y, fabs(z.im));
}
CUPY_CALLED Z hankel_of(double v, Z z, bool first, bool scaled) {
    if (zero_or_nan(v, z)) return nan_complex();
    if (isinf(z)) return {0, 0};
    const BesselSet s = bessel_set(v, z);
    const Z h = first ? s.h1 : s.h2;
    if (scaled) return h;
    const double sign = first ? 1 : -1;
    return grow(h * Z(cos(z.re), sign * sin(z.re)), -sign * z.im);
}
CUPY_CALLED double jv_of(double v, double x, bool scaled) {
    if (isnan(v) || isnan(x)) return nan();
    if (x < 0 && v != floor(v)) return nan();
    if (x == 0) {
        if (v == 0) return 1;
        if (v > 0 || v == floor(v)) return 0;
        return -parity_sign(floor(v)) * infinity();
    }
    if (isinf(x) || isinf(v)) return 0;
    const double y = bessel_set(v, Z(fabs(x), 0)).j.re;
    return x < 0 ? parity_sign(v) * y : y;
}
CUPY_CALLED double yv_of(double v, double x, bool scaled) {
    if (isnan(v) || isnan(x) || x < 0) return nan();
    if (x == 0 || (x < 3e-309 && fabs(v) >= 1)) {
        if (v >= 0 || v == floor(v)) return v < 0 ? -parity_sign(v) * infinity() : -infinity();
        return cospi(v) == 0 ? 0 : copysign(infinity(), -cospi(v));
    }
    if (isinf(x)) return 0;
    return bessel_set(v, Z(x, 0)).y.re;
}

// -- modified, complex -----------------------------------------------------------------------------------------------
// I and K as they are, for any z: z = w e^(+-i pi) left of the imaginary axis.
CUPY_CALLED void ik_complex(double v, Z z, Z &i, Z &k, bool scaled) {
    const double a = fabs(v);
    const bool left = z.re < 0;
    const Z w = left ? -z : z;
    const ModifiedPair<Z> p = bessel_ik(a, w);
    const Z turn_up = Z(cos(w.im), sin(w.im));
    Z ii = grow(p.i, -p.scale) * turn_up;      // I(w) e^-Re w
    Z kk = grow(p.k, p.scale);                 // K(w) e^w
    const Z decayed = kk * conj(turn_up) * exp(-2 * w.re);   // K(w) e^-Re w
    if (left) {
        const double sign = z.im < 0 || (z.im == 0 && signbit(z.im)) ? -1 : 1;
        const Z turn(cospi(a), sign * sinpi(a));
        const Z full = conj(turn) * decayed - Z(0, sign * kPi) * ii;   // K(z) e^-Re w
        ii = turn * ii;
        if (v < 0 && v != floor(v)) ii += 2 / kPi * sinpi(a) * full;
        k = scaled ? full * conj(turn_up) : grow(full, w.re);
    } else {
        if (v < 0 && v != floor(v)) ii += 2 / kPi * sinpi(a) * decayed;
        k = scaled ? kk : grow(kk * conj(turn_up), -w.re);
    }
    i = scaled ? ii : grow(ii, w.re);
}
CUPY_CALLED Z iv_of(double v, Z z, bool scaled) {
    if (zero_or_nan(v, z)) return j_of_zero(v, z);
    if (isinf(z)) {
        if (scaled) return {0, 0};
        return z.im == 0 ? Z(z.re > 0 ? infinity() : parity_sign(v) * infinity(), 0) : nan_complex();
    }
    Z i, k;
    ik_complex(v, z, i, k, scaled);
    return i;
}
CUPY_CALLED Z kv_of(double v, Z z, bool scaled) {
    if (zero_or_nan(v, z)) return isnan(v) || isnan(z) ? nan_complex() : Z(infinity(), nan());
    if (isinf(z)) return z.re > 0 && z.im == 0 ? Z(0, 0) : nan_complex();
    Z i, k;
    ik_complex(v, z, i, k, scaled);
    return k;
}
CUPY_CALLED double kn(double n, double x) { return kv_of(trunc(n), x, false); }

}  // namespace special
}  // namespace cupy
