// Noncentral distributions: chi-squared, F and Student's t.
//
// Mixtures of central ones with the weights of Poisson's distribution (N. L. Johnson, S. Kotz, N. Balakrishnan,
// "Continuous Univariate Distributions" 2, 1995, 29-31), summed downwards, where the recurrences of the incomplete
// functions add, from values at the greatest term on; the lower tail of Student's t by the trapezoidal rule.
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
    if (k < 8) return pow(mean, k) * exp(-mean) * rgamma(k + 1);
    const double gap = (mean - k) / k;
    const double bell = fabs(gap) < 0.5 ? exp(k * log1pmx(gap))
                        : fabs(k - mean) < 500 ? pow(mean / k, k) * exp(k - mean) : exp(k * log(mean / k) + k - mean);
    return bell * exp(-stirling_tail(k)) / sqrt(kTwoPi * k);
}

// The sum of P_j times the weight of j + shift, where P_j - P_(j+1) = step(j) and step(j + 1) = step(j) ratio(j), from
// the `mode`, near the greatest term, upwards for the place to begin at, and back.  No ratio behind j is above
// most(ratio(j), limit); first(j) is P_j.
template <class First, class Step, class Ratio>
CUPY_DEVICE double poisson_mixture(double mean, double shift, double mode, double limit, First first, Step step,
                                   Ratio ratio) {
    const double weight_there = poisson_weight(mean, mode + shift), step_there = step(mode);
    if (step_there < 1e-290) return ratio(mode) > 1;   // all P_j of weight are 1 or 0
    const double end = last_place(mean), least_term = 1e-19 * weight_there * step_there;
    double j = mode, weight = weight_there, drop = step_there;
    CUPY_NO_UNROLL
    for (; j < end; j++) {
        const double r = ratio(j), most_ratio = most(r, limit);
        if (weight * (most_ratio < 1 ? least(1.0, drop / (1 - most_ratio)) : 1.0) < least_term) break;
        weight *= mean / (j + 1 + shift);
        drop *= r;
    }
    double p = first(j), sum = weight * p;
    CUPY_NO_UNROLL
    while (j > 0 && (j > mode || weight > 1e-18 * sum)) {
        j--;
        if (j == mode) {
            weight = weight_there;
            drop = step_there;
        } else {
            weight *= (j + 1 + shift) / mean;
            drop /= ratio(j);
        }
        p += drop;
        sum += weight * p;
    }
    return sum;
}

CUPY_CALLED double chndtr(double x, double df, double nc) {
    if (df == 0 && nc == 0) return x >= 0 ? 1 : nan();   // all at zero
    if (isnan(x) || isnan(df) || isnan(nc) || df <= 0 || nc < 0) return nan();
    if (x <= 0) return x < 0 ? nan() : 0;
    if (isinf(nc) || isinf(df)) return isinf(x) ? nan() : 0;
    if (isinf(x)) return 1;
    const double mean = 0.5 * nc, a = 0.5 * df, y = 0.5 * x;
    if (mean < kLeastNoncentral) return gammainc(a, y);
    if (mean > kMostNoncentral) {   // 40 standard deviations off
        const double off = x - (df + nc), reach = 40 * sqrt(2 * (df + 2 * nc));
        return off < -reach ? 0 : off > reach ? 1 : nan();
    }
    const double mode = y >= a + mean ? mean : 2 * mean * y / (a + sqrt(a * a + 4 * mean * y));
    return least(1.0, poisson_mixture(mean, 0, floor(mode), 0, [=](double j) { return gammainc(a + j, y); },
                                      [=](double j) { return poisson_weight(y, a + j); },
                                      [=](double j) { return y / (a + j + 1); }));
}
CUPY_DEVICE bool is_chance(double p) { return p >= 0 && p < 1; }
CUPY_CALLED double chndtrix(double p, double df, double nc) {
    if (!is_probability(p) || !(df > 0) || !(nc >= 0) || isinf(df) || isinf(nc)) return nan();
    if (p == 0 || p == 1) return p == 0 ? 0 : infinity();
    return root_positive([=](double x) { return chndtr(x, df, nc) - p; }, df + nc, 1e-300, 1e300);
}
CUPY_CALLED double chndtridf(double x, double p, double nc) {
    if (!is_chance(p) || !(x >= 0) || !(nc >= 0)) return nan();
    return root_positive([=](double df) { return chndtr(x, df, nc) - p; }, x + 1, 1e-100, 1e15);
}
CUPY_CALLED double chndtrinc(double x, double df, double p) {
    if (!is_chance(p) || !(x >= 0) || !(df > 0)) return nan();
    if (chndtr(x, df, 0) <= p) return 0;
    return root_positive([=](double nc) { return chndtr(x, df, nc) - p; }, x + 1, 1e-100, 2 * kMostNoncentral);
}

// The mixture of I_x(a + j, b) with weights of j + shift of a mean; y = 1 - x.
CUPY_CALLED double beta_mixture(double a, double b, double x, double y, double mean, double shift) {
    if (mean < kLeastNoncentral) return shift > 0 ? 0 : betainc_of(a, b, x, y, false);
    const double far = mean * x, gap = far - a;
    const double mode = x * b >= y * (a + mean) ? mean : 0.5 * (gap + sqrt(gap * gap + 4 * far * (a + b)));
    return poisson_mixture(mean, shift, floor(least(mode, mean)), x,
                           [=](double j) { return betainc_of(a + j, b, x, y, false); },
                           [=](double j) { return beta_density(a + j, b, x, y) / (a + j); },
                           [=](double j) { return x * (a + j + b) / (a + j + 1); });
}
CUPY_CALLED double ncfdtr(double dfn, double dfd, double nc, double f) {
    if (isnan(f) || !(dfn > 0) || !(dfd > 0) || !(nc >= 0) || f < 0) return nan();
    if (isinf(dfn) || isinf(dfd) || nc > 2 * kMostNoncentral) return nan();
    if (f == 0 || isinf(f)) return f == 0 ? 0 : 1;
    const double top = dfn * f, whole = top + dfd;
    return least(1.0, beta_mixture(0.5 * dfn, 0.5 * dfd, top / whole, dfd / whole, 0.5 * nc, 0));
}
CUPY_CALLED double ncfdtri(double dfn, double dfd, double nc, double p) {
    if (!is_probability(p) || !(dfn > 0) || !(dfd > 0) || !(nc >= 0)) return nan();
    if (isinf(dfn) || isinf(dfd) || isinf(nc)) return nan();
    if (p == 0 || p == 1) return p == 0 ? 0 : infinity();
    return root_positive([=](double f) { return ncfdtr(dfn, dfd, nc, f) - p; }, 1 + nc / dfn, 1e-100, 1e100);
}
CUPY_CALLED double ncfdtridfd(double dfn, double p, double nc, double f) {
    if (!is_chance(p) || !(dfn > 0) || !(f >= 0) || !(nc >= 0)) return nan();
    return root_positive([=](double dfd) { return ncfdtr(dfn, dfd, nc, f) - p; }, 5, 1e-100, 1e15);
}
CUPY_CALLED double ncfdtridfn(double p, double dfd, double nc, double f) {
    if (!is_chance(p) || !(dfd > 0) || !(f >= 0) || !(nc >= 0)) return nan();
    return root_positive([=](double dfn) { return ncfdtr(dfn, dfd, nc, f) - p; }, 5, 1e-100, 1e15);
}
CUPY_CALLED double ncfdtrinc(double dfn, double dfd, double p, double f) {
    if (!is_chance(p) || !(dfn > 0) || !(dfd > 0) || !(f >= 0)) return nan();
    if (ncfdtr(dfn, dfd, 0, f) <= p) return 0;
    return root_positive([=](double nc) { return ncfdtr(dfn, dfd, nc, f) - p; }, dfn * f + 1, 1e-100,
                         2 * kMostNoncentral);
}

// Half the sum over j of p_j I(j + 1/2) + q_j I(j + 1), at x = t^2 / (df + t^2) (AS 243, R. V. Lenth, Appl. Statist. 38,
// 1989).
CUPY_CALLED double t_mixture(double df, double nc, double x, double y) {
    const double mean = 0.5 * nc * nc, b = 0.5 * df;
    return 0.5 * (beta_mixture(0.5, b, x, y, mean, 0) + copysign(beta_mixture(1, b, x, y, mean, 0.5), nc));
}
// The distribution function at -t for t > 0, where the mixture cancels: of a normal variable below -t s for s = e^u,
// whose square is chi-squared by df; u = w - e^-w decays fast to the left too (M. Mori, Publ. RIMS 41, 2005).
CUPY_CALLED double t_below(double df, double nc, double t) {
    const double whole = df + t * t, half = 0.5 * t * nc;
    double s = nc >= 0 ? df / (half + sqrt(half * half + df * whole)) : (sqrt(half * half + df * whole) - half) / whole;
    if (t * s + nc < 0) s = least(1.0, -nc / t);
    const double u = log(s), width = 1 / sqrt(df + s * s * whole);
    double w = u > -1 ? 0.5 : -log(-u);
    for (int k = 0; k < 6; k++) {
        const double e = exp(-w);
        w -= (w - e - u) / (1 + e);
    }
    const double step = least(0.1, 0.5 * width) / (1 + exp(-w));
    double sum = 0;
    for (int side = 0; side < 2; side++) {
        const double way = side ? -step : step;
        double last = 0;
        CUPY_NO_UNROLL
        for (int k = side; k < 4000; k++) {
            const double at = w + k * way, e = exp(-at), power = at - e;
            const double square = expm1(2 * power), bell = power < -1 ? 2 * power - square : log1pmx(square);
            const double term = ndtr_of(-t * exp(power) - nc) * exp(0.5 * df * bell) * (1 + e);
            sum += term;
            if (term <= last && term < 1e-18 * sum) break;
            last = term;
        }
    }
    return sum * step * df * poisson_weight(0.5 * df, 0.5 * df);
}
CUPY_CALLED double nctdtr(double df, double nc, double t) {
    if (isnan(df) || isnan(nc) || isnan(t) || !(df > 0)) return nan();
    if (isinf(t)) return t > 0;
    if (fabs(nc) > 4000) return nan();
    if (isinf(df)) return ndtr_of(t - nc);
    if (fabs(nc) < kLeastNoncentral) {
        if (t == 0) return 0.5;
        const double tail = 0.5 * betainc_of(0.5 * df, 0.5, df / (df + t * t), t * t / (df + t * t), false);
        return t > 0 ? 1 - tail : tail;
    }
    const double square = t * t, x = square / (df + square), y = df / (df + square);
    if (isinf(square)) return t > 0;
    if (square == 0 || x < 1e-290) return ndtr_of(-nc);
    if (t > 0) return most(0.0, least(1.0, ndtr_of(-nc) + t_mixture(df, nc, x, y)));
    return least(1.0, t_below(df, nc, -t));
}
CUPY_CALLED double nctdtrit(double df, double nc, double p) {
    if (!is_probability(p) || !(df > 0) || isnan(nc) || isinf(nc)) return nan();
    if (p == 0 || p == 1) return p == 0 ? -infinity() : infinity();
    const double zero = ndtr_of(-nc);
    if (p == zero) return 0;
    const double sign = p > zero ? 1 : -1;
    return sign * root_positive([=](double t) { return nctdtr(df, nc, sign * t) - p; }, fabs(nc) + 1, 1e-100, 1e100);
}
CUPY_CALLED double nctdtridf(double p, double nc, double t) {
    if (!(p > 0 && p < 1) || isnan(nc) || isnan(t)) return nan();
    // Not monotone: the first change of sign on a grid.
    double before = 1e-3, value = nctdtr(before, nc, t) - p;
    for (double df = 1.25e-3; df < 1e10; df *= 1.25) {
        const double next = nctdtr(df, nc, t) - p;
        if ((next < 0) != (value < 0))
            return root_between([=](double x) { return nctdtr(x, nc, t) - p; }, before, value, df, next);
        before = df;
        value = next;
    }
    return nan();
}
CUPY_CALLED double nctdtrinc(double df, double p, double t) {
    if (!(p > 0 && p < 1) || !(df > 0) || isnan(t)) return nan();
    // The distribution function falls with nc: looked for about that of the normal distribution.
    double step = 1 + 0.3 * fabs(t), low = t - ndtri_of(p) - step, high = low + 2 * step;
    double at_low = nctdtr(df, low, t) - p, at_high = nctdtr(df, high, t) - p;
    for (int k = 0; k < 12 && at_low < 0; k++, step *= 2) {
        high = low;
        at_high = at_low;
        low -= step;
        at_low = nctdtr(df, low, t) - p;
    }
    for (int k = 0; k < 12 && at_high > 0; k++, step *= 2) {
        low = high;
        at_low = at_high;
        high += step;
        at_high = nctdtr(df, high, t) - p;
    }
    return root_between([=](double nc) { return nctdtr(df, nc, t) - p; }, low, at_low, high, at_high);
}

}  // namespace special
}  // namespace cupy
