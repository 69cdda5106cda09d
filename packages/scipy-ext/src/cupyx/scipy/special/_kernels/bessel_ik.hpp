// Modified Bessel functions of orders zero and one: fits below and above 8 (I) and 2 or 1 (K, DLMF 10.31.2 below).
#pragma once

#include "bessel_ik_fits.hpp"
#include "poly.hpp"

namespace cupy {
namespace special {

template <class T> CUPY_DEVICE T i0e(T x) {
    x = fabs(x);
    return x <= 8 ? bessel_ik_fits::i0_near(x) : bessel_ik_fits::i0_far(T(8) / x) / sqrt(x);
}
template <class T> CUPY_DEVICE T i1e(T x) {
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
template <class T> CUPY_CALLED T i0(T x) { return isinf(x) ? fabs(x) : times_exp(i0e(x), fabs(x)); }
template <class T> CUPY_CALLED T i1(T x) { return isinf(x) ? x : times_exp(i1e(x), fabs(x)); }

CUPY_DEVICE double k0_near(double x) {   // 0 < x <= 2
    return bessel_ik_fits::k0_near(x * x) - log(x) * exp(x) * bessel_ik_fits::i0_near(x);
}
CUPY_DEVICE double k1_near(double x) {
    return bessel_ik_fits::k1_near(x * x) / x + log(x) * exp(x) * x * bessel_ik_fits::i1_near(x);
}
CUPY_CALLED double k0(double x) {
    if (!(x > 0)) return x == 0 ? infinity() : nan();
    return x <= 2 ? k0_near(x) : bessel_ik_fits::k0_far(2 / x) * exp(-x) / sqrt(x);
}
CUPY_CALLED double k1(double x) {
    if (!(x > 0)) return x == 0 ? infinity() : nan();
    return x <= 2 ? k1_near(x) : bessel_ik_fits::k1_far(2 / x) * exp(-x) / sqrt(x);
}
CUPY_CALLED double k0e(double x) {
    if (!(x > 0)) return x == 0 ? infinity() : nan();
    return x <= 2 ? k0_near(x) * exp(x) : bessel_ik_fits::k0_far(2 / x) / sqrt(x);
}
CUPY_CALLED double k1e(double x) {
    if (!(x > 0)) return x == 0 ? infinity() : nan();
    return x <= 2 ? k1_near(x) * exp(x) : bessel_ik_fits::k1_far(2 / x) / sqrt(x);
}

// In single precision up to 1 and beyond: sums whose terms have one sign.
template <int order, bool scaled> CUPY_DEVICE float k_single(float x) {
    if (!(x > 0)) return x == 0 ? limits<float>::infinity() : limits<float>::nan();
    if (x > 1) {
        const float r = 1 / x, y = order == 0 ? bessel_ik_fits::k0_beyond_one(r) : bessel_ik_fits::k1_beyond_one(r);
        return (scaled ? y : y * exp(-x)) * sqrt(r);
    }
    const float y = x * x, k = order == 0
        ? bessel_ik_fits::k0_below_one(y) - log(x) * bessel_ik_fits::i0_below_one(y)
        : bessel_ik_fits::k1_below_one(y) / x + log(x) * x * bessel_ik_fits::i1_below_one(y);
    return scaled ? k * exp(x) : k;
}
CUPY_DEVICE float k0(float x) { return k_single<0, false>(x); }
CUPY_DEVICE float k1(float x) { return k_single<1, false>(x); }
CUPY_DEVICE float k0e(float x) { return k_single<0, true>(x); }
CUPY_DEVICE float k1e(float x) { return k_single<1, true>(x); }

}  // namespace special
}  // namespace cupy
