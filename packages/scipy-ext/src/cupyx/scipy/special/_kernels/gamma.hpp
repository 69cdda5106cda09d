// Gamma function, its logarithm, reciprocal and logarithmic derivative, of real and complex numbers.
//
// Real logarithms: a fit without the zeros up to 5, Stirling's formula (DLMF 5.11.1) beyond.  Complex ones
// follow D. E. G. Hare, "Computing the principal branch of log-Gamma", J. Algorithms 25 (1997).
#pragma once

#include "degrees_fits.hpp"
#include "gamma_single.hpp"

namespace cupy {
namespace special {

// log(1 + x) - x without cancellation: log1p(x) is twice the inverse hyperbolic tangent of x / (2 + x).
CUPY_CALLED double log1pmx(double x) {
    if (x < -0.5 || x > 1) return log1p(x) - x;
    const double s = x / (2 + x), square = s * s;
    return s * (2 * square * gamma_fits::atanh_rest(square) - x);
}

// The tail of Stirling's series, DLMF 5.11.1, for |x| >= 8.
template <class T> CUPY_DEVICE T stirling_tail(T x) {
    const T r = T(1) / x;
    return r * poly(r * r, 8.33333333333333333e-2, -2.77777777777777778e-3, 7.93650793650793651e-4,
                    -5.95238095238095238e-4, 8.41750841750841751e-4, -1.91752691752691753e-3,
                    6.41025641025641026e-3, -2.95506535947712418e-2, 1.79644372368830573e-1);
}

// For x > 0, with one logarithm and one reciprocal for all arguments, so that neighbours wait little for each other.
CUPY_DEVICE double lgamma_positive(double x) {
    constexpr double kRootFive = 2.236067977499789696409;
    const bool far = x > 5, small = x < 1;
    const double size = small ? x + 1 : x, r = plain_reciprocal(far ? x : size + kRootFive);
    const double logarithm = far || small ? log(x) : -0.0;   // the zeros are +0
    if (far) {
        if (x > 1e17) return x * (logarithm - 1);
        return (x - 0.5) * logarithm - x + kLogSqrtTwoPi + r * gamma_fits::stirling(r * r);
    }
    const double zeros = small ? x * (x - 1) : (x - 1) * (x - 2);   // exact factors
    return zeros * gamma_fits::lgamma_middle((size - kRootFive) * r) - logarithm;
}

CUPY_CALLED double lgamma_called(double x) {
    if (isinf(x) || isnan(x)) return x;
    if (x > 0) return lgamma_positive(x);
    if (x == floor(x)) return infinity();
    if (x > -0.5) return -x * -gamma_fits::lgamma_one(x + 1) - log(-x);
    return log(kPi / fabs(x * sinpi(x))) - lgamma_positive(-x);
}
#ifdef CUPY_SIMT
CUPY_DEVICE double gammaln(double x) { return x > 0 && x < infinity() ? lgamma_positive(x) : lgamma_called(x); }
CUPY_DEVICE float gammaln(float x) {   // zeros near -2.5, -2.7, … leave single precision too little
    return x > 0 && x < limits<float>::infinity() ? lgamma_positive(x) : (float)lgamma_called((double)x);
}
#else
// The same without branches, in vectors; of negative numbers by reflection (DLMF 5.5.3).
CUPY_DEVICE double gammaln(double x) {
    constexpr double kRootFive = 2.236067977499789696409;
    const double whole = fabs(x);
    const bool far = whole > 5, small = whole < 1;
    const double size = small ? whole + 1 : whole, r = 1 / (far ? whole : size + kRootFive), logarithm = log(whole);
    const double zeros = small ? whole * (whole - 1) : (whole - 1) * (whole - 2);   // exact factors
    const double near = zeros * gamma_fits::lgamma_middle((size - kRootFive) * r) - (small ? logarithm : -0.0);
    const double beyond = (whole - 0.5) * logarithm - whole + kLogSqrtTwoPi + r * gamma_fits::stirling(r * r);
    const double above = whole > 1e17 ? whole * (logarithm - 1) : far ? beyond : near;
    const double f = x - rint(x), angle = kPi * f, sine = fabs(f * degrees_fits::sine(angle * angle));    // over pi
    const double value = x < 0 ? -log(sine) - logarithm - above : above;
    return isinf(x) | (x == 0) ? fabs(x) == 0 ? infinity() : x : value;
}
CUPY_DEVICE float gammaln(float x) { return (float)gammaln((double)x); }
#endif
// log Gamma(1 + a) for a >= 0.
template <class T> CUPY_DEVICE T lgamma1p(T a) {
    return a <= T(0.5) ? a * gamma_fits::lgamma_one(1 + a) : gammaln(1 + a);
}
template <class T> CUPY_DEVICE T gammasgn(T x) {
    if (isnan(x)) return x;
    if (x > 0) return 1;
    if (x == 0) return copysign(T(1), x);
    const T below = floor(x);
    if (x == below) return limits<T>::nan();
    return below == 2 * floor(below * T(0.5)) ? T(1) : T(-1);
}

// Of sizes from 26 on.
#ifdef CUPY_SIMT
CUPY_DEVICE double gamma_far(double x) { return tgamma(x); }
#else
// By Stirling's formula with a factor and without branches, in vectors: first by second, numbers both where it is one.
CUPY_DEVICE double gamma(double x) {
    const bool below = x < 0, small = fabs(x) < 1;
    const double size = least(fabs(x), 200.0), from = small ? size + 1 : size, second = pow(from, 0.5 * from - 0.25);
    const double first = second * exp(-from) * gamma_fits::gamma_scaled(1 / (from + 0.5));
    const double whole = rint(x), f = x - whole, angle = kPi * f, sine = angle * degrees_fits::sine(angle * angle);
    const double under = sine * (small ? parity_sign(whole) : size * parity_sign(whole)) * first;    // DLMF 5.5.3
    const double part = (below ? kPi : first) / (below ? under : small ? size : 1.0);
    const double found = below ? part / second : part * second;
    constexpr double kFactorial = 1307674368000;                // of 15; products that doubles hold are exact
    const double unit = x < 17 ? 1.0 : kFactorial, exact = rint(found * (x < 17 ? 1.0 : 1 / kFactorial)) * unit;
    const double value = (x == whole) & (x > 0) & (x < 24) ? exact : found;
    return x == 0 ? copysign(infinity(), x) : below & (x == whole) ? nan() : value;
}
CUPY_DEVICE double gamma_far(double x) { return gamma(x); }
#endif
CUPY_CALLED double gamma_called(double x) {
    if (x == 0) return copysign(infinity(), x);
    if (x < 0 && x == floor(x)) return nan();
    if (!(fabs(x) < 26)) return gamma_far(x);
    double product = 1, below = 1;                       // DLMF 5.5.1
    for (; x >= 4; product *= (x + 1) * x) x -= 2;       // by two, half of which need not wait
    if (x >= 3) product *= x -= 1;
    for (; x < 0; x += 2) below *= (x + 1) * x;
    for (; x < 2; x += 1) below *= x;
    return x == 2 ? product / below : product * gamma_fits::gamma_middle(x) / below;
}
#ifdef CUPY_SIMT
CUPY_DEVICE double gamma(double x) { return gamma_called(x); }
#endif

CUPY_CALLED double rgamma(double x) {
    if (x <= 0 && x == floor(x)) return x == 0 ? x : 0;
    if (x < -170) return gamma_called(1 - x) * sinpi(x) / kPi;
    if (x > 170) return exp(-lgamma_called(x));
    return 1 / gamma_called(x);
}

// log Gamma(2 + z) by powers, for |z| <= 0.7: (-1)^k (zeta(k) - 1) / k (DLMF 5.7.3).
CUPY_CALLED Z loggamma_near_two(Z z) {
    return z * poly(z, 0.422784335098467139, 0.322467033424113218, -0.0673523010531980951, 0.0205808084277845479,
                    -0.00738555102867398527, 0.00289051033074152329, -0.00119275391170326098, 0.000509669524743042422,
                    -0.00022315475845357938, 0.0000994575127818085337, -0.0000449262367381331417,
                    0.0000205072127756706916, -9.4394882752683959e-6, 4.3748667899074878e-6, -2.03921575380136624e-6,
                    9.55141213040741983e-7, -4.49246919876456604e-7, 2.12071848055546659e-7, -1.00432248239680996e-7,
                    4.76981016936398057e-8, -2.27110946089431649e-8, 1.08386592148969541e-8, -5.18347504197004666e-9,
                    2.48367454380247832e-9, -1.19214014058609121e-9, 5.73136724167886201e-10, -2.75952288512423315e-10,
                    1.33047643742444895e-10, -6.42296456383810002e-11, 3.10442477473222728e-11,
                    -1.50213840807541422e-11, 7.27597448023907966e-12, -3.52774247657591508e-12,
                    1.71199179055961791e-12, -8.31538584142028482e-13, 4.04220052528944007e-13, -1.96647563109661649e-13);
}
CUPY_CALLED Z loggamma_stirling(Z z) {
    return (z - 0.5) * log(z) - z + kLogSqrtTwoPi + stirling_tail(z);
}
CUPY_CALLED Z loggamma_upper(Z z) {   // Im z >= 0, Re z >= 0.1
    if (z.re > 8 || z.im > 8) return loggamma_stirling(z);
    if (abs(z - 1.0) <= 0.7 && z.re < 1.5) return loggamma_near_two(z - 1.0) - log1p(z - 1.0);
    if (abs(z - 2.0) <= 0.7) return loggamma_near_two(z - 2.0);
    Z product = z;
    int turns = 0;
    bool below = false;
    for (z.re += 1; z.re <= 8; z.re += 1) {
        product *= z;
        const bool now = signbit(product.im);
        turns += now && !below;
        below = now;
    }
    const Z rest = loggamma_stirling(z) - log(product);
    return {rest.re, rest.im - turns * kTwoPi};
}
CUPY_DEVICE Z loggamma_right(Z z) { return signbit(z.im) ? conj(loggamma_upper(conj(z))) : loggamma_upper(z); }
CUPY_CALLED Z loggamma(Z z) {
    if (isnan(z)) return nan_complex();
    if (z.re <= 0 && z.im == 0 && z.re == floor(z.re)) return nan_complex();
    if (z.re >= 0.1) return loggamma_right(z);
    if (fabs(z.im) > 8) return loggamma_stirling(z);
    const double turn = copysign(kTwoPi, z.im) * floor(0.5 * z.re + 0.25);
    const Z rest = log(sinpi(z)) + loggamma_right(Z(1 - z.re, -z.im));
    return {kLogPi - rest.re, turn - rest.im};
}
CUPY_DEVICE double loggamma(double x) { return x < 0 ? nan() : lgamma_called(x); }

CUPY_CALLED Z gamma(Z z) {
    if (z.im == 0 && z.re <= 0 && z.re == floor(z.re)) return nan_complex();
    return exp(loggamma(z));
}
CUPY_CALLED Z rgamma(Z z) {
    if (z.im == 0 && z.re <= 0 && z.re == floor(z.re)) return {0, 0};
    return exp(-loggamma(z));
}

// psi(x) - log(x) + 1/(2x), DLMF 5.11.2, for |x| >= 8.
template <class T> CUPY_DEVICE T digamma_tail(T r) {   // r = 1 / x^2
    return -r * poly(r, 8.33333333333333333e-2, -8.33333333333333333e-3, 3.96825396825396825e-3,
                     -4.16666666666666667e-3, 7.57575757575757576e-3, -2.10927960927960928e-2,
                     8.33333333333333333e-2, -4.43259803921568627e-1, 3.05395433027011974);
}
CUPY_CALLED double digamma_called(double x) {
    if (isinf(x)) return x > 0 ? x : nan();
    if (x == 0) return copysign(infinity(), -x);
    double more = 0;
    if (x < -0.5) {
        if (x == floor(x)) return nan();
        more = -kPi * cospi(x) / sinpi(x);
        x = 1 - x;
    }
    if (x < 0) {
        more -= 1 / x;
        x += 1;
    }
    if (x < 8) {      // the fit has the root taken out; below 1 by psi(x + 1) - 1 / x
        constexpr double kRootEight = 2.828427124746190097604;
        const bool small = x < 1;
        const double size = small ? x + 1 : x;
        const double gap = (x - (small ? 0.46163214496836225 : 1.46163214496836225)) - 9.54999542996569772e-17;
        const double value = gap * gamma_fits::digamma_middle((size - kRootEight) / (size + kRootEight));
        return (small ? value - 1 / x : value) + more;
    }
    const double r = 1 / x;
    return log(x) - 0.5 * r + digamma_tail(r * r) + more;
}
CUPY_DEVICE double digamma(double x) { return digamma_called(x); }
CUPY_DEVICE float digamma(float x) {   // zeros between the poles leave single precision too little
    return x > 0 && x < limits<float>::infinity() ? digamma_positive(x) : (float)digamma_called((double)x);
}

CUPY_CALLED Z digamma(Z z) {
    if (z.im == 0 && z.re <= 0 && z.re == floor(z.re))
        return nan_complex();
    Z more(0, 0);
    if (z.re < 0 && fabs(z.im) < 16) {   // cot has no overflow here
        const Z s = sinpi(z), c = cospi(z);
        more = -kPi * (c / s);
        z = 1.0 - z;
    }
    const Z gap = z - 1.46163214496836234;
    if (more == Z(0, 0) && abs(gap) < 0.1) return gap * gamma_fits::digamma_root(gap);
    while (abs(z) < 12 && z.re < 12) {
        more -= 1.0 / z;
        z += 1.0;
    }
    const Z r = 1.0 / z;
    return log(z) - 0.5 * r + digamma_tail(r * r) + more;
}

}  // namespace special
}  // namespace cupy
