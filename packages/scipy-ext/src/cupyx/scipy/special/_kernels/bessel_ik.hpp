// Modified Bessel functions of orders zero and one: fits below and above 8 (I) and 1 (K, DLMF 10.31.2 below).
#pragma once

#include "bessel_ik_fits.hpp"
#include "poly.hpp"

namespace cupy {
namespace special {

template <class T> CUPY_DEVICE T i0e_of(T x) {
    x = fabs(x);
    return x <= 8 ? bessel_ik_fits::i0_near(x) : bessel_ik_fits::i0_far(T(8) / x) / sqrt(x);
}
template <class T> CUPY_DEVICE T i1e_of(T x) {
    const T size = fabs(x);
    if (size <= 8) return x * bessel_ik_fits::i1_near(size);
    return copysign(bessel_ik_fits::i1_far(T(8) / size) / sqrt(size), x);
}
// y exp(x) where only the exponential overflows.
template <class T> CUPY_DEVICE T times_exp(T y, T x) {
    if (isinf(x)) return limits<T>::infinity() * y;
    const T half = exp(T(0.5) * x);
    return x > T(sizeof(T) == 4 ? 80 : 700) ? y * half * half : y * exp(x);
}
template <class T> CUPY_DEVICE T i0_of(T x) { return isinf(x) ? fabs(x) : times_exp(i0e_of(x), fabs(x)); }
template <class T> CUPY_DEVICE T i1_of(T x) { return isinf(x) ? x : times_exp(i1e_of(x), fabs(x)); }

// Up to 1 and beyond: sums whose terms have one sign.
template <int order, bool scaled, class T> CUPY_DEVICE T k_of_order(T x) {
    if (!(x > 0)) return x == 0 ? limits<T>::infinity() : limits<T>::nan();
    if (x > 1) {
        const T r = 1 / x, y = order == 0 ? bessel_ik_fits::k0_beyond_one(r) : bessel_ik_fits::k1_beyond_one(r);
        return (scaled ? y : y * exp(-x)) * sqrt(r);
    }
    const T y = x * x, k = order == 0
        ? bessel_ik_fits::k0_below_one(y) - log(x) * bessel_ik_fits::i0_below_one(y)
        : bessel_ik_fits::k1_below_one(y) / x + log(x) * x * bessel_ik_fits::i1_below_one(y);
    return scaled ? k * exp(x) : k;
}
template <class T> CUPY_DEVICE T k0_of(T x) { return k_of_order<0, false>(x); }
template <class T> CUPY_DEVICE T k1_of(T x) { return k_of_order<1, false>(x); }
template <class T> CUPY_DEVICE T k0e_of(T x) { return k_of_order<0, true>(x); }
template <class T> CUPY_DEVICE T k1e_of(T x) { return k_of_order<1, true>(x); }

#define CUPY_MODIFIED(name)                                                      \
    CUPY_CALLED double name(double x) { return name##_of(x); }                   \
    CUPY_CALLED float name(float x) { return (float)name##_of((Single)x); }
CUPY_MODIFIED(i0)
CUPY_MODIFIED(i1)
CUPY_MODIFIED(i0e)
CUPY_MODIFIED(i1e)
CUPY_MODIFIED(k0)
CUPY_MODIFIED(k1)
CUPY_MODIFIED(k0e)
CUPY_MODIFIED(k1e)
#undef CUPY_MODIFIED

}  // namespace special
}  // namespace cupy
