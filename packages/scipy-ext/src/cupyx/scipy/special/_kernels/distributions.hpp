// Distribution functions that are incomplete beta functions: binomial, negative binomial, F, Student's t.
#pragma once

#include "betainc.hpp"
#include "roots.hpp"

namespace cupy {
namespace special {

CUPY_CALLED double bdtr(double k, double n, double p, double enough) {
    k = floor(k);
    n = trunc(n);
    if (!is_probability(p) || isnan(k) || !isfinite(n) || k < 0 || n < k) return nan();
    if (k == n) return 1;
    if (k == 0) return pow(1 - p, n);
    return p == 0 ? 1 : p == 1 ? 0 : betainc_of(k + 1, n - k, p, 1 - p, true, enough);
}
CUPY_CALLED double bdtrc(double k, double n, double p, double enough) {
    k = floor(k);
    n = trunc(n);
    if (!is_probability(p) || isnan(k) || !isfinite(n)) return nan();
    if (n < k) return nan();
    if (k < 0) return 1;
    if (k == n) return 0;
    if (k == 0) return p < 0.01 ? -expm1(n * log1p(-p)) : 1 - pow(1 - p, n);
    return p == 0 || p == 1 ? p : betainc_of(k + 1, n - k, p, 1 - p, false, enough);
}
CUPY_CALLED double bdtri(double k, double n, double y, double enough) {
    k = floor(k);
    n = trunc(n);
    if (!is_probability(y) || isnan(k) || !isfinite(n) || k < 0 || n <= k) return nan();
    if (k == 0) return y > 0.8 ? -expm1(log1p(y - 1) / n) : 1 - pow(y, 1 / n);
    return betaincinv_of(k + 1, n - k, 1 - y, y, enough);
}
// Whole numbers: k of any number, n truncated.
CUPY_CALLED double nbdtr(double k, double n, double p, double enough) {
    k = trunc(k);
    n = trunc(n);
    return !is_probability(p) || !(k >= 0) || !(n > 0) ? nan() : betainc(n, k + 1, p, enough);
}
CUPY_CALLED double nbdtrc(double k, double n, double p, double enough) {
    k = trunc(k);
    n = trunc(n);
    return !is_probability(p) || !(k >= 0) || !(n > 0) ? nan() : betaincc(n, k + 1, p, enough);
}
CUPY_CALLED double nbdtri(double k, double n, double y, double enough) {
    k = trunc(k);
    n = trunc(n);
    if (!is_probability(y) || !(k >= 0) || isnan(n)) return nan();
    return y == 0 || y == 1 ? y + 0.0 : betaincinv_of(n, k + 1, y, 1 - y, enough);
}

CUPY_CALLED double fdtr_of(double a, double b, double x, bool upper, double enough) {
    if (!(a > 0) || !(b > 0) || !(x >= 0)) return nan();
    if (x == 0 || isinf(x)) return (x == 0) == upper ? 1 : 0;
    const double ax = a * x;
    if (isinf(ax)) return upper ? 0 : 1;
    return betainc_of(0.5 * a, 0.5 * b, ax / (b + ax), b / (b + ax), upper, enough);
}
CUPY_CALLED double fdtri(double a, double b, double p, double enough) {
    if (!is_shape(a) || !is_shape(b) || !is_probability(p)) return nan();
    if (p == 0 || p == 1) return p == 0 ? 0 : infinity();
    const double odds = beta_odds(0.5 * a, 0.5 * b, p, 1 - p, enough);
    return odds == 0 || isinf(odds) ? odds : b / a * odds;
}

CUPY_CALLED double stdtr(double df, double t, double enough) {
    if (!(df > 0) || isnan(t)) return nan();
    if (is_normal(df)) return ndtr_of(t);
    if (isinf(t)) return t > 0 ? 1 : 0;
    const double square = t * t, whole = df + square;
    if (isinf(whole)) return t > 0 ? 1 : exp(df * (0.5 * log(df) - log(-t))) / (df * beta(0.5 * df, 0.5));
    if (t == 0) return 0.5;
    const double half = 0.5 * betainc_of(0.5 * df, 0.5, df / whole, square / whole, false, enough);
    return t > 0 ? 1 - half : half;
}
// t with a chance p of larger sizes, from afar: G. W. Hill, Algorithm 396, Commun. ACM 13 (1970).
CUPY_CALLED double stdtrit_start(double df, double p) {
    const double a = 1 / (df - 0.5), b = 48 / (a * a);
    double c = ((20700 * a / b - 98) * a - 16) * a + 96.36;
    const double d = ((94.5 / (b + c) - 3) / b + 1) * sqrt(a * kHalfPi) * df, y = pow(d * p, 2 / df);
    if (y <= 0.05 + a && (df >= 2.1 || p <= 0.5)) {
        const double part = 1 / (((df + 6) / (df * y) - 0.089 * d - 0.822) * (df + 2) * 3) + 0.5 / (df + 4);
        return sqrt(df * ((part * y - 1) * (df + 1) / (df + 2) + 1 / y));
    }
    const double x = ndtri_of(0.5 * p), square = x * x;
    if (df < 5) c += 0.3 * (df - 4.5) * (x + 0.6);
    c = (((0.05 * d * x - 5) * x - 7) * x - 2) * x + b + c;
    const double z = (((((0.4 * square + 6.3) * square + 36) * square + 94.5) / c - square - 3) / b + 1) * x;
    return sqrt(df * expm1(a * z * z));
}
CUPY_CALLED double stdtrit(double df, double p, double enough) {
    if (!(df > 0) || !is_probability(p)) return nan();
    if (p == 0 || p == 1) return p == 0 ? -infinity() : infinity();
    if (p == 0.5) return 0;
    if (is_normal(df)) return ndtri_of(p);
    const double tail = p < 0.5 ? p : 1 - p, more = 2 * tail, less = fabs(1 - 2 * p);
    if (df >= 1 && tail > 1e-100) {
        double t = stdtrit_start(df, more);
        BetaShapes shapes(0.5 * df, 0.5, enough);
        const auto tails = [&](double at) {
            const double square = at * at, whole = df + square, inner = df / whole, outer = square / whole;
            const double density = beta_density(shapes, inner, outer), gap = beta_gap(shapes.a, shapes.b, inner, outer);
            const double found = betainc_from(shapes, inner, outer, gap, density, more > less);
            return more > less ? Tails{1 - found, found, 2 * density} : Tails{found, 1 - found, 2 * density};
        };
        for (int k = 0; k < 2; k++) {       // Halley's for the logarithm of a tail by that of t: cubic
            const Tails at = tails(t);
            const double found = more > less ? at.below : at.above, gap = (more > less ? less : more) - found;
            const double rate = (more > less ? 1 : -1) * at.slope / found, inner = df / (df + t * t);
            const double step = halley_step(log1p(gap / found) / rate, rate + df * (1 - inner) - inner);
            t *= exp(step);
            if (fabs(step) < last_cubic_step(enough)) return copysign(t, p - 0.5);
        }
        return copysign(from_tails(tails, more, less, t, infinity(), enough), p - 0.5);
    }
    const double odds = beta_odds(0.5 * df, 0.5, more, less, enough);
    if (odds > 1e-290) return copysign(sqrt(df / odds), p - 0.5);
    const double a = 0.5 * df, power = (log(2 * tail) + log(a) + betaln_positive(a, 0.5)) / a;
    return copysign(sqrt(df) * exp(-0.5 * power), p - 0.5);
}

CUPY_CALLED double bdtrik(double p, double n, double s, double enough) {
    if (!is_probability(p) || !(n > 0) || !is_probability(s) || isinf(n)) return nan();
    if (p == 1) return n;
    if (p <= pow(1 - s, n)) return 0;
    const double start = n * s + ndtri_of(p) * sqrt(n * s * (1 - s)) - 0.5;
    return root_rising([=](double k) { return beta_tail_gap(n - k, k + 1, 1 - s, s, p, 1 - p, 1e-3 * enough); },
                       most(start, 0.1 * n * s), 1.1, 1e-300, n * (1 - 1e-15), enough);
}
CUPY_CALLED double bdtrin(double k, double p, double s, double enough) {
    if (!(p > 0 && p < 1) || !(k >= 0) || !(s > 0 && s < 1) || isinf(k)) return nan();
    return k + betainc_shape(k + 1, 1 - p, p, s, 1 - s, enough);
}
CUPY_CALLED double nbdtrik(double p, double n, double s, double enough) {
    if (!(p >= 0 && p < 1) || !(n > 0) || !(s > 0 && s <= 1)) return nan();
    return p <= pow(s, n) ? 0 : most(0.0, betainc_shape(n, p, 1 - p, s, 1 - s, most(kEnough, 1e-3 * enough)) - 1);
}
CUPY_CALLED double nbdtrin(double k, double p, double s, double enough) {
    if (!(p > 0 && p < 1) || !(k >= 0) || !(s > 0 && s < 1)) return nan();
    return betainc_shape(k + 1, 1 - p, p, 1 - s, s, enough);
}
CUPY_CALLED double fdtridfd(double dfn, double p, double x, double enough) {
    if (!(p > 0 && p < 1) || !(dfn > 0) || !(x > 0)) return nan();
    return root_positive([=](double b) {
        const double found = log(fdtr_of(dfn, b, x, p > 0.5, enough)), gap = p > 0.5 ? log(1 - p) - found : found - log(p);
        return isnan(gap) ? 0.0 : gap;
    }, 5, 1e-100, 1e10, enough);
}
CUPY_CALLED double stdtridf(double p, double t, double enough) {
    if (!(p > 0 && p < 1) || isnan(t)) return nan();
    if (t == 0) return 5;
    // Of larger sizes than t's: as many as p leaves, by symmetry.
    const double size = fabs(t), rest = t > 0 ? 1 - p : p, z = -ndtri_of(least(rest, 0.5)), gap = size - z;
    const double start = gap > 0 ? z * (z * z + 1) / (4 * gap) : infinity();    // Cornish and Fisher's first term
    return root_rising([=](double df) { return log(rest) - log(stdtr(df, -size, enough)); }, most(start, 0.1), 1.1, 1e-100,
                       1e10, enough);
}

CUPY_CALLED double nrdtrimn(double p, double std, double x) {
    if (!(p > 0 && p < 1) || !(std > 0)) return nan();
    return x - std * ndtri_of(p);
}
CUPY_CALLED double nrdtrisd(double mean, double p, double x) {
    if (!(p > 0 && p < 1)) return nan();
    return (x - mean) / ndtri_of(p);
}

// Tukey's lambda: x as a function of p is (p^l - (1 - p)^l) / l.
CUPY_CALLED double tklmbda(double x, double l) {
    if (isnan(x) || isnan(l)) return nan();
    if (l > 0) {
        const double edge = 1 / l;
        if (x <= -edge) return 0;
        if (x >= edge) return 1;
    }
    if (x == 0 || isinf(x)) return x == 0 ? 0.5 : x > 0 ? 1 : 0;
    if (fabs(l) < 1e-5) {
        const double e = exp(-fabs(x));
        if (l == 0) return (x >= 0 ? 1 : e) / (1 + e);
    }
    // Newton's steps for u, the logarithm of the smaller of p and q, where x is minus its size.
    const double wanted = -fabs(x);
    double low = -745, high = -kLog2, u = least(high, l * wanted > -1 ? log1p(l * wanted) / l : -1.0);
    CUPY_NO_UNROLL
    for (int k = 0; k < 200; k++) {
        const double p = exp(u), other = log1p(-p), a = expm1(l * u), b = expm1(l * other);
        const double slope = 1 + a + (1 + b) * p / (1 - p), size = u == other ? 0 : copysign(infinity(), u - other);
        const double gap = (isinf(a) && isinf(b) ? size : (a - b) / l) - wanted;
        (gap > 0 ? high : low) = u;
        const double step = gap / slope, next = u - step;
        const bool inside = next > low && next < high, done = fabs(step) < 1e-9 || high - low < 2 * kEps * fabs(u);
        u = inside || done ? next : 0.5 * (low + high);
        if (done) break;
    }
    const double tail = exp(u);
    return x > 0 ? 1 - tail : tail;
}

}  // namespace special
}  // namespace cupy
