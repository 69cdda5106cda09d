// Elliptic integrals in Legendre's and Carlson's forms, Jacobi's functions.
//
// Duplication: B. C. Carlson, "Numerical computation of real or complex elliptic integrals" (1995), DLMF 19.36;
// Jacobi's functions by the arithmetic-geometric mean (DLMF 22.20), complete integrals by fits (W. J. Cody, 1965).
#pragma once

#include "elliptic_fits.hpp"

namespace cupy {
namespace special {

template <class T> CUPY_DEVICE double size_of(T x) { return abs(x); }
template <class T> CUPY_DEVICE bool is_zero(T x) { return x == T(0); }
// Whether Carlson's integrals allow x: not on the negative real axis.
CUPY_DEVICE bool is_cut(double x) { return x < 0; }
CUPY_DEVICE bool is_cut(Z x) { return x.im == 0 && x.re < 0; }
template <class T> CUPY_DEVICE T not_defined() {
    if constexpr (is_complex<T>::value) return nan_complex();
    else return nan();
}
CUPY_DEVICE double largest(double a, double b, double c) { return most(a, most(b, c)); }

template <class T> CUPY_CALLED T elliprc(T x, T y);
template <class T> CUPY_CALLED T rf_sum(T x, T y, T z) {
    const T mean = (x + y + z) / 3.0;
    T a = mean;
    double gap = 400 * largest(size_of(T(a - x)), size_of(T(a - y)), size_of(T(a - z)));
    T dx = a - x, dy = a - y;
    for (int n = 0; n < 100 && gap >= size_of(a); n++) {
        const T rx = sqrt(x), ry = sqrt(y), rz = sqrt(z), lambda = rx * ry + ry * rz + rz * rx;
        x = (x + lambda) * 0.25;
        y = (y + lambda) * 0.25;
        z = (z + lambda) * 0.25;
        a = (a + lambda) * 0.25;
        dx = dx * 0.25;
        dy = dy * 0.25;
        gap *= 0.25;
    }
    const T u = dx / a, v = dy / a, w = -(u + v), e2 = u * v - w * w, e3 = u * v * w;
    return (1.0 + e3 * (1.0 / 14 + 3 * e3 / 104) + e2 * (-0.1 + e2 / 24 - (3 * e3) / 44.0 - 5 * e2 * e2 / 208 + e2 *
        e3 / 16))
           / sqrt(a);
}
template <class T> CUPY_CALLED T elliprf(T x, T y, T z) {
    if (isnan(x) || isnan(y) || isnan(z) || is_cut(x) || is_cut(y) || is_cut(z)) return not_defined<T>();
    if (isinf(x) || isinf(y) || isinf(z)) return T(0);
    if (is_zero(x) + is_zero(y) + is_zero(z) > 1) return T(infinity());
    return rf_sum(x, y, z);
}

CUPY_CALLED double rc_real(double x, double y) {   // x >= 0, y != 0
    double factor = 1;
    if (y < 0) {   // the principal value
        factor = sqrt(x / (x - y));
        x -= y;
        y = -y;
    }
    if (x == y) return factor / sqrt(x);
    const double s = sqrt(fabs(y - x));
    const double ratio = (y - x) / x;
    if (fabs(ratio) < 0.1) {   // arctan(sqrt(r)) / sqrt(r) by powers
        double sum = 0, power = 1;
        for (int k = 0; k < 30; k++) {
            sum += power / (2 * k + 1);
            power *= -ratio;
        }
        return factor * sum / sqrt(x);
    }
    if (x < y) return factor * atan2(s, sqrt(x)) / s;
    return factor * log((sqrt(x) + s) / sqrt(y)) / s;
}
template <class T> CUPY_CALLED T elliprc(T x, T y) {
    if (isnan(x) || isnan(y) || is_cut(x)) return not_defined<T>();
    if (is_zero(y)) return not_defined<T>();
    if (isinf(x) || isinf(y)) return T(0);
    if constexpr (!is_complex<T>::value) {
        return rc_real(x, y);
    } else {
        T factor = 1.0;
        if (is_cut(y)) {   // the principal value
            factor = sqrt(x / (x - y));
            x = x - y;
            y = -y;
        }
        if (x.im == 0 && y.im == 0) return factor * rc_real(x.re, y.re);
        const T mean = (x + y + y) / 3.0;
        T a = mean, d = y - mean;
        double gap = 1300 * size_of(T(a - x));
        for (int n = 0; n < 100 && gap >= size_of(a); n++) {
            const T lambda = 2.0 * sqrt(x) * sqrt(y) + y;
            x = (x + lambda) * 0.25;
            y = (y + lambda) * 0.25;
            a = (a + lambda) * 0.25;
            d = d * 0.25;
            gap *= 0.25;
        }
        const T s = d / a;
        return factor * (1.0 + s * s * (0.3 + s * (1.0 / 7 + s * (0.375 + s * (9.0 / 22 + s * (159.0 / 208 + s * 9.0 / 8))))))
               / sqrt(a);
    }
}

// The tail of RD and RJ, DLMF 19.36.2.
template <class T> CUPY_DEVICE T cubic_tail(T e2, T e3, T e4, T e5) {
    return 1.0 - 3 * e2 / 14 + e3 / 6 + 9 * e2 * e2 / 88 - 3 * e4 / 22 - 9 * e2 * e3 / 52 + 3 * e5 / 26
           - e2 * e2 * e2 / 16 + 3 * e3 * e3 / 40 + 3 * e2 * e4 / 20 + 45 * e2 * e2 * e3 / 272 - 9 * (e3 * e4 + e2 *
               e5) / 68;
}
template <class T> CUPY_CALLED T elliprd(T x, T y, T z) {
    if (isnan(x) || isnan(y) || isnan(z) || is_cut(x) || is_cut(y) || is_cut(z)) return not_defined<T>();
    if (is_zero(z)) return T(infinity());
    if (isinf(x) || isinf(y) || isinf(z)) return T(0);
    if (is_zero(x) + is_zero(y) > 1) return T(infinity());
    const T mean = (x + y + 3.0 * z) / 5.0;
    T a = mean, dx = a - x, dy = a - y, sum(0);
    double gap = 600 * largest(size_of(dx), size_of(dy), size_of(T(a - z))), power = 1;
    for (int n = 0; n < 100 && gap >= size_of(a); n++) {
        const T rx = sqrt(x), ry = sqrt(y), rz = sqrt(z), lambda = rx * ry + ry * rz + rz * rx;
        sum += power / (rz * (z + lambda));
        power *= 0.25;
        x = (x + lambda) * 0.25;
        y = (y + lambda) * 0.25;
        z = (z + lambda) * 0.25;
        a = (a + lambda) * 0.25;
        dx = dx * 0.25;
        dy = dy * 0.25;
        gap *= 0.25;
    }
    const T u = dx / a, v = dy / a, w = -(u + v) / 3.0, uv = u * v, w2 = w * w;
    return power / (a * sqrt(a)) * cubic_tail<T>(uv - 6 * w2, (3 * uv - 8 * w2) * w, 3 * (uv - w2) * w2, uv * w2 * w)
        + 3 * sum;
}
// How RC(1, 1 + e) of a step of RJ goes on where its terms leave the plane that is cut along negative numbers, as the roots
// rx, ry, rz and rp go from 1 to their values: a multiple of pi / sqrt(e), added to it.  1 + e is 2 rp (rp^2 + lambda) / d,
// and rp^2 + lambda the next p, whose cut counts the same; either turns twice if both do.
CUPY_CALLED double rj_turn(Z rx, Z ry, Z rz, Z rp) {
    const Z u = rx - 1.0, v = ry - 1.0, w = rz - 1.0, q = rp - 1.0;
    const Z slope = 2.0 * (u + v + w + q), bend = q * q + u * v + v * w + w * u, end = 4.0 + slope + bend;
    const double t = -slope.im / bend.im;      // where the next p is real
    double next = arg(end);
    if (t > 0 && t < 1 && 4 + t * (slope.re + t * bend.re) < 0) next -= copysign(2 * kPi, next);
    const double whole = arg(rp) + next - arg(rp + rx) - arg(rp + ry) - arg(rp + rz);
    if ((fabs(next) > kPi) == (fabs(whole) > kPi)) return 0;
    return fabs(next) > kPi && next * whole < 0 ? kPi : -kPi;
}
CUPY_DEVICE bool is_left(Z x) { return x.re < 0; }

// The sum over n of 4^-n / d_n RC(1, 1 + e_n), e_n = delta 64^-n / d_n^2, is that of 2^n arctan(t_n) / sqrt(delta), where
// t_n^2 = e_n: one arctangent in the end, as each step halves the angle before and adds its own, at most pi / 4.  `whole` is
// 2^n / sqrt(delta) times the tangent.  Larger angles, of complex numbers only, are added apart.
template <class T> CUPY_CALLED T rj_sum(T x, T y, T z, T p) {
    const T mean = (x + y + z + 2.0 * p) / 5.0;
    const T delta = (p - x) * (p - y) * (p - z);
    T a = mean, dx = a - x, dy = a - y, dz = a - z, sum(0), whole(0), square(0);
    const double size = size_of(delta);
    double gap = 600 * most(largest(size_of(dx), size_of(dy), size_of(dz)), size_of(T(a - p))), power = 1;
    for (int n = 0; n < 100 && gap >= size_of(a); n++) {
        const T rx = sqrt(x), ry = sqrt(y), rz = sqrt(z), rp = sqrt(p), lambda = rx * ry + ry * rz + rz * rx;
        const T d = (rp + rx) * (rp + ry) * (rp + rz), half = 1.0 + sqrt(T(1.0 + square));
        const T twice = 2 * whole;
        bool apart = false;
        if constexpr (is_complex<T>::value) {
            const double turn = is_left(x) || is_left(y) || is_left(z) || is_left(p) ? rj_turn(rx, ry, rz, rp) : 0;
            apart = turn != 0 || size * power * power * power > size_of(d) * size_of(d);
            if (apart) {
                const T e = delta * power * power * power / (d * d);
                sum += power / d * (elliprc<T>(T(1.0), T(1.0 + e)) + turn / sqrt(e));
            }
        }
        whole = apart ? twice / half
                      : (twice * d + power * half) / (half * d - delta * power * twice * power);
        square = delta * power * whole * whole;
        power *= 0.25;
        x = (x + lambda) * 0.25;
        y = (y + lambda) * 0.25;
        z = (z + lambda) * 0.25;
        p = (p + lambda) * 0.25;
        a = (a + lambda) * 0.25;
        dx = dx * 0.25;
        dy = dy * 0.25;
        dz = dz * 0.25;
        gap *= 0.25;
    }
    const T u = dx / a, v = dy / a, w = dz / a, q = -(u + v + w) / 2.0, uvw = u * v * w, q2 = q * q;
    const T e2 = u * v + u * w + v * w - 3 * q2;
    return power / (a * sqrt(a)) * cubic_tail<T>(e2, uvw + 2 * e2 * q + 4 * q2 * q, (2 * uvw + e2 * q + 3 * q2 * q) *
        q, uvw * q2)
           + 6 * (sum + whole * elliprc<T>(T(1.0), T(1.0 + square)));
}
template <class T> CUPY_CALLED T elliprj(T x, T y, T z, T p) {
    if (isnan(x) || isnan(y) || isnan(z) || isnan(p) || is_cut(x) || is_cut(y) || is_cut(z)) return not_defined<T>();
    const bool infinite = isinf(x) || isinf(y) || isinf(z) || isinf(p);
    if (is_zero(p)) return infinite ? T(0) : not_defined<T>();
    if (is_zero(x) + is_zero(y) + is_zero(z) > 1) return T(infinity());
    if (infinite) return T(0);
    if (is_cut(p)) {
        if constexpr (is_complex<T>::value) {
            if (x.im != 0 || y.im != 0 || z.im != 0) return not_defined<T>();
        }
        // the principal value, DLMF 19.20.14 with x <= y <= z
        double s[3] = {real(x), real(y), real(z)};
        for (int i = 0; i < 2; i++)
            for (int j = 0; j < 2 - i; j++)
                if (s[j] > s[j + 1]) {
                    const double swap = s[j];
                    s[j] = s[j + 1];
                    s[j + 1] = swap;
                }
        const double q = -real(p), pn = (s[2] * (s[0] + s[1] + q) - s[0] * s[1]) / (s[2] + q);
        const double value = (pn - s[2]) * rj_sum<double>(s[0], s[1], s[2], pn) - 3 * rf_sum<double>(s[0], s[1], s[2])
                             + 3 * sqrt(s[0] * s[1] * s[2] / (s[0] * s[1] + pn * q))
                                   * rc_real(s[0] * s[1] + pn * q, pn * q);
        return T(value / (s[2] + q));
    }
    return rj_sum(x, y, z, p);
}
template <class T> CUPY_CALLED T elliprg(T x, T y, T z) {
    if (isnan(x) || isnan(y) || isnan(z) || is_cut(x) || is_cut(y) || is_cut(z)) return not_defined<T>();
    if (isinf(x) || isinf(y) || isinf(z)) return T(infinity());
    double a = size_of(x), b = size_of(y), c = size_of(z), unit = 1;
    const double whole = largest(a, b, c), nothing = 1e-20 * whole;
    if (whole == 0) return T(0);
    if ((a <= nothing) + (b <= nothing) + (c <= nothing) == 2) return sqrt(x + y + z) * 0.5;
    if (whole > 0x1p400 || whole < 0x1p-400) {   // whose products and quotients would not be numbers
        const double scale = whole > 1 ? 0x1p-500 : 0x1p600;
        unit = whole > 1 ? 0x1p250 : 0x1p-300;
        x = x * scale;
        y = y * scale;
        z = z * scale;
        a *= scale;
        b *= scale;
        c *= scale;
    }
    // z in the middle, so that terms do not cancel (DLMF 19.21.10)
    if ((a <= b && b <= c) || (c <= b && b <= a)) {
        const T swap = y;
        y = z;
        z = swap;
    } else if ((b <= a && a <= c) || (c <= a && a <= b)) {
        const T swap = x;
        x = z;
        z = swap;
    }
    const T mixed = (x - z) * (y - z) * elliprd<T>(x, y, z) / 3.0;
    return (z * rf_sum(x, y, z) - mixed + sqrt(x) * sqrt(y) / sqrt(z)) * (0.5 * unit);
}

// Complete integrals of 1 - p: fits up to 1 and, by the imaginary modulus (DLMF 19.7.5), beyond.
struct Complete {
    double p, logarithm;      // that of 1 / p
    bool beyond;
};
CUPY_DEVICE Complete complete(double p) {
    const bool beyond = p > 1;
    const double near = beyond ? 1 / p : p;
    return {near, -log(near), beyond};
}
CUPY_DEVICE double ellipkm1(double p) {
    using namespace elliptic_fits;
    const Complete c = complete(p);
    const double value = poly_of(c.p, complete_first_a) + c.logarithm * poly_of(c.p, complete_first_b);
    return isinf(p) & (p > 0) ? 0.0 : c.beyond ? value / sqrt(p) : value;
}
CUPY_DEVICE double ellipk(double m) { return ellipkm1(1 - m); }
CUPY_DEVICE double ellipe(double m) {
    using namespace elliptic_fits;
    const double p = 1 - m;
    const Complete c = complete(p);
    const double value = poly_of(c.p, complete_second_a)
                         + (c.p == 0 ? 0.0 : c.logarithm) * poly_of(c.p, complete_second_b);
    return p < 0 ? nan() : c.beyond ? value * sqrt(p) : value;
}
// An angle less multiples of pi.
CUPY_DEVICE double without_turns(double phi, double turns) {
    return fma(-turns, 1.2246467991473531772e-16, fma(-turns, kPi, phi));
}
CUPY_CALLED double ellipkinc(double phi, double m) {
    if (isnan(phi) || isnan(m) || m > 1) return nan();
    if (isinf(phi) || isinf(m)) return isinf(m) && !isinf(phi) ? 0 : isinf(phi) && !isinf(m) ? phi : nan();
    if (m == 0 || phi == 0) return phi;
    const double turns = rint(phi / kPi), rest = without_turns(phi, turns);
    if (m == 1 && fabs(phi) >= kHalfPi) return infinity();
    if (m == 1) return asinh(tan(phi));
    const double s = sin(rest), c = cos(rest);
    double value = fabs(rest) < 1e-9 ? rest : s * rf_sum<double>(c * c, c * c + (1 - m) * s * s, 1);
    return turns == 0 ? value : value + 2 * turns * ellipk(m);
}
CUPY_CALLED double ellipeinc(double phi, double m) {
    if (isnan(phi) || isnan(m) || m > 1) return nan();
    if (isinf(phi)) return phi;
    if (isinf(m)) return -m;
    if (m == 0 || phi == 0) return phi;
    const double turns = rint(phi / kPi), rest = without_turns(phi, turns);
    const double s = sin(rest), c = cos(rest), cc = c * c, d = cc + (1 - m) * s * s;
    double value;
    if (fabs(rest) < 1e-9) value = rest;
    else if (m == 1) value = s;
    else if (m > 0)   // DLMF 19.25.10: all terms are positive
        value = (1 - m) * s * rf_sum<double>(cc, d, 1)
                + m * (1 - m) * s * s * s / 3 * elliprd<double>(cc, 1, d) + m * s * fabs(c) / sqrt(d);
    else value = s * rf_sum<double>(cc, d, 1) - m * s * s * s / 3 * elliprd<double>(cc, d, 1);
    return turns == 0 ? value : value + 2 * turns * ellipe(m);
}

CUPY_CALLED void ellipj(double u, double m, double &sn, double &cn, double &dn, double &ph) {
    sn = cn = dn = ph = nan();
    if (isnan(u) || isnan(m) || m < 0 || m > 1) return;
    if (m < 1e-9) {
        const double s = sin(u), c = cos(u), part = 0.25 * m * (u - s * c);
        sn = s - part * c;
        cn = c + part * s;
        ph = u - part;
        dn = 1 - 0.5 * m * s * s;
        return;
    }
    if (m >= 1 - 1e-11) {
        const double part = 0.25 * (1 - m), b = cosh(u), t = tanh(u), r = 1 / b, two = b * sinh(u);
        sn = t + part * (two - u) / (b * b);
        ph = 2 * atan(exp(u)) - kHalfPi + part * (two - u) / b;
        cn = r - part * t * r * (two - u);
        dn = r + part * t * r * (two + u);
        if (isinf(two)) {
            sn = t;
            cn = dn = 0;
            ph = copysign(kHalfPi, u);
        }
        return;
    }
    if (fabs(u) < 1e-100) {         // whose squares are no numbers
        sn = ph = u;
        cn = dn = 1;
        return;
    }
    // Means of 1 and sqrt(1 - m) on the way down, dn and cn / sn on the way back (R. Bulirsch, Numer. Math. 7, 1965).
    double means[9], roots[9], a = 1, b = 1 - m;
    int n = 0;
    for (;; n++) {
        means[n] = a;
        roots[n] = b = sqrt(b);
        const double middle = 0.5 * (a + b), apart = fabs(a - b);
        b *= a;
        a = middle;
        if (n == 8 || apart <= 1e-8 * means[n]) break;
    }
    const double angle = a * u, sine = sin(angle), cosine = cos(angle);
    dn = 1;
    double ratio = cosine / sine, c = a * ratio;
    for (; n >= 0; n--) {
        const double mean = means[n];
        ratio *= c;
        c *= dn;
        dn = (roots[n] + ratio) / (mean + ratio);
        ratio = c / mean;
    }
    sn = copysign(1 / sqrt(c * c + 1), sine);
    cn = c * sn;
    const double first = atan2(sn, cn);
    ph = first + kTwoPi * rint((angle - first) / kTwoPi);
}

}  // namespace special
}  // namespace cupy
