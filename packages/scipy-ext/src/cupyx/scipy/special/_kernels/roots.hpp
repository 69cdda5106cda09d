// Roots of monotone functions: brackets grow by factors, Chandrupatla's steps close them; Newton's where there are
// densities.
//
// T. R. Chandrupatla, "A new hybrid quadratic/bisection algorithm", Adv. Eng. Softw. 28 (1997).
#pragma once

#include "poly.hpp"

namespace cupy {
namespace special {

// What a quantile's chance has to be.
CUPY_DEVICE bool is_probability(double p) { return p >= 0 && p <= 1; }

// Halley's step from Newton's and the ratio of the second derivative to the first; halved or doubled at most.
CUPY_DEVICE double halley_step(double step, double bend) {
    const double factor = 1 - 0.5 * step * bend;
    return isnan(factor) ? step : step / most(0.5, least(2.0, factor));
}

// How far roots may be off, relatively: of doubles and, where that saves steps, of floats.
constexpr double kEnough = 2 * kEps, kEnoughSingle = 4e-9;
// What the last of steps of second and third order may have been, and where sums may end.
CUPY_DEVICE double last_quadratic_step(double enough) { return enough < 1e-12 ? 3e-9 : 3e-5; }
CUPY_DEVICE double last_cubic_step(double enough) { return enough < 1e-12 ? 2e-6 : 3e-3; }
CUPY_DEVICE double last_term(double enough) { return enough < 1e-12 ? 1e-18 : 1e-10; }

// A root of f in [a, b], where f(a) and f(b) differ in sign.
template <class F>
CUPY_DEVICE double root_between(F f, double a, double fa, double b, double fb, double enough) {
    double c = a, fc = fa, t = fa / (fa - fb), before = 0;
    t = t > 0.05 && t < 0.95 ? t : 0.5;
    CUPY_NO_UNROLL
    for (int k = 0; k < 200; k++) {
        const double x = a + t * (b - a), fx = f(x);
        if ((fx < 0) == (fa < 0)) {
            c = a;
            fc = fa;
        } else {
            c = b;
            b = a;
            fc = fb;
            fb = fa;
        }
        a = x;
        fa = fx;
        const double best = fabs(fa) < fabs(fb) ? a : b, width = fabs(b - a);
        const double tolerance = (enough * fabs(best) + 1e-320) / width;
        if (fx == 0 || isnan(fx) || tolerance > 0.5) return isnan(fx) ? fx : best;
        const double xi = (a - b) / (c - b), phi = (fa - fb) / (fc - fb);
        const bool quadratic = 1 - sqrt(1 - xi) < phi && phi < sqrt(xi);
        t = quadratic ? fa / (fb - fa) * fc / (fb - fc) + (c - a) / (b - a) * fa / (fc - fa) * fb / (fc - fb) : 0.5;
        // Steps shrink ever faster, and none is needed that would be below the tolerance.
        const double step = fabs(t * width), ratio = step / before;
        if (quadratic && ratio < 0.01 && step * ratio < 0.5 * enough * fabs(best)) return a + t * (b - a);
        before = quadratic ? step : 0;
        t = most(tolerance, least(1 - tolerance, t));
    }
    return a;
}

// A root of a monotone f among positive numbers between low and high, looked for around `start`.
template <class F>
CUPY_DEVICE double root_positive(F f, double start, double low, double high, double enough) {
    double a = start, fa = f(a);
    if (fa == 0 || isnan(fa)) return isnan(fa) ? fa : a;
    double factor = 1.5, up = a, fup = fa, down = a, fdown = fa;
    CUPY_NO_UNROLL
    for (int k = 0; k < 80; k++) {   // the factors square: 1e-300 and 1e300 are near
        const double nup = least(high, up * factor), ndown = most(low, down / factor);
        if (nup > up) {
            const double value = f(nup);
            if ((value < 0) != (fup < 0)) return root_between(f, up, fup, nup, value, enough);
            up = nup;
            fup = value;
        }
        if (ndown < down) {
            const double value = f(ndown);
            if ((value < 0) != (fdown < 0)) return root_between(f, ndown, value, down, fdown, enough);
            down = ndown;
            fdown = value;
        }
        if (up >= high && down <= low) break;
        factor = least(1e10, factor * factor);
    }
    return fabs(fup) < fabs(fdown) ? up : down;   // beyond the range: its nearer end
}

// A root of an f that rises, among positive numbers between low and high, looked for from `start` on by factors.
template <class F>
CUPY_DEVICE double root_rising(F f, double start, double factor, double low, double high, double enough) {
    double x = most(low, least(high, start)), fx = f(x);
    if (fx == 0 || isnan(fx)) return isnan(fx) ? fx : x;
    const bool up = fx < 0;
    CUPY_NO_UNROLL
    for (int k = 0; k < 80 && (up ? x < high : x > low); k++) {   // the factors square: 1e-300 and 1e300 are near
        const double next = up ? least(high, x * factor) : most(low, x / factor), value = f(next);
        if (isnan(value)) return value;
        if ((value < 0) != up) return root_between(f, x, fx, next, value, enough);
        x = next;
        fx = value;
        factor = least(1e10, factor * factor);
    }
    return x;          // beyond the range: its nearer end
}

// Probabilities above x and below it, each exact where it is small, and x times the density.
struct Tails {
    double above, below, slope;
};

// Where the smaller of p and q = 1 - p is the tail above x, or below: Newton's steps on logarithms between 0 and high.
template <class F>
CUPY_DEVICE double from_tails(F tails, double p, double q, double x, double end, double enough) {
    double low = 0, high = end;
    CUPY_NO_UNROLL
    for (int k = 0; k < 200; k++) {
        const Tails found = tails(x);
        const double value = p <= q ? log1p((p - found.above) / found.above) : log1p((found.below - q) / q);
        if (value == 0 || isnan(value)) return isnan(value) ? value : x;
        (value > 0 ? high : low) = x;
        const double step = -value * (p <= q ? found.above : found.below) / found.slope;
        double next = fabs(step) < 0.25 ? x + x * step : x * exp(most(-10.0, least(10.0, step)));
        const bool inside = next > low && next < high;
        if (!inside && value > 0) next = low > 0 ? sqrt(low) * sqrt(x) : 0.5 * x;
        else if (!inside) next = isinf(high) ? 2 * x : sqrt(high) * sqrt(x);
        const double moved = fabs(next - x);
        // Quadratic, but for poles at ends.
        if (moved <= (inside ? last_quadratic_step(enough) * least(x, end - x) : kEps * x)) return next;
        x = next;
    }
    return x;
}

}  // namespace special
}  // namespace cupy
