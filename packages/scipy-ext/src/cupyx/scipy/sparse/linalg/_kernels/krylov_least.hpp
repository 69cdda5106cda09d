// The scalars of LSQR (Paige and Saunders, ACM TOMS 8, 1982) and LSMR (Fong and Saunders, SIAM J. Sci. Comput. 33, 2011).
#pragma once

namespace cupy {
namespace krylov {

// beta u = A v - alpha u: u is kept without its division by beta.
template <class S> CUPY_DEVICE void bidiagonal_u(const Scalars<S> &is, double square) {
    const double beta = sqrt(square), alpha = is.get(kAlpha), damp = is.get(kDamp);
    is.set(kBeta, beta);
    is.set(kInverseBeta, beta > 0 ? 1 / beta : 0);
    // v is kept without its division by alpha; what a zero beta leaves it at is its own.
    is.set(kFirst, beta > 0 ? beta * is.get(kInverseAlpha) : -is.get(kInverseAlpha));
    if (beta > 0) is.set(kAnorm, sqrt(is.get(kAnorm) * is.get(kAnorm) + alpha * alpha + beta * beta + damp * damp));
}

// The next alpha; a zero beta leaves it.
template <class S> CUPY_DEVICE double bidiagonal_v(const Scalars<S> &is, double square) {
    if (is.get(kBeta) > 0) is.set(kAlpha, sqrt(square));
    const double norm = sqrt(square), alpha = is.get(kAlpha);
    is.set(kInverseAlpha, norm > 0 ? 1 / norm : 1);
    is.set(kSecond, alpha * is.get(kInverseBeta));
    return alpha;
}

template <class S> CUPY_DEVICE void least_stop(const Scalars<S> &is, double test1, double test2, double test3, double rtol,
                                               double bound) {
    double stop = 0;
    if (is.get(kCount) >= is.get(kMost)) stop = 7;
    if (1 + test3 <= 1) stop = 6;
    if (1 + test2 <= 1) stop = 5;
    if (1 + bound <= 1) stop = 4;
    if (test3 <= is.get(kCtol)) stop = 3;
    if (test2 <= is.get(kAtol)) stop = 2;
    if (test1 <= rtol) stop = 1;
    is.set(kStop, stop);
}

template <class S> CUPY_DEVICE void lsqr(const Scalars<S> &is, double square) {
    const double alpha = bidiagonal_v(is, square), damp = is.get(kDamp), eps = limits<double>::epsilon();
    is.set(kCount, is.get(kCount) + 1);
    double rhobar = is.get(kRhobar), psi = 0, phibar = is.get(kPhibar);
    if (damp > 0) {
        const double damped = sqrt(rhobar * rhobar + damp * damp);
        psi = damp / damped * phibar;
        phibar *= rhobar / damped;
        rhobar = damped;
    }
    const Rotation turn(rhobar, is.get(kBeta));
    const double rho = turn.r, theta = turn.s * alpha, phi = turn.c * phibar;
    is.set(kRhobar, -turn.c * alpha);
    phibar *= turn.s;
    is.set(kPhibar, phibar);
    const double tau = turn.s * phi;
    is.set(kPhi, phi / rho);
    is.set(kTheta, -theta / rho);
    is.set(kRho, 1 / rho);
    is.set(kDdnorm, is.get(kDdnorm) + is.get(kWnorm) / (rho * rho));
    const double gambar = -is.get(kCs2) * rho, rhs = phi - is.get(kSn2) * rho * is.get(kZ), zbar = rhs / gambar;
    const double xnorm = sqrt(is.get(kXxnorm) + zbar * zbar), gamma = sqrt(gambar * gambar + theta * theta);
    is.set(kXnorm, xnorm);
    is.set(kCs2, gambar / gamma);
    is.set(kSn2, theta / gamma);
    is.set(kZ, rhs / gamma);
    is.set(kXxnorm, is.get(kXxnorm) + rhs / gamma * (rhs / gamma));
    const double anorm = is.get(kAnorm), acond = anorm * sqrt(is.get(kDdnorm)), bnorm = is.get(kBnorm);
    is.set(kAcond, acond);
    is.set(kRes2, is.get(kRes2) + psi * psi);
    const double rnorm = sqrt(phibar * phibar + is.get(kRes2)), arnorm = alpha * fabs(tau);
    is.set(kArnorm, arnorm);
    const double rest = rnorm * rnorm - damp * damp * is.get(kXxnorm);
    is.set(kR1norm, damp > 0 ? (rest < 0 ? -1 : 1) * sqrt(fabs(rest)) : rnorm);
    is.set(kR2norm, rnorm);
    const double test1 = rnorm / bnorm, grown = anorm * xnorm / bnorm;
    least_stop(is, test1, arnorm / (anorm * rnorm + eps), 1 / (acond + eps), is.get(kBtol) + is.get(kAtol) * grown,
               test1 / (1 + grown));
}

// The vectors are those of this step now.
template <class S> CUPY_DEVICE void lsqr_check(const Scalars<S> &is, double square) {
    is.set(kWnorm, square);
    if (is.get(kStop) != 0) is.stop(kConverged);
}

template <class S> CUPY_DEVICE void lsmr(const Scalars<S> &is, double square) {
    const double alpha = bidiagonal_v(is, square), beta = is.get(kBeta), betadd = is.get(kBetadd);
    is.set(kCount, is.get(kCount) + 1);
    const Rotation damped(is.get(kAlphabar), is.get(kDamp));
    const double rho_before = is.get(kRho), rhobar_before = is.get(kRhobar), zeta_before = is.get(kZeta);
    const Rotation turn(damped.r, beta);
    const double rho = turn.r, thetanew = turn.s * alpha;
    is.set(kRho, rho);
    is.set(kAlphabar, turn.c * alpha);
    const double thetabar = is.get(kSbar) * rho, rhotemp = is.get(kCbar) * rho;
    const Rotation bar(rhotemp, thetanew);
    const double zeta = bar.c * is.get(kZetabar);
    is.set(kCbar, bar.c);
    is.set(kSbar, bar.s);
    is.set(kRhobar, bar.r);
    is.set(kZeta, zeta);
    is.set(kZetabar, -bar.s * is.get(kZetabar));
    is.set(kEta, -(thetabar * rho / (rho_before * rhobar_before)));
    is.set(kPhi, zeta / (rho * bar.r));
    is.set(kTheta, -(thetanew / rho));
    const double betacheck = -damped.s * betadd, betahat = turn.c * (damped.c * betadd);
    is.set(kBetadd, -turn.s * (damped.c * betadd));
    const double thetatilde_before = is.get(kThetatilde);
    const Rotation tilde(is.get(kRhodold), thetabar);
    is.set(kThetatilde, tilde.s * bar.r);
    is.set(kRhodold, tilde.c * bar.r);
    is.set(kBetad, -tilde.s * is.get(kBetad) + tilde.c * betahat);
    is.set(kTautilde, (zeta_before - thetatilde_before * is.get(kTautilde)) / tilde.r);
    const double taud = (zeta - is.get(kThetatilde) * is.get(kTautilde)) / is.get(kRhodold);
    is.set(kD, is.get(kD) + betacheck * betacheck);
    const double apart = is.get(kBetad) - taud;
    is.set(kNorm, sqrt(is.get(kD) + apart * apart + is.get(kBetadd) * is.get(kBetadd)));
    is.set(kAnorm, sqrt(is.get(kNormA2) + beta * beta));
    is.set(kNormA2, is.get(kNormA2) + beta * beta + alpha * alpha);
    is.set(kMaxrbar, greater(is.get(kMaxrbar), rhobar_before));
    if (is.get(kCount) > 1) is.set(kMinrbar, lesser(is.get(kMinrbar), rhobar_before));
    is.set(kAcond, greater(is.get(kMaxrbar), rhotemp) / lesser(is.get(kMinrbar), rhotemp));
}

template <class S> CUPY_DEVICE void lsmr_check(const Scalars<S> &is, double square) {
    const double xnorm = sqrt(square), anorm = is.get(kAnorm), rnorm = is.get(kNorm), arnorm = fabs(is.get(kZetabar));
    is.set(kXnorm, xnorm);
    is.set(kArnorm, arnorm);
    const double test1 = rnorm / is.get(kBnorm), grown = anorm * xnorm / is.get(kBnorm);
    const double test2 = anorm * rnorm != 0 ? arnorm / (anorm * rnorm) : limits<double>::infinity();
    least_stop(is, test1, test2, 1 / is.get(kAcond), is.get(kBtol) + is.get(kAtol) * grown, test1 / (1 + grown));
    if (is.get(kStop) != 0) is.stop(kConverged);
}

}  // namespace krylov
}  // namespace cupy
