// Lambert's W and Wright's omega.
//
// R. M. Corless and others, "On the Lambert W function" (1996); P. W. Lawrence, R. M. Corless and D. J. Jeffrey,
// algorithm 917 (ACM TOMS 38, 2012).
#pragma once

#include "poly.hpp"

namespace cupy {
namespace special {

CUPY_CALLED Z lambertw(Z z, double branch, double tolerance) {
    if (isnan(z)) return z;
    if (z.re == infinity()) return z + Z(0, kTwoPi * branch);
    if (z.re == -infinity()) return -z + Z(0, kTwoPi * branch + kPi);
    if (z == Z(0, 0)) return branch == 0 ? z : Z(-infinity(), 0);
    if (z == Z(1, 0) && branch == 0) return {0.567143290409783872999968662210355549753815787186512508135, 0};
    Z w = log(z) + Z(0, kTwoPi * branch);
    const double e1 = 0.367879441171442321596, off = 1.42e-17;   // 1/e and the rounding of it
    if (branch == 0) {
        if (abs(z + e1) < 0.3) {
            const Z d = (z + e1) + -off;
            const Z p = sqrt(2 * 2.718281828459045235360 * d);
            if (abs(p) < 1e-2)
                return poly(p, -1.0, 1.0, -0.33333333333333333, 0.15277777777777778, -0.079629629629629630,
                            0.044502314814814815, -0.025984714873603762, 0.015635632532333921, -0.0096168920242994320);
            w = poly(p, -1.0, 1.0, -0.33333333333333333, 0.15277777777777778);
        } else if (-1 < z.re && z.re < 1.5 && fabs(z.im) < 1 && -2.5 * fabs(z.im) - 0.2 < z.re) {
            w = z * poly(z, 1.0, 2.33333333333333333, 0.6388888888888889)
                / poly(z, 1.0, 3.33333333333333333, 2.4722222222222223);   // Pade at 0
        } else {
            w = w - log(w);
        }
    } else if (branch == -1 && abs(z) <= e1 && z.im == 0 && z.re < 0) {
        const Z p = sqrt(2 * 2.718281828459045235360 * ((z + e1) + -off));
        w = abs(p) < 0.5 ? poly(-p, -1.0, 1.0, -0.33333333333333333, 0.15277777777777778) : Z(log(-z.re), 0);
        if (abs(p) < 1e-2)
            return poly(-p, -1.0, 1.0, -0.33333333333333333, 0.15277777777777778, -0.079629629629629630,
                        0.044502314814814815, -0.025984714873603762, 0.015635632532333921, -0.0096168920242994320);
    } else {
        w = w - log(w);
    }
    for (int k = 0; k < 100; k++) {   // Halley's steps, in the form that does not overflow
        Z next;
        if (w.re >= 0) {
            const Z e = exp(-w), f = w - z * e;
            next = w - f / (w + 1.0 - (w + 2.0) * f / (2.0 * w + 2.0));
        } else {
            const Z e = exp(w), f = w * e - z;
            next = w - f / (w * e + e - (w + 2.0) * f / (2.0 * w + 2.0));
        }
        if (abs(next - w) <= tolerance * abs(next)) return next;
        w = next;
    }
    return nan_complex();
}

// Without branches, so that loops are of vectors: what steps make of arguments that need none is not taken.
CUPY_DEVICE double wrightomega(double x) {
    const double power = exp(x < -2 ? x : 2 * (least(x, 1.0) - 1) / 3), y = most(1.0, x), l = log(y);
    const double inside = most(x, -50.0);
    const auto stepped = [=](double w) {   // Fritsch, Shafer and Crowley
        const double r = inside - w - log(w), a = w + 1, t = 2 * a * (a + 2 * r / 3);
        return w + w * (r * (t - r) / (a * (t - 2 * r)));
    };
    const double w = stepped(stepped(stepped(x < 1 ? most(power, 1e-22) : y - l + l / y)));
    return x < -50 ? power : x > 1e20 ? x : w;
}
CUPY_CALLED Z omega_steps(Z z, Z w, Z sign) {   // sign -1: z and w are reflected, of the regularized problem
    for (int k = 0; k < 4; k++) {
        const Z r = z - sign * w - log(w), a = sign * w + 1.0, t = 2.0 * a * (a + 2.0 * r / 3.0);
        if (r == Z(0, 0)) break;
        w = w * (1.0 + r / a * (t - r) / (t - 2.0 * r));
    }
    return sign * w;
}
CUPY_CALLED Z wrightomega(Z z) {
    const double x = z.re, y = z.im;
    if (isnan(z)) return z;
    if (isinf(x) && x < 0 && fabs(y) <= kPi) {
        const double c = fabs(y) <= kHalfPi ? 0.0 : -0.0;
        return {c, y >= 0 ? 0.0 : -0.0};
    }
    if (isinf(x) || isinf(y)) return z;
    if (x == -1 && fabs(y) == kPi) return {-1, 0};
    const Z one(1, 0);
    if (x > -2 && x <= 1 && fabs(y) > 1 && fabs(y) < 2 * kPi) {   // around the branch points -1 +- i pi
        const double s = y > 0 ? -1 : 1;
        const Z d = z + Z(1, s * kPi);
        Z root = sqrt(conj(2.0 * d));
        root = conj(root);
        const Z p = Z(0, y > 0 ? 1 : -1) * root;
        const Z w = poly(p, -1.0, 1.0, -0.33333333333333333, 0.02777777777777778, 0.0037037037037037037);
        if (abs(d) < 1e-6) return poly(p, -1.0, 1.0, -0.33333333333333333, 0.02777777777777778, 0.0037037037037037037);
        if (x > -0.99 || fabs(y) <= 0.5 * kPi || w.re > 0) return omega_steps(z, w, one);
        return omega_steps(z + Z(0, s * kPi), -w, Z(-1, 0));   // the logarithm of w is on another sheet than z
    }
    if (x <= -2 && fabs(y) <= kPi) {
        const Z e = exp(z);
        const Z w = e * poly(e, 1.0, -1.0, 1.5, -2.6666666666666667, 5.2083333333333333);
        const bool reflect = x <= -0.99 && fabs(fabs(y) - kPi) <= 1e-2;
        if (x < -40) return w;
        return reflect ? omega_steps(z + Z(0, y > 0 ? -kPi : kPi), -w, Z(-1, 0)) : omega_steps(z, w, one);
    }
    if (x > -2 && x <= 1 && fabs(y) <= 1) {
        const Z d = z - 1.0;
        return omega_steps(z, poly(d, 1.0, 0.5, 0.0625, -0.0052083333333333333, -0.00032552083333333333), one);
    }
    // below the cuts: -w solves the regularized one
    if (x <= -1.05 && fabs(y) > kPi && fabs(y) - kPi <= -0.75 * (x + 1)) {
        const Z t = z + Z(0, y > 0 ? -kPi : kPi), l = log(-t);
        const Z w = t - l + l / t * poly(l / t, 1.0);
        return omega_steps(t, -w, Z(-1, 0));
    }
    const Z l = log(z);
    const Z w = z - l + l / z + l * (0.5 * l - 1.0) / (z * z);
    return omega_steps(z, w, one);
}

}  // namespace special
}  // namespace cupy
