// Parabolic cylinder functions: D of positive arguments by an integral and recurrence in its order (DLMF 12.5.1, 12.8.1),
// D of negative ones and V by Kummer's functions (DLMF 12.4, 12.7(iv)), W by its power series (DLMF 12.14).
#pragma once

#include "bessel.hpp"
#include "gamma.hpp"
#include "hyper.hpp"

namespace cupy {
namespace special {

// The solutions of w'' = (x^2 / 4 + a) w that are even and odd (DLMF 12.4.1, 12.4.2), for x >= 0.
CUPY_CALLED double even_or_odd(double a, double x, bool odd) {
    const double first = 0.5 * a + (odd ? 0.75 : 0.25), b = odd ? 1.5 : 0.5, z = 0.5 * x * x;
    const double scaled = z < 600 ? exp(-0.5 * z) * hyp1f1_of(first, b, z) : exp(0.5 * z) * hyp1f1_of(b - first, b, -z);
    return odd ? x * scaled : scaled;
}
CUPY_CALLED double pbdv_left(double v, double x) {   // x < 0
    const double a = -v - 0.5;
    const double even = rgamma(0.75 + 0.5 * a) * even_or_odd(a, -x, false);
    const double odd = rgamma(0.25 + 0.5 * a) * even_or_odd(a, -x, true);
    return kSqrtPi * pow(2.0, -0.25 - 0.5 * a) * (even + kSqrtTwo * odd);
}
// D of the orders v and v - 1, over exp(log_scale).
struct CylinderPair {
    double now, before, log_scale;
};
constexpr double kCylinderStart = 16, kMostCylinderSteps = 2e5;     // -v where recurrences begin
// The integral over u of e^(s u - t^2 / 2 - x t), t = e^u, and of t times that, x >= 0, by the trapezoidal rule around the
// greatest value, at a place of few digits, whose powers and products round little.
CUPY_CALLED CylinderPair cylinder_integral(double s, double x) {
    const double place = (float)(2 * s / (x + sqrt(x * x + 4 * s))), square = place * place;
    const double step = 0.5 / sqrt(s + square), ratio = exp(step), linear = x * place;
    double sums[2] = {1, 1};
    for (int side = 0; side < 2; side++) {
        const double by = side ? 1 / ratio : ratio, way = side ? -step : step;
        double t = 1, last = 1;
        CUPY_NO_UNROLL
        for (int k = 1; k < 200 && last > 1e-18; k++) {
            t *= by;
            last = exp(s * way * k - (t - 1) * (0.5 * square * (t + 1) + linear));
            sums[0] += last;
            sums[1] += last * t;
        }
    }
    const double least_log = -0.5 * square - linear;
    if (s < 170 && place > 1e-2) {
        const double scale = step * pow(place, s) / gamma_called(s);
        return {sums[0] * scale, sums[1] * scale * place / s, least_log};
    }
    return {sums[0] * step, sums[1] * step * place / s, least_log + s * log(place) - lgamma_called(s)};
}
// D without e^(-x^2 / 4), for x >= 0 or whole v >= 0.
CUPY_CALLED CylinderPair cylinder_right(double v, double x) {
    const double square = x * x;
    if (v == 0) return {1, 0, 0};
    if (square > 100 + 4 * v * v) {    // DLMF 12.9.1
        double value[2];
        for (int less = 0; less < 2; less++) {
            const double order = v - less;
            double term = 1, sum = 1;
            for (int k = 0; k < 100; k++) {
                term *= -(order - 2 * k) * (order - 2 * k - 1) / (2 * (k + 1) * square);
                sum += term;
                if (fabs(term) < 1e-17 * fabs(sum)) break;
            }
            value[less] = sum;
        }
        const double size = fabs(x), power = pow(size, v), sign = x < 0 ? parity_sign(v) : 1;
        const bool fits = power > 1e-250 && power < 1e250;
        const double scale = fits ? sign * power : sign;
        return {scale * value[0], scale * value[1] / x, fits ? 0 : v * log(size)};
    }
    const bool whole = v > 0 && v == floor(v);
    const double steps = whole ? v : most(0.0, ceil(v + kCylinderStart));
    if (steps > kMostCylinderSteps) return {nan(), nan(), 0};
    CylinderPair pair = whole ? CylinderPair{1, 0, 0} : cylinder_integral(steps - v, x);
    double at = whole ? 0 : v - steps;
    CUPY_NO_UNROLL
    for (double k = 0; k < steps; k++, at++) {
        const double next = x * pair.now - at * pair.before;
        pair.before = pair.now;
        pair.now = next;
        if (fabs(next) > 1e200) pair = {next * 1e-200, pair.before * 1e-200, pair.log_scale + 460.517018598809136804};
    }
    return pair;
}
CUPY_CALLED double pbvv_of(double v, double x) {
    const double a = -v - 0.5, size = fabs(x), first = 0.75 - 0.5 * a, second = 0.25 - 0.5 * a;
    const double even = rgamma(first) * sinpi(first) * even_or_odd(a, size, false);
    const double odd = rgamma(second) * sinpi(second) * even_or_odd(a, size, true);
    return pow(2.0, 0.25 + 0.5 * a) * (even + copysign(kSqrtTwo, x) * odd);
}
CUPY_CALLED void pbdv(double v, double x, double &value, double &slope) {   // DLMF 12.8.2
    value = slope = nan();
    if (isnan(v) || isnan(x) || isinf(v) || isinf(x)) return;
    if (x == 0 && v < 300) {   // DLMF 12.2.6, 12.2.7, beside their zeros too
        const double scale = kSqrtPi * pow(2.0, 0.5 * v);
        value = scale * rgamma(0.5 - 0.5 * v);
        slope = -scale * kSqrtTwo * rgamma(-0.5 * v);
        return;
    }
    if (x < 0 && !(v >= 0 && v == floor(v))) {
        value = pbdv_left(v, x);
        slope = v * pbdv_left(v - 1, x) - 0.5 * x * value;
        return;
    }
    if (isinf(x * x)) {
        value = slope = 0;
        return;
    }
    const CylinderPair pair = cylinder_right(v, x);
    const double square = 0.25 * x * x, low = 0.25 * fma(x, x, -4 * square), power = pair.log_scale - square;
    value = grow(pair.now * (1 - low), power);
    slope = grow((v * pair.before - 0.5 * x * pair.now) * (1 - low), power);
}
CUPY_CALLED void pbvv(double v, double x, double &value, double &slope) {   // DLMF 12.8.5, 12.8.6
    value = slope = nan();
    if (isnan(v) || isnan(x) || isinf(v) || isinf(x)) return;
    value = pbvv_of(v, x);
    slope = x < 0 ? pbvv_of(v - 1, x) - 0.5 * x * value : 0.5 * x * value - (v + 1) * pbvv_of(v + 1, x);
}
// |Gamma(1/4 + iy) / Gamma(3/4 + iy)|^2: sixteen steps up, then the series in 1 / u^2 of that ratio times sqrt(u) at
// u = 16 + iy.
CUPY_CALLED Twofold squared_ratio_of_gammas(double y) {
    constexpr double kSeries[] = {1, -0.015625, 0.0025634765625, -0.0012798309326171875, 0.001343511044979095459,
                                  -0.0024328966392204165459, 0.0067542375336415716447, -0.026636960613117821595};
    const Twofold square = Twofold(y) * Twofold(y), size = Twofold(256.0) + square;
    Twofold above(1.0), below(1.0);
    for (int k = 0; k < 16; ++k) {
        above = above * (Twofold((k + 0.75) * (k + 0.75)) + square);
        below = below * (Twofold((k + 0.25) * (k + 0.25)) + square);
    }
    const Twofold v = (Twofold(256.0) - square) / (size * size), w = Twofold(-32 * y) / (size * size);
    Twofold re(kSeries[7]), im(0.0);
    for (int k = 6; k >= 0; --k) {
        const Twofold next = re * v - im * w + Twofold(kSeries[k]);
        im = re * w + im * v;
        re = next;
    }
    return above / below * (re * re + im * im) / sqrt(size);
}
CUPY_CALLED void pbwa(double a, double x, double &value, double &slope) {
    value = slope = nan();
    if (!(fabs(a) <= 5 && fabs(x) <= 5)) return;     // as SciPy
    const Twofold quarter(0.25), square = Twofold(x) * Twofold(x), wide(a);
    Twofold sum[2], slopes[2];
    for (int odd = 0; odd < 2; odd++) {
        // Terms c_k x^k with (k + 1) (k + 2) c_(k + 2) = a c_k - c_(k - 2) / 4, and c_k x^(k - 1) k.
        Twofold before(0.0), now = odd ? Twofold(x) : Twofold(1.0), total = now, more(odd ? 1.0 : 0.0);
        CUPY_NO_UNROLL
        for (int k = odd; k < 200; k += 2) {
            const Twofold next = square * (wide * now - quarter * square * before) / Twofold((k + 1.0) * (k + 2));
            before = now;
            now = next;
            total = total + now;
            if (x != 0) more = more + now * Twofold(k + 2.0) / Twofold(x);
            if (fabs(now.high) + fabs(before.high) < 1e-34 * fabs(total.high)) break;
        }
        sum[odd] = total;
        slopes[odd] = more;
    }
    const Twofold first = sqrt(sqrt(squared_ratio_of_gammas(0.5 * a) / Twofold(8.0))), second = Twofold(0.5) / first;
    value = (first * sum[0] - second * sum[1]).high;
    slope = (first * slopes[0] - second * slopes[1]).high;
}

}  // namespace special
}  // namespace cupy
