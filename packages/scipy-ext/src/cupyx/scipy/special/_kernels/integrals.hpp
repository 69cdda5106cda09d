// Integrals of Bessel, Struve and Airy functions: power series in twice the digits, which cancel (DLMF 10.8.1, 10.31.2,
// 11.2.1, 9.4.1, integrated term by term), fits of K0's, and far from zero series by repeated integration by parts (DLMF
// 10.22(i), 9.10).
#pragma once

#include "airy.hpp"
#include "bessel01.hpp"
#include "bessel_ik.hpp"
#include "gamma.hpp"
#include "integrals_fits.hpp"
#include "twofold.hpp"

namespace cupy {
namespace special {

constexpr double kFar = 40;                        // from here on the series in 1 / x have all digits
constexpr double kFarAiry = 15;
CUPY_DEVICE double log_half(double x) { return log(x) + (kEuler - kLog2); }   // half the least number is zero

// The sums of t_k / d_k and, if wanted, t_k / d_k (1 / d_k + H_k), where t_k = (+-x^2 / 4)^k / k!^2 and d_k = 2 k + 1; if
// `over`, d_k = 2 k, from k = 1 on.  T: Twofold for terms that cancel, double for those of one sign.
template <class T> struct LogarithmicSums {
    T plain, more;
};
template <class T, bool with_more = true> CUPY_CALLED LogarithmicSums<T> bessel_sums(double x, bool over) {
    const T half(0.5 * x), square = sizeof(T) == sizeof(double) ? half * half : -(half * half);
    T term(1.0), harmonic(0.0);
    Sum<T> plain(T(over ? 0.0 : 1.0)), sum(T(over ? 0.0 : 1.0));
    CUPY_NO_UNROLL
    for (int k = 1; k < 400; k++) {
        const double d = over ? 2.0 * k : 2.0 * k + 1;
        term = term * divided(square, (double)k * k);
        const T part = divided(term, d);
        T last = part;
        plain += part;
        if constexpr (with_more) {
            harmonic = harmonic + divided(T(1.0), k);
            last = part * (divided(T(1.0), d) + harmonic);
            sum += last;
        }
        if (2 * k > x && fabs(leading(last)) < 1e-20 * fabs(leading(with_more ? sum.value : plain.value))) break;
    }
    return {plain.get(), sum.get()};
}
// Of a solution z of Bessel's equation, modified or not, with the values z0 and z1 of orders 0 and 1: the integral of
// t^-m z over [x, infinity), or, of the modified one that grows, over all before x.
CUPY_CALLED double bessel_far(double x, int m, double z0, double z1, bool modified) {
    const double inverse = 1 / x, square = (modified ? 1 : -1) * inverse * inverse;
    double power = m ? inverse : 1, first = power, second = power * inverse * (m + 1);
    CUPY_NO_UNROLL
    for (int n = m + 1; n < x; n += 2) {
        power *= n * square * n;
        first += power;
        second += power * inverse * (n + 2);
        if (fabs(power) <= 1e-17 * first) break;
    }
    return (modified ? z1 : -z1) * first + z0 * second;
}
// The integral of K0(t), or K0(t) / t, over [x, infinity), for x > 1.
CUPY_CALLED double k0_beyond(double x, bool over) {
    using namespace integrals_fits;
    const double r = 1 / x, scale = exp(-x) * sqrt(r);
    if (over) return scale * r * (x < 4 ? k0_over_near(r) : k0_over_far(r));
    return scale * (x < 4 ? k0_near(r) : k0_far(r));
}

CUPY_CALLED void itj0y0(double x, double &j, double &y) {
    const double size = fabs(x);
    if (!(size < infinity())) {
        j = y = nan();
        return;
    }
    if (size < kFar) {
        const LogarithmicSums<Twofold> s = bessel_sums<Twofold>(size, false);
        j = x * s.plain.high;
        y = x == 0 ? 0 : 2 / kPi * size * (s.plain * Twofold(log_half(size)) - s.more).high;
    } else {
        j = copysign(1 - bessel_far(size, 0, j0(size), j1(size), false), x);
        y = -bessel_far(size, 0, y0(size), y1(size), false);
    }
    if (x < 0) y = nan();
}
CUPY_CALLED void it2j0y0(double x, double &j, double &y) {
    const double size = fabs(x);
    if (!(size < infinity())) {
        j = y = nan();
        return;
    }
    const double logarithm = log_half(size);
    if (x == 0) {
        j = 0;
        y = -infinity();
    } else if (size < kFar) {
        const LogarithmicSums<Twofold> s = bessel_sums<Twofold>(size, true);
        const Twofold l(logarithm), at_zero(0.8224670334241132, 1.520336175199238e-17);   // pi^2 / 12
        j = -s.plain.high;
        y = 2 / kPi * (at_zero - (l * (l * Twofold(0.5) + s.plain) - s.more)).high;
    } else {
        j = logarithm + bessel_far(size, 1, j0(size), j1(size), false);
        y = bessel_far(size, 1, y0(size), y1(size), false);
    }
    if (x < 0) y = nan();
}
CUPY_CALLED void iti0k0(double x, double &i, double &k) {
    const double size = fabs(x);
    if (!(size < infinity())) {
        i = nan();
        k = x > 0 ? kHalfPi : nan();
        return;
    }
    k = size > 1 ? kHalfPi - k0_beyond(size, false) : 0;
    if (size <= 1) {
        const LogarithmicSums<double> s = bessel_sums<double>(size, false);
        i = x * s.plain;
        k = x == 0 ? 0 : size * (s.more - log_half(size) * s.plain);
    } else if (size < kFar) {
        i = x * bessel_sums<double, false>(size, false).plain;
    } else {
        i = copysign(bessel_far(size, 0, i0(size), i1(size), true), x);
    }
    if (x < 0) k = nan();
}
CUPY_CALLED void it2i0k0(double x, double &i, double &k) {
    const double size = fabs(x);
    if (!(size < infinity())) {
        i = k = nan();
        return;
    }
    const double l = log_half(size);
    if (size <= 1) {
        const LogarithmicSums<double> s = bessel_sums<double>(size, true);
        i = s.plain;
        k = x == 0 ? infinity() : kPi * kPi / 24 + l * (0.5 * l + i) - s.more;
    } else {
        k = k0_beyond(size, true);
        if (size < kFar) i = bessel_sums<double, false>(size, true).plain;
        else i = size > 720 ? infinity() : bessel_far(size, 1, i0(size), i1(size), true) - l;
    }
    if (x < 0) k = nan();
}

// The sum of (+-1)^k x^(2 k + 1) / (2 k + 1)!!^2 over 2 k + 2, or over 2 k + 1 if `over`.
template <class T> CUPY_CALLED T struve_sum(double x, bool over) {
    const T wide(x), square = sizeof(T) == sizeof(double) ? wide * wide : -(wide * wide);
    T term = wide;
    Sum<T> sum(over ? wide : wide * T(0.5));
    CUPY_NO_UNROLL
    for (int k = 1; k < 400; k++) {
        const double odd = 2.0 * k + 1;
        term = term * divided(square, odd * odd);
        const T part = divided(term, over ? odd : odd + 1);
        sum += part;
        if (2 * k > x && fabs(leading(part)) < 1e-20 * fabs(leading(sum.value))) break;
    }
    return sum.get();
}
// The sums over k >= 1 of (-+1)^k (2 k - 1)!!^2 / x^(2 k) over 2 k, or over 2 k + 1: of what Struve functions are beside
// Bessel functions far from zero (DLMF 11.6.1).
CUPY_CALLED double struve_rest(double x, bool over) {
    const double square = -1 / (x * x);
    double term = 1, sum = 0;
    CUPY_NO_UNROLL
    for (int k = 1; 2 * k < x; k++) {
        term *= (2.0 * k - 1) * (2.0 * k - 1) * square;
        sum += term / (over ? 2 * k + 1 : 2 * k);
        if (fabs(term) < 1e-18) break;
    }
    return sum;
}
CUPY_CALLED double itstruve0(double x) {
    x = fabs(x);
    if (!(x < infinity())) return nan();
    if (x < kFar) return 2 / kPi * x * struve_sum<Twofold>(x, false).high;
    return 2 / kPi * (log(2 * x) + kEuler - struve_rest(x, false)) - bessel_far(x, 0, y0(x), y1(x), false);
}
CUPY_CALLED double it2struve0(double x) {
    const double size = fabs(x);
    if (!(size < infinity())) return nan();
    double value;
    if (size < kFar) {
        const Twofold quarter_turn(kHalfPi, 6.123233995736766e-17), scale(0.6366197723675814, -3.9357353350364974e-17);
        value = (quarter_turn - scale * struve_sum<Twofold>(size, true)).high;
    } else {
        value = bessel_far(size, 1, y0(size), y1(size), false) + 2 / kPi * (1 + struve_rest(size, true)) / size;
    }
    return x < 0 ? kPi - value : value;
}
CUPY_CALLED double itmodstruve0(double x) {
    x = fabs(x);
    if (!(x < infinity())) return nan();
    if (x < kFar) return 2 / kPi * x * struve_sum<double>(x, false);
    return bessel_far(x, 0, i0(x), i1(x), true);
}

struct AiryIntegrals {
    double ai, bi;
};
// Over [0, x].
CUPY_CALLED AiryIntegrals airy_integrals_near(double x) {
    const Twofold wide(x), cube = wide * wide * wide, root3(1.7320508075688772, 1.0035084221806903e-16);
    Twofold f(1.0), g = wide, first(1.0), second = wide * Twofold(0.5);
    CUPY_NO_UNROLL
    for (int k = 1; k < 200; k++) {
        f = divided(f * cube, (3.0 * k - 1) * (3.0 * k));
        g = divided(g * cube, (3.0 * k) * (3.0 * k + 1));
        const Twofold a = divided(f, 3.0 * k + 1), b = divided(g, 3.0 * k + 2);
        first = first + a;
        second = second + b;
        if (fabs(a.high) + fabs(b.high) < 1e-21) break;   // what is left of both is about 1 / x
    }
    const Twofold a = Twofold(0.3550280538878172, 2.05233632436212e-17) * first;
    const Twofold b = Twofold(0.2588194037928068, -2.522243111610832e-17) * second;
    return {x * (a - b).high, x * (root3 * (a + b)).high};
}
// Far from zero, of a solution w of Airy's equation with the slope: over [x, infinity), for x < 0 over (-infinity, x];
// the one that grows with the other sign, over all before x.
CUPY_CALLED double airy_far(double x, double w, double slope) {
    const double inverse = 1 / x, cube = inverse * inverse * inverse;
    double power = inverse, first = inverse, second = inverse * inverse;
    CUPY_NO_UNROLL
    for (int n = 1; n < 60; n += 3) {
        const double factor = n * (n + 1.0) * cube;
        if (fabs(factor) > 1) break;
        power *= factor;
        first += power;
        second += power * inverse * (n + 3);
        if (fabs(power) < 1e-17 * fabs(first)) break;
    }
    return -(slope * first + w * second);
}
CUPY_CALLED AiryIntegrals airy_integrals(double x) {
    if (isnan(x)) return {x, x};
    if (isinf(x)) return {x > 0 ? 1.0 / 3 : nan(), nan()};
    if (fabs(x) < kFarAiry) return airy_integrals_near(x);
    const AirySet<double> s = airy_of(x, false);
    const double first = airy_far(x, s.ai, s.aip), second = airy_far(x, s.bi, s.bip);
    if (x > 0) return {1.0 / 3 - first, isinf(s.bi) ? infinity() : -second};
    return {-2.0 / 3 - first, -second};
}
CUPY_CALLED void itairy(double x, double &ai, double &bi, double &ai_back, double &bi_back) {
    const AiryIntegrals ahead = airy_integrals(x), behind = airy_integrals(-x);
    ai = ahead.ai;
    bi = ahead.bi;
    ai_back = -behind.ai;
    bi_back = -behind.bi;
}

// The integral of x^lambda J_nu(2 a x) over [0, 1].
CUPY_CALLED double besselpoly(double a, double lambda, double nu) {
    if (isnan(a) || isnan(lambda) || isnan(nu)) return nan();
    if (a == 0) return nu == 0 ? 1 / (lambda + 1) : 0;
    double sign = 1;
    if (nu < 0 && nu == floor(nu)) {
        nu = -nu;
        sign = parity_sign(nu);
    }
    const Twofold square = -(Twofold(a) * Twofold(a)), shift = exact_sum(lambda, nu) + Twofold(1.0);
    Twofold term(1.0), sum = Twofold(1.0) / shift;
    CUPY_NO_UNROLL
    for (int k = 1; k < 1000; k++) {
        term = term * square / ((Twofold(nu) + Twofold((double)k)) * Twofold((double)k));
        const Twofold part = term / (shift + Twofold(2.0 * k));
        sum = sum + part;
        if (k > fabs(a) && k + nu > 0 && fabs(part.high) < 1e-33 * fabs(sum.high)) break;
    }
    return sign * pow(a, nu) * rgamma(nu + 1) * sum.high;
}

}  // namespace special
}  // namespace cupy
