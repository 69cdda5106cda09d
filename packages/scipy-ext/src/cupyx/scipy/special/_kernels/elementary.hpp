// Logistic, entropy, power and trigonometric functions that are exact where their plain formulas are not.
#pragma once

#include "degrees_fits.hpp"
#include "elliptic_fits.hpp"
#include "pair.hpp"
#include "wide.hpp"

namespace cupy {
namespace special {

CUPY_DEVICE double expit(double x) {
    const double e = exp(-fabs(x));
    return (x >= 0 ? 1.0 : e) / (1 + e);
}
// The numerator is of 2^64 times the exponential, which may be below the normal numbers; the sum needs none of those, which
// take processors long.
CUPY_DEVICE float expit(float x) {
    const bool below = x < 0;
    const Power e = power_of_e(-least(fabs(x), 104.0f), 0.0f);
    const float size = (e.sum + e.rest) * power_of_bits(e.bits), part = 0x1p-64f * most(size, 1.0f);
    const float sum = 1 + part, lost = part - (sum - 1), y = almost_reciprocal(sum);
    const float above = below ? size : 1.0f, near = above * y;
    return fma(fma(-near, lost, fma(-near, sum, above)), y, near) * (below ? 0x1p-64f : 1.0f);
}
template <class T> CUPY_DEVICE T logit(T x) {
    // The logarithm of x / (1 - x), or of 1 + t with what the rounding of that sum loses.
    const T s = 2 * (x - T(0.5));
    const bool near = fabs(s) < T(0.4);
    const T t = (near ? s : x) * reciprocal(1 - x), u = near ? 1 + t : t;
    const T lost = sizeof(T) == 4 ? t - (u - 1) : (t - (u - 1)) / u;     // where floats lose most, u is one
    return log(u) + (near ? lost : T(0));
}
template <class T> CUPY_DEVICE T log_expit(T x) {
    return (x < 0 ? x : T(-0.0)) - log1p(exp(-fabs(x)));
}
CUPY_DEVICE double exprel(double x) {
    if (x > 700) {                              // where only the exponential overflows
        const double half = exp(0.5 * x);
        return isinf(half) ? half : half / x * half;
    }
    return fabs(x) < 1e-30 ? 1.0 : expm1(x) / x;
}
// (2^n - 1 + 2^n (r + rest)) / x, less 64 doublings, with what the sum and the quotient round off.
CUPY_DEVICE float exprel(float x) {
    const Exponential e = exponential(most(-30.0f, least(x, 100.0f)));
    const float size = power_of_two(e.n - 64), y = plain_reciprocal(x);
    const Pair sum = ordered_sum(size - 0x1p-64f, size * e.r);
    const float first = sum.high * y, left = fma(-first, x, sum.high) + fma(size, e.rest, sum.low);
    const float whole = 0x1p64f * fma(left, y, first);
    return fabs(x) < 1e-8f ? 1.0f : x > 95 ? limits<float>::infinity() : x < -1e18f ? -y : whole;
}
CUPY_DEVICE float softplus(float x) { return (x > 0 ? x : 0.0f) + log1p(exp(-fabs(x))); }
CUPY_DEVICE double softplus(double x) { return (x > 0 ? x : 0.0) + log1p(exp(-fabs(x))); }

CUPY_DEVICE double exp2(double x) { return cupy::exp2(x); }
// 2^n 2^f of a whole number n and f between -1/2 and 1/2, first by 64 doublings nearer to 1, since numbers end there.
CUPY_DEVICE float exp2(float x) {
    const bool below = x < 0;
    const float shift = below ? 0x1.8p23f + 64 : 0x1.8p23f - 64, bound = most(least(x, 129.0f), -152.0f);
    const float shifted = bound + shift, f = bound - (shifted - shift);
    const float more = poly(f, 0.693147188, 0.2402265092, 0.05550357104, 0.00961805667, 0.001339086735, 0.0001546144746);
    return fma(f, more, 1.0f) * power_of_bits(platform::bits_as<unsigned>(shifted)) * (below ? 0x1p-64f : 0x1p64f);
}

template <class T> CUPY_DEVICE T xlogy(T x, T y) { return x == T(0) && !isnan(y) ? T(0) : x * log(y); }
template <class T> CUPY_DEVICE T xlog1py(T x, T y) { return x == T(0) && !isnan(y) ? T(0) : x * log1p(y); }
CUPY_DEVICE float entr(float x) {
    const float value = product(log_pair(x), -x), ends = x == 0 ? 0.0f : -limits<float>::infinity();
    return (x > 0) & (x < limits<float>::infinity()) ? value : (x > 0) | isnan(x) ? -x : ends;
}
CUPY_DEVICE double entr(double x) {
    return x > 0 ? -x * log(x) : x == 0 ? 0.0 : isnan(x) ? x : -limits<double>::infinity();
}
// x log(x / y) of positive numbers.
CUPY_DEVICE double x_log_ratio(double x, double y) {
    const double ratio = x / y;
    if (ratio > 0.5 && ratio < 2) return x * log1p((x - y) / y);
    if (ratio > limits<double>::min() && ratio < limits<double>::infinity()) return x * log(ratio);
    return x * (log(x) - log(y));
}
// The fractions' ratio is between 1/2 and 2: it is brought between the square roots of those.
CUPY_DEVICE float x_log_ratio(float x, float y) {
    if constexpr (platform::kQuickDoubles) {
        const double wide = x, inside = wide * wide_log(wide_quotient(wide, (double)y));
        const float end = isinf(x) ? isinf(y) ? limits<float>::nan() : x : -limits<float>::infinity();
        return isinf(x) | isinf(y) ? end : (float)inside;
    }
    const Parts above = parts_of(x), below = parts_of(y);
    const float inverse = plain_reciprocal(below.m), near = above.m * inverse;
    const float scale = near > (float)kSqrtTwo ? 0.5f : near < (float)kSqrtHalf ? 2.0f : 1.0f;
    const float ratio = scale * near, left = scale * (fma(-near, below.m, above.m) * inverse);
    const float more = near > (float)kSqrtTwo ? 1.0f : near < (float)kSqrtHalf ? -1.0f : 0.0f;
    const float value = product(log_of_parts(ratio, left, above.n - below.n + more), x);
    const float ends = isinf(x) ? isinf(y) ? limits<float>::nan() : x : -limits<float>::infinity();
    return isinf(x) | isinf(y) ? ends : value;
}
template <class T> CUPY_DEVICE T rel_entr(T x, T y) {
    const T value = x_log_ratio(x, y), ends = (x == 0) & (y >= 0) ? T(0) : limits<T>::infinity();
    return isnan(x) | isnan(y) ? limits<T>::nan() : (x > 0) & (y > 0) ? value : ends;
}
template <class T> CUPY_DEVICE T kl_div(T x, T y) {
    if (isnan(x) || isnan(y)) return limits<T>::nan();
    if (x > 0 && y > 0) return x * log(x / y) - x + y;
    return x == 0 && y >= 0 ? y : limits<T>::infinity();
}
template <class T> CUPY_DEVICE T huber(T delta, T r) {
    const T size = fabs(r);
    return delta < 0 ? limits<T>::infinity() : size <= delta ? T(0.5) * r * r : delta * (size - T(0.5) * delta);
}
CUPY_DEVICE double pseudo_huber_inside(double delta, double r) {
    const double v = r / delta;
    return delta * delta * expm1(0.5 * log1p(v * v));
}
// delta r / (delta + sqrt(delta^2 + r^2)) |r|, of positive numbers, over the larger of both.
CUPY_DEVICE float pseudo_huber_inside(float delta, float r) {
    const float small = least(delta, r), large = most(delta, r), inverse = 1 / large;
    const float near = small / large;
    const Pair ratio = {near, fma(-near, large, small) * inverse}, square = times(ratio, ratio);
    const Pair sum = ordered_sum(1.0f, square.high);
    const Pair inside = {sum.high, sum.low + square.low}, inverse_root = reciprocal_root(inside);
    const Pair root = times(inside, inverse_root), first = delta == large ? Pair{1.0f, 0.0f} : ratio;
    const Pair below = ordered_sum(root.high, first.high);
    const Pair part = times(reciprocal(Pair{below.high, below.low + (root.low + first.low)}), small);
    const float rounded = part.high * r;        // what it rounds off may be beyond all numbers with the other sign
    return isinf(delta) ? limits<float>::nan() : isinf(rounded) ? rounded : product(part, r);
}
template <class T> CUPY_DEVICE T pseudo_huber(T delta, T r) {
    const T value = pseudo_huber_inside(delta, fabs(r));
    return delta < 0 ? limits<T>::infinity() : (delta == 0) | (r == 0) ? T(0) : value;
}

CUPY_DEVICE double with_sign_of(double size, double x) { return copysign(size, x); }
// Box and Cox' powers have no branches, so that loops are of vectors; `plain` where the power is the logarithm u.
CUPY_DEVICE double boxcox_of_log(double u, double l, bool plain) {
    const double y = l * u;
    return plain ? u : expm1(least(y, 709.0)) / l * exp(most(y - 709, 0.0));
}
CUPY_DEVICE double boxcox(double x, double l) { return boxcox_of_log(log(x), l, fabs(l) < 1e-19); }
CUPY_DEVICE double boxcox1p(double x, double l) {
    const double u = log1p(x);
    return boxcox_of_log(u, l, (fabs(l) < 1e-19) | ((fabs(u) < 1e-289) & (fabs(l) < 1e273)));
}
// The logarithm of 1 + l x, over l; l is not 0.  Products beyond the range are made of smaller numbers.
CUPY_DEVICE double inverse_boxcox_log(double x, double l) {
    const double y = l * x, small = isinf(l) | isinf(x) ? y : (l * 0x1p-512) * (x * 0x1p-512);
    const bool far = y >= 1.79e308;
    return (log1p(far ? small - 1 : y) + (far ? 1024 * kLog2 : 0.0)) / l;
}
CUPY_DEVICE double inv_boxcox(double x, double l) { return exp(l == 0 ? x : inverse_boxcox_log(x, l)); }
CUPY_DEVICE double inv_boxcox1p(double x, double l) {
    const double power = expm1(l == 0 ? x : inverse_boxcox_log(x, l));
    return (l != 0) & (fabs(l * x) < 1e-154) ? x : power;
}

constexpr double kDegree = 0.0174532925199432957692;
// Of 0 to 90 degrees.
CUPY_DEVICE double sine_of_degrees(double x) {
    const double angle = x * kDegree;
    return x == 30 ? 0.5 : x == 90 ? 1.0 : angle * degrees_fits::sine(angle * angle);
}
// Zeros have the sign of the half turns that they are.
CUPY_DEVICE double sindg(double x) {
    const double size = fabs(x), turns = floor(size / 180), r = size - 180 * turns;
    const double value = sine_of_degrees(r > 90 ? 180 - r : r);
    return size > 1e14 ? 0.0 : (parity_sign(turns) < 0) != (x < 0) ? -value : value;
}
CUPY_DEVICE double cosdg(double x) {
    const double size = fabs(x), turns = floor((size + 90) / 180);
    return size > 1e14 ? 0.0 : parity_sign(turns) * sine_of_degrees(90 - fabs(size - 180 * turns));
}
CUPY_DEVICE double tandg_of(double x, bool inverse) {
    const double size = fabs(x), r = size - 180 * floor(size / 180);   // in [0, 180)
    const bool second = r > 90;
    const double below = second ? 180 - r : r, angle = inverse ? fabs(90 - r) : below;
    const double value = angle == 45 ? 1.0 : sine_of_degrees(angle) / sine_of_degrees(90 - angle);
    const double sign = second != (x < 0) ? -1 : 1;
    return isnan(x) ? x : (size > 1e14) | (angle == 0) ? 0.0 : angle == 90 ? infinity() : sign * value;
}
CUPY_DEVICE double radian(double d, double m, double s) { return (d + m / 60 + s / 3600) * kDegree; }
CUPY_CALLED double cosm1(double x) {
    const double s = sin(0.5 * x);
    return 0 - 2 * s * s;
}
CUPY_DEVICE double powm1(double x, double y) {
    const double size = fabs(x), power = y * log(size);
    const double small = expm1(fabs(size - 1) < 0.3 ? y * log1p(size - 1) : power), large = pow(size, y);
    const double even = power < 0.5 ? small : large - 1, odd = -large - 1;
    const double below = y != floor(y) ? nan() : parity_sign(y) < 0 ? odd : even;
    return (y == 0) | (x == 1) ? 0.0 : x < 0 ? below : even;
}
// By the complete elliptic integral that it is (DLMF 19.8.5), of the smaller number over the larger.
CUPY_DEVICE double agm(double a, double b) {
    using namespace elliptic_fits;
    const double first = fabs(a), second = fabs(b), large = most(first, second), small = least(first, second);
    const double ratio = small / large, sum = 1 + ratio, p = 4 * ratio / (sum * sum);
    const bool tiny = ratio < 1e-290;
    const double lifted = tiny ? 4 * (small * 0x1p600) / (large * 0x1p-600) : p;
    const double logarithm = log(lifted) - (tiny ? 1200 * kLog2 : 0.0);
    const double k = poly_of(p, complete_first_a) - logarithm * poly_of(p, complete_first_b);
    const double inside = ratio == 1 ? large : large * (0.5 * kHalfPi) * (sum / k);
    const double ends = small == 0 ? (isinf(large) ? nan() : 0.0) : isinf(large) ? large : inside;
    return isnan(a) | isnan(b) | (a * (b < 0 ? -1.0 : 1.0) < 0 && small > 0) ? nan() : (a < 0) | (b < 0) ? -ends : ends;
}
CUPY_CALLED double diric(double x, double n) {
    if (!(n > 0) || n != floor(n)) return nan();
    const double s = sin(0.5 * x);
    if (fabs(s) < 1e-7) return pow(-1.0, rint(x / kTwoPi) * (n - 1));
    return sin(0.5 * n * x) / (n * s);
}

}  // namespace special
}  // namespace cupy
