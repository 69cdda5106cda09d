// Roots of monotone functions: brackets grow by factors, Chandrupatla's steps close them; Newton's where there is a slope.
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

// A root of f in [a, b], where f(a) and f(b) differ in sign.
template <class F> CUPY_DEVICE double root_between(F f, double a, double fa, double b, double fb) {
    double c = a, fc = fa, t = 0.5;
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
        const double tolerance = (2 * kEps * fabs(best) + 1e-320) / width;
        if (fx == 0 || isnan(fx) || tolerance > 0.5) return isnan(fx) ? fx : best;
        const double xi = (a - b) / (c - b), phi = (fa - fb) / (fc - fb);
        if (1 - sqrt(1 - xi) < phi && phi < sqrt(xi))
            t = fa / (fb - fa) * fc / (fb - fc) + (c - a) / (b - a) * fa / (fc - fa) * fb / (fc - fb);
        else
            t = 0.5;
        t = most(tolerance, least(1 - tolerance, t));
    }
    return a;
}

// A root of a monotone f among positive numbers between low and high, looked for around `start`.
template <class F> CUPY_DEVICE double root_positive(F f, double start, double low, double high) {
    double a = start, fa = f(a);
    if (fa == 0 || isnan(fa)) return isnan(fa) ? fa : a;
    double factor = 1.5, up = a, fup = fa, down = a, fdown = fa;
    CUPY_NO_UNROLL
    for (int k = 0; k < 80; k++) {   // the factors square: 1e-300 and 1e300 are near
        const double nup = least(high, up * factor), ndown = most(low, down / factor);
        if (nup > up) {
            const double value = f(nup);
            if ((value < 0) != (fup < 0)) return root_between(f, up, fup, nup, value);
            up = nup;
            fup = value;
        }
        if (ndown < down) {
            const double value = f(ndown);
            if ((value < 0) != (fdown < 0)) return root_between(f, ndown, value, down, fdown);
            down = ndown;
            fdown = value;
        }
        if (up >= high && down <= low) break;
        factor = least(1e10, factor * factor);
    }
    return fabs(fup) < fabs(fdown) ? up : down;   // beyond the range: its nearer end
}

// A root between 0 <= low and high of an f(x, slope) that rises, by Newton's steps; halved or doubled where they leave
// what is left.
template <class F> CUPY_DEVICE double newton_root(F f, double x, double low, double high) {
    const double end = high;
    CUPY_NO_UNROLL
    for (int k = 0; k < 200; k++) {
        double slope = 0;
        const double value = f(x, slope);
        if (value == 0 || isnan(value)) return isnan(value) ? value : x;
        (value > 0 ? high : low) = x;
        double next = x - value / slope;
        const bool inside = next > low && next < high;
        if (!inside) next = value > 0 ? 0.5 * (low + x) : least(0.5 * (x + high), 2 * x);
        const double moved = fabs(next - x);
        if (moved <= (inside ? 3e-9 * least(x, end - x) : kEps * x)) return next;   // quadratic, but for poles at ends
        x = next;
    }
    return x;
}

}  // namespace special
}  // namespace cupy
