// Beta function, its logarithm, binomial coefficients and Pochhammer's symbol.
//
// Logarithms of large arguments subtract Stirling's series by terms, as A. R. DiDonato and A. H. Morris do
// (ACM TOMS 18, 1992, algorithm 708).
#pragma once

#include "gamma.hpp"
#include "twofold.hpp"

namespace cupy {
namespace special {

// log(Gamma(b) / Gamma(a + b)) for b >= 8 and a + b >= 8: tails of Stirling's series are subtracted term by term, so that
// little is left of small a.
CUPY_CALLED double log_gamma_ratio(double a, double b) {
    const double bernoulli[] = {1.0 / 12, -1.0 / 360, 1.0 / 1260, -1.0 / 1680, 1.0 / 1188, -691.0 / 360360, 1.0 / 156,
                                -3617.0 / 122400};
    const double x = b / (a + b), square = 1 / b / b;
    double power = a / (a + b) / b, s = 1, tails = 0;
    CUPY_NO_UNROLL
    for (double c : bernoulli) {
        tails += c * s * power;   // s = 1 + x + ... + x^(2 k)
        s = 1 + x + x * x * s;
        power *= square;
    }
    return a - a * log(b) - (a + b - 0.5) * log1p(a / b) + tails;
}
CUPY_CALLED double betaln_positive(double a, double b) {
    if (a > b) {
        const double swap = a;
        a = b;
        b = swap;
    }
    if (a >= 8) {
        const double h = a / b;
        const double tails = stirling_tail(a) + stirling_tail(b) - stirling_tail(a + b);
        return kLogSqrtTwoPi - 0.5 * log(b) + tails + (a - 0.5) * log(h / (1 + h)) - b * log1p(h);
    }
    if (b >= 8) return lgamma_called(a) + log_gamma_ratio(a, b);
    return log(gamma_called(a) / gamma_called(a + b) * gamma_called(b));
}
CUPY_CALLED double betaln(double a, double b) {
    if (a > 0 && b > 0) {
        if (isinf(a) || isinf(b)) return -infinity();
        return most(a, b) < 1e-150 ? log(a + b) - log(a) - log(b) : betaln_positive(a, b);
    }
    const bool pole_a = a <= 0 && a == floor(a), pole_b = b <= 0 && b == floor(b);
    if (pole_a || pole_b) {   // finite where another pole cancels: B(-n, b) = (-1)^b B(1 - b + n, b), b = 1 ... n
        const double n = pole_a && (!pole_b || a > b) ? a : b, m = n == a ? b : a;
        if (m != floor(m) || 1 - n - m <= 0 || m <= 0 || isinf(n)) return isnan(m) ? m : infinity();
        return betaln_positive(1 - n - m, m);
    }
    const double large = most(a, b), small = least(a, b);
    if (isinf(a) || isinf(b)) return isnan(a + b) ? nan() : infinity();
    if (large >= 8 && a + b >= 8) return lgamma_called(small) + log_gamma_ratio(small, large);
    return lgamma_called(a) + lgamma_called(b) - lgamma_called(a + b);
}
CUPY_CALLED double beta(double a, double b) {
    if (isnan(a) || isnan(b)) return nan();
    if (a > 0 && b > 0 && (isinf(a) || isinf(b))) return 0;
    const bool pole_a = a <= 0 && a == floor(a), pole_b = b <= 0 && b == floor(b);
    if (pole_a || pole_b) {
        const double n = pole_a && (!pole_b || a > b) ? a : b, m = n == a ? b : a;
        if (m != floor(m) || 1 - n - m <= 0 || m <= 0 || isinf(n)) return infinity();
        return parity_sign(m) * exp(betaln_positive(1 - n - m, m));
    }
    if (isinf(1 / a) && isinf(1 / b)) return 1 / a + 1 / b;
    const double most_ = fabs(a) > fabs(b) ? a : b, least_ = fabs(a) > fabs(b) ? b : a;
    if (fabs(a + b) < 170 && fabs(most_) < 170) {
        const double whole = a + b;
        if (whole <= 0 && whole == floor(whole)) return 0;
        const double x = gamma_called(most_), y = gamma_called(least_);
        // The sum's rounding matters to its gamma function, whose logarithm grows like log(whole).
        const double lost = exact_sum(a, b).low;
        const double z = gamma_called(whole) * (whole > 4 ? 1 + log(whole) * lost : 1.0);
        return fabs(fabs(x) - fabs(z)) > fabs(fabs(y) - fabs(z)) ? y / z * x : x / z * y;
    }
    const double sign = gammasgn(a) * gammasgn(b) * gammasgn(a + b);
    return sign * exp(betaln(a, b));
}

CUPY_CALLED double binom(double n, double k) {
    if (isnan(n) || isnan(k)) return nan();
    if (n < 0 && n == floor(n)) return nan();
    if (isinf(k) && k < 0 && !isinf(n)) return 0;
    if (k == floor(k) && (fabs(n) > 1e-8 || n == 0)) {
        double count = k;
        if (n == floor(n) && count > n / 2 && n > 0) count = n - count;
        if (count >= 0 && count < 20) {
            double top = 1, bottom = 1;
            for (int i = 1; i <= (int)count; i++) {
                top *= i + n - count;
                bottom *= i;
                if (fabs(top) > 1e50) {
                    top /= bottom;
                    bottom = 1;
                }
            }
            return top / bottom;
        }
    }
    if (n >= 1e10 * k && k > 0) return exp(-betaln(1 + n - k, 1 + k) - log(n + 1));
    if (k > 1e8 * fabs(n)) {
        const double g = gamma_called(1 + n), size = g / k + g * n / (2 * k * k);
        const double turn = k - 2 * floor(k * 0.5);   // sin(pi (k - n)) from small angles
        return size / (kPi * pow(k, n)) * sinpi(turn - n);
    }
    return 1 / ((n + 1) * beta(1 + n - k, 1 + k));
}

CUPY_DEVICE bool is_pole(double x) { return x <= 0 && x == ceil(x) && fabs(x) < 1e13; }
CUPY_CALLED double poch(double a, double m) {
    if (isnan(a) || isnan(m)) return nan();
    double r = 1;
    if (fabs(m) < 1e4) {
        while (m >= 1) {
            if (a + m == 1) break;
            m -= 1;
            r *= a + m;
            if (isinf(r) || r == 0) break;
        }
        while (m <= -1) {
            if (a + m == 0) break;
            r /= a + m;
            m += 1;
            if (isinf(r) || r == 0) break;
        }
    }
    if (m == 0) return r;
    if (a > 1e4 && fabs(m) <= 1)
        return r * pow(a, m) * (1 + m * (m - 1) / (2 * a) + m * (m - 1) * (m - 2) * (3 * m - 1) / (24 * a * a)
                                + m * m * (m - 1) * (m - 1) * (m - 2) * (m - 3) / (48 * a * a * a));
    if (is_pole(a + m) && !is_pole(a) && a + m != m) return infinity();
    if (!is_pole(a + m) && is_pole(a)) return 0;
    const double size = a >= 8 && m > 0 && !isinf(m) ? -log_gamma_ratio(m, a) : lgamma_called(a + m) - lgamma_called(a);
    return r * exp(size) * gammasgn(a + m) * gammasgn(a);
}

}  // namespace special
}  // namespace cupy
