// Error functions of real and complex numbers, their inverses, Dawson's integral, Voigt's profile, Owen's T.
//
// Real ones are fits.  The Faddeeva function is Gautschi's continued fraction for large arguments (SIAM J. Numer.
// Anal. 7, 1970) and Zaghloul and Ali's algorithm 916 (ACM TOMS 38, 2011) otherwise.
#pragma once

#include "erf_single.hpp"
#include "faddeeva_real.hpp"
#include "quadrature.hpp"

namespace cupy {
namespace special {

constexpr double kTwoOverSqrtPi = 1.128379167095512573896, kOneOverSqrtPi = 0.564189583547756286948;

// exp(sign x^2) with the rounding of the square made good.
CUPY_DEVICE double exp_square(double x, double sign) {
    const double square = x * x;
    const double size = exp(sign * square);
    return isinf(square) ? size : size * (1 + sign * fma(x, x, -square));
}

CUPY_DEVICE double erfcx_of_size(double size) {
    const double t = (size - 4) / (size + 4);
    return size > 1e9 ? kOneOverSqrtPi / size : erf_fits::erfcx_scaled(t) / (1 + 2 * size);
}
CUPY_CALLED double erfcx_called(double x) {
    const double size = fabs(x), y = erfcx_of_size(size);
    if (x >= 0 || isnan(x)) return y;
    return size > 26.7 ? infinity() : 2 * exp_square(x, 1.0) - y;
}
CUPY_DEVICE double erfcx(double x) { return erfcx_called(x); }

// erfcinv(exp(-s^2)) for s >= 0.83.
CUPY_DEVICE double erfcinv_of_root(double s) {
    return s * (s < 2.5 ? erf_fits::erfcinv_near(s) : s < 7 ? erf_fits::erfcinv_middle(s) : erf_fits::erfcinv_far(s));
}
CUPY_CALLED double erfinv_called(double x) {
    const double size = fabs(x);
    if (!(size < 1)) return size == 1 ? copysign(infinity(), x) : nan();
    const double rest = 1 - size, w = -log(rest * (1 + size));
    if (w < 6.25) return x * erf_fits::erfinv_centre(w);
    const double y = 0.5 * rest;           // -log(rest) = w + log(2) + log(1 - y)
    return copysign(erfcinv_of_root(sqrt(w + (kLog2 - y * poly(y, 1.0, 0.5, 1.0 / 3, 0.25)))), x);
}
CUPY_CALLED double erfcinv_called(double q) {
    if (q >= 0.5) return erfinv_called(1 - q);
    if (q > 0) return erfcinv_of_root(sqrt(-log(q)));
    return q == 0 ? infinity() : nan();
}
// The same of x + low without branches, which processors compute in vectors: from the smaller of 1 - x and 1 + x, and from
// their product.
CUPY_DEVICE double inverse_error(double x, double low, double rest, double both) {
    const double w = -log(both), centre = erf_fits::erfinv_centre(w), y = 0.5 * rest;
    const double s = sqrt(w + (kLog2 - y * poly(y, 1.0, 0.5, 1.0 / 3, 0.25)));
    const double far = rest == 0 ? infinity() : s * erf_fits::erfcinv_scaled((s - 4) / (s + 4));
    return w < 6.25 ? fma(x, centre, low * centre) : copysign(far, x);
}
#ifdef CUPY_SIMT
CUPY_DEVICE double erfinv(double x) { return erfinv_called(x); }
CUPY_DEVICE double erfcinv(double q) { return erfcinv_called(q); }
#else
CUPY_DEVICE double erfinv(double x) {
    const double size = fabs(x), rest = 1 - size;
    return inverse_error(x, 0, rest, rest * (1 + size));
}
CUPY_DEVICE double erfcinv(double q) {
    const double x = 1 - q;
    return inverse_error(x, (1 - x) - q, least(q, 2 - q), q * (2 - q));
}
#endif

CUPY_DEVICE double ndtr_of(double x) { return 0.5 * cupy::erfc(-x * kSqrtHalf); }
CUPY_DEVICE double ndtr(double x) { return ndtr_of(x); }
CUPY_DEVICE double ndtri_of(double p) { return -kSqrtTwo * erfcinv_called(2 * p) + 0.0; }
CUPY_DEVICE double ndtri(double p) { return -kSqrtTwo * erfcinv(2 * p) + 0.0; }
CUPY_DEVICE double log_ndtr(double x) {
    const double t = x * kSqrtHalf, far = log(erfcx_of_size(fabs(t)) * 0.5) - t * t, near = log1p(-0.5 * cupy::erfc(t));
    return x < -1 ? far : near;
}

CUPY_CALLED double ndtri_exp(double y) {
    if (y > -0.01) return y > 0 ? nan() : -ndtri_of(-expm1(y));
    if (y >= -2) return ndtri_of(exp(y));
    const double square = -y - kLog2, s = sqrt(square);
    if (isinf(square)) return -infinity();
    if (s < 28) return -kSqrtTwo * erfcinv_of_root(s);
    double x = sqrt(square - log(s * kSqrtPi));
    for (int k = 0; k < 3; k++) {
        const double scaled = erfcx_called(x);
        x += (log(scaled) + (s - x) * (s + x)) * scaled / kTwoOverSqrtPi;
    }
    return -kSqrtTwo * x;
}

CUPY_CALLED double dawsn(double x) {
    const double y = x * x;
    if (y < 6.25) return x * erf_fits::dawson_near(y);
    if (y < 25) return erf_fits::dawson_middle(y) / x;
    const double r = 1 / y;
    if (r > 0.002) return erf_fits::dawson_far(r) / x;
    return 0.5 / x * poly(r, 1.0, 0.5, 0.75, 1.875, 6.5625, 29.53125, 162.421875);
}
CUPY_CALLED double erfi(double x) {
    const double size = fabs(x);
    if (size > 26.7) return isnan(x) ? x : copysign(infinity(), x);
    return kTwoOverSqrtPi * exp_square(x, 1.0) * dawsn(x);
}

// Algorithm 916 (M. R. Zaghloul and A. N. Ali, ACM Trans. Math. Softw. 38, 2011), for x >= 0 and y >= 0: sums over n of
// exp(-(a n)^2) and of the sum and the difference of exp(-(a n - x)^2) and exp(-(a n + x)^2), over (a n)^2 + y^2.  All are
// made of bells[k] = exp(-(a k)^2) and powers, from the greatest of them down.
CUPY_CALLED Z faddeeva_sum(double x, double y) {
    static constexpr double bells[] = {
        1.0, 0.764405281671221563, 0.341424527166548425, 0.0891072646929412548, 0.0135887299055460086,
        0.00121085455253437481, 0.0000630452613933449404, 1.91805156577114683e-6, 3.40969447714832381e-8,
        3.54175089099469393e-10, 2.14965079583260681e-12, 7.62368911833724355e-15, 1.57982797110681093e-17,
        1.91294189103582676e-20, 1.3534465676420534e-23};
    constexpr int count = 15;
    const double a = 0.518321480430085929872;   // pi / sqrt(-log(eps / 2))
    const double bell = exp_square(x, -1.0), xy = x * y, sine = sin(xy), cosine = cos(xy), square = y * y;
    const double s = 2 * sine * cosine, c = (cosine - sine) * (cosine + sine);
    double sum1 = 0, sum23 = 0, sum54 = 0;
    const auto weight = [=](double an) { return 1 / fma(an, an, square); };
    if (x < 1) {                                // differences by hyperbolic functions of 2 a n x
        const double up = exp(2 * a * x), down = 1 / up, c1 = 0.5 * (up + down);
        const double s1 = x < 0.1 ? sinh(2 * a * x) : 0.5 * (up - down);
        double cosh_n = 1, sinh_n = 0;
        for (int n = 1; n < count; n++) {
            const double next = cosh_n * c1 + sinh_n * s1, an = a * n, part = bells[n] * weight(an);
            sinh_n = cosh_n * s1 + sinh_n * c1;
            cosh_n = next;
            sum1 += part;
            sum23 += cosh_n * part;
            sum54 += an * sinh_n * part;
        }
        sum23 *= 2 * bell;
        sum54 *= 2 * bell;
    } else {
        const double ratio = exp(-2 * a * x);
        double power = bell;
        for (int n = 1; n < count - 2; n++) {
            const double an = a * n, part = bells[n] * weight(an);
            power *= ratio;
            sum1 += part;
            sum23 += power * part;
            sum54 -= an * power * part;
        }
        const double nearest = rint(x / a), gap = fma(a, nearest, -x), first = exp(-gap * gap), by = exp(-2 * a * gap);
        for (int side = 0; side < 2; side++) {  // of the place nearest to x, above and below
            const double turn = side ? 1 / by : by;
            double grown = first;
            for (int k = side; k < count - 1; k++) {
                const double n = side ? nearest - k : nearest + k, an = a * n;
                if (side) grown *= turn;
                if (n < 1) break;
                const double part = bells[k] * grown * weight(an);
                sum23 += part;
                sum54 += an * part;
                if (!side) grown *= turn;
            }
        }
    }
    const double scaled = bell * erfcx_called(y), sinc1 = xy < 1e-8 ? 1.0 : sine / xy, sinc2 = cosine * sinc1;
    const double re = scaled * c + 2 * a / kPi * (x * sine * bell * sinc1 - y * bell * c * sum1 + 0.5 * y * sum23);
    const double im = -scaled * s + 2 * a / kPi * (x * bell * sinc2 + y * bell * s * sum1 + 0.5 * sum54);
    return {re, im};
}
CUPY_CALLED Z faddeeva_fraction(double x, double y) {
    if (x + y > 1e7) {   // i / (sqrt(pi) z)
        if (isinf(x) || isinf(y)) return {0, 0};
        const Z r = Z(0, kOneOverSqrtPi) / Z(x, y);
        return r;
    }
    const int count = (int)(10 + 2500 / (26 * x + 77 * y));
    Z w(x, y);
    for (double nu = 0.5 * (count - 1); nu > 0.4; nu -= 0.5) w = Z(x, y) - nu / w;
    return Z(0, kOneOverSqrtPi) / w;
}
CUPY_CALLED Z wofz_upper(double x, double y) {   // y >= 0
    const double size = fabs(x);
    if (y == 0) {
        const double d = kTwoOverSqrtPi * dawsn(x);
        return {exp_square(x, -1.0), d};
    }
    Z w;
    if (y > 7 || (size > 6 && (y > 0.1 || (size > 8 && y > 1e-10) || size > 28))) w = faddeeva_fraction(size, y);
    else w = faddeeva_sum(size, y);
    return {w.re, x < 0 ? -w.im : w.im};
}
CUPY_DEVICE Z exp_minus_square(Z z) {
    const double x = z.re, y = z.im;
    return polar(exp((y - x) * (y + x)), -2 * x * y);
}
CUPY_CALLED Z wofz(Z z) {
    if (isnan(z)) return nan_complex();
    if (z.re == 0) return {erfcx_called(z.im), 0};
    if (z.im >= 0) return wofz_upper(z.re, z.im);
    return 2 * exp_minus_square(z) - wofz_upper(-z.re, -z.im);
}

CUPY_CALLED Z erf_series(Z z) {
    const Z square_ = square(z);
    Z term = z, sum = z;
    for (int n = 1; n < 60; n++) {
        term *= square_ * (-1.0 / n);
        const Z part = term / (2 * n + 1.0);
        sum += part;
        if (abs(part) < 1e-17 * abs(sum)) break;
    }
    return kTwoOverSqrtPi * sum;
}
// exp(-z^2) w(i z) for Re z >= 0: without overflow where their product has none.
CUPY_DEVICE Z erfc_right(Z z) {
    const double x = z.re, y = z.im, half = exp((y - x) * (y + x) * 0.5);
    return polar(1.0, -2 * x * y) * wofz_upper(-y, x) * half * half;
}
CUPY_CALLED Z erf_right(Z z) {   // Re z > 0
    if (z.re < 0.3 && z.re * fabs(z.im) < 2) {   // from the imaginary axis
        const double x = z.re, y = z.im;
        const Z part = gauss_legendre([=](double t) { return polar(exp(-t * t), -2 * y * t); }, 0, x);
        const double size = kTwoOverSqrtPi * exp_square(y, 1.0);
        return {size * part.re, erfi(y) + size * part.im};
    }
    return 1.0 - erfc_right(z);
}
CUPY_CALLED Z erf(Z z) {
    if (z.im == 0) return {cupy::erf(z.re), z.im};
    if (isnan(z)) return nan_complex();
    if (z.re == 0) return {z.re, erfi(z.im)};
    if (abs(z) < 1) return erf_series(z);
    const Z right = erf_right(z.re < 0 ? -z : z);
    return z.re < 0 ? -right : right;
}
CUPY_CALLED Z erfc(Z z) {
    if (z.im == 0) return {cupy::erfc(z.re), -z.im};
    if (isnan(z)) return nan_complex();
    if (z.re < 0.3) return 1.0 - erf(z);
    return erfc_right(z);
}
CUPY_DEVICE double erf(double x) { return cupy::erf(x); }
CUPY_DEVICE float erf(float x) { return cupy::erf(x); }
CUPY_DEVICE double erfc(double x) { return cupy::erfc(x); }
CUPY_CALLED Z erfcx(Z z) {
    if (z.im == 0) return {erfcx_called(z.re), -z.im};
    return wofz(Z(-z.im, z.re));
}
CUPY_CALLED Z erfi(Z z) {
    const Z w = erf(Z(-z.im, z.re));
    return {w.im, -w.re};
}
CUPY_CALLED Z dawsn(Z z) {
    if (z.im == 0) return {dawsn(z.re), z.im};
    if (isnan(z)) return nan_complex();
    if (abs(z) < 1.2) {   // DLMF 7.6.2 in w = z^2: sum of (-2 w)^n z / (2n + 1)!!
        Z term = z, sum = z;
        const Z step = -2.0 * square(z);
        for (int n = 1; n < 60; n++) {
            term *= step / (2 * n + 1.0);
            sum += term;
            if (abs(term) < 1e-17 * abs(sum)) break;
        }
        return sum;
    }
    // F = i sqrt(pi) / 2 (exp(-z^2) - w(z)), in the upper half
    const bool below = z.im < 0;
    if (below) z = conj(z);
    const Z d = exp_minus_square(z) - wofz_upper(z.re, z.im), f = Z(-d.im, d.re) * (0.5 * kSqrtPi);
    return below ? conj(f) : f;
}
CUPY_CALLED Z ndtr(Z z) { return 0.5 * erfc(-kSqrtHalf * z); }
CUPY_CALLED Z log_ndtr(Z z) {
    if (z.re > 0.5) {
        const Z w = -0.5 * erfc(z * kSqrtHalf);
        if (abs(w) <= 0.5) return log1p(w);
    }
    z = z * -kSqrtHalf;
    const Z w = log(0.5 * wofz(Z(-z.im, z.re))), s = square(z);
    const double angle = w.im - s.im, turns = rint(angle / kTwoPi);
    return {w.re - s.re, angle - kTwoPi * turns};
}

CUPY_DEVICE double voigt_profile(double x, double sigma, double gamma) {
    const double u = fabs(x / sigma) * kSqrtHalf, v = gamma / sigma * kSqrtHalf;
    const double inside = faddeeva_real(u, v) / sigma * 0.398942280401432677940;
    const double line = isnan(x) ? x : x == 0 ? infinity() : 0.0, cauchy = gamma / kPi / (x * x + gamma * gamma);
    return chosen(sigma != 0, inside, gamma == 0 ? line : cauchy);
}

CUPY_CALLED double owens_t_below(double h, double a) {   // 0 <= a <= 1
    const double end = h * a > 9 ? 9 / h : a;
    const double sum = gauss_legendre([=](double x) { return exp(-0.5 * h * h * x * x) / (1 + x * x); }, 0, end);
    return exp(-0.5 * h * h) * sum / kTwoPi;
}
CUPY_CALLED double owens_t(double h, double a) {
    if (isnan(h) || isnan(a)) return nan();
    h = fabs(h);
    const double size = fabs(a), sign = a < 0 ? -1 : 1;
    if (h > 40) return sign * 0;
    if (isinf(size)) return sign * 0.5 * ndtr_of(-h);
    if (size <= 1) return sign * owens_t_below(h, size);
    const double p = ndtr_of(-h), q = ndtr_of(-h * size);
    if (h * size < 0.67) {
        const double u = 0.5 * cupy::erf(h * kSqrtHalf), v = 0.5 * cupy::erf(h * size * kSqrtHalf);
        return sign * (0.25 - u * v - owens_t_below(h * size, 1 / size));
    }
    return sign * (0.5 * (p + q) - p * q - owens_t_below(h * size, 1 / size));
}

}  // namespace special
}  // namespace cupy
