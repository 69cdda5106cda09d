// Periodogram of uneven samples (Zechmeister and Kuerster, A&A 496, 2009), whose sums a group of threads shares.
#pragma once

#include "kernel.hpp"
#include "types/complex.hpp"

namespace cupy {
namespace signal {

enum PeriodogramScale { kScalePower, kScaleShare, kScaleAmplitude };

struct LombScargle {
    const double *x, *y;               // `length` of each
    const double *weights;             // as many, or null: all are alike
    const double *freqs;
    void *out;                         // double, or complex<double> for amplitudes
    long long frequencies, length;
    int scale;
    bool floating_mean;
};

// `group.add` leaves the sums over all lanes in each of them.
template <class Group> CUPY_DEVICE void periodogram(const LombScargle &p, long long item, const Group &group) {
    constexpr double kLeast = 1.1102230246251565e-16;
    const double w = p.freqs[item];
    double sums[7] = {};
    for (long long i = group.lane; i < p.length; i += group.lanes) {
        const double angle = w * p.x[i], cosine = ::cos(angle), sine = ::sin(angle), y = p.y[i];
        const double weight = p.weights ? p.weights[i] : 1;
        sums[0] += weight;
        sums[1] += weight * y;
        sums[2] += weight * y * y;
        sums[3] += weight * cosine;
        sums[4] += weight * sine;
        sums[5] += weight * cosine * cosine;
        sums[6] += weight * cosine * sine;
    }
    group.add(sums);
    const double unit = 1 / sums[0], total = sums[1] * unit, squares = sums[2] * unit;
    double c = sums[3] * unit, s = sums[4] * unit, cc = sums[5] * unit, cs = sums[6] * unit, ss = 1 - cc;
    if (p.floating_mean) {
        cc -= c * c;
        ss -= s * s;
        cs -= c * s;
    }
    const double tau = 0.5 * ::atan2(2 * cs, cc - ss);
    double turned[5] = {};
    for (long long i = group.lane; i < p.length; i += group.lanes) {
        const double angle = w * p.x[i] - tau, cosine = ::cos(angle), sine = ::sin(angle);
        const double weight = p.weights ? p.weights[i] : 1, value = weight * p.y[i];
        turned[0] += value * cosine;
        turned[1] += value * sine;
        turned[2] += weight * cosine;
        turned[3] += weight * sine;
        turned[4] += weight * cosine * cosine;
    }
    group.add(turned);
    if (group.lane) return;
    double yc = turned[0] * unit, ys = turned[1] * unit;
    c = turned[2] * unit;
    s = turned[3] * unit;
    cc = turned[4] * unit;
    ss = 1 - cc;
    if (p.floating_mean) {
        yc -= total * c;
        ys -= total * s;
        cc -= c * c;
        ss -= s * s;
    }
    if (cc < kLeast) cc = kLeast;
    if (ss < kLeast) ss = kLeast;
    const double a = yc / cc, b = ys / ss, power = 2 * (a * yc + b * ys);
    if (p.scale == kScaleAmplitude) {
        const double turn = ::cos(tau), side = ::sin(tau);
        static_cast<complex<double> *>(p.out)[item] = complex<double>(a * turn - b * side, a * side + b * turn);
        return;
    }
    const double whole = p.floating_mean ? squares - total * total : squares;
    static_cast<double *>(p.out)[item] = p.scale == kScaleShare ? power * (0.5 / whole) : power * (p.length / 4.0);
}

}  // namespace signal
}  // namespace cupy
