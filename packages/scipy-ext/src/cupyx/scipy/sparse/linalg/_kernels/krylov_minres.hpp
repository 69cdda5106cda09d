// The scalars of MINRES (Paige and Saunders, SIAM J. Numer. Anal. 12, 1975).
#pragma once

namespace cupy {
namespace krylov {

// <y, A y / beta - ...>, where y is beta times the Lanczos vector.
template <class S> CUPY_DEVICE void minres_alfa(const Scalars<S> &is, double product) {
    is.set(kAlpha, product * is.get(kScale));
    is.set(kFirst, product * is.get(kScale) / is.get(kBeta));
}

// beta² of the next Lanczos vector: the rotations, and coefficients of w and x.
template <class S> CUPY_DEVICE void minres_beta(const Scalars<S> &is, double square) {
    const double alfa = is.get(kAlpha), before = is.get(kBeta), eps = is.get(kEps);
    if (square < 0) return is.stop(kAsymmetric);
    const double beta = sqrt(square);
    is.set(kCount, is.get(kCount) + 1);
    is.set(kOldBeta, before);
    is.set(kBeta, beta);
    is.set(kScale, 1 / beta);
    is.set(kSecond, beta / before);
    is.set(kThird, is.get(kOmega) / beta);          // of the shift
    is.set(kTnorm, is.get(kTnorm) + alfa * alfa + before * before + beta * beta);
    if (is.get(kCount) == 1 && beta / is.get(kBeta1) <= 10 * eps) is.set(kStop, -1);
    const double cs = is.get(kCosine), sn = is.get(kSine), dbar = is.get(kDbar);
    const double delta = cs * dbar + sn * alfa, gbar = sn * dbar - cs * alfa, old = is.get(kEpsln);
    is.set(kEpsln, sn * beta);
    is.set(kDbar, -cs * beta);
    is.set(kRoot, hypot(gbar, cs * beta));
    const double gamma = greater(hypot(gbar, beta), eps);
    is.set(kGbar, gbar);
    is.set(kCosine, gbar / gamma);
    is.set(kSine, beta / gamma);
    is.set(kPhi, gbar / gamma * is.get(kPhibar));
    is.set(kPhibar, beta / gamma * is.get(kPhibar));
    is.set(kGamma, 1 / gamma * (1 / before));      // of the vector v, which has not been scaled
    is.set(kEta, old / gamma);
    is.set(kDelta, delta / gamma);
    is.set(kGmax, greater(is.get(kGmax), gamma));
    is.set(kGmin, lesser(is.get(kGmin), gamma));
    is.set(kRhs1, is.get(kRhs2) - delta * (is.get(kRhs1) / gamma));
    is.set(kRhs2, -is.get(kEpsln) * (is.get(kRhs1) / gamma));
}

template <class S> CUPY_DEVICE void minres_check(const Scalars<S> &is, double square) {
    const double anorm = sqrt(is.get(kTnorm)), ynorm = sqrt(square), eps = is.get(kEps), rtol = is.get(kRtol);
    const double large = limits<double>::infinity();
    const double test1 = ynorm == 0 || anorm == 0 ? large : is.get(kPhibar) / (anorm * ynorm);
    const double test2 = anorm == 0 ? large : is.get(kRoot) / anorm;
    const double acond = is.get(kGmax) / is.get(kGmin);
    is.set(kNorm, is.get(kPhibar));
    is.set(kAnorm, anorm);
    is.set(kXnorm, ynorm);
    is.set(kAcond, acond);
    double stop = is.get(kStop);
    if (stop == 0) {
        if (1 + test2 <= 1) stop = 2;
        if (1 + test1 <= 1) stop = 1;
        if (is.get(kCount) >= is.get(kMost)) stop = 6;
        if (acond >= 0.1 / eps) stop = 4;
        if (anorm * ynorm * eps >= is.get(kBeta1)) stop = 3;
        if (test2 <= rtol) stop = 2;
        if (test1 <= rtol) stop = 1;
        is.set(kStop, stop);
    }
    if (stop != 0) is.stop(stop == 6 ? kLimit : kConverged);
    else if (is.get(kCount) >= is.get(kMost)) is.stop(kLimit);
}

}  // namespace krylov
}  // namespace cupy
