// Kolmogorov's distribution and Smirnov's one-sided one, and their inverses.
//
// G. Marsaglia, W. W. Tsang and J. Wang (2003); Z. W. Birnbaum and F. H. Tingey (1951).
#pragma once

#include "beta.hpp"
#include "roots.hpp"

namespace cupy {
namespace special {

// The probability above x, and below it.
CUPY_CALLED void kolmogorov_both(double x, double &above, double &below) {
    if (x < 0.04) {   // below 1e-300
        above = 1;
        below = 0;
    } else if (x < 0.82) {   // by theta functions
        const double w = sqrt(kTwoPi) / x, q = -kPi * kPi / (8 * x * x);
        below = 0;
        for (int k = 1; k < 12; k += 2) below += exp(q * k * k);
        below *= w;
        above = 1 - below;
    } else {
        double sum = 0;
        for (int k = 1; k < 10; k++) sum += (k & 1 ? 1 : -1) * exp(-2.0 * k * k * x * x);
        above = 2 * sum;
        below = 1 - above;
    }
}
CUPY_CALLED double kolmogorov(double x) {
    if (isnan(x)) return x;
    double above, below;
    kolmogorov_both(x, above, below);
    return above;
}
CUPY_CALLED double kolmogi(double p) {
    if (!is_probability(p)) return nan();
    if (p == 0) return infinity();
    if (p == 1) return 0;
    const double q = 1 - p;
    return root_positive([=](double x) {
        double above, below;
        kolmogorov_both(x, above, below);
        return p <= 0.5 ? log(p) - log(above) : log(below) - log(q);
    }, p < 0.5 ? sqrt(-0.5 * log(0.5 * p)) : 0.8, 0.02, 100);
}

CUPY_CALLED double smirnov(double order, double d) {
    const double n = trunc(order);
    if (isnan(d) || isnan(order) || !(n > 0) || d < 0 || d > 1) return nan();
    if (d == 0) return 1;
    if (d == 1) return 0;
    if (n == 1) return 1 - d;
    if (n * d * d * 2 > 745 + 20) return 0;
    const double last = floor(n * (1 - d));
    if (n > 1e6) {
        const double t = (6 * n * d + 1) * (6 * n * d + 1) / (18 * n);
        return exp(-t) * (1 - (2 * t * t - 4 * t - 1) / (18 * n));
    }
    double sum = 0;
    for (double v = 0; v <= last; v++) {   // all terms are positive
        const double share = v / n, low = d + share, high = 1 - d - share;
        if (high <= 0) {
            if (v == n) sum += pow(low, v - 1);
            continue;
        }
        const double choose = -log(n + 1) - betaln_positive(n - v + 1, v + 1);
        sum += exp(choose + (v - 1) * log(low) + (n - v) * log(high));
    }
    return least(1.0, d * sum);
}
CUPY_DEVICE double smirnov(int64 n, double d) { return smirnov((double)n, d); }
CUPY_CALLED double smirnovi(double order, double p) {
    const double n = trunc(order);
    if (isnan(p) || isnan(order) || !(n > 0) || p < 0 || p > 1) return nan();
    if (p == 0) return 1;
    if (p == 1) return 0;
    if (n == 1) return 1 - p;
    return root_between([=](double d) {
        const double value = smirnov(n, d);
        return p < 0.5 ? log(p) - log(value) : p - value;
    }, 1e-17, -1, 1 - 1e-16, 1);
}
CUPY_DEVICE double smirnovi(int64 n, double p) { return smirnovi((double)n, p); }

}  // namespace special
}  // namespace cupy
