// Parabolic cylinder functions: D and V by Kummer's functions (DLMF 12.4, 12.7(iv)), W by its power series (DLMF 12.14).
#pragma once

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
CUPY_CALLED double pbdv_of(double v, double x) {
    const double a = -v - 0.5;
    if (x >= 0 || (v >= 0 && v == floor(v))) {
        const double sign = x < 0 ? parity_sign(v) : 1;
        return sign * pow(2.0, 0.5 * v) * exp(-0.25 * x * x) * hyperu_of(-0.5 * v, 0.5, 0.5 * x * x);
    }
    const double even = rgamma(0.75 + 0.5 * a) * even_or_odd(a, -x, false);
    const double odd = rgamma(0.25 + 0.5 * a) * even_or_odd(a, -x, true);
    return kSqrtPi * pow(2.0, -0.25 - 0.5 * a) * (even + kSqrtTwo * odd);
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
    value = pbdv_of(v, x);
    slope = (v == 0 ? 0 : v * pbdv_of(v - 1, x)) - 0.5 * x * value;
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
