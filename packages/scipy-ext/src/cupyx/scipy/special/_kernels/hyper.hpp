// Hypergeometric functions 0F1, 1F1, 2F1 and U.
//
// Power series where they converge well; 2F1 beyond by steps along Taylor series of its differential equation (DLMF
// 15.10.1), which know no exceptional parameters; 1F1 of large arguments by 13.7.2; U by 13.4.4 with the trapezoidal
// rule, and recurrence in a.
#pragma once

#include "bessel.hpp"
#include "gamma.hpp"
#include "twofold.hpp"

namespace cupy {
namespace special {

CUPY_DEVICE bool is_nonpositive(double a) { return a <= 0 && a == floor(a); }
template <class T> CUPY_DEVICE T no_value() {
    if constexpr (is_complex<T>::value) return nan_complex();
    else return nan();
}

template <class T> CUPY_CALLED T hyp0f1(double v, T z) {
    if (isnan(v) || isnan(z)) return no_value<T>();
    if (is_nonpositive(v)) return no_value<T>();
    if (z == T(0)) return T(1);
    if (size_1(z) < 4 * (1 + fabs(v))) {
        T term(1), sum(1);
        for (int k = 0; k < 500; k++) {
            term *= z / ((v + k) * (k + 1.0));
            sum += term;
            if (size_1(term) < 1e-17 * size_1(sum) || isinf(size_1(sum))) break;
        }
        return sum;
    }
    const double log_gamma = lgamma_called(v), sign = gammasgn(v);
    if constexpr (is_complex<T>::value) {   // DLMF 10.39.9
        const Z root = sqrt(z);
        return sign * exp((1 - v) * log(root) + log_gamma + log(iv_of(v - 1, 2.0 * root, true)) + 2 * fabs(root.re));
    } else {
        const double root = sqrt(fabs(z)), power = (1 - v) * log(root) + log_gamma;
        if (z > 0) {
            const double y = iv_of(v - 1, 2 * root, true);
            return copysign(1.0, y) * sign * exp(power + log(fabs(y)) + 2 * root);
        }
        return sign * exp(power) * jv_of(v - 1, 2 * root, false);
    }
}

// The series of 2F1, or of 1F1 without b, in two doubles a number.
template <class T, bool two> CUPY_CALLED T wide_series(Twofold a, Twofold b, Twofold c, T z) {
    Wide<T> term(1), sum(1);
    for (int k = 0; k < 5000; k++) {
        const Twofold top = a + Twofold(k);
        if (top.high == 0) break;
        Twofold factor = top / ((c + Twofold(k)) * Twofold(k + 1.0));
        if constexpr (two) {
            const Twofold other = b + Twofold(k);
            if (other.high == 0) break;
            factor = factor * other;
        }
        term.scale(factor);
        term.multiply(z);
        sum.add(term);
        if (term.size() < 1e-17 * sum.size() && k > -a.high && k > -c.high && (!two || k > -b.high)) break;
    }
    return sum.get();
}
// The same in doubles first, which is enough unless terms cancel.
template <class T, bool two> CUPY_CALLED T careful_series(Twofold a, Twofold b, Twofold c, T z) {
    T term(1), sum(1);
    double most_size = 1;
    for (int k = 0; k < 5000; k++) {
        const double top = a.high + k, other = two ? b.high + k : 1.0;
        if (top == 0 || other == 0) break;
        term *= top * other / ((c.high + k) * (k + 1.0)) * z;
        sum += term;
        const double size = size_1(term);
        most_size = most(most_size, size);
        if (size < 1e-17 * size_1(sum) && k > -a.high && k > -c.high && (!two || k > -b.high)) break;
    }
    if (most_size <= 2 * size_1(sum) || isinf(most_size)) return sum;
    return wide_series<T, two>(a, b, c, z);
}
template <class T> CUPY_DEVICE T hyp1f1_series(Twofold a, double b, T z) {
    return careful_series<T, false>(a, Twofold(1.0), Twofold(b), z);
}
// The sums 2F0 of DLMF 13.7.2: of the part that grows and, in `tail`, the other; `good` if both converge.
template <class T> CUPY_CALLED T hyp1f1_far(double a, double b, T z, T &tail, bool &good) {
    T first(1), term(1);
    double before = 1e300;
    for (int k = 0; k < 200; k++) {
        term *= (b - a + k) * (1 - a + k) / (k + 1.0) / z;
        if (size_1(term) > before) break;
        before = size_1(term);
        first += term;
        if (before < 1e-17) break;
    }
    good = before < 1e-16;
    tail = T(1);
    term = T(1);
    before = 1e300;
    for (int k = 0; k < 200; k++) {
        term *= (a + k) * (a - b + 1 + k) / (k + 1.0) / -z;
        if (size_1(term) > before) break;
        before = size_1(term);
        tail += term;
        if (before < 1e-17) break;
    }
    good = good && before < 1e-16;
    return first;
}
// Gamma(b) / Gamma(a).
CUPY_CALLED double gamma_ratio(double b, double a) {
    if (fabs(a) < 100 && fabs(b) < 100) return gamma_called(b) * rgamma(a);
    return is_nonpositive(a) ? 0 : gammasgn(b) * gammasgn(a) * exp(lgamma_called(b) - lgamma_called(a));
}
CUPY_CALLED Z hyp1f1_joined(double a, double b, Z z, Z first, Z tail) {
    const Z turn(cospi(a), z.im >= 0 ? sinpi(a) : -sinpi(a)), l = log(z);
    return gamma_ratio(b, a) * exp(z + (a - b) * l) * first + gamma_ratio(b, b - a) * exp(-a * l) * turn * tail;
}
// On the real line the smaller of the two parts comes with the mean of its factors on both sides.
CUPY_CALLED double hyp1f1_joined(double a, double b, double z, double first, double tail) {
    const double size = fabs(z), part = gamma_ratio(b, a) * pow(size, a - b) * first;
    const double other = gamma_ratio(b, b - a) * pow(size, -a) * tail;
    if (z < 0) return other + exp(z) * part * cospi(a - b);
    const double grown = z < 700 ? exp(z) * part : copysign(exp(z + log(fabs(part))), part);
    return grown + other * cospi(a);
}
template <class T> CUPY_CALLED T hyp1f1_of(double a, double b, T z) {
    if (isnan(a) || isnan(b) || isnan(z)) return no_value<T>();
    if (is_nonpositive(b) && !(is_nonpositive(a) && a >= b)) return T(infinity());
    if (a == 0 || z == T(0)) return T(1);
    if (a == b && !is_nonpositive(a)) return exp(z);
    if (is_nonpositive(a)) return hyp1f1_series(a, b, z);
    if (size_1(z) > 30 && !is_nonpositive(b) && !is_nonpositive(b - a)) {
        T tail;
        bool good;
        const T first = hyp1f1_far(a, b, z, tail, good);
        if (good) return hyp1f1_joined(a, b, z, first, tail);
    }
    if (real(z) < 0) return exp(z) * hyp1f1_series(Twofold(b) - Twofold(a), b, T(-z));   // DLMF 13.2.39
    return hyp1f1_series(a, b, z);
}

template <class T> CUPY_CALLED T hyp2f1_series(double a, double b, double c, T z, T &slope) {
    T term(1), sum(1);
    slope = T(0);
    for (int k = 0; k < 5000; k++) {
        const double factor = (a + k) * (b + k) / ((c + k) * (k + 1.0));
        const T next = term * factor;   // without the power of z
        slope += next * (k + 1.0);
        term = next * z;
        sum += term;
        if (term == T(0) || (size_1(term) < 1e-17 * size_1(sum) && k > -a && k > -b && k > 3)) break;
    }
    return sum;
}
// One step along the equation's Taylor series at z: w and w' become those at z + h.
template <class T> CUPY_CALLED void hyp2f1_step(double a, double b, double c, T z, T h, T &w, T &slope) {
    T u0 = w, u1 = slope * h, sum = u0 + u1, derivative = u1;
    const T p = 1.0 / (z * (1.0 - z)), one_two = 1.0 - 2.0 * z, q = c - (a + b + 1) * z;
    int small = 0;
    for (int n = 0; n < 300 && small < 3; n++) {
        const T next = p * h * ((n + a) * (n + b) * u0 * h - (n + 1.0) * ((double)n * one_two + q) * u1) / ((n + 2.0) * (n + 1.0));
        sum += next;
        derivative += (n + 2.0) * next;
        small = size_1(next) * (n + 2) < 1e-17 * size_1(derivative) && size_1(next) < 1e-17 * size_1(sum) ? small + 1 : 0;
        u0 = u1;
        u1 = next;
    }
    w = sum;
    slope = derivative / h;
}
CUPY_CALLED double hyp2f1_at_one(double a, double b, double c) {
    const double d = c - a - b;
    if (d <= 0) return infinity();
    if (is_nonpositive(c - a) || is_nonpositive(c - b)) return 0;
    const double sign = gammasgn(c) * gammasgn(d) * gammasgn(c - a) * gammasgn(c - b);
    if (fabs(c) < 100 && fabs(d) < 100 && fabs(c - a) < 100 && fabs(c - b) < 100)
        return gamma_called(c) * gamma_called(d) / (gamma_called(c - a) * gamma_called(c - b));
    return sign * exp(lgamma_called(c) + lgamma_called(d) - lgamma_called(c - a) - lgamma_called(c - b));
}
// For real z >= 1 where the series has no end, SciPy's conventions: an infinity, signed by Euler's transformation where
// that has a real factor.
CUPY_CALLED double hyp2f1_beyond(double a, double b, double c, double z) {
    const double d = c - a - b, whole = rint(d);
    if (z == 1 && (d > -1 || is_nonpositive(c))) return hyp2f1_at_one(a, b, c);
    if (z == 1) return copysign(infinity(), hyp2f1_at_one(c - a, c - b, c));
    if (d > -1 || fabs(d - whole) > 1e-13 || (isinf(z) && c != a && c != b)) return infinity();
    const bool ends = !is_nonpositive(c) && (is_nonpositive(c - a) || is_nonpositive(c - b));
    return pow(1 - z, whole) * (ends ? careful_series<double, true>(c - a, c - b, c, z) : infinity());
}
// A polynomial of degree n at an infinity: the sign of its leading term.
CUPY_CALLED double hyp2f1_leading(double a, double b, double c, double n, double z) {
    double sign = z < 0 && n != 2 * floor(n / 2) ? -1 : 1;
    for (double k = 0; k < n && k < 1e4; k++) sign *= copysign(1.0, (a + k) * (b + k) * (c + k));
    return sign * infinity();
}
// At minus infinity, by the larger term of DLMF 15.8.2.
CUPY_CALLED double hyp2f1_falling(double a, double b, double c) {
    const double small = least(a, b), large = most(a, b);
    if (small > 0) return 0;
    return gammasgn(c) * gammasgn(large) * gammasgn(c - small) * infinity();
}
template <class T> CUPY_DEVICE T about_infinity(double a, double b, double c, T r) {
    const Twofold one(1.0), first = Twofold(a) - Twofold(c) + one;
    return careful_series<T, true>(a, first, Twofold(a) - Twofold(b) + one, r);
}
// For c = a + b + m around 1, with a logarithm (DLMF 15.8.10); y = 1 - z.
template <class T> CUPY_CALLED T hyp2f1_logarithmic(double a, double b, double m, T y) {
    T sum(0), term(gamma_called(a + b + m) * rgamma(a + m) * rgamma(b + m) * gamma_called(most(m, 1.0)));
    for (double k = 0; k < m; k++) {
        sum += term;
        if (k + 1 < m) term *= -(a + k) * (b + k) / ((k + 1) * (m - k - 1)) * y;
    }
    T power(gamma_called(a + b + m) * rgamma(a) * rgamma(b) * rgamma(m + 1));
    for (double k = 0; k < m; k++) power *= -y;
    double harmonic = digamma_called(a + m) + digamma_called(b + m) + kEuler - digamma_called(m + 1);
    const T logarithm = log(y);
    for (double k = 0; k < 500; k++) {
        const T more = power * (logarithm + harmonic);
        sum -= more;
        if (size_1(power) * (1 + size_1(logarithm) + fabs(harmonic)) < 1e-17 * size_1(sum) && k > -a - m && k > -b - m) break;
        harmonic += 1 / (a + m + k) + 1 / (b + m + k) - 1 / (k + 1) - 1 / (k + m + 1);
        power *= (a + m + k) * (b + m + k) / ((k + 1) * (k + m + 1)) * y;
    }
    return sum;
}
CUPY_DEVICE bool beside_pole(double x) { return x < 0.5 && fabs(x - rint(x)) < 1e-3; }    // of the gamma function
template <class T> CUPY_CALLED T hyp2f1_of(double a, double b, double c, T z) {
    if (isnan(a) || isnan(b) || isnan(c) || isnan(z)) return no_value<T>();
    const bool ends_a = is_nonpositive(a), ends_b = is_nonpositive(b);
    const double end = ends_a && ends_b ? most(a, b) : ends_a ? a : b;   // the polynomial of least degree
    const bool ends = ends_a || ends_b;
    if (z == T(0)) return T(1);
    if (is_nonpositive(c) && !(ends && end >= c)) {
        if constexpr (!is_complex<T>::value) {
            if (z > 1 && !ends) return hyp2f1_beyond(a, b, c, z);
        }
        return T(infinity());
    }
    if (a == 0 || b == 0) return T(1);
    T slope;
    if (ends) {
        if constexpr (!is_complex<T>::value) {
            if (isinf(z)) return hyp2f1_leading(a, b, c, -end, z);
        }
        if (size_1(z) < 0.5 || end > -8) return careful_series<T, true>(a, b, c, z);
        if (!is_nonpositive(c) && abs(1.0 - z) < 0.5 && !is_nonpositive(a + b - c + 1 - 1e-300)) {
            // around 1 (DLMF 15.8.7)
            const double n = -end, other = end == a ? b : a;
            if (n > 1e7) return T(nan());      // its steps would not end
            double ratio = 1;
            for (double k = 0; k < n; k++) ratio *= (c - other + k) / (c + k);
            if (!is_nonpositive(other - c + end + 1)) return ratio * careful_series<T, true>(end, other, other - c + end + 1, T(1.0 - z));
        }
        return careful_series<T, true>(a, b, c, z);
    }
    if constexpr (!is_complex<T>::value) {
        if (z >= 1) return hyp2f1_beyond(a, b, c, z);
    }
    if (c == a && !is_nonpositive(c)) return pow(T(1.0 - z), T(-b));
    if (c == b && !is_nonpositive(c)) return pow(T(1.0 - z), T(-a));
    if (z == T(1)) return T(hyp2f1_at_one(a, b, c));
    const double size = abs(z);
    if constexpr (!is_complex<T>::value) {
        if (isinf(z)) return hyp2f1_falling(a, b, c);
    }
    if (isinf(size)) return no_value<T>();
    if (is_nonpositive(c - a) || is_nonpositive(c - b))   // Euler's transformation is a polynomial
        return pow(T(1.0 - z), T(c - a - b)) * careful_series<T, true>(Twofold(c) - Twofold(a), Twofold(c) - Twofold(b), c, z);
    const double from_integer = fabs(b - a - rint(b - a));
    if constexpr (!is_complex<T>::value) {
        if (z < 0 && (z > -9 || (z > -100 && from_integer < 0.02))) {   // Pfaff's transformation, DLMF 15.8.1
            const bool first = fabs(c - b) + fabs(a) <= fabs(c - a) + fabs(b);
            const Twofold moved = Twofold(c) - Twofold(first ? b : a);
            return pow(1 - z, first ? -a : -b)
                   * careful_series<T, true>(Twofold(first ? a : b), moved, Twofold(c), z / (z - 1));
        }
        if (z > 0 && z < 0.9) return careful_series<T, true>(a, b, c, z);
    }
    if (size <= 0.6) return careful_series<T, true>(a, b, c, z);
    if (size > 1.4 && from_integer > 0.02 && !is_nonpositive(c)) {   // DLMF 15.8.2
        const T r = 1.0 / z, first = about_infinity(a, b, c, r);
        const T second = about_infinity(b, a, c, r), l = log(-z);
        return gamma_called(c) * (gamma_called(b - a) * rgamma(b) * rgamma(c - a) * exp(-a * l) * first
                                  + gamma_called(a - b) * rgamma(a) * rgamma(c - b) * exp(-b * l) * second);
    }
    const double d = c - a - b;
    const T y = 1.0 - z;
    const bool near_one = abs(y) < 0.5 && !is_nonpositive(c);
    if (near_one && fabs(d - rint(d)) <= 2 * kEps * (fabs(a) + fabs(b) + fabs(c)) && fabs(d) < 100) {
        if (d > -0.5) return hyp2f1_logarithmic(a, b, rint(d), y);
        return pow(y, T(d)) * hyp2f1_logarithmic(c - a, c - b, -rint(d), y);
    }
    // DLMF 15.8.4, whose terms cancel near integers, so that d has two doubles; steps are better where nothing grows.
    if (near_one && fabs(d - rint(d)) > (d < 0.5 ? 1e-4 : 0.02)) {
        const Twofold left = Twofold(c) - Twofold(a), right = Twofold(c) - Twofold(b), exact = left - Twofold(b);
        const T first = careful_series<T, true>(a, b, Twofold(1.0) - exact, y);
        const T second = careful_series<T, true>(left, right, Twofold(1.0) + exact, y);
        double at_d = gamma_called(exact.high), at_minus = gamma_called(-exact.high);
        (exact.high < 0 ? at_d : at_minus) *= 1 - exact.low / (exact.high - rint(exact.high));   // beside the pole
        return gamma_called(c) * (at_d * rgamma(c - a) * rgamma(c - b) * first
                                  + at_minus * rgamma(a) * rgamma(b) * pow(y, T(exact.high)) * second);
    }
    // Where the value at 1 nearly vanishes, the way there loses what Euler's transformation has as a factor.
    T factor(1);
    if (d > 1 && !beside_pole(c) && (beside_pole(c - a) || beside_pole(c - b))) {
        factor = pow(y, T(d));
        a = c - a;
        b = c - b;
    }
    // Start inside, go around 1 if it is in the way, then straight to z.
    T at = z * (0.5 / size);
    bool around = false;
    if constexpr (is_complex<T>::value) {
        if (z.re > 0.5 && fabs(z.im) < z.re && size > 0.9) {
            at = Z(0.35, z.im < 0 || (z.im == 0 && signbit(z.im)) ? -0.35 : 0.35);
            around = z.re > 1;
        }
    }
    T w = hyp2f1_series(a, b, c, at, slope);
    T target = z;
    if constexpr (is_complex<T>::value) {
        if (around) target = Z(1, at.im < 0 ? -1.0 : 1.0);
    }
    for (int n = 0; n < 3000; n++) {
        const T way = target - at;
        const double distance = abs(way), radius = 0.5 * least(abs(at), abs(1.0 - at));
        if (distance == 0) {
            if (target == z) break;
            target = z;
            continue;
        }
        const bool last = distance <= radius * 1.3;
        const T h = last ? way : way * (radius / distance);
        hyp2f1_step(a, b, c, at, h, w, slope);
        at = last ? target : at + h;
    }
    return factor * w;
}

// For a > 0, of exp(a u - x t + c log(1 + t)) over u = log t, from its peak on to both sides: u is w - e^-w from the
// lesser of 0 and the peak on, which decays fast to the left too (M. Mori, Publ. RIMS 41, 2005).
CUPY_CALLED double hyperu_integral(double a, double b, double x) {
    const double c = b - a - 1, lead = b - 1 - x, root = sqrt(lead * lead + 4 * a * x);
    const double t = lead > 0 ? (lead + root) / (2 * x) : 2 * a / (root - lead), u = log(t), share = t / (1 + t), whole = log1p(t);
    const double off = most(u, 0.0), curvature = x * t - c * share / (1 + t);
    double w = most(off, 0.6);
    for (int k = 0; k < 6; k++) {
        const double e = exp(-w);
        w -= (w - e - off) / (1 + e);
    }
    const double step = least(0.14, 0.6 / (sqrt(curvature) * (1 + exp(-w))));
    double sum = 0;
    for (int side = -1; side <= 1; side += 2) {
        double last = 0;
        CUPY_NO_UNROLL
        for (int k = side > 0; k < 100000; k++) {
            const double at = w + side * k * step, e = exp(-at), moved = (at - e) - off, more = expm1(moved);
            // The logarithm of 1 + t, less that at the peak.
            const double grown = t > 1 ? log1p(t * exp(moved)) - whole : log1p(share * more);
            const double term = exp(a * moved - x * t * more + c * grown) * (1 + e);
            sum += term;
            if (term <= last && term < 1e-17 * sum) break;
            last = term;
        }
    }
    return exp(a * u - x * t + c * whole - lgamma_called(a)) * sum * step;
}
// a < 1 by DLMF 13.3.7 downwards, from [1, 2) or from the polynomial 1 of a = 0.
CUPY_CALLED double hyperu_below(double a, double b, double x) {
    if (a < -1e5) return nan();
    const bool ends = is_nonpositive(a);
    const double steps = ceil(ends ? -a : 1 - a), start = a + steps;
    double above = ends ? 0 : hyperu_integral(start + 1, b, x), now = ends ? 1 : hyperu_integral(start, b, x);
    double at = start;
    for (double k = 0; k < steps; k++) {
        const double next = (x + 2 * at - b) * now - at * (at - b + 1) * above;
        above = now;
        now = next;
        at -= 1;
    }
    return now;
}
CUPY_CALLED double hyperu_of(double a, double b, double x) {
    if (isnan(a) || isnan(b) || isnan(x) || x < 0) return nan();
    if (a == 0) return 1;
    if (x == 0 || (x < 1e-290 && b < 0.9)) {
        if (b >= 1) return is_nonpositive(a) ? parity_sign(a) * gamma_called(b - a) / gamma_called(b) : infinity();
        return is_nonpositive(1 + a - b) ? 0 : gamma_called(1 - b) / gamma_called(1 + a - b);
    }
    if (x > 50 + 2 * fabs(a) * fabs(a - b + 1)) {   // DLMF 13.7.3
        double term = 1, sum = 1;
        for (int k = 0; k < 100; k++) {
            term *= -(a + k) * (a - b + 1 + k) / ((k + 1) * x);
            sum += term;
            if (fabs(term) < 1e-17 * fabs(sum)) break;
        }
        return pow(x, -a) * sum;
    }
    if (isinf(a) || isinf(b)) return nan();
    if (is_nonpositive(a - b + 1) && !is_nonpositive(a)) return pow(x, 1 - b) * hyperu_below(a - b + 1, 2 - b, x);
    if (a >= 1) return hyperu_integral(a, b, x);
    if (a - b + 1 >= 1 && !is_nonpositive(a)) return pow(x, 1 - b) * hyperu_integral(a - b + 1, 2 - b, x);
    return hyperu_below(a, b, x);
}

}  // namespace special
}  // namespace cupy
