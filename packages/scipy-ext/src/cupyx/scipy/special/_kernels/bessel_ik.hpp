// Modified Bessel functions of orders zero and one: fits below and above 8 (I) and 1 (K, DLMF 10.31.2 below).
#pragma once

#include "bessel_ik_fits.hpp"
#include "bessel_wide.hpp"

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

template <int order, bool scaled> CUPY_DEVICE float i_single(float x) {
    const float size = fabs(x), value = scaled && isinf(x) ? 0.0f : wide_i<order, scaled>(size);
    return order == 1 ? copysign(value, x) : value;
}
template <int order, bool scaled> CUPY_DEVICE float k_single(float x) {
    if (!(x > 0)) return x == 0 ? limits<float>::infinity() : limits<float>::nan();
    return isinf(x) ? 0.0f : wide_k<order, scaled>(x);
}

#define CUPY_MODIFIED(name, kind, order, scaled)                                                          \
    CUPY_CALLED double name(double x) { return name##_of(x); }                                            \
    CUPY_CALLED float name##_called(float x) { return (float)name##_of((Single)x); }                      \
    CUPY_DEVICE float name(float x) {                                                                     \
        if constexpr (platform::kQuickDoubles) return kind##_single<order, scaled>(x);                    \
        else return name##_called(x);                                                                     \
    }
CUPY_MODIFIED(i0, i, 0, false)
CUPY_MODIFIED(i1, i, 1, false)
CUPY_MODIFIED(i0e, i, 0, true)
CUPY_MODIFIED(i1e, i, 1, true)
CUPY_MODIFIED(k0, k, 0, false)
CUPY_MODIFIED(k1, k, 1, false)
CUPY_MODIFIED(k0e, k, 0, true)
CUPY_MODIFIED(k1e, k, 1, true)
#undef CUPY_MODIFIED

}  // namespace special
}  // namespace cupy
