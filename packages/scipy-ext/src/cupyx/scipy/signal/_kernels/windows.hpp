// Windows, a sample an item: each is a function of where the sample lies.
#pragma once

#include "device/map.hpp"
#include "math/bessel_i0.hpp"

namespace cupy {
namespace signal {

constexpr int kWindowTerms = 64;

// `size` is the length of the symmetric window, whose first `count` samples are made.  p, q and the `terms` weights are
// the formula's own.
struct Window {
    double *out;
    long long count;
    double size, p = 0, q = 0;
    int terms = 0;
    double weights[kWindowTerms];
};

// A sample's number, the last one's, and how far it is from the middle.
struct Sample {
    double n, last, away;
};

constexpr double kPi = 3.141592653589793238;

// The sum of weights times cos(k angle) by Clenshaw's recurrence, where an angle is p + q n.
CUPY_DEVICE double general_cosine(const Window &w, const Sample &s) {
    const double cosine = ::cos(w.p + w.q * s.n), twice = 2 * cosine;
    double now = 0, after = 0;
    for (int k = w.terms - 1; k > 0; --k) {
        const double before = twice * now + (w.weights[k] - after);
        after = now;
        now = before;
    }
    return cosine * now + (w.weights[0] - after);
}

CUPY_DEVICE double triang(const Window &w, const Sample &s) {
    const double whole = ::floor(w.size / 2);
    return 1 - s.away / (2 * whole == w.size ? whole : whole + 1);
}

CUPY_DEVICE double bartlett(const Window &, const Sample &s) { return 1 - s.away / (s.last / 2); }

CUPY_DEVICE double parzen(const Window &w, const Sample &s) {
    const double x = s.away / (w.size / 2);
    return s.away <= s.last / 4 ? 1 - 6 * x * x + 6 * x * x * x : 2 * (1 - x) * (1 - x) * (1 - x);
}

CUPY_DEVICE double bohman(const Window &, const Sample &s) {
    const double x = s.away / (s.last / 2);
    return s.n == 0 || s.n == s.last ? 0 : (1 - x) * ::cos(kPi * x) + ::sin(kPi * x) / kPi;
}

CUPY_DEVICE double barthann(const Window &, const Sample &s) {
    const double x = s.away / s.last;
    return 0.62 - 0.48 * x + 0.38 * ::cos(2 * kPi * x);
}

CUPY_DEVICE double cosine(const Window &w, const Sample &s) { return ::sin(kPi / w.size * (s.n + 0.5)); }

CUPY_DEVICE double lanczos(const Window &, const Sample &s) {
    const double x = kPi * (2 * s.away / s.last);
    return x == 0 ? 1 : ::sin(x) / x;
}

// p is the share of the window that is not flat.
CUPY_DEVICE double tukey(const Window &w, const Sample &s) {
    const double width = ::floor(w.p * s.last / 2), x = 2 * s.n / w.p / s.last;
    const bool first = s.n <= width;
    return first || s.n >= w.size - width - 1 ? 0.5 * (1 + ::cos(kPi * (first ? x - 1 : x + (1 - 2 / w.p)))) : 1;
}

// p is the centre, q the decay.
CUPY_DEVICE double exponential(const Window &w, const Sample &s) { return ::exp(-::fabs(s.n - w.p) / w.q); }

// q is the deviation.
CUPY_DEVICE double gaussian(const Window &w, const Sample &s) {
    const double x = s.away / w.q;
    return ::exp(-0.5 * x * x);
}

CUPY_DEVICE double general_gaussian(const Window &w, const Sample &s) {
    return ::exp(-0.5 * ::pow(s.away / w.q, 2 * w.p));
}

// I0(beta sqrt(v)) / I0(beta) as the power series in v, all of whose terms are positive.
CUPY_DEVICE double kaiser(const Window &w, const Sample &s) {
    const double x = s.away / (s.last / 2), v = 1 - x * x;
    double sum = 0;
    for (int k = w.terms - 1; k >= 0; --k) sum = sum * v + w.weights[k];
    return sum;
}

// The same of a p with more terms than there is room for; q is 1 / I0(p).
CUPY_DEVICE double kaiser_narrow(const Window &w, const Sample &s) {
    const double x = s.away / (s.last / 2), inside = 1 - x * x;
    return bessel_i0(w.p * ::sqrt(inside > 0 ? inside : 0)) * w.q;
}

template <double (*formula)(const Window &, const Sample &)> CUPY_DEVICE void make_window(const Window &w, long long i) {
    const double n = (double)i, last = w.size - 1;
    w.out[i] = formula(w, {n, last, ::fabs(n - last / 2)});
}

}  // namespace signal
}  // namespace cupy

#define CUPY_TEMPLATE(name, formula, T) \
    CUPY_MAP_KERNEL(name, cupy::signal::Window, cupy::signal::make_window<cupy::signal::formula>)
