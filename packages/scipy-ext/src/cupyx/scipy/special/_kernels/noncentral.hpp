// Noncentral distributions: chi-squared, F and Student's t.
//
// Mixtures of central ones with the weights of Poisson's distribution (N. L. Johnson, S. Kotz, N. Balakrishnan,
// "Continuous Univariate Distributions" 2, 1995, 29-31), summed downwards, where the recurrences of the incomplete
// functions add, or their complements upwards; the lower tail of Student's t by the trapezoidal rule.  Inverses are
// Newton's steps on logarithms of the smaller tail.
#pragma once

#include "betainc.hpp"
#include "gammainc.hpp"

namespace cupy {
namespace special {

constexpr double kMostNoncentral = 1e7, kLeastNoncentral = 1e-17;   // means of the weights

// Places of the mixture beyond which weights of mean `mean` are negligible.
CUPY_DEVICE double last_place(double mean) { return ceil(mean + 12 * sqrt(mean) + 40); }
// mean^k e^-mean / Gamma(k + 1) for real k >= 0 (C. Loader, "Fast and accurate computation of binomial probabilities", 2000).
CUPY_CALLED double poisson_weight(double mean, double k) {
    if (mean == 0) return k == 0;
    if (k < 8 && 2 * k == floor(2 * k)) {
        double power = k == floor(k) ? 1 : sqrt(mean);
        for (int n = (int)k; n > 0; n--) power *= mean;
        static constexpr double reciprocals[] = {           // 1 / Gamma(1 + n / 2)
            1.0, 1.1283791670955126, 1.0, 0.7522527780636751, 0.5, 0.30090111122547003, 0.16666666666666666,
            0.08597174606442, 0.041666666666666664, 0.01910483245876, 0.008333333333333333, 0.0034736059015927274,
            0.001388888888888889, 0.0005344009079373427, 0.0001984126984126984, 7.125345439164569e-05};
        return power * reciprocals[(int)(2 * k)] * exp(-mean);
    }
    if (k < 8) return pow(mean, k) * exp(-mean) * rgamma(k + 1);
    const double gap = (mean - k) / k;
    const double bell = fabs(gap) < 0.5 ? exp(k * log1pmx(gap))
                        : fabs(k - mean) < 500 ? pow(mean / k, k) * exp(k - mean) : exp(k * log(mean / k) + k - mean);
    return bell * exp(-stirling_tail(k)) / sqrt(kTwoPi * k);
}

// Sums of P_j, or of 1 - P_j, times the weight of j + shift, where P_j - P_(j+1) = step(j) and step(j + 1) = step(j)
// ratio(j), from a `mode` near the greatest term on; and that of (a + j) step(j), the derivative by the logarithm.
// inverse(j) is 1 / ratio(j).
struct Mixture {
    double value, slope;
};
// No ratio behind j is above most(ratio(j), limit); first(j) is P_j; terms end with those below `last` of the sum.
template <class First, class Step, class Ratio, class Inverse>
CUPY_DEVICE Mixture mixture_below(double mean, double shift, double a, double mode, double limit, First first, Step step,
                                  Ratio ratio, Inverse inverse, double last) {
    const double weight_there = poisson_weight(mean, mode + shift), step_there = step(mode);
    if (step_there < 1e-290) return {ratio(mode) > 1 ? 1.0 : 0.0, 0};   // all P_j of weight are 1 or 0
    const double end = last_place(mean), per_mean = 1 / mean, least_term = 0.1 * last * weight_there * step_there;
    double j = mode, weight = weight_there, drop = step_there;
    CUPY_NO_UNROLL
    for (; j < end; j++) {
        const double r = ratio(j), most_ratio = most(r, limit);
        if (weight < least_term || (most_ratio < 1 && weight * drop < least_term * (1 - most_ratio))) break;
        weight *= mean / (j + 1 + shift);
        drop *= r;
    }
    double p;
    if (ratio(j) < 0.5) {               // the sum of all further steps
        p = 0;
        CUPY_NO_UNROLL
        for (double k = j, more = drop; k < j + 60 && more > last * p; more *= ratio(k), k++) p += more;
    } else {
        p = first(j);
    }
    double sum = weight * p, slope = weight * drop * (a + j);
    CUPY_NO_UNROLL
    while (j > 0 && (j > mode || weight > last * sum)) {
        j--;
        if (j == mode) {
            weight = weight_there;
            drop = step_there;
        } else {
            weight *= (j + 1 + shift) * per_mean;
            drop *= inverse(j);
        }
        p += drop;
        sum += weight * p;
        slope += weight * drop * (a + j);
    }
    return {sum, slope};
}
// first(j) is 1 - P_j.
template <class First, class Step, class Ratio, class Inverse>
CUPY_DEVICE Mixture mixture_above(double mean, double a, double mode, First first, Step step, Ratio ratio,
                                  Inverse inverse, double last) {
    const double weight_there = poisson_weight(mean, mode), step_there = step(mode);
    if (step_there < 1e-290) return {ratio(mode) > 1 ? 0.0 : 1.0, 0};
    const double end = most(last_place(mean), last_place(mode)), per_mean = 1 / mean;
    const double least_term = 0.1 * last * weight_there * step_there;
    double j = mode, weight = weight_there, drop = step_there;
    CUPY_NO_UNROLL
    while (j > 0 && weight * drop > least_term) {
        j--;
        weight *= (j + 1) * per_mean;
        drop *= inverse(j);
    }
    double q = first(j), sum = 0, slope = 0;
    CUPY_NO_UNROLL
    for (; j < end; j++) {
        sum += weight * q;
        slope += weight * drop * (a + j);
        if (j > mode && weight < last * sum) break;
        q += drop;
        drop *= ratio(j);
        weight *= mean / (j + 1);
        if (j + 1 == mode) {
            weight = weight_there;
            drop = step_there;
        }
    }
    return {sum, slope};
}
// The smaller tail and 1 less it.
CUPY_DEVICE Tails tails_of(Mixture found, bool upper) {
    const double small = least(1.0, found.value), rest = 1 - small;
    return upper ? Tails{small, rest, found.slope} : Tails{rest, small, found.slope};
}

CUPY_CALLED Tails chndtr_tails(double x, double df, double nc, double enough) {   // all finite and positive
    const double mean = 0.5 * nc, a = 0.5 * df, y = 0.5 * x;
    if (mean < kLeastNoncentral) return {gammaincc(a, y), gammainc(a, y), gamma_density(a, y)};
    if (mean > kMostNoncentral) {   // 40 standard deviations off
        const double off = x - (df + nc), reach = 40 * sqrt(2 * (df + 2 * nc));
        const double below = off < -reach ? 0 : off > reach ? 1 : nan();
        return {1 - below, below, 0};
    }
    const double mode = floor(2 * mean * y / (a + sqrt(a * a + 4 * mean * y))), last = last_term(enough);
    const auto step = [=](double j) { return poisson_weight(y, a + j); };
    const auto ratio = [=](double j) { return y / (a + j + 1); };
    const auto inverse = [a, back = 1 / y](double j) { return (a + j + 1) * back; };
    const auto above = [=](double j) { return gammaincc(a + j, y); };
    if (y >= a + mean) return tails_of(mixture_above(mean, a, mode, above, step, ratio, inverse, last), true);
    const auto below = [=](double j) { return gammainc(a + j, y); };
    return tails_of(mixture_below(mean, 0, a, mode, 0, below, step, ratio, inverse, last), false);
}
// The lower tail alone of small means: steps between incomplete gamma functions times the sums of the weights up to them.
CUPY_CALLED double chndtr_near(double a, double y, double mean, double last) {
    double step = gamma_density(a, y) / a, weight = exp(-mean), whole = weight, sum = step * whole, term = sum;
    CUPY_NO_UNROLL
    for (double k = 1; k < 200 && term > last * sum; k++) {
        weight *= mean / k;
        step *= y / (a + k);
        whole += weight;
        term = step * whole;
        sum += term;
    }
    return sum;
}
CUPY_CALLED double chndtr(double x, double df, double nc, double enough) {
    if (df == 0 && nc == 0) return x >= 0 ? 1 : nan();   // all at zero
    if (isnan(x) || isnan(df) || isnan(nc) || df <= 0 || nc < 0) return nan();
    if (x <= 0) return x < 0 ? nan() : 0;
    if (isinf(nc) || isinf(df)) return isinf(x) ? nan() : 0;
    if (x <= 24 && nc <= 24 && df <= 24) return least(1.0, chndtr_near(0.5 * df, 0.5 * x, 0.5 * nc, last_term(enough)));
    return isinf(x) ? 1 : chndtr_tails(x, df, nc, enough).below;
}
CUPY_DEVICE bool is_chance(double p) { return p >= 0 && p < 1; }
CUPY_CALLED double chndtrix(double p, double df, double nc, double enough) {
    if (!is_probability(p) || !(df > 0) || !(nc >= 0) || isinf(df) || isinf(nc)) return nan();
    if (p == 0 || p == 1) return p == 0 ? 0 : infinity();
    // Of the central distribution with the same mean and variance (E. B. Wilson and M. M. Hilferty, 1931).
    const double mean = df + nc, c = 2.0 / 9 * (mean + nc) / (mean * mean), root = 1 - c + ndtri_of(p) * sqrt(c);
    const double start = root > 0.3 ? mean * root * root * root
                                    : 2 * exp((log(p) + 0.5 * nc + lgamma1p(0.5 * df)) / (0.5 * df));
    return from_tails([=](double x) { return chndtr_tails(x, df, nc, enough); }, 1 - p, p, most(1e-300, start),
                      infinity(), enough);
}
// p less that of x, from the smaller tails.
CUPY_CALLED double chndtr_gap(double x, double df, double nc, double p, double enough) {
    if (p <= 0.5 || x == 0 || isinf(x)) return p - chndtr(x, df, nc, enough);
    return chndtr_tails(x, df, nc, enough).above - (1 - p);
}
CUPY_CALLED double chndtridf(double x, double p, double nc, double enough) {
    if (!is_chance(p) || !(x >= 0) || !(nc >= 0)) return nan();
    // Mean and variance are df + nc and 2 df + 4 nc.
    const double start = x - nc - ndtri_of(p) * sqrt(2 * x + 2 * nc);
    return root_rising([=](double df) { return chndtr_gap(x, df, nc, p, enough); }, most(start, 0.1 * x + 0.1), 1.2,
                       1e-100, 1e15, enough);
}
// The mean of the weights at which the distribution function has fallen by `fall` from P(a, y), by Newton's steps on
// sum of w_i (step_0 + ... + step_(i-1)), i > 0; where few of them count.
CUPY_CALLED double chndtr_mean(double a, double y, double step, double fall) {
    double mean = fall / step;
    CUPY_NO_UNROLL
    for (int k = 0; k < 40; k++) {
        double weight = exp(-mean), drop = step, whole = 0, value = 0, slope = 0;
        CUPY_NO_UNROLL
        for (int i = 1; i < 100; i++) {
            slope += weight * drop;
            whole += drop;
            weight *= mean / i;
            drop *= y / (a + i);
            const double term = weight * whole;
            value += term;
            if (term < 1e-18 * value && i > mean) break;
        }
        const double next = most(0.1 * mean, mean - (value - fall) / slope), moved = fabs(next - mean);
        mean = next;
        if (moved < 1e-9 * mean) break;
    }
    return mean;
}
CUPY_CALLED double chndtrinc(double x, double df, double p, double enough) {
    if (!is_chance(p) || !(x >= 0) || !(df > 0)) return nan();
    const double gap = chndtr_gap(x, df, 0, p, enough), a = 0.5 * df, y = 0.5 * x, step = poisson_weight(y, a);
    // Beside 0, where an error of the function's is hundreds of the result's.
    if (fabs(gap) < 0.2 * step && a < 200 && y > 1e-3 && y < 200) {
        const double fall = (gammainc_twofold(a, y) - Twofold(p)).high;
        return fall > 0 ? 2 * chndtr_mean(a, y, step, fall) : 0;
    }
    if (gap >= 0) return 0;
    const double start = x - df - ndtri_of(p) * sqrt(2 * df + 4 * most(x - df, 0.1 * x));
    return root_rising([=](double nc) { return chndtr_gap(x, df, nc, p, enough); }, most(start, 0.1 * x + 0.1), 1.2,
                       1e-100, 2 * kMostNoncentral, enough);
}

// The mixture of I_x(a + j, b) with weights of j + shift of a mean, or of their complements; y = 1 - x.
CUPY_CALLED Mixture beta_mixture(double a, double b, double x, double y, double mean, double shift, bool upper,
                                 double enough) {
    if (mean < (shift > 0 ? 1e-300 : kLeastNoncentral)) {
        if (shift > 0) return {0, 0};
        return {betainc_of(a, b, x, y, upper, enough), beta_density(a, b, x, y) / y};
    }
    const double far = mean * x, gap = far - a, mode = floor(0.5 * (gap + sqrt(gap * gap + 4 * far * (a + b))));
    const double last = last_term(enough);
    const auto step = [=](double j) { return beta_density(a + j, b, x, y) / (a + j); };
    const auto ratio = [=](double j) { return x * (a + j + b) / (a + j + 1); };
    const auto inverse = [=](double j) { return (a + j + 1) / (x * (a + j + b)); };
    const auto first = [=](double j) { return betainc_of(a + j, b, x, y, upper, enough); };
    const double start = least(mode, floor(mean));
    const Mixture found = upper ? mixture_above(mean, a, mode, first, step, ratio, inverse, last)
                                : mixture_below(mean, shift, a, start, x, first, step, ratio, inverse, last);
    return {found.value, found.slope / y};
}
CUPY_CALLED Tails ncfdtr_tails(double dfn, double dfd, double nc, double f, double enough) {
    const double top = dfn * f, whole = top + dfd, a = 0.5 * dfn, b = 0.5 * dfd, x = top / whole, y = dfd / whole;
    const bool upper = x * b >= y * (a + 0.5 * nc);
    Mixture found = beta_mixture(a, b, x, y, 0.5 * nc, 0, upper, enough);
    found.slope *= y;   // by the logarithm of f
    return tails_of(found, upper);
}
CUPY_CALLED double ncfdtr(double dfn, double dfd, double nc, double f, double enough) {
    if (isnan(f) || !(dfn > 0) || !(dfd > 0) || !(nc >= 0) || f < 0) return nan();
    if (isinf(dfn) || isinf(dfd) || nc > 2 * kMostNoncentral) return nan();
    return f == 0 || isinf(f) ? (f == 0 ? 0 : 1) : ncfdtr_tails(dfn, dfd, nc, f, enough).below;
}
CUPY_CALLED double ncfdtri(double dfn, double dfd, double nc, double p, double enough) {
    if (!is_probability(p) || !(dfn > 0) || !(dfd > 0) || !(nc >= 0)) return nan();
    if (isinf(dfn) || isinf(dfd) || nc > 2 * kMostNoncentral) return nan();
    if (p == 0 || p == 1) return p == 0 ? 0 : infinity();
    // Cube roots of both chi-squared variables are nearly normal (E. Paulson, Ann. Math. Statist. 13, 1942).
    const double mean = dfn + nc, z = ndtri_of(p), c = 2.0 / 9 * (mean + nc) / (mean * mean), d = 2.0 / 9 / dfd;
    const double below = (1 - d) * (1 - d) - z * z * d, inner = c * below + d * (1 - c) * (1 - c);
    const double root = ((1 - c) * (1 - d) + z * sqrt(most(0.0, inner))) / below;
    const double start = below > 0 && root > 0.3 ? mean / dfn * root * root * root : mean / dfn;
    return from_tails([=](double f) { return ncfdtr_tails(dfn, dfd, nc, f, enough); }, 1 - p, p, start, infinity(),
                      enough);
}
CUPY_CALLED double ncfdtridfd(double dfn, double p, double nc, double f, double enough) {
    if (!is_chance(p) || !(dfn > 0) || !(f >= 0) || !(nc >= 0)) return nan();
    return root_positive([=](double dfd) { return ncfdtr(dfn, dfd, nc, f, enough) - p; }, 5, 1e-100, 1e15, enough);
}
CUPY_CALLED double ncfdtridfn(double p, double dfd, double nc, double f, double enough) {
    if (!is_chance(p) || !(dfd > 0) || !(f >= 0) || !(nc >= 0)) return nan();
    return root_positive([=](double dfn) { return ncfdtr(dfn, dfd, nc, f, enough) - p; }, 5, 1e-100, 1e15, enough);
}
CUPY_CALLED double ncfdtrinc(double dfn, double dfd, double p, double f, double enough) {
    if (!is_chance(p) || !(dfn > 0) || !(dfd > 0) || !(f >= 0)) return nan();
    if (ncfdtr(dfn, dfd, 0, f, enough) <= p) return 0;
    return root_rising([=](double nc) { return p - ncfdtr(dfn, dfd, nc, f, enough); }, dfn * f + 1, 1.5, 1e-100,
                       2 * kMostNoncentral, enough);
}

// Half the sum over j of p_j I(j + 1/2) + q_j I(j + 1), at x = t^2 / (df + t^2) (AS 243, R. V. Lenth, Appl. Statist. 38,
// 1989), and its derivative by the logarithm of t.
CUPY_CALLED Mixture t_mixture(double df, double nc, double x, double y, double enough) {
    const double mean = 0.5 * nc * nc, b = 0.5 * df;
    const Mixture even = beta_mixture(0.5, b, x, y, mean, 0, false, enough);
    const Mixture odd = beta_mixture(1, b, x, y, mean, 0.5, false, enough);
    return {0.5 * (even.value + copysign(odd.value, nc)), y * (even.slope + copysign(odd.slope, nc))};
}
// (e^x - 1 - x) / x^2 for |x| <= 1/2: one over factorials.
CUPY_DEVICE double exp_rest(double x) {
    return poly(x, 1.0 / 2, 1.0 / 6, 1.0 / 24, 1.0 / 120, 1.0 / 720, 1.0 / 5040, 1.0 / 40320, 1.0 / 362880, 1.0 / 3628800,
                1.0 / 39916800, 1.0 / 479001600, 1.0 / 6227020800, 1.0 / 87178291200);
}
// The distribution function at -t for t > 0 and, if wanted, that derivative, where the mixture cancels: of a normal
// variable below -t s for s = e^u, whose square is chi-squared by df; u = w - e^-w decays fast to the left too (M. Mori,
// Publ. RIMS 41, 2005).
template <bool with_slope> CUPY_CALLED Mixture t_below(double df, double nc, double t, double last) {
    const double whole = sqrt(df + t * t), half = 0.5 * t * nc, root = hypot(half, sqrt(df) * whole);
    double s = nc >= 0 ? df / (half + root) : (root - half) / whole / whole;
    if (t * s + nc < 0) s = least(1.0, -nc / t);
    const double peak = log(most(1e-300, s)), width = 1 / sqrt(df + s * whole * (s * whole));
    double w = peak > -1 ? 0.5 : -log(-peak);
    for (int k = 0; k < 3; k++) {       // nearly there is near enough
        const double e = exp(-w);
        w -= (w - e - peak) / (1 + e);
    }
    // Errors fall exponentially with the inverse of the step.
    const double lead = exp(-w), u = w - lead;
    const double step = (last < 1e-12 ? least(0.1, 0.5 * width) : least(0.19, 0.8 * width)) / (1 + lead);
    double sum = 0, slope = 0;
    for (int side = 0; side < 2; side++) {
        const double way = side ? -step : step, shrink = expm1(-way);
        double before = 0, less = side ? shrink : 0;                    // e^-w over that of the peak, less one
        CUPY_NO_UNROLL
        for (int k = side; k < 4000; k++, less = lead > 1 ? expm1(-k * way) : less + shrink * (1 + less)) {
            const double power = u + (k * way - lead * less), grown = exp(power), twice = 2 * power;
            const double bell = fabs(power) > 0.25 ? twice - (grown - 1) * (grown + 1)      // 1 + twice - exp(twice)
                                                   : -twice * twice * exp_rest(twice);
            const double scaled = t * grown, z = scaled + nc, square = z * z;
            const bool tail = z > -1;           // has its exponential with the other one
            const double weight = exp(0.5 * (tail ? df * bell - square : df * bell)) * (1 + lead + lead * less);
            if (weight == 0) break;
            const double term = weight * (tail ? 0.5 * erfcx_called(z * kSqrtHalf) : ndtr_of(-z));
            sum += term;
            if constexpr (with_slope) slope += scaled * weight * (tail ? 1.0 : exp(-0.5 * square));
            if (term <= before && term < last * sum) break;
            before = term;
        }
    }
    const double scale = step * df * poisson_weight(0.5 * df, 0.5 * df);
    return {sum * scale, slope * scale / sqrt(kTwoPi)};
}
// The normal approximation's argument (N. L. Johnson and B. L. Welch, Biometrika 31, 1940).
CUPY_DEVICE double t_normal(double df, double nc, double t) {
    return (t * (1 - 1 / (4 * most(df, 1.0))) - nc) / sqrt(1 + t * t / (2 * df));
}
// The distribution function, and its derivative by the logarithm of |t| where it is wanted.
template <bool with_slope> CUPY_CALLED Mixture nctdtr_of(double df, double nc, double t, double enough) {
    const double square = t * t, x = square / (df + square), y = df / (df + square);
    if (isinf(square)) return {t > 0 ? 1.0 : 0.0, 0};
    const double zero = ndtr_of(-nc);
    if (square == 0 || x < 1e-290) return {zero, 0};
    if (t > 0) {
        const Mixture above = t_mixture(df, nc, x, y, enough);
        return {least(1.0, most(0.0, zero + above.value)), above.slope};
    }
    if (-t <= -nc || t_normal(df, nc, t) > -1.3) {      // little may cancel
        const Mixture between = t_mixture(df, -nc, x, y, enough);
        if (zero - between.value > 0.05) return {least(1.0, zero - between.value), between.slope};
    }
    return t_below<with_slope>(df, nc, -t, last_term(enough));
}
CUPY_CALLED double nctdtr(double df, double nc, double t, double enough) {
    if (isnan(df) || isnan(nc) || isnan(t) || !(df > 0)) return nan();
    if (isinf(t)) return t > 0;
    if (fabs(nc) > 4000) return nan();
    if (is_normal(df)) return ndtr_of(t - nc);
    if (fabs(nc) < kLeastNoncentral) {
        if (t == 0) return 0.5;
        const double tail = 0.5 * betainc_of(0.5 * df, 0.5, df / (df + t * t), t * t / (df + t * t), false, enough);
        return t > 0 ? 1 - tail : tail;
    }
    return nctdtr_of<false>(df, nc, t, enough).value;
}
CUPY_CALLED double nctdtrit(double df, double nc, double p, double enough) {
    if (!is_probability(p) || !(df > 0) || !(fabs(nc) <= 4000)) return nan();
    if (p == 0 || p == 1) return p == 0 ? -infinity() : infinity();
    if (is_normal(df)) return nc + ndtri_of(p);
    // Of the smaller tail, which is that of -t and -nc above the middle: p at most 1/2.
    const double way = p > 0.5 ? -1 : 1, shift = way * nc, tail = p > 0.5 ? 1 - p : p, z = ndtri_of(tail);
    const double zero = ndtr_of(-shift);
    if (tail == zero) return 0;
    const double sign = tail > zero ? 1 : -1;
    // N. L. Johnson and B. L. Welch, Biometrika 31 (1940).
    const double b = 1 - 1 / (4 * df), c = (1 - b) * (1 + b), below = b * b - z * z * c;
    const double guess = sign * (b * shift + z * sqrt(most(0.0, b * b + c * (shift * shift - z * z)))) / below;
    const double start = df > 1 && below > 0 && guess > 0 ? guess : fabs(shift) + 1;
    // from_tails rises with the size of t: its lower tail is p of a positive t, its upper tail of a negative one.
    const double rest = 1 - tail;
    return way * sign * from_tails([=](double t) {
        const Mixture found = nctdtr_of<true>(df, shift, sign * t, enough);
        return sign > 0 ? Tails{1 - found.value, found.value, found.slope}
                        : Tails{found.value, 1 - found.value, found.slope};
    }, sign > 0 ? rest : tail, sign > 0 ? tail : rest, start, infinity(), enough);
}
CUPY_CALLED double nctdtridf(double p, double nc, double t, double enough) {
    if (!(p > 0 && p < 1) || isnan(nc) || isnan(t) || t == 0 || isinf(t)) return nan();
    const auto gap = [=](double df) { return nctdtr(df, nc, t, enough) - p; };
    if ((p < ndtr_of(-nc)) != (p < ndtr_of(t - nc))) return root_positive(gap, 1, 1e-100, 1e15, enough);
    // Between p and the values at both ends, of 0 and infinity, there is an extremum only if the normal distribution
    // is not concave in the square of s at t s - nc: the first change of sign on a grid.
    if (!(copysign(nc, nc * t) > 2)) return nan();
    double before = 1e-3, value = gap(before);
    for (double df = 1.25e-3; df < 1e10; df *= 1.25) {
        const double next = gap(df);
        if ((next < 0) != (value < 0)) return root_between(gap, before, value, df, next, enough);
        before = df;
        value = next;
    }
    return nan();
}
CUPY_CALLED double nctdtrinc(double df, double p, double t, double enough) {
    if (!(p > 0 && p < 1) || !(df > 0) || isnan(t)) return nan();
    // The distribution function falls with nc; as quantiles of the normal distribution nearly along a line.
    const double z = ndtri_of(p), width = sqrt(1 + t * t / (2 * df));
    const auto gap = [=](double nc) {
        return most(-40.0, least(40.0, ndtri_of(nctdtr(df, nc, t, enough)))) - z;
    };
    double step = 0.25 * width, low = t * (1 - 1 / (4 * most(df, 1.0))) - z * width, at_low = gap(low);
    double high = low, at_high = at_low;
    for (int k = 0; k < 16 && (at_low < 0) == (at_high < 0); k++, step *= 2) {
        if (at_low < 0) {
            high = low;
            at_high = at_low;
            low -= step;
            at_low = gap(low);
        } else {
            low = high;
            at_low = at_high;
            high += step;
            at_high = gap(high);
        }
    }
    return root_between(gap, low, at_low, high, at_high, enough);
}

}  // namespace special
}  // namespace cupy
