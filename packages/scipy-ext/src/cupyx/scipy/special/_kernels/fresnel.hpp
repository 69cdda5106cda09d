// Fresnel integrals: fits for real numbers (DLMF 7.5.3, 7.5.4), error functions for complex ones (7.5.8).
#pragma once

#include "erf.hpp"
#include "fresnel_fits.hpp"

namespace cupy {
namespace special {

CUPY_CALLED void fresnel(double x, double &s, double &c) {
    const double size = fabs(x), square_ = x * x;
    if (isnan(x)) {
        s = c = x;
        return;
    }
    if (size < 1.6) {
        const double y = square_ * square_;
        s = x * square_ * fresnel_fits::s_near(y);
        c = x * fresnel_fits::c_near(y);
        return;
    }
    if (size > 1e8) {
        s = c = copysign(0.5, x);
        return;
    }
    const double r = 2.56 / square_, y = r * r;
    double f, g;
    if (y >= 0.25) {
        f = fresnel_fits::f_near(y);
        g = fresnel_fits::g_near(y);
    } else if (y > 1e-6) {
        f = fresnel_fits::f_far(y);
        g = fresnel_fits::g_far(y);
    } else {
        f = g = 1;
    }
    f /= kPi * size;
    g /= kPi * kPi * square_ * size;
    const double low = fma(size, size, -square_);   // the angle pi x^2 / 2 to twice the precision
    const double turn = 0.5 * square_ - 2 * rint(0.25 * square_);
    const double sine = sinpi(turn + 0.5 * low), cosine = cospi(turn + 0.5 * low);
    s = copysign(0.5 - f * cosine - g * sine, x);
    c = copysign(0.5 + f * sine - g * cosine, x);
}
CUPY_CALLED void fresnel(Z z, Z &s, Z &c) {
    if (z.im == 0) {
        double p, q;
        fresnel(z.re, p, q);
        s = Z(p, 0);
        c = Z(q, 0);
        return;
    }
    if (abs(z) < 1.2) {   // DLMF 7.6.4, 7.6.6
        const Z t = kHalfPi * square(z), step = -square(t);
        Z even = z, odd = z * t;
        c = even;
        s = odd / 3.0;
        for (int k = 1; k < 40; k++) {
            even *= step / ((2.0 * k - 1) * (2 * k));
            odd *= step / ((2.0 * k) * (2 * k + 1));
            c += even / (4 * k + 1.0);
            s += odd / (4 * k + 3.0);
            if (abs(even) < 1e-18 * abs(c)) break;
        }
        return;
    }
    const Z a = Z(0.5, 0.5) * erf(0.5 * kSqrtPi * Z(1, -1) * z), b = Z(0.5, -0.5) * erf(0.5 * kSqrtPi * Z(1, 1) * z);
    c = 0.5 * (a + b);
    s = Z(0, -0.5) * (a - b);
}
// F and K of x, or their conjugates.
CUPY_CALLED void modfresnel(double x, bool minus, Z &f, Z &k) {
    const double size = fabs(x), square = x * x, lost = isinf(square) ? 0.0 : fma(x, x, -square);
    const Z u(size * kSqrtHalf, -size * kSqrtHalf), turn(kSqrtHalf, kSqrtHalf);
    if (isnan(x)) {
        f = k = nan_complex();
        return;
    }
    // exp(i x^2), with the rounding of the square made good
    const Z wave = isinf(square) ? Z(0, 0) : Z(cos(square), sin(square)) * Z(cos(lost), sin(lost));
    k = 0.5 * erfcx(u);
    f = kSqrtPi * turn * k * wave;
    if (x < 0) {
        f = kSqrtPi * turn - f;
        k = conj(wave) - k;
    }
    if (minus) {
        f = conj(f);
        k = conj(k);
    }
}
CUPY_DEVICE void modfresnelp(double x, Z &f, Z &k) { modfresnel(x, false, f, k); }
CUPY_DEVICE void modfresnelm(double x, Z &f, Z &k) { modfresnel(x, true, f, k); }

}  // namespace special
}  // namespace cupy
