// Incomplete beta functions, their inverses, and the distributions that they are.
//
// Power series (DLMF 8.17.7), continued fraction (the even part of 8.17.22), and for large a and b near the peak the expansion of
// A. R. DiDonato and A. H. Morris, algorithm 708 (ACM TOMS 18, 1992), section 7.
#pragma once

#include "beta.hpp"
#include "erf.hpp"
#include "roots.hpp"

namespace cupy {
namespace special {

// (x s / a)^a for s = high + low, with the rounding of the base made good.
CUPY_CALLED double scaled_power(double x, double rest, double a, Twofold s) {
    const double top = x * s.high, base = top / a;
    const double low = (fma(-base, a, top) + (fma(x, s.high, -top) + x * s.low + rest * s.high)) / a;
    return pow(base, a) * (1 + a * low / base);
}
// x^a y^b / B(a, b) with y = 1 - x; the larger of both is rounded.
CUPY_CALLED double beta_density(double a, double b, double x, double y) {
    if (x == 0 || y == 0) return 0;
    const Twofold one_less = exact_sum(1.0, -least(x, y));
    double rest = one_less.high - most(x, y) + one_less.low;
    if (fabs(rest) > 1e-16) rest = 0;
    const double rest_x = x > y ? rest : 0, rest_y = x > y ? 0 : rest;
    if (a >= 8 && b >= 8) {
        const double gap = a > b ? (a + b) * y - b : a - (a + b) * x;   // positive below the peak
        const double tails = stirling_tail(a) + stirling_tail(b) - stirling_tail(a + b);
        const double power = a * log1pmx(-gap / a) + b * log1pmx(gap / b);
        const double width = sqrt(a < b ? a / (1 + a / b) : b / (1 + b / a)) / sqrt(kTwoPi);
        if (power > -5 || power < -600 || a + b > 400) return width * exp(power - tails);
        const Twofold s = exact_sum(a, b);
        const double left = scaled_power(x, rest_x, a, s), right = scaled_power(y, rest_y, b, s);
        const double both = left * right;
        return left > 1e-290 && right > 1e-290 && left < 1e290 && right < 1e290 ? width * both * exp(-tails)
                                                                                : width * exp(power - tails);
    }
    const double log_y = x < 0.3 ? log1p(-x) : log(y), log_x = y < 0.3 ? log1p(-y) : log(x);
    const double power = a * log_x + b * log_y;
    if (a < 100 && b < 100 && power > -600)
        return pow(x, a) * (1 + a * rest_x / x) * (pow(y, b) * (1 + b * rest_y / y)) / beta(a, b);
    return exp(power - betaln_positive(a, b));
}

CUPY_CALLED double betainc_series(double a, double b, double x, bool upper) {
    double sum = 0, c = 1;
    for (int n = 1; n < 5000; n++) {
        c *= (0.5 - b / n + 0.5) * x;
        const double part = c / (a + n);
        sum += part;
        if (fabs(part) < 1e-17 * (fabs(sum) + 1 / a)) break;
    }
    if (upper && a <= 1) {   // one minus the series without cancellation
        double more = 0, far = b;   // Gamma(b) / Gamma(a + b) is 1 + more times that of far
        for (; far < 8; far++) more += a / far * (1 + more);
        const double ratio = log_gamma_ratio(a, far) + log1p(more);
        const double power = a * log(x) - ratio - lgamma1p(a);
        return -expm1(power) - exp(power) * a * sum;
    }
    double size;
    if (a < 100 && b < 100) size = pow(x, a) / (a * beta(a, b));
    else size = exp(a * log(x) - betaln_positive(a, b)) / a;
    if (size == 0 || isinf(size)) size = exp(a * log(x) - betaln_positive(a, b) - log(a));
    size *= a * sum + 1;
    return upper ? 1 - size : size;
}
// For gap = a - (a + b) x >= 0: two steps of the fraction at a time, whose terms do not cancel, by Lentz's method.
CUPY_CALLED double betainc_fraction(double a, double b, double x, double y, double gap) {
    const double density = beta_density(a, b, x, y), c = 1 + gap;
    if (density == 0) return 0;
    double ahead = c * (a / (a + 1)), value = ahead, behind = 0;
    for (int n = 1; n < 10000; n++) {
        const double s = a + (2 * n - 1), w = n * (b - n) * x;
        const double top = (a + (n - 1)) / s * ((a + b + (n - 1)) / s) * (w * x);
        const double bottom = n + w / s + (a + n) / (s + 2) * (c + n * (1 + y));
        behind = bottom + top * behind;
        if (behind == 0) behind = 1e-300;
        behind = 1 / behind;
        ahead = bottom + top / ahead;
        if (ahead == 0) ahead = 1e-300;
        const double step = ahead * behind;
        value *= step;
        if (fabs(step - 1) < 2e-16) break;
    }
    return density / value;
}
// For a, b >= 15; gap = (a + b) y - b >= 0.
CUPY_CALLED double betainc_uniform(double a, double b, double gap) {
    constexpr int kCount = 20;
    const double e0 = kTwoOverSqrtPi, e1 = 0.353553390593273762200;
    const bool less = a < b;
    const double h = less ? a / b : b / a, r0 = 1 / (1 + h), r1 = less ? (b - a) / b : (b - a) / a;
    const double w0 = 1 / sqrt((less ? a : b) * (1 + h));
    const double f = -a * log1pmx(-gap / a) - b * log1pmx(gap / b);
    const double t = exp(-f);
    if (t == 0) return 0;
    const double z0 = sqrt(f), z2 = f + f;
    double z = 0.5 * (z0 / e1), a0[kCount + 1], b0[kCount + 1], c[kCount + 1], d[kCount + 1];
    a0[0] = 2.0 / 3 * r1;
    c[0] = -0.5 * a0[0];
    d[0] = -c[0];
    double j0 = 0.5 / e0 * erfcx_called(z0), j1 = e1, sum = j0 + d[0] * w0 * j1;
    double s = 1, hn = 1, w = w0, before = z, zn = z2;
    const double h2 = h * h;
    CUPY_NO_UNROLL
    for (int n = 2; n <= kCount; n += 2) {
        hn *= h2;
        a0[n - 1] = 2 * r0 * (1 + h * hn) / (n + 2.0);
        s += hn;
        a0[n] = 2 * r1 * s / (n + 3.0);
        CUPY_NO_UNROLL
        for (int i = n; i <= n + 1; i++) {
            const double r = -0.5 * (i + 1);
            b0[0] = r * a0[0];
            CUPY_NO_UNROLL
            for (int m = 2; m <= i; m++) {
                double total = 0;
                CUPY_NO_UNROLL
                for (int j = 1; j < m; j++) total += (j * r - (m - j)) * a0[j - 1] * b0[m - j - 1];
                b0[m - 1] = r * a0[m - 1] + total / m;
            }
            c[i - 1] = b0[i - 1] / (i + 1.0);
            double total = 0;
            CUPY_NO_UNROLL
            for (int j = 1; j < i; j++) total += d[i - j - 1] * c[j - 1];
            d[i - 1] = -(total + c[i - 1]);
        }
        j0 = e1 * before + (n - 1) * j0;
        j1 = e1 * zn + n * j1;
        before *= z2;
        zn *= z2;
        w *= w0;
        const double first = d[n - 1] * w * j0;
        w *= w0;
        const double second = d[n] * w * j1;
        sum += first + second;
        if (fabs(first) + fabs(second) <= 1e-17 * sum) break;
    }
    return e0 * t * exp(stirling_tail(a + b) - stirling_tail(a) - stirling_tail(b)) * sum;
}

// I_x(a, b), or its complement.
CUPY_CALLED double betainc_of(double a, double b, double x, double y, bool upper) {
    if (least(a, b) < 1e-290) return (upper ? a : b) / (a + b);   // two points
    double gap = a > b ? (a + b) * y - b : a - (a + b) * x;
    const bool swapped = gap < 0;
    if (swapped) {
        const double other = a, arg = x;
        a = b;
        b = other;
        x = y;
        y = arg;
        gap = -gap;
    }
    const bool complement = swapped != upper;
    double value;
    if (least(a, b) > 100 && gap <= 0.03 * least(a, b)) value = betainc_uniform(a, b, gap);
    else if ((b * x <= 0.7 || b <= 1) && x <= 0.7) return betainc_series(a, b, x, complement);
    else if (most(a, b) <= 1 || (b <= 1 && a * y <= 1 && y <= 0.7)) return betainc_series(b, a, y, !complement);
    else value = betainc_fraction(a, b, x, y, gap);
    return complement ? 1 - value : value;
}
// The two ends, NaN, or -1.
CUPY_DEVICE double betainc_end(double a, double b, double x, bool upper) {
    const double zero = upper ? 1 : 0, one = 1 - zero;
    if (isnan(a) || isnan(b) || isnan(x) || a < 0 || b < 0 || x < 0 || x > 1) return nan();
    if ((a == 0 && b == 0) || (isinf(a) && isinf(b))) return nan();
    if (a == 0 || isinf(b)) return x > 0 ? one : zero;
    if (b == 0 || isinf(a)) return x < 1 ? zero : one;
    return x == 0 ? zero : x == 1 ? one : -1;
}
CUPY_CALLED double betainc(double a, double b, double x) {
    const double end = betainc_end(a, b, x, false);
    return end != -1 ? end : betainc_of(a, b, x, 1 - x, false);
}
CUPY_CALLED double betaincc(double a, double b, double x) {
    const double end = betainc_end(a, b, x, true);
    return end != -1 ? end : betainc_of(a, b, x, 1 - x, true);
}

// x <= 1/2 with I_x(a, b) = p and the complement q: Newton's steps on logarithms.
CUPY_CALLED double betainc_inverse_below(double a, double b, double p, double q) {
    const double first = (log(p) + (a < 1e-17 ? 0 : log(a) + betaln_positive(a, b))) / a;   // a B(a, b) is near 1
    if (first < -740) return exp(first);
    double u;
    if (a >= 1 && b >= 1) {
        const double z = p < q ? ndtri_of(p) : -ndtri_of(q), mean = a / (a + b);
        const double x = mean + z * sqrt(mean * (1 - mean) / (a + b + 1));
        u = x > 0.2 * mean ? log(least(x, 0.5)) : least(first, log(0.5 * mean));
    } else {
        u = first;
    }
    double low = -750, high = -kLog2 + 1e-9;
    u = least(u, -0.7);
    CUPY_NO_UNROLL
    for (int k = 0; k < 80; k++) {
        const double x = exp(u), y = -expm1(u), density = beta_density(a, b, x, y) / y;   // d I / d log x
        double step, bend = a - (b - 1) * x / y;                               // of the density's logarithm
        if (p < q) {
            const double value = betainc_of(a, b, x, y, false);
            if (value < p) low = u;
            else high = u;
            step = (log(value) - log(p)) * value / density;
            bend -= density / value;
        } else {
            const double value = betainc_of(a, b, x, y, true);
            if (value > q) low = u;
            else high = u;
            step = -(log(value) - log(q)) * value / density;
            bend += density / value;
        }
        step = halley_step(step, bend);
        double next = u - step;
        if (isnan(step) || isinf(step)) next = u + (high == u ? -0.7 : 0.35);
        if (!(next > low && next < high))
            next = next <= low ? most(0.5 * (low + u), u - 2) : least(0.5 * (high + u), u + 2);
        const double moved = fabs(next - u);
        u = next;
        if (moved * (1 + sqrt(a + b)) < 1e-4 || high - low < 1e-16) break;   // cubic, and one more step below
    }
    const double x = exp(u), y = 1 - x, density = beta_density(a, b, x, y) / (x * y);
    const double value = betainc_of(a, b, x, y, p >= q), step = (p < q ? value - p : q - value) / density;
    return fabs(step) < 0.01 * x ? x - step : x;
}
// x and 1 - x, each as exact as it is small.
CUPY_CALLED void betainc_inverse(double a, double b, double p, double q, double &x, double &y) {
    if ((betainc_of(a, b, 0.5, 0.5, p >= q) > least(p, q)) == (p < q)) {
        x = betainc_inverse_below(a, b, p, q);
        y = 1 - x;
    } else {
        y = betainc_inverse_below(b, a, q, p);
        x = 1 - y;
    }
}
CUPY_DEVICE bool is_shape(double a) { return a > 0 && !isinf(a); }
CUPY_CALLED double betaincinv(double a, double b, double p) {
    if (!(a > 0) || !(b > 0) || !is_probability(p)) return nan();
    if (p == 0 || p == 1) return p + 0.0;
    if (isinf(a) || isinf(b)) return a == 1 ? 0 : b == 1 ? 1 : nan();
    double x, y;
    betainc_inverse(a, b, p, 1 - p, x, y);
    return x;
}
CUPY_CALLED double betainccinv(double a, double b, double q) {
    if (!(a > 0) || !(b > 0) || !is_probability(q)) return nan();
    if (q == 0 || q == 1) return 1 - q;
    if (isinf(a) || isinf(b)) return a == 1 ? 0 : b == 1 ? 1 : nan();
    double x, y;
    betainc_inverse(a, b, 1 - q, q, x, y);
    return x;
}

// The shape a or b (first or not) with I_x(a, b) = p.
CUPY_CALLED double betainc_shape(double other, double p, double q, double x, double y, bool first) {
    return root_positive([=](double a) {
        const double shape = first ? a : other, rest = first ? other : a;
        const double value = p <= q ? betainc_of(shape, rest, x, y, false) : betainc_of(shape, rest, x, y, true);
        const double gap = p <= q ? log(value) - log(p) : log(q) - log(value);
        return isnan(gap) ? 0.0 : first ? gap : -gap;
    }, 1, 1e-100, 1e100);
}
CUPY_CALLED double btdtria(double p, double b, double x) {
    if (!is_probability(p) || !(b > 0) || !(x > 0 && x <= 1)) return nan();
    if (p == 0 || p == 1) return p == 0 ? infinity() : limits<double>::min();
    if (x == 1 || isinf(b)) return nan();
    return betainc_shape(b, p, 1 - p, x, 1 - x, true);
}
CUPY_CALLED double btdtrib(double a, double p, double x) {
    if (!is_probability(p) || !(a > 0) || !(x > 0 && x <= 1)) return nan();
    if (p == 0 || p == 1) return p == 1 ? infinity() : limits<double>::min();
    if (x == 1 || isinf(a)) return nan();
    return betainc_shape(a, p, 1 - p, x, 1 - x, false);
}

}  // namespace special
}  // namespace cupy
