// Error functions of single precision, without branches where most arguments are, and rounded once.
#pragma once

#include "erf_fits.hpp"
#include "wide.hpp"

namespace cupy {
namespace special {

// erfc(x / sqrt 2) exp(x^2 / 2) = first + rest, for w = 1 + x and x >= 0: 1 / w is most of it.
CUPY_DEVICE Pair mills_ratio(Pair w) {
    const Pair t = reciprocal(w);
    const float q = erf_fits::mills(t.high);
    return {t.high, fma(t.high, q, fma(t.low, q, t.low))};
}
CUPY_DEVICE Pair one_more(float x) {     // 1 + x of x >= 0
    const float sum = 1 + x;
    return {sum, x - (sum - 1)};
}
// The tail of the normal distribution beyond |x|, twice.
CUPY_DEVICE Pair normal_tail(Pair ratio, float size) {
    const Pair square = exact_product(size, size);
    const Exponential e = exponential(-0.5f * square.high, -0.5f * square.low);
    const float power = 0x1p-64f * power_of_two(e.n + 64), rest = ratio.low + ratio.low * e.r;
    const Pair sum = ordered_sum(ratio.high, ratio.high * e.r);
    const float low = fma(ratio.high, e.rest, sum.low + fma(ratio.low, e.rest, rest));
    return {sum.high * power, low * power};
}
// e^power (1 + fit) / (below + lost), over 2^(n + 64) of the bits that the power of e has: factor y + more.
struct Tail {
    unsigned bits;
    float factor, y, more;
};
template <float (*fit)(float)> CUPY_DEVICE Tail tail_over(float below, float lost, float middle, Pair power) {
    const float y = almost_reciprocal(below), less = y * fma(-lost, y, fma(-below, y, 1.0f));
    const float more = fit((y - middle) + less);                        // 1 / (below + lost) = y + less
    const Power e = power_of_e(power.high, power.low);
    const Pair factor = ordered_sum(e.sum, fma(more, e.sum + e.rest, e.rest));      // (1 + more) (1 + r + rest)
    return {e.bits, factor.high, y, fma(factor.high, less, factor.low * y)};
}
// 2^64 times it.
CUPY_DEVICE float enlarged(Tail tail) { return fma(tail.factor, tail.y, tail.more) * power_of_bits(tail.bits); }
// That of the normal distribution beyond x >= 0, twice.
CUPY_DEVICE Tail scaled_tail(float size) {
    const float below = size + 1.125f;
    return tail_over<erf_fits::tail_scaled>(below, size - (below - 1.125f), 0.5f, exact_product(-0.5f * size, size));
}
CUPY_DEVICE float ndtr(float x) {
    const bool below = x < 0;
    return fma(enlarged(scaled_tail(least(fabs(x), 14.5f))), below ? 0x1p-65f : -0x1p-65f, below ? 0.0f : 1.0f);
}
CUPY_DEVICE float erfc(float x) {
    const float size = least(fabs(x), 10.1f), divisor = fma(1.375f, size, 1.125f);
    const float lost = fma(1.375f, size, 1.125f - divisor);
    const Tail tail = tail_over<erf_fits::erfc_scaled>(divisor, lost, 0.375f, exact_product(-size, size));
    const bool below = x < 0;
    return fma(enlarged(tail), below ? -0x1p-64f : 0x1p-64f, below ? 2.0f : 0.0f);
}
// Below 0 the logarithm is of 1 / (9 / 4 - 2 x), times one and `more`; above, of one less the tail.
CUPY_DEVICE float wide_log_ndtr(float x) {
    if (x < 0) {
        const double size = least(-x, 1e30f), y = wide_reciprocal(fma(size, 2.0, 2.25));
        const double more = erf_fits::tail_scaled(fma((float)y, 2.0f, -0.5f));
        return (float)fma(-0.5 * size, size, wide_log(fma(y, more, y)));
    }
    const Tail tail = scaled_tail(least(x, 14.5f));
    const float power = power_of_bits(tail.bits) * 0x1p-65f;
    const Pair first = exact_product(tail.factor, tail.y), sum = ordered_sum(first.high, first.low + tail.more);
    const float q = sum.high * power;
    return -(q + fma(q, q * erf_fits::log_less(q), sum.low * power));
}
// One logarithm for all arguments: of the ratio, or of what is not in the tail.
CUPY_DEVICE float log_ndtr(float x) {
    if constexpr (platform::kQuickDoubles) return wide_log_ndtr(x);
    const float size = fabs(x);
    const Pair ratio = mills_ratio(one_more(size)), tail = normal_tail(ratio, least(size, 14.5f));
    const Pair rest = ordered_sum(1.0f, -0.5f * tail.high);
    const bool below = x < 0;
    const Pair whole = ordered_sum(below ? 0.5f * ratio.high : rest.high,
                                   below ? 0.5f * ratio.low : fma(-0.5f, tail.low, rest.low));
    const Parts part = parts_of(whole.high);
    const Pair logarithm = log_of_parts(part.m, whole.low * power_of_two(-part.n), part.n);
    const Pair square = exact_product(0.5f * x, x), sum = exact_sum(logarithm.high, -square.high);
    const float far = x > -1e18f ? sum.high + (sum.low + (logarithm.low - square.low)) : -square.high;
    return below ? far : logarithm.high + logarithm.low;
}
CUPY_DEVICE float erfcx(float x) {
    const float size = least(fabs(x), 1e38f), sum = fma((float)kSqrtTwo, size, 1.0f);
    const float lost = fma((float)kSqrtTwo, size, 1 - sum);
    const Pair y = mills_ratio({sum, fma(pair_of(kSqrtTwo).low, size, lost)});
    const Pair square = exact_product(x, x);
    const Exponential e = exponential(least(square.high, 90.0f), square.low);
    const float half = power_of_two(e.n - 1);
    const Pair first = ordered_sum(half, -0.25f * y.high), second = ordered_sum(first.high, half * e.r);
    const float below = second.high + (second.low + (first.low + fma(half, e.rest, -0.25f * y.low)));
    return x < -9.4f ? limits<float>::infinity() : x < 0 ? 4 * below : isinf(x) ? 0 : y.high + y.low;
}

// The inverse of erf from its value x, the product v of 1 - x and 1 + x, and the smaller of these, q, times sqrt(2) if
// `normal`.
template <bool normal> CUPY_DEVICE float inverse_error(Pair x, float v, float q) {
    constexpr Pair root = pair_of(kSqrtTwo);
    float value;
    if constexpr (platform::kQuickDoubles) {
        const double wide = x.low == 0 ? x.high : (double)x.high + x.low;
        const float w = -log(v);
        const double centre = erf_fits::centre_wide(fma((double)w, 0.32, -1.0), fma(w, 0.32f, -1.0f));
        value = (float)((normal ? wide * kSqrtTwo : wide) * centre);
    } else {
        const Pair centre = erf_fits::centre_single(-log(v));
        value = normal ? product(times(x, root), centre) : product(x, centre);
    }
    if (!(v > 0.00194f)) {
        const Pair logarithm = log_pair(q), square = {-logarithm.high, -logarithm.low}, inverse = reciprocal_root(square);
        const Pair y = times(times(square, inverse), erf_fits::tail_single(inverse.high));
        const float size = normal ? product(y, root) : y.high + y.low;
        value = copysign(q > 0 ? size : q == 0 ? limits<float>::infinity() : limits<float>::nan(), x.high);
    }
    return value;
}
CUPY_DEVICE float erfinv(float x) {
    const float q = 1 - fabs(x);
    return inverse_error<false>({x, 0.0f}, q * (1 + fabs(x)), q);
}
CUPY_DEVICE float erfcinv(float q) {
    const float x = 1 - q;
    return inverse_error<false>({x, (1 - x) - q}, q * (2 - q), least(q, 2 - q));
}
CUPY_DEVICE float ndtri(float p) {
    const float x = fma(2.0f, p, -1.0f);
    return inverse_error<true>({x, fma(2.0f, p, -(x + 1))}, 4 * p * (1 - p), 2 * least(p, 1 - p));
}

}  // namespace special
}  // namespace cupy
