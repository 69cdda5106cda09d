// Kolmogorov's distribution and Smirnov's one-sided one, and their inverses.
//
// G. Marsaglia, W. W. Tsang and J. Wang (2003); Z. W. Birnbaum and F. H. Tingey (1951), whose terms are binomial
// probabilities by their saddle points (C. Loader, "Fast and accurate computation of binomial probabilities", 2000).
#pragma once

#include "gamma.hpp"
#include "roots.hpp"
#include "twofold.hpp"

namespace cupy {
namespace special {

CUPY_CALLED Tails kolmogorov_tails(double x) {
    if (x < 0.04 || x > 27) return x < 1 ? Tails{1, 0, 0} : Tails{0, 1, 0};   // below 1e-300
    if (x < 0.82) {                   // by theta functions: powers 1, 9, 25 of q
        const double a = kPi * kPi / 8 / (x * x), q = exp(-a), q2 = q * q, q8 = q2 * q2 * (q2 * q2), q24 = q8 * q8 * q8;
        const double scale = sqrt(kTwoPi) / x * q, below = scale * (1 + q8 * (1 + q8 * q8));
        return {1 - below, below, 2 * a * scale * (1 + 9 * q8 + 25 * q24) - below};
    }
    const Twofold square(x * x, fma(x, x, -x * x));   // powers 1, 4, 9, 16, 25 of u
    const double u = exp(-2 * square.high) * (1 - 2 * square.low), u2 = u * u, u3 = u2 * u, u5 = u3 * u2, u7 = u5 * u2;
    const double above = 2 * u * (1 - u3 * (1 - u5 * (1 - u7 * (1 - u7 * u2))));
    return {above, 1 - above, 8 * square.high * u * (1 - u3 * (4 - u5 * (9 - u7 * (16 - 25 * u7 * u2))))};
}
CUPY_CALLED double kolmogorov(double x) { return isnan(x) ? x : kolmogorov_tails(x).above; }

CUPY_CALLED double kolmogi(double p) {
    if (!is_probability(p)) return nan();
    const double q = 1 - p, half = 0.5 * p;
    if (half == 0 || p == 1) return p == 1 ? 0 : infinity();
    if (p <= 0.5) {          // half = u - u^4 + u^9 - ..., u = exp(-2 x^2)
        const double cube = half * half * half;
        double u = half * (1 + cube * (1 + 4 * cube));
        for (int k = 0; k < 2; k++) {
            const double u3 = u * u * u, u5 = u3 * u * u, u7 = u5 * u * u, rest = u5 * (1 - u7 * (1 - u7 * u * u));
            u -= (u * (1 - u3 * (1 - rest)) - half) / (1 - u3 * (4 - 9 * rest));
        }
        return sqrt(-0.5 * log(u));
    }
    // q = 4 sqrt(y / pi) (w + w^9), w = e^-y, y = pi^2 / (8 x^2): Halley's steps for its logarithm.
    const double whole = 2 * kLog2 - 0.5 * kLogPi - log(q);
    const double more = 0.5 * log(whole), part = more / whole;
    double y = whole + more + 0.5 * part * (1 - 0.5 * part);
    for (int k = 0; k < 2; k++) {
        const double w8 = exp(-8 * y), slope = 1 - 0.5 / y + 8 * w8;
        const double step = (y - whole - 0.5 * log(y) - w8 * (1 - 0.5 * w8)) / slope;
        y -= halley_step(step, 0.5 / (y * y * slope));
    }
    return kPi / sqrt(8 * y);
}

// The rest of Stirling's formula for log n!, n = 1, 2, …
CUPY_CALLED double stirling_rest(double n) {
    if (n > 5) return gamma_fits::stirling(1 / (n * n)) / n;
    return n < 2 ? 0.0810614667953272582 : n < 3 ? 0.0413406959554092941 : n < 4 ? 0.0276779256849983436
           : n < 5 ? 0.0207906721037650931 : 0.0166446911898211922;
}
// base^power with the digits of both parts.
CUPY_DEVICE double power_of(Twofold base, double power) {
    return pow(base.high, power) * (1 + power * base.low / base.high);
}
CUPY_CALLED Tails smirnov_tails(double n, double d) {   // n > 1, 0 < d < 1
    if (2 * n * d * d > 745 + 20) return {0, 1, 0};
    const double product = n * d;
    const Twofold nd(product, fma(n, d, -product));
    if (product < 3) {   // the other tail has terms of both signs, which are few here
        double sum = 0, slope = 0, c = 1;
        for (double w = 0; w <= product; c *= -(n - w) / (n * (w + 1)), w++) {
            const double share = w / n, rest = fma(-share, n, w) / n, gap = nd.high - w + nd.low;
            const Twofold far = exact_sum(1, d), near = exact_sum(far.high, -share);
            const Twofold base = ordered_sum(near.high, near.low + far.low - rest);
            const double scale = c * power_of(base, n - w - 1), term = scale * (w == 0 ? 1 : w == 1 ? gap : gap * gap);
            sum += term;
            slope += scale * (w == 0 ? 0 : w == 1 ? n : 2 * n * gap) + term * (n - w - 1) / base.high;
            if (w + 1 == n) break;
        }
        if (d * sum < 0.5) return {1 - d * sum, d * sum, d * (sum + d * slope)};
    }
    if (n > 1e6) {
        const double s = 6 * n * d + 1, t = s * s / (18 * n), e = exp(-t), c = 1 / (18 * n);
        const double above = e * (1 - (2 * t * t - 4 * t - 1) * c);
        return {above, 1 - above, (above + e * (4 * t - 4) * c) * s * d * (2.0 / 3)};
    }
    // Powers in 2^halvings parts, so that none that counts leaves the range.
    int halvings = 0;
    for (double log_size = product - n * log1p(-d) + 46; log_size > 650 && halvings < 12; log_size *= 0.5) halvings++;
    double part = 1;
    for (int k = 0; k < halvings; k++) part *= 0.5;
    const double rest = stirling_rest(n), none = power_of(exact_sum(1, -d), n);
    Twofold sum(none);
    double density = none * n / (1 - d);
    CUPY_NO_UNROLL
    for (double v = 1; v < n; v++) {   // all terms are positive
        const double w = n - v;
        const Twofold up = divided(nd, v), down = divided(nd, w), high = exact_sum(1, -down.high);
        const Twofold x = exact_sum(1, up.high), y = exact_sum(high.high, high.low - down.low);
        if (!(y.high > 0)) break;
        double both = power_of({x.high, x.low + up.low}, v * part) * power_of(y, w * part);
        for (int k = 0; k < halvings; k++) both *= both;
        const double shape = sqrt(n / (kTwoPi * v * w)) * exp(rest - stirling_rest(v) - stirling_rest(w));
        const double term = shape * both * (product / (product + v));
        sum = sum + Twofold(term);
        density += term * (n * w / (w - product) - n * (v - 1) / (product + v) - 1 / d);
    }
    const double above = least(1.0, sum.high);
    return {above, 1 - above, d * density};
}

CUPY_CALLED double smirnov(double order, double d) {
    const double n = trunc(order);
    if (isnan(d) || isnan(order) || !(n > 0) || d < 0 || d > 1) return nan();
    return n == 1 || d == 0 || d == 1 ? 1 - d : smirnov_tails(n, d).above;
}
CUPY_DEVICE double smirnov(int64 n, double d) { return smirnov((double)n, d); }
CUPY_CALLED double smirnovi(double order, double p) {
    const double n = trunc(order);
    if (isnan(p) || isnan(order) || !(n > 0) || p < 0 || p > 1) return nan();
    if (n == 1 || p == 0 || p == 1) return 1 - p;
    const double q = 1 - p, normal = sqrt(-log(p) / (2 * n)) - 1 / (6 * n);
    const double start = least(0.5, normal > 0 ? least(q, normal) : q);
    return from_tails([=](double d) { return smirnov_tails(n, d); }, p, q, start, 1, kEnough);
}
CUPY_DEVICE double smirnovi(int64 n, double p) { return smirnovi((double)n, p); }

}  // namespace special
}  // namespace cupy
