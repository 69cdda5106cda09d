// The modified Bessel function of order zero.
//
// Two Chebyshev series, coefficients computed with 60 digits from the power series and the
// asymptotic one: exp(-x) I0(x) on [0, 8] in x/4 - 1, and sqrt(x) exp(-x) I0(x) beyond in 16/x - 1.
#pragma once

#include "math/real.hpp"

namespace cupy {

namespace bessel {

// Clenshaw's recurrence; the first coefficient counts half.
template <int N, class T> CUPY_DEVICE T chebyshev(T u, const double *coefficients) {
    T before = 0, now = 0, after = 0;
    CUPY_UNROLL
    for (int k = N - 1; k >= 0; k--) {
        after = now;
        now = before;
        before = 2 * u * now - after + (T)coefficients[k];
    }
    return (before - after) / 2;
}

template <int N, class T> CUPY_DEVICE T near_zero(T x) {
    const double coefficients[] = {
        6.76795274409476066e-01, -3.04682672343198402e-01, 1.71620901522208769e-01,
        -9.49010970480476390e-02, 4.93052842396707117e-02, -2.37374148058994705e-02,
        1.05464603945949979e-02, -4.32430999505057593e-03, 1.63947561694133574e-03,
        -5.76375574538582356e-04, 1.88502885095841649e-04, -5.75419501008210397e-05,
        1.64484480707288956e-05, -4.41673835845875052e-06, 1.11738753912010366e-06,
        -2.67079385394061193e-07, 6.04699502254191863e-08, -1.30002500998624805e-08,
        2.65982372468238660e-09, -5.18979560163526271e-10, 9.67580903537323697e-11,
        -1.72682629144155587e-11, 2.95505266312963988e-12, -4.85644678311192896e-13,
        7.67618549860493607e-14, -1.16853328779934514e-14, 1.71539128555513307e-15,
        -2.43127984654795490e-16, 3.33079451882223839e-17, -4.41534164647933951e-18,
    };
    return chebyshev<N>(x / 4 - 1, coefficients);
}

template <int N, class T> CUPY_DEVICE T far_out(T x) {
    const double coefficients[] = {
        8.04490411014108786e-01, 3.36911647825569429e-03, 6.88975834691682454e-05,
        2.89137052083475665e-06, 2.04891858946906384e-07, 2.26666899049817804e-08,
        3.39623202570838651e-09, 4.94060238822497006e-10, 1.18891471078464390e-11,
        -3.14991652796324165e-11, -1.32158118404477133e-11, -1.79417853150680615e-12,
        7.18012445138366601e-13, 3.85277838274214259e-13, 1.54008621752140996e-14,
        -4.15056934728722224e-14, -9.55484669882830731e-15, 3.81168066935262240e-15,
        1.77256013305652631e-15, -3.42548561967721900e-16, -2.82762398051658365e-16,
        3.46122286769746122e-17, 4.46562142029675975e-17, -4.83050448594418188e-18,
        -7.23318048787475380e-18,
    };
    return chebyshev<N>(16 / x - 1, coefficients) / sqrt(x);
}

}  // namespace bessel

CUPY_DEVICE double bessel_i0(double x) {
    x = fabs(x);
    return exp(x) * (x <= 8 ? bessel::near_zero<30>(x) : bessel::far_out<25>(x));
}

CUPY_DEVICE float bessel_i0(float x) {
    x = fabs(x);
    return exp(x) * (x <= 8 ? bessel::near_zero<18>(x) : bessel::far_out<7>(x));
}

}  // namespace cupy
