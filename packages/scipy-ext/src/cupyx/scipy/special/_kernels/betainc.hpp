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
// What densities of one pair of shapes share, found with the first of them, and where sums of theirs end.
struct BetaShapes {
    double a, b, last, scale = -1, log_beta = 0;    // log_beta: of pairs whose scale is 0
    double lead[2] = {-1, -1};                      // x^a / B(a, b) and y^b / B(a, b) of the last density, or -1

    CUPY_DEVICE BetaShapes(double a_, double b_, double enough) : a(a_), b(b_), last(most(1e-17, 0.02 * enough)) {}
    CUPY_CALLED void find() {
        if (scale >= 0) return;
        if (a >= 8 && b >= 8) {
            const double tails = stirling_tail(a) + stirling_tail(b) - stirling_tail(a + b);
            scale = sqrt(a < b ? a / (1 + a / b) : b / (1 + b / a)) / sqrt(kTwoPi) * exp(-tails);
        } else if (a < 100 && b < 100) {
            scale = 1 / beta(a, b);
        } else {
            scale = 0;
            log_beta = betaln_positive(a, b);
        }
    }
};
CUPY_DEVICE double power_of(double x, double a) { return a == 0.5 ? sqrt(x) : pow(x, a); }
// x^a y^b / B(a, b) with y = 1 - x; the larger of both is rounded.
CUPY_CALLED double beta_density(BetaShapes &of, double x, double y) {
    if (x == 0 || y == 0) return 0;
    of.find();
    const double a = of.a, b = of.b;
    of.lead[0] = of.lead[1] = -1;
    const Twofold one_less = exact_sum(1.0, -least(x, y));
    double rest = one_less.high - most(x, y) + one_less.low;
    if (fabs(rest) > 1e-16) rest = 0;
    const double rest_x = x > y ? rest : 0, rest_y = x > y ? 0 : rest;
    if (a >= 8 && b >= 8) {
        const double gap = a > b ? (a + b) * y - b : a - (a + b) * x;   // positive below the peak
        const double power = a * log1pmx(-gap / a) + b * log1pmx(gap / b);
        if (power > -5 || power < -600 || a + b > 400) return of.scale * exp(power);
        const Twofold s = exact_sum(a, b);
        const double left = scaled_power(x, rest_x, a, s), right = scaled_power(y, rest_y, b, s);
        const bool finite = left > 1e-290 && right > 1e-290 && left < 1e290 && right < 1e290;
        return of.scale * (finite ? left * right : exp(power));
    }
    if (a < 100 && b < 100) {
        const double more = 1 + (x > y ? a : b) * rest / most(x, y);
        const double left = power_of(x, a) * (x > y ? more : 1), right = power_of(y, b) * (x > y ? 1 : more);
        if (left > 1e-130 && right > 1e-130) {
            of.lead[0] = left * of.scale;
            of.lead[1] = right * of.scale;
            return left * of.lead[1];
        }
    }
    const double log_y = x < 0.3 ? log1p(-x) : log(y), log_x = y < 0.3 ? log1p(-y) : log(x);
    const double power = a * log_x + b * log_y;
    return of.scale > 0 ? exp(power + log(of.scale)) : exp(power - of.log_beta);
}
CUPY_DEVICE double beta_density(double a, double b, double x, double y) {
    BetaShapes shapes(a, b, kEnough);
    return beta_density(shapes, x, y);
}

// x^a / B(a, b).
CUPY_CALLED double beta_lead(BetaShapes &of, double a, double b, double x) {
    of.find();
    if (a >= 8 && b >= 8) {             // the scale is that of the peak
        const Twofold s = exact_sum(a, b);
        const double left = scaled_power(x, 0, a, s), right = scaled_power(1, 0, b, s);
        const bool exact = left > 1e-307 && right < 1e300 && s.high < 1e6;      // bases are rounded by little
        return of.scale * (exact ? left * right : exp(a * log(x * (s.high / a)) + b * log1p(a / b)));
    }
    const double power = pow(x, a), lead = of.scale * power;
    return power > 1e-307 && lead > 1e-307 ? lead : exp(a * log(x) + (of.scale > 0 ? log(of.scale) : -of.log_beta));
}
// For b x <= 1; `lead` is x^a / B(a, b), or a negative number.
CUPY_CALLED double betainc_series(BetaShapes &of, double a, double b, double x, double lead, bool upper) {
    // Beside 1 / a, which one minus the series loses.
    const double beside = upper && a <= 1 ? 1 : 1 / a;
    double sum = 0, c = 1;
    for (int n = 1; n < 5000; n++) {
        c *= (0.5 - b / n + 0.5) * x;
        const double part = c / (a + n);
        sum += part;
        if (fabs(part) < of.last * (fabs(sum) + beside)) break;
    }
    if (upper && a <= 1) {   // one minus the series without cancellation
        double more = 0, far = b;   // Gamma(b) / Gamma(a + b) is 1 + more times that of far
        for (; far < 8; far++) more += a / far * (1 + more);
        const double ratio = log_gamma_ratio(a, far) + log1p(more);
        const double power = a * log(x) - ratio - lgamma1p(a);
        return -expm1(power) - exp(power) * a * sum;
    }
    const double size = (a * sum + 1) / a * (lead > 0 ? lead : beta_lead(of, a, b, x));
    return upper ? 1 - size : size;
}
// For gap = a - (a + b) x >= 0: two steps of the fraction at a time, whose terms do not cancel, by Lentz's method.
CUPY_CALLED double betainc_fraction(double a, double b, double x, double y, double gap, double density, double last) {
    if (density == 0) return 0;
    const double c = 1 + gap;
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
        if (fabs(step - 1) < 20 * last) break;
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

CUPY_DEVICE bool is_uniform(double a, double b, double gap) {
    return least(a, b) > 100 && fabs(gap) <= 0.03 * least(a, b);
}
// I_x(a, b), or its complement, for gap = a - (a + b) x; the density, where it is known, or a negative number.
CUPY_CALLED double betainc_from(BetaShapes &of, double x, double y, double gap, double density, bool upper) {
    double a = of.a, b = of.b;
    const bool swapped = gap < 0, complement = swapped != upper;
    if (swapped) {
        const double other = a, arg = x;
        a = b;
        b = other;
        x = y;
        y = arg;
        gap = -gap;
    }
    const bool known = density >= 0;
    double value;
    if (is_uniform(a, b, gap)) value = betainc_uniform(a, b, gap);
    else if ((b * x <= 0.7 || b <= 1) && x <= 0.7)
        return betainc_series(of, a, b, x, known ? of.lead[swapped] : -1, complement);
    else if (most(a, b) <= 1 || (b <= 1 && a * y <= 1 && y <= 0.7))
        return betainc_series(of, b, a, y, known ? of.lead[!swapped] : -1, !complement);
    else {
        if (!known) density = swapped ? beta_density(of, y, x) : beta_density(of, x, y);
        value = betainc_fraction(a, b, x, y, gap, density, of.last);
    }
    return complement ? 1 - value : value;
}
CUPY_DEVICE double beta_gap(double a, double b, double x, double y) {
    return a > b ? (a + b) * y - b : a - (a + b) * x;
}
CUPY_CALLED double betainc_of(double a, double b, double x, double y, bool upper, double enough) {
    if (least(a, b) < 1e-290) return (upper ? a : b) / (a + b);   // two points
    BetaShapes shapes(a, b, enough);
    return betainc_from(shapes, x, y, beta_gap(a, b, x, y), -1, upper);
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
CUPY_CALLED double betainc(double a, double b, double x, double enough) {
    const double end = betainc_end(a, b, x, false);
    return end != -1 ? end : betainc_of(a, b, x, 1 - x, false, enough);
}
CUPY_CALLED double betaincc(double a, double b, double x, double enough) {
    const double end = betainc_end(a, b, x, true);
    return end != -1 ? end : betainc_of(a, b, x, 1 - x, true, enough);
}

// A guess of log(x / y) where I_x(a, b) = p and the complement is q.
CUPY_CALLED double beta_logit(double a, double b, double p, double q) {
    if (a >= 1 && b >= 1) {         // A. H. Carter, Biometrika 34 (1947); DLMF's handbook, 26.5.22
        const double z = p < q ? ndtri_of(p) : -ndtri_of(q), l = (z * z - 3) / 6;
        const double s = 1 / (2 * a - 1), t = 1 / (2 * b - 1), h = 2 / (s + t);
        return log(a / b) + 2 * (z * sqrt(h + l) / h - (t - s) * (l + 5.0 / 6 - 2 / (3 * h)));
    }
    // Of the two powers near the ends, each with its share of the whole.
    const double left = exp(-a * log1p(b / a)) / a, right = exp(-b * log1p(a / b)) / b, whole = left + right;
    if (p * whole < left) {
        const double log_x = log(a * whole * p) / a;
        return log_x - log1p(-exp(least(log_x, -1e-3)));
    }
    const double log_y = log(b * whole * q) / b;
    return log1p(-exp(least(log_y, -1e-3))) - log_y;
}
// x / y where I_x(a, b) = p, y = 1 - x and the complement is q: Halley's steps for the logarithm of the smaller tail,
// which is concave as a function of that of x / y.
CUPY_CALLED double beta_odds(double a, double b, double p, double q, double enough) {
    if (least(a, b) < 1e-290) return p <= b / (a + b) ? 0 : infinity();     // two points
    BetaShapes shapes(a, b, enough);
    const bool upper = p >= q;
    double low = 0, high = infinity(), odds = exp(most(-700.0, least(700.0, beta_logit(a, b, p, q))));
    const double last = last_cubic_step(enough) / (1 + sqrt(a + b));
    CUPY_NO_UNROLL
    for (int k = 0; k < 100; k++) {
        const double y = 1 / (1 + odds), x = odds * y, density = beta_density(shapes, x, y);
        const double gap = beta_gap(a, b, x, y), value = betainc_from(shapes, x, y, gap, density, upper);
        ((upper ? value > q : value < p) ? low : high) = odds;
        const double wanted = upper ? q : p, off = value / wanted - 1, rate = (upper ? -density : density) / value;
        const double distance = fabs(off) < 0.5 ? log1p(off) : log(value) - log(wanted);
        const double step = halley_step(distance / rate, gap - rate);
        double next = fabs(step) < 0.5 ? odds + odds * expm1(-step) : odds * exp(most(-100.0, least(100.0, -step)));
        const bool done = fabs(step) < last, inside = next > low && next < high;
        if (!inside && !done) next = isinf(high) ? odds * 16 : low == 0 ? odds / 16 : sqrt(low) * sqrt(high);
        odds = next;
        if (done || next == 0 || isinf(next)) break;
    }
    return odds;
}
CUPY_DEVICE bool is_shape(double a) { return a > 0 && !isinf(a); }
// Where Student's distribution of so many degrees of freedom is the normal one.
CUPY_DEVICE bool is_normal(double df) { return df > 1e20; }
CUPY_CALLED double betaincinv_of(double a, double b, double p, double q, double enough) {
    if (!(a > 0) || !(b > 0) || !is_probability(p)) return nan();
    if (p == 0 || q == 0) return p == 0 ? 0 : 1;
    if (isinf(a) || isinf(b)) return a == 1 ? 0 : b == 1 ? 1 : nan();
    const double odds = beta_odds(a, b, p, q, enough);
    return isinf(odds) ? 1 : odds / (1 + odds);
}
CUPY_DEVICE double betaincinv(double a, double b, double p, double enough) {
    return betaincinv_of(a, b, p, 1 - p, enough);
}
CUPY_DEVICE double betainccinv(double a, double b, double q, double enough) {
    return betaincinv_of(a, b, 1 - q, q, enough);
}

// The logarithm of the smaller tail of I_x(a, b) = p less that of p: rises with p.
CUPY_CALLED double beta_tail_gap(double a, double b, double x, double y, double p, double q, double enough) {
    const double found = log(betainc_of(a, b, x, y, p > q, enough)), gap = p <= q ? found - log(p) : log(q) - found;
    return isnan(gap) ? 0.0 : gap;
}
// A guess of the shape b with I_x(a, b) = p, by the normal approximation of A. H. Carter's logit, or of a by symmetry.
CUPY_CALLED double beta_shape_guess(double a, double p, double q, double x, double y) {
    // b x - a y is near z sqrt(a b / (a + b)), and a / b near x / y.
    const double z = p < q ? ndtri_of(p) : -ndtri_of(q);
    double b = a * y / x;
    for (int k = 0; k < 2; k++) b = most(0.1 * a * y / x, (a * y + z * sqrt(a * b / (a + b))) / x);
    return b;
}
// The shape b with I_x(a, b) = p; that of a with 1 - p at 1 - x.
CUPY_CALLED double betainc_shape(double a, double p, double q, double x, double y, double enough) {
    return root_rising([=](double b) { return beta_tail_gap(a, b, x, y, p, q, enough); }, beta_shape_guess(a, p, q, x, y), 1.1,
                       1e-100, 1e100, enough);
}
CUPY_CALLED double btdtri_shape(double shape, double p, double q, double x, double y, double enough) {
    if (!is_probability(p) || !is_probability(q) || !(shape > 0) || !(x >= 0 && y >= 0)) return nan();
    if (p == 0 || q == 0) return q == 0 ? infinity() : limits<double>::min();
    if (x == 0 || y == 0 || isinf(shape)) return nan();
    return betainc_shape(shape, p, q, x, y, enough);
}
CUPY_DEVICE double btdtria(double p, double b, double x, double enough) {
    return x == 0 ? nan() : btdtri_shape(b, 1 - p, p, 1 - x, x, enough);
}
CUPY_DEVICE double btdtrib(double a, double p, double x, double enough) {
    return x == 0 ? nan() : btdtri_shape(a, p, 1 - p, x, 1 - x, enough);
}

}  // namespace special
}  // namespace cupy
