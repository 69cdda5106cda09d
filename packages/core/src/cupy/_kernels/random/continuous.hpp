// Continuous distributions by rejection, and by formulas of several numbers.
#pragma once

#include "random/source.hpp"

namespace cupy {
namespace random {

CUPY_DEVICE real power(real x, real y) { return exact::pow(x, y); }
CUPY_DEVICE real root(real x) { return sqrt(x.value); }
CUPY_DEVICE real logarithm(real x) { return exact::logarithm(x); }
CUPY_DEVICE real absolute(real x) { return x < 0 ? -x : x; }
CUPY_DEVICE real floor_of(real x) { return ::floor(x.value); }

// Marsaglia and Tsang; below one, a larger shape times a power of a uniform number.
template <class S> CUPY_DEVICE real draw_gamma(S &source, real shape) {
    if (!(shape > 0)) return shape == 0 ? real(0.0) : real(limits<double>::nan());
    const bool small = shape < 1.0;
    const real d = (small ? shape + 1.0 : shape) - 1.0 / 3, c = 1.0 / root(9.0 * d);
    while (true) {
        const real x = source.next_normal(), t = 1.0 + c * x;
        if (!(t > 0)) continue;
        const real v = t * t * t, u = source.next_positive(), square = x * x;
        if (u > 1.0 - 0.0331 * square * square && !(logarithm(u) < 0.5 * square + d * (1.0 - v + logarithm(v))))
            continue;
        return small ? d * v * power(source.next_positive(), 1.0 / shape) : d * v;
    }
}

template <class S> CUPY_DEVICE real draw_chisquare(S &source, real df) { return 2.0 * draw_gamma(source, df / 2.0); }

// Jöhnk's method for two small parameters, where both gamma numbers may be zero.
template <class S> CUPY_DEVICE real draw_beta(S &source, real a, real b) {
    if (!(a > 0 && b > 0)) return limits<double>::nan();
    if (a > 1.0 || b > 1.0) {
        const real x = draw_gamma(source, a);
        return x / (x + draw_gamma(source, b));
    }
    while (true) {
        const real log_x = logarithm(source.next_positive()) / a, log_y = logarithm(source.next_positive()) / b;
        const real most = log_x > log_y ? log_x : log_y;
        const real x = exact::exp(log_x), y = exact::exp(log_y);
        if (x + y > 1.0) continue;
        if (x + y > 0) return x / (x + y);
        const real scaled = exact::exp(log_x - most);
        return scaled / (scaled + exact::exp(log_y - most));
    }
}

template <class S> CUPY_DEVICE real draw_t(S &source, real df) {
    const real x = source.next_normal();
    return x * root(df / 2.0) / root(draw_gamma(source, df / 2.0));
}

// Best and Fisher; a wrapped normal number where the concentration is beyond what doubles tell apart.
template <class S> CUPY_DEVICE real draw_vonmises(S &source, real mu, real kappa) {
    constexpr double pi = 3.14159265358979323846;
    if (!(kappa >= 0)) return limits<double>::nan();
    real angle;
    if (kappa < 1e-8) {
        angle = pi * (2.0 * source.next_uniform() - 1.0);
    } else if (kappa > 1e6) {
        angle = source.next_normal() / root(kappa);
    } else {
        const real r = 1.0 + root(1.0 + 4.0 * kappa * kappa), rho = (r - root(2.0 * r)) / (2.0 * kappa);
        const real s = kappa < 1e-5 ? 1.0 / kappa + kappa : (1.0 + rho * rho) / (2.0 * rho);
        while (true) {
            double z, ignored;
            exact::direction(source.next64(), z, ignored);
            const real cosine = (1.0 + s * z) / (s + z), y = kappa * (s - cosine), v = source.next_positive();
            if (!(y * (2.0 - y) >= v) && !(logarithm(y / v) + 1.0 >= y)) continue;
            angle = exact::acos(cosine > 1.0 ? 1.0 : cosine < -1.0 ? -1.0 : cosine.value);
            break;
        }
        if (source.next() >> 31) angle = -angle;
    }
    const real turned = angle + mu + pi;
    return turned - 2 * pi * floor_of(turned / (2 * pi)) - pi;
}

// Michael, Schucany and Haas; the smaller root without cancellation.
template <class S> CUPY_DEVICE real draw_wald(S &source, real mean, real scale) {
    const real n = source.next_normal(), y = mean * n * n;
    const real sum = y + root(y * (y + 4.0 * scale));
    const real x = y == 0 ? mean : mean * (4.0 * scale * y) / (sum * sum);
    return source.next_uniform() * (mean + x) <= mean ? x : mean * mean / x;
}

CUPY_DEVICE real triangle(real u, real left, real mode, real right) {
    const real base = right - left, below = mode - left;
    return u * base <= below ? left + root(u * base * below) : right - root((1.0 - u) * base * (right - mode));
}

}  // namespace random
}  // namespace cupy
