// Noncentral distributions: chi-squared, F and Student's t.
//
// Mixtures of central ones with the weights of Poisson's distribution (N. L. Johnson, S. Kotz, N. Balakrishnan,
// "Continuous Univariate Distributions" 2, 1995, 29-31), summed downwards, where the recurrences of the incomplete
// functions add.
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

// Where products of ratios are left for the weights themselves, before roundings add up.
CUPY_DEVICE bool is_anchor(double j) { return j == 8 * floor(0.125 * j); }

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
    double j = last_place(mean);
    while (j > 0 && a + j > y && poisson_weight(y, a + j) < 1e-300) j = floor(0.8 * j);
    double p = gammainc(a + j, y), step = poisson_weight(y, a + j), sum = 0, weight = poisson_weight(mean, j);
    if (p >= 1) return 1;
    for (; j >= 0; j--) {
        sum += weight * p;
        if (j < mean && weight < 1e-18 * sum) break;
        step = is_anchor(j) && j > 0 ? poisson_weight(y, a + j - 1) : step * ((a + j) / y);
        p += step;
        weight = is_anchor(j) && j > 0 ? poisson_weight(mean, j - 1) : weight * (j / mean);
    }
    return least(sum, 1.0);
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

// The mixture of I_x(a + j, b) with weights of a mean, or of their complements; y = 1 - x.
CUPY_CALLED double beta_mixture(double a, double b, double x, double y, double mean) {
    if (mean < kLeastNoncentral) return betainc_of(a, b, x, y, false);
    double j = last_place(mean);
    while (j > 0 && (a + j) * y > b * x && beta_density(a + j, b, x, y) < 1e-300) j = floor(0.8 * j);
    double p = betainc_of(a + j, b, x, y, false), sum = 0, weight = poisson_weight(mean, j);
    double step = beta_density(a + j, b, x, y) / (a + j);
    if (p >= 1) return 1;
    for (; j >= 0; j--) {
        sum += weight * p;
        if (j < mean && weight < 1e-18 * sum) break;
        step = is_anchor(j) && j > 0 ? beta_density(a + j - 1, b, x, y) / (a + j - 1)
                                     : step * ((a + j) / (x * (a + j + b - 1)));
        p += step;
        weight = is_anchor(j) && j > 0 ? poisson_weight(mean, j - 1) : weight * (j / mean);
    }
    return least(sum, 1.0);
}
CUPY_CALLED double ncfdtr(double dfn, double dfd, double nc, double f) {
    if (isnan(f) || !(dfn > 0) || !(dfd > 0) || !(nc >= 0) || f < 0) return nan();
    if (isinf(dfn) || isinf(dfd) || nc > 2 * kMostNoncentral) return nan();
    if (f == 0 || isinf(f)) return f == 0 ? 0 : 1;
    const double top = dfn * f, whole = top + dfd;
    return beta_mixture(0.5 * dfn, 0.5 * dfd, top / whole, dfd / whole, 0.5 * nc);
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
    double j = last_place(mean), sum = 0;
    double p = poisson_weight(mean, j), q = copysign(poisson_weight(mean, j + 0.5), nc);
    double odd = betainc_of(j + 0.5, b, x, y, false), even = betainc_of(j + 1, b, x, y, false);
    double odd_step = beta_density(j + 0.5, b, x, y) / (j + 0.5), even_step = beta_density(j + 1, b, x, y) / (j + 1);
    for (; j >= 0; j--) {
        sum += p * odd + q * even;
        if (is_anchor(j) && j > 0) {
            odd_step = beta_density(j - 0.5, b, x, y) / (j - 0.5);
            even_step = beta_density(j, b, x, y) / j;
            p = poisson_weight(mean, j - 1);
            q = copysign(poisson_weight(mean, j - 0.5), nc);
        } else {
            odd_step *= (j + 0.5) / (x * (j + b - 0.5));
            even_step *= (j + 1) / (x * (j + b));
            p *= j / mean;
            q *= (j + 0.5) / mean;
        }
        odd += odd_step;
        even += even_step;
    }
    return 0.5 * sum;
}
// The same of the complements of I, which add upwards.
CUPY_CALLED double t_mixture_beyond(double df, double nc, double x, double y) {
    const double mean = 0.5 * nc * nc, b = 0.5 * df, last = last_place(mean);
    double j = floor(most(0.0, mean - 12 * sqrt(mean) - 40)), sum = 0;
    double odd = betainc_of(j + 0.5, b, x, y, true), even = betainc_of(j + 1, b, x, y, true);
    for (; j <= last; j++) {
        sum += poisson_weight(mean, j) * odd + copysign(poisson_weight(mean, j + 0.5), nc) * even;
        odd += beta_density(j + 0.5, b, x, y) / (j + 0.5);
        even += beta_density(j + 1, b, x, y) / (j + 1);
    }
    return 0.5 * sum;
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
    return most(0.0, least(1.0, t_mixture_beyond(df, -nc, x, y)));
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
    // The distribution function falls with nc: a root about t, moved to positive numbers.
    const double low = t - 60, high = t + 60;
    return root_between([=](double nc) { return nctdtr(df, nc, t) - p; }, low, nctdtr(df, low, t) - p, high,
                        nctdtr(df, high, t) - p);
}

}  // namespace special
}  // namespace cupy
