// Periodogram of uneven samples (Zechmeister and Kuerster, A&A 496, 2009), a frequency an item.
#pragma once

#include "device/map.hpp"

namespace cupy {
namespace signal {

struct LombScargle {
    const double *x, *y, *weights;     // `length` of each; weights sum to one
    const double *freqs;
    const double *total;               // the weighted sum of y
    void *out;                         // double, or complex<double> for amplitudes
    long long count, length;
    int floating_mean, amplitude;
};

CUPY_DEVICE void lombscargle(const LombScargle &p, long long item) {
    constexpr double kLeast = 1.1102230246251565e-16;
    const double w = p.freqs[item];
    double cc = 0, cs = 0, c = 0, s = 0, yc = 0, ys = 0;
    for (long long i = 0; i < p.length; ++i) {
        const double angle = w * p.x[i], cosine = ::cos(angle), sine = ::sin(angle), weight = p.weights[i];
        cc += weight * cosine * cosine;
        cs += weight * cosine * sine;
        c += weight * cosine;
        s += weight * sine;
    }
    double ss = 1 - cc;
    if (p.floating_mean) {
        cc -= c * c;
        ss -= s * s;
        cs -= c * s;
    }
    const double tau = 0.5 * ::atan2(2 * cs, cc - ss);
    cc = c = s = 0;
    for (long long i = 0; i < p.length; ++i) {
        const double angle = w * p.x[i] - tau, cosine = ::cos(angle), sine = ::sin(angle), weight = p.weights[i];
        yc += weight * p.y[i] * cosine;
        ys += weight * p.y[i] * sine;
        cc += weight * cosine * cosine;
        c += weight * cosine;
        s += weight * sine;
    }
    ss = 1 - cc;
    if (p.floating_mean) {
        yc -= *p.total * c;
        ys -= *p.total * s;
        cc -= c * c;
        ss -= s * s;
    }
    if (cc < kLeast) cc = kLeast;
    if (ss < kLeast) ss = kLeast;
    const double a = yc / cc, b = ys / ss;
    if (p.amplitude) {
        const double turn = ::cos(tau), side = ::sin(tau);
        static_cast<complex<double> *>(p.out)[item] = complex<double>(a * turn - b * side, a * side + b * turn);
    } else {
        static_cast<double *>(p.out)[item] = 2 * (a * yc + b * ys);
    }
}

}  // namespace signal
}  // namespace cupy

#define CUPY_TEMPLATE(name, T) CUPY_MAP_KERNEL(name, cupy::signal::LombScargle, cupy::signal::lombscargle)
