// Modified Bessel functions of orders zero and one: fits below and above 8 (I) and 2 (K, DLMF 10.31.2 below).
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

template <class T> CUPY_DEVICE T k0_near(T x) {   // 0 < x <= 2
    return bessel_ik_fits::k0_near(x * x) - log(x) * exp(x) * bessel_ik_fits::i0_near(x);
}
template <class T> CUPY_DEVICE T k1_near(T x) {
    return bessel_ik_fits::k1_near(x * x) / x + log(x) * exp(x) * x * bessel_ik_fits::i1_near(x);
}
template <class T> CUPY_CALLED T k0(T x) {
    if constexpr (sizeof(T) == 4) return (T)k0((double)x);   // the terms cancel near 2
    if (!(x > 0)) return x == 0 ? limits<T>::infinity() : limits<T>::nan();
    return x <= 2 ? k0_near(x) : bessel_ik_fits::k0_far(T(2) / x) * exp(-x) / sqrt(x);
}
template <class T> CUPY_CALLED T k1(T x) {
    if constexpr (sizeof(T) == 4) return (T)k1((double)x);   // the terms cancel near 2
    if (!(x > 0)) return x == 0 ? limits<T>::infinity() : limits<T>::nan();
    return x <= 2 ? k1_near(x) : bessel_ik_fits::k1_far(T(2) / x) * exp(-x) / sqrt(x);
}
template <class T> CUPY_CALLED T k0e(T x) {
    if constexpr (sizeof(T) == 4) return (T)k0e((double)x);   // the terms cancel near 2
    if (!(x > 0)) return x == 0 ? limits<T>::infinity() : limits<T>::nan();
    return x <= 2 ? k0_near(x) * exp(x) : bessel_ik_fits::k0_far(T(2) / x) / sqrt(x);
}
template <class T> CUPY_CALLED T k1e(T x) {
    if constexpr (sizeof(T) == 4) return (T)k1e((double)x);   // the terms cancel near 2
    if (!(x > 0)) return x == 0 ? limits<T>::infinity() : limits<T>::nan();
    return x <= 2 ? k1_near(x) * exp(x) : bessel_ik_fits::k1_far(T(2) / x) / sqrt(x);
}

}  // namespace special
}  // namespace cupy
