// The gamma function of single precision, its logarithm and its logarithmic derivative, of positive numbers with one
// logarithm and few branches, and rounded once.
#pragma once

#include "gamma_fits.hpp"
#include "wide.hpp"

namespace cupy {
namespace special {

// sin(pi x) of |x| <= 1/2.
CUPY_DEVICE Pair sinpi_pair(float x) {
    const float y = x * x;
    const Pair square = {y, fma(x, x, -y)};
    const Pair inner = step({poly(y, 2.55016387, -0.599259, 0.0820837592, -0.00708457171), 0.0f}, y, -5.16771278);
    const Pair factor = step(inner, y, kPi);
    return times(Pair{factor.high, fma(-5.16771278f, square.low, factor.low)}, x);
}
// Gamma(x) = 2^n value, by Stirling's formula with a factor, for x >= 1.
struct Scaled {
    Pair value;
    int n;
};
CUPY_DEVICE Scaled gamma_scaled(float x) {
    constexpr Pair root = pair_of(2.506628274631000502416);      // of 2 pi
    const Pair power = times(log_pair<true>(x), x - 0.5f), sum = exact_sum(power.high, -x);
    const Exponential e = exponential(sum.high, sum.low + power.low);
    const float s = gamma_fits::stirling_factor(plain_reciprocal(x));
    const Pair near = exact_sum(e.r, s);                         // (1 + r + rest) (1 + s) less 1
    const float more = near.low + fma(e.r, s, fma(e.rest, s, e.rest));
    const Pair first = ordered_sum(root.high, root.high * near.high);
    const int n = (int)(platform::bits_as<unsigned>(e.n + 0x1.8p23f) - 0x4b400000u);
    return {ordered_sum(first.high, first.low + fma(root.high, more, fma(root.low, near.high, root.low))), n};
}
CUPY_DEVICE Scaled wide_gamma_scaled(double x) {
    const float r = almost_reciprocal((float)x);
    const double tail = r * wide_fits::lgamma_middle(r) + (kLogSqrtTwoPi - x);
    const WidePower e = wide_power_of_e(fma(x - 0.5, wide_log<true>(x), tail));
    return {ordered_sum(1.0f, e.more), (int)e.n};
}
CUPY_DEVICE float power_of_two(int n) { return platform::bits_as<float>((unsigned)(n + 127) << 23); }
// Of x + 1 below 1, over x; the reciprocal's argument is a normal number.
CUPY_DEVICE float gamma(float x) {
    const bool below = x < 0, small = fabs(x) < 1;
    const float size = least(fabs(x), below ? 44.0f : 35.1f), divisor = (small ? size : 1.0f) * 0x1p30f;
    Scaled g;
    if constexpr (platform::kQuickDoubles) g = wide_gamma_scaled((double)size + (small ? 1.0 : 0.0));
    else g = gamma_scaled(small ? size + 1 : size);
    const float y = almost_reciprocal(divisor), off = fma(-divisor, y, 1.0f);
    float found = fma(g.value.high, y, y * fma(off, g.value.high, g.value.low)) * power_of_two(g.n - 1) * 0x1p31f;
    if (below) {                                                 // DLMF 5.5.3
        const float whole = rint(x), odd = whole - 2 * floor(0.5f * whole), sign = odd == 0 ? 1.0f : -1.0f;
        const Pair sine = sinpi_pair(x - whole), product = times(small ? sine : times(sine, size), g.value);
        const Pair value = times(reciprocal(product), pair_of(kPi));
        const int half = g.n / 2;
        found = (value.high + value.low) * (sign * power_of_two(-half)) * power_of_two(half - g.n);
        found = x == whole ? limits<float>::nan() : found;
    }
    return x == 0 ? copysign(limits<float>::infinity(), x) : found;
}

// (x - sqrt 5) / (x + sqrt 5), from the reciprocal of the latter.
CUPY_DEVICE Pair between_roots(float x, float r) {
    constexpr float kRootFive = 2.236067977499789696409f;
    const float above = x - kRootFive, t = above * r;
    return {t, fma(-t, x + kRootFive, above) * r};
}
// For x > 0: from 1 to 5 without the zeros, below by that of x + 1, and Stirling's formula.
CUPY_DEVICE float lgamma_positive(float x) {
    if constexpr (platform::kQuickDoubles) return wide_lgamma(x);
    constexpr float kRootFive = 2.236067977499789696409f;
    const bool far = x > 5, small = x < 1;
    const float size = small ? x + 1 : x, r = plain_reciprocal(far ? x : size + kRootFive);
    const Pair logarithm = log_pair(x);
    if (far) {
        const Pair less = ordered_sum(logarithm.high, -1.0f);
        const Pair scaled_log = {less.high, less.low + logarithm.low};
        if (x > 1e17f) return product(scaled_log, x);
        const Pair power = times(scaled_log, x);                 // x (log x - 1) - log x / 2
        const Pair sum = ordered_sum(power.high, -0.5f * logarithm.high);
        const float tail = fma(r, gamma_fits::stirling(r * r), (float)kLogSqrtTwoPi) - 0.5f * logarithm.low;
        return sum.high + (sum.low + (power.low + tail));
    }
    const Pair one = ordered_sum(small ? -1.0f : x, small ? x : -1.0f);
    const Pair zeros = small ? times(one, x) : exact_product(x - 1, x - 2);
    const Pair value = times(zeros, gamma_fits::lgamma_single(between_roots(size, r)));
    const Pair sum = exact_sum(value.high, small ? -logarithm.high : 0.0f);
    return sum.high + (sum.low + (value.low - (small ? logarithm.low : 0.0f)));
}

// For x > 0: from 1 to 5 without the root, below by that of x + 1, and the asymptotic series (DLMF 5.11.2).
CUPY_DEVICE float digamma_positive(float x) {
    if constexpr (platform::kQuickDoubles) return wide_digamma(x);
    constexpr float kRootFive = 2.236067977499789696409f;
    constexpr double kRoot = 1.46163214496836234126;
    const bool far = x > 5, small = x < 1;
    const float size = small ? x + 1 : x, r = plain_reciprocal(far ? x : size + kRootFive);
    if (far) {
        const Pair logarithm = log_pair(x);
        return logarithm.high + (logarithm.low - r * fma(r, gamma_fits::digamma_far(r * r), 0.5f));
    }
    const Pair root = small ? pair_of(kRoot - 1) : pair_of(kRoot), gap = exact_sum(x, -root.high);
    const Pair value = times(Pair{gap.high, gap.low - root.low}, gamma_fits::digamma_single(between_roots(size, r)));
    const Pair inverse = small ? reciprocal(Pair{x, 0.0f}) : Pair{0.0f, 0.0f};
    const Pair sum = exact_sum(-inverse.high, value.high);
    return sum.high + (sum.low + (value.low - inverse.low));
}

}  // namespace special
}  // namespace cupy
