// Logistic, entropy, power and trigonometric functions that are exact where their plain formulas are not.
#pragma once

#include "poly.hpp"

namespace cupy {
namespace special {

template <class T> CUPY_DEVICE T expit(T x) {
    const T e = exp(-fabs(x));
    return (x >= 0 ? T(1) : e) / (1 + e);
}
template <class T> CUPY_DEVICE T logit(T x) {
    // The logarithm of x / (1 - x), or of 1 + t with what the rounding of that sum loses.
    const T s = 2 * (x - T(0.5));
    const bool near = fabs(s) < T(0.4);
    const T t = (near ? s : x) * reciprocal(1 - x), u = near ? 1 + t : t;
    const T lost = sizeof(T) == 4 ? t - (u - 1) : (t - (u - 1)) / u;     // where floats lose most, u is one
    return log(u) + (near ? lost : T(0));
}
template <class T> CUPY_DEVICE T log_expit(T x) {
    return (x < 0 ? x : T(-0.0)) - log1p(exp(-fabs(x)));
}
template <class T> CUPY_DEVICE T exprel(T x) {
    if (x > T(sizeof(T) == 4 ? 80 : 700)) {     // where only the exponential overflows
        const T half = exp(T(0.5) * x);
        return isinf(half) ? half : half / x * half;
    }
    return fabs(x) < T(1e-30) ? T(1) : expm1(x) / x;
}
template <class T> CUPY_DEVICE T softplus(T x) { return (x > 0 ? x : T(0)) + log1p(exp(-fabs(x))); }

template <class T> CUPY_DEVICE T xlogy(T x, T y) { return x == T(0) && !isnan(y) ? T(0) : x * log(y); }
template <class T> CUPY_DEVICE T xlog1py(T x, T y) { return x == T(0) && !isnan(y) ? T(0) : x * log1p(y); }
template <class T> CUPY_DEVICE T entr(T x) {
    return x > 0 ? -x * log(x) : x == 0 ? T(0) : isnan(x) ? x : -limits<T>::infinity();
}
template <class T> CUPY_DEVICE T rel_entr(T x, T y) {
    if (isnan(x) || isnan(y)) return limits<T>::nan();
    if (x > 0 && y > 0) {
        const T ratio = x / y;
        if (ratio > T(0.5) && ratio < 2) return x * log1p((x - y) / y);
        if (ratio > limits<T>::min() && ratio < limits<T>::infinity()) return x * log(ratio);
        return x * (log(x) - log(y));
    }
    return x == 0 && y >= 0 ? T(0) : limits<T>::infinity();
}
template <class T> CUPY_DEVICE T kl_div(T x, T y) {
    if (isnan(x) || isnan(y)) return limits<T>::nan();
    if (x > 0 && y > 0) return x * log(x / y) - x + y;
    return x == 0 && y >= 0 ? y : limits<T>::infinity();
}
template <class T> CUPY_DEVICE T huber(T delta, T r) {
    const T size = fabs(r);
    return delta < 0 ? limits<T>::infinity() : size <= delta ? T(0.5) * r * r : delta * (size - T(0.5) * delta);
}
template <class T> CUPY_DEVICE T pseudo_huber(T delta, T r) {
    if (delta < 0) return limits<T>::infinity();
    if (delta == 0 || r == 0) return 0;
    const T v = r / delta;
    return delta * delta * expm1(T(0.5) * log1p(v * v));
}

CUPY_DEVICE double with_sign_of(double size, double x) { return copysign(size, x); }
// Box and Cox' powers have no branches, so that loops are of vectors; `plain` where the power is the logarithm u.
CUPY_DEVICE double boxcox_of_log(double u, double l, bool plain) {
    const double y = l * u;
    return plain ? u : expm1(least(y, 709.0)) / l * exp(most(y - 709, 0.0));
}
CUPY_DEVICE double boxcox(double x, double l) { return boxcox_of_log(log(x), l, fabs(l) < 1e-19); }
CUPY_DEVICE double boxcox1p(double x, double l) {
    const double u = log1p(x);
    return boxcox_of_log(u, l, (fabs(l) < 1e-19) | ((fabs(u) < 1e-289) & (fabs(l) < 1e273)));
}
// The logarithm of 1 + l x, over l; l is not 0.  Products beyond the range are made of smaller numbers.
CUPY_DEVICE double inverse_boxcox_log(double x, double l) {
    const double y = l * x, small = isinf(l) | isinf(x) ? y : (l * 0x1p-512) * (x * 0x1p-512);
    const bool far = y >= 1.79e308;
    return (log1p(far ? small - 1 : y) + (far ? 1024 * kLog2 : 0.0)) / l;
}
CUPY_DEVICE double inv_boxcox(double x, double l) { return exp(l == 0 ? x : inverse_boxcox_log(x, l)); }
CUPY_DEVICE double inv_boxcox1p(double x, double l) {
    const double power = expm1(l == 0 ? x : inverse_boxcox_log(x, l));
    return (l != 0) & (fabs(l * x) < 1e-154) ? x : power;
}

constexpr double kDegree = 0.0174532925199432957692;
CUPY_CALLED double sindg(double x) {
    if (fabs(x) > 1e14) return 0;
    double r = x - 360 * rint(x / 360);
    if (fabs(r) > 90) r = copysign(180.0, r) - r;
    return fabs(r) == 30 ? copysign(0.5, r) : sin(r * kDegree);
}
CUPY_CALLED double cosdg(double x) {
    if (fabs(x) > 1e14) return 0;
    const double r = fabs(x - 360 * rint(x / 360));
    return r == 60 ? 0.5 : sin((90 - r) * kDegree);
}
CUPY_CALLED double tandg_of(double x, bool inverse) {
    if (isnan(x) || isinf(x)) return isnan(x) ? x : 0;
    if (fabs(x) > 1e14) return 0;
    double sign = x < 0 ? -1 : 1;
    x = fabs(x);
    double r = x - 180 * floor(x / 180);   // in [0, 180)
    if (inverse) {
        if (r <= 90) r = 90 - r;
        else {
            r -= 90;
            sign = -sign;
        }
    } else if (r > 90) {
        r = 180 - r;
        sign = -sign;
    }
    if (r == 0) return 0;
    if (r == 45) return sign;
    if (r == 90) return infinity();
    return sign * tan(r * kDegree);
}
CUPY_CALLED double radian(double d, double m, double s) { return (d + m / 60 + s / 3600) * kDegree; }
CUPY_CALLED double cosm1(double x) {
    const double s = sin(0.5 * x);
    return 0 - 2 * s * s;
}
CUPY_CALLED double powm1(double x, double y) {
    if (y == 0 || x == 1) return 0;
    if (x == 0) return isnan(y) ? y : y > 0 ? -1 : infinity();
    if (x < 0) {
        if (y != floor(y)) return nan();
        if (parity_sign(y) < 0) return pow(x, y) - 1;
        x = -x;
    }
    const double power = y * log(x);
    if (power < 0.5) return fabs(x - 1) < 0.3 ? expm1(y * log1p(x - 1)) : expm1(power);
    return pow(x, y) - 1;
}
CUPY_CALLED double agm(double a, double b) {
    if (isnan(a) || isnan(b) || (a < 0 && b > 0) || (a > 0 && b < 0)) return nan();
    if ((isinf(a) && b == 0) || (isinf(b) && a == 0)) return nan();
    if (a == 0 || b == 0) return 0;
    if (a == b) return a;
    const double sign = a < 0 ? -1 : 1;
    a = fabs(a);
    b = fabs(b);
    if (isinf(a) || isinf(b)) return sign * infinity();
    for (int k = 0; k < 40 && fabs(a - b) > 2e-3 * a; k++) {
        const double mean = 0.5 * a + 0.5 * b, product = a * b;
        b = product > 1e-280 && product < 1e300 ? sqrt(product) : sqrt(a) * sqrt(b);
        a = mean;
    }
    const double mean = 0.5 * a + 0.5 * b, gap = 0.5 * (a - b) / mean, square = gap * gap;
    return sign * mean * (1 - square * (0.25 + square * (0.078125 + square * 0.04296875)));   // DLMF 19.8.5 of K's series
}
CUPY_CALLED double diric(double x, double n) {
    if (!(n > 0) || n != floor(n)) return nan();
    const double s = sin(0.5 * x);
    if (fabs(s) < 1e-7) return pow(-1.0, rint(x / kTwoPi) * (n - 1));
    return sin(0.5 * n * x) / (n * s);
}

}  // namespace special
}  // namespace cupy
