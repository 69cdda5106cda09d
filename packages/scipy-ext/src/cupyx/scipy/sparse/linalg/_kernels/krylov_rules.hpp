// The scalars of Krylov methods: what each step makes of its dot products.
#pragma once

#include "kernel.hpp"
#include "krylov_params.hpp"

namespace cupy {
namespace krylov {

CUPY_DEVICE double size_of(double x) { return fabs(x); }
CUPY_DEVICE double size_of(complex<double> x) { return hypot(x.re, x.im); }
CUPY_DEVICE double greater(double a, double b) { return a > b ? a : b; }
CUPY_DEVICE double lesser(double a, double b) { return a < b ? a : b; }

template <class S> struct Scalars {
    S *s;

    CUPY_DEVICE double get(int k) const { return real(s[k]); }
    CUPY_DEVICE void set(int k, double x) const { s[k] = S(x); }
    CUPY_DEVICE void stop(double status) const {
        if (get(kStatus) == kRunning) set(kStatus, status);
    }

    // A step is over: `norm` is that of the residual.
    CUPY_DEVICE void next(double norm) const {
        set(kCount, get(kCount) + 1);
        set(kNorm, norm);
        if (get(kCount) >= get(kMost)) stop(kLimit);
        else if (norm < get(kAtol)) stop(kConverged);
    }

    CUPY_DEVICE void stabilized_rho(S rho) const {
        if (size_of(rho) < get(kTiny)) return stop(-10);
        const bool first = get(kCount) == 0;
        if (!first && size_of(s[kOmega]) < get(kTiny)) return stop(-11);
        s[kBeta] = first ? S(0.0) : rho / s[kRho] * (s[kAlpha] / s[kOmega]);
        s[kProduct] = first ? S(0.0) : s[kBeta] * s[kOmega];
        s[kRho] = rho;
    }

    CUPY_DEVICE void squared_rho(S rho) const {
        if (size_of(rho) < get(kTiny)) return stop(-10);
        s[kBeta] = get(kCount) == 0 ? S(0.0) : rho / s[kRho];
        s[kProduct] = s[kBeta] * s[kBeta];
        s[kRho] = rho;
    }

    CUPY_DEVICE void quasi_start(double rho, double xi) const {
        set(kRho, rho);
        set(kXi, xi);
        set(kInverseRho, 1 / rho);
        set(kInverseXi, 1 / xi);
    }

    CUPY_DEVICE void quasi_broken() const {
        if (get(kRho) < get(kTiny)) stop(-10);
        else if (get(kXi) < get(kTiny)) stop(-15);
    }

    CUPY_DEVICE void quasi_scale(double rho, double xi) const {
        const double beta = size_of(s[kBeta]), before = get(kGamma), theta_before = get(kTheta);
        const double theta = rho / (before * beta), gamma = 1 / sqrt(1 + theta * theta);
        set(kTheta, theta);
        set(kGamma, gamma);
        if (gamma < get(kTiny)) return stop(-12);
        s[kEta] = s[kEta] * (S(-get(kRho)) / s[kBeta]) * (gamma / before * (gamma / before));
        set(kFirst, theta_before * gamma * (theta_before * gamma));
        quasi_start(rho, xi);
    }

    CUPY_DEVICE void transpose_free_theta(double norm) const {
        const double theta = norm / get(kTau), c = 1 / sqrt(1 + theta * theta);
        set(kTheta, theta);
        set(kTau, get(kTau) * theta * c);
        s[kEta] = s[kAlpha] * (c * c);
        s[kFirst] = s[kEta] * (theta * theta) / s[kAlpha];
    }
};

// Of a plane rotation that turns (a, b) into (r, 0).
struct Rotation {
    double c, s, r;
    CUPY_DEVICE static double sign(double x) { return x > 0 ? 1 : x < 0 ? -1 : x; }
    CUPY_DEVICE Rotation(double a, double b) {
        if (b == 0) {
            c = sign(a), s = 0, r = fabs(a);
        } else if (a == 0) {
            c = 0, s = sign(b), r = fabs(b);
        } else if (fabs(b) > fabs(a)) {
            const double tau = a / b;
            s = sign(b) / sqrt(1 + tau * tau), c = s * tau, r = b / s;
        } else {
            const double tau = b / a;
            c = sign(a) / sqrt(1 + tau * tau), s = c * tau, r = a / c;
        }
    }
};

}  // namespace krylov
}  // namespace cupy

#include "krylov_least.hpp"
#include "krylov_minres.hpp"

namespace cupy {
namespace krylov {

template <class S> CUPY_DEVICE void apply_rule(int rule, S *state, const S *d) {
    const Scalars<S> is{state};
    S *s = state;
    const double first = real(d[0]);
    switch (rule) {
    case kCheck: return is.next(sqrt(first));
    case kCgStart: s[kRho] = d[0]; return;
    case kCgAlpha: s[kAlpha] = s[kRho] / d[0]; return;
    case kCgResidual: is.next(sqrt(first)); s[kBeta] = d[0] / s[kRho]; s[kRho] = d[0]; return;
    case kCgRho: s[kBeta] = d[0] / s[kRho]; s[kRho] = d[0]; return;
    case kBicgRho: is.squared_rho(d[0]); return;
    case kBicgAlpha:
    case kStabAlpha:
        if (d[0] == S(0.0)) return is.stop(-11);
        s[kAlpha] = s[kRho] / d[0];
        return;
    case kStabStart: is.stabilized_rho(d[0]); return;
    case kStabHalf: is.set(kNorm, sqrt(first)); is.set(kHalf, sqrt(first) < is.get(kAtol)); return;
    case kStabOmega: s[kOmega] = is.get(kHalf) != 0 ? S(0.0) : d[0] / d[1]; return;
    case kStabBoth:
        is.set(kNorm, sqrt(first));
        is.set(kHalf, sqrt(first) < is.get(kAtol));
        s[kOmega] = is.get(kHalf) != 0 ? S(0.0) : d[1] / d[2];
        return;
    case kStabResidual:
        if (is.get(kHalf) != 0) return is.stop(kConverged);
        is.next(sqrt(first));
        if (is.get(kStatus) == kRunning) is.stabilized_rho(d[1]);
        return;
    case kCgsResidual:
        is.next(sqrt(first));
        if (is.get(kStatus) == kRunning) is.squared_rho(d[1]);
        return;
    case kQmrStart: is.quasi_start(sqrt(first), sqrt(real(d[1]))); return is.quasi_broken();
    case kQmrDelta:
        s[kDelta] = d[0];
        if (size_of(d[0]) < is.get(kTiny)) return is.stop(-13);
        s[kSecond] = is.get(kCount) == 0 ? S(0.0) : d[0] * is.get(kXi) / s[kEpsilon];
        s[kThird] = is.get(kCount) == 0 ? S(0.0) : conj(d[0] / s[kEpsilon]) * is.get(kRho);
        return;
    case kQmrEpsilon:
        s[kEpsilon] = d[0];
        if (size_of(d[0]) < is.get(kTiny)) return is.stop(-14);
        s[kBeta] = d[0] / s[kDelta];
        if (size_of(s[kBeta]) < is.get(kTiny)) is.stop(-11);
        return;
    case kQmrScale: return is.quasi_scale(sqrt(first), sqrt(real(d[1])));
    case kQmrCheck:
        is.next(sqrt(first));
        return is.quasi_broken();
    case kTfqmrAlpha:
        if (d[0] == S(0.0)) return is.stop(-1);
        s[kAlpha] = s[kRho] / d[0];
        s[kFirst] = s[kEta] * (is.get(kTheta) * is.get(kTheta)) / s[kAlpha];
        return;
    case kTfqmrTheta: return is.transpose_free_theta(sqrt(first));
    case kTfqmrCheck:
        is.set(kCount, is.get(kCount) + 1);
        is.set(kNorm, is.get(kTau) * sqrt(is.get(kCount)));
        if (is.get(kNorm) < is.get(kAtol)) is.stop(kConverged);
        else if (is.get(kCount) >= is.get(kMost)) is.stop(kLimit);
        return;
    case kTfqmrRho:
        s[kBeta] = d[0] / s[kRho];
        s[kProduct] = s[kBeta] * s[kBeta];
        s[kRho] = d[0];
        return;
    case kMinresAlfa: return minres_alfa(is, first);
    case kMinresBeta: return minres_beta(is, first);
    case kMinresCheck: return minres_check(is, first);
    case kBidiagonalU: return bidiagonal_u(is, first);
    case kLsqr: return lsqr(is, first);
    case kLsqrCheck: return lsqr_check(is, first);
    case kLsmr: return lsmr(is, first);
    case kLsmrCheck: return lsmr_check(is, first);
    }
}

}  // namespace krylov
}  // namespace cupy
