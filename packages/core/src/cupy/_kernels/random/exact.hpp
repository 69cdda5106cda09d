// Mathematics with the same bits on every processor.
//
// Only operations that IEEE 754 rounds exactly are used: sums, quotients, square roots, fused
// multiply-adds that are written as such, and products that no compiler may fuse.
#pragma once

#include "kernel.hpp"

namespace cupy {
namespace exact {

// A double whose products are rounded by themselves, for formulas that are written as usual.
struct real {
    double value;

    real() = default;
    CUPY_DEVICE real(double x) : value(x) {}
    CUPY_DEVICE operator double() const { return value; }
};
CUPY_DEVICE real operator+(real a, real b) { return a.value + b.value; }
CUPY_DEVICE real operator-(real a, real b) { return a.value - b.value; }
CUPY_DEVICE real operator*(real a, real b) { return platform::product(a.value, b.value); }
CUPY_DEVICE real operator/(real a, real b) { return a.value / b.value; }
CUPY_DEVICE real operator-(real a) { return -a.value; }
CUPY_DEVICE bool operator<(real a, real b) { return a.value < b.value; }
CUPY_DEVICE bool operator>(real a, real b) { return a.value > b.value; }
CUPY_DEVICE bool operator<=(real a, real b) { return a.value <= b.value; }
CUPY_DEVICE bool operator>=(real a, real b) { return a.value >= b.value; }
CUPY_DEVICE bool operator==(real a, real b) { return a.value == b.value; }
#define CUPY_MIXED_OPERATOR(op, result)                                                              \
    template <class A, enable_if_t<is_integer<A>::value || is_floating<A>::value> = 0>               \
    CUPY_DEVICE result operator op(A a, real b) { return real((double)a) op b; }                     \
    template <class A, enable_if_t<is_integer<A>::value || is_floating<A>::value> = 0>               \
    CUPY_DEVICE result operator op(real a, A b) { return a op real((double)b); }
CUPY_MIXED_OPERATOR(+, real)
CUPY_MIXED_OPERATOR(-, real)
CUPY_MIXED_OPERATOR(*, real)
CUPY_MIXED_OPERATOR(/, real)
CUPY_MIXED_OPERATOR(<, bool)
CUPY_MIXED_OPERATOR(>, bool)
CUPY_MIXED_OPERATOR(<=, bool)
CUPY_MIXED_OPERATOR(>=, bool)
CUPY_MIXED_OPERATOR(==, bool)
#undef CUPY_MIXED_OPERATOR

// Horner's scheme, without a loop: then the loops around it vectorise on the host.
template <int K = 0, int N, class T> CUPY_DEVICE T polynomial(T x, const T (&coefficients)[N]) {
    if constexpr (K == N - 1) return coefficients[K];
    else return fma(polynomial<K + 1>(x, coefficients), x, coefficients[K]);
}

// Scale * log(x) of a positive normal number, without branches; Scale is 1, -1 or -2, which changes
// the coefficients and rounds nothing.  The polynomial of (log(1 + f) - f) / f^2 was fitted on
// [sqrt(1/2) - 1, sqrt(2) - 1].
template <int Scale> CUPY_DEVICE float log_normal(float x) {
    constexpr float s = 1.0f / Scale, s2 = s * s, s4 = s2 * s2;
    constexpr float P[] = {-4.999999161e-01f * s, 3.333395023e-01f * s2, -2.500175511e-01f * s2 * s,
                           1.996207162e-01f * s4, -1.657051167e-01f * s4 * s, 1.491798268e-01f * s4 * s2,
                           -1.430749878e-01f * s4 * s2 * s, 8.734787974e-02f * s4 * s4};
    const int bits = platform::bits_as<int>(x), exponent = (bits - 0x3f3504f3) & ~0x7fffff;     // times 2^23
    const float f = fma((float)Scale, platform::bits_as<float>(bits - exponent), (float)-Scale);
    return fma(platform::product(f, f), polynomial(f, P), fma((float)exponent, Scale * 0.693147181f / 8388608.0f, f));
}

// log(m) = 2 atanh((m - 1) / (m + 1)), summed as a series.
template <int Scale> CUPY_DEVICE double log_normal(double x) {
    constexpr double P[] = {2.0 / 3, 2.0 / 5, 2.0 / 7, 2.0 / 9, 2.0 / 11, 2.0 / 13, 2.0 / 15,
                            2.0 / 17, 2.0 / 19, 2.0 / 21, 2.0 / 23};
    const uint64 bits = platform::bits_as<uint64>(x), shifted = bits - 0x3fe6a09e667f3bcdull;
    const int exponent = (int)(uint32)(shifted >> 32) >> 20;
    const double f = platform::bits_as<double>(bits - ((uint64)(uint32)exponent << 52)) - 1.0, e = (double)exponent;
    const double s = f / (2.0 + f), z = platform::product(s, s);
    const double tail = fma(platform::product(z, s), polynomial(z, P), platform::product(e, 1.90821492927058770002e-10));
    return Scale * fma(e, 6.93147180369123816490e-01, fma(2.0, s, tail));
}

// The same for any number; a function that is called, so that formulas with many logarithms stay short.
CUPY_CALLED double logarithm(double x) {
    if (!(x > 0) || x > 1.7976931348623157e308) {
        return x == 0 ? -limits<double>::infinity() : x > 0 ? x : limits<double>::nan();
    }
    return x < 2.3e-308 ? log_normal<1>(x * 18014398509481984.0) - 37.42994775023704671 : log_normal<1>(x);   // 54 log 2
}

CUPY_DEVICE double log1p(double x) {
    const double y = 1.0 + x, z = logarithm(y);
    return y == 1.0 ? x : y > 1e300 ? z : platform::product(z, x / (y - 1.0));
}

CUPY_CALLED double exp(double x) {
    constexpr double P[] = {1.0, 1.0, 1.0 / 2, 1.0 / 6, 1.0 / 24, 1.0 / 120, 1.0 / 720, 1.0 / 5040, 1.0 / 40320,
                            1.0 / 362880, 1.0 / 3628800, 1.0 / 39916800, 1.0 / 479001600, 1.0 / 6227020800.0};
    if (!(x < 709.782712893384)) return x == x ? limits<double>::infinity() : x;
    if (x < -745.2) return 0.0;
    const double k = ::floor(fma(x, 1.4426950408889634, 0.5));
    const double r = fma(k, -1.90821492927058770002e-10, fma(k, -6.93147180369123816490e-01, x));
    const int64 n = (int64)k, half = n / 2;                           // 2^n in two steps
    const double first = platform::bits_as<double>((half + 1023) << 52);
    const double second = platform::bits_as<double>((n - half + 1023) << 52);
    return polynomial(r, P) * first * second;
}

CUPY_DEVICE double expm1(double x) {
    if (x > 0.5 || x < -0.5) return exp(x) - 1.0;
    constexpr double P[] = {1.0, 1.0 / 2, 1.0 / 6, 1.0 / 24, 1.0 / 120, 1.0 / 720, 1.0 / 5040, 1.0 / 40320,
                            1.0 / 362880, 1.0 / 3628800, 1.0 / 39916800, 1.0 / 479001600};
    return x * polynomial(x, P);
}

// x^y of a positive x: within some ulps times |y log x|.
CUPY_DEVICE double pow(double x, double y) {
    return y == 0 || x == 1 ? 1.0 : exp(platform::product(y, logarithm(x)));
}

// Cosine and sine of an angle that two bits of a word, the quarter, and further ones, the place in it, choose.
CUPY_DEVICE void direction(uint32 v, float &x, float &y) {
    constexpr float S[] = {1.570796322e+00f, -6.459634602e-01f, 7.968003277e-02f, -4.601657883e-03f};
    constexpr float C[] = {-1.233697954e+00f, 2.536063616e-01f, -2.042624941e-02f};
    const float t = platform::bits_as<float>((v >> 7 & 0x7fffffu) | 0x3f800000u) - 1.5f;       // quarters
    const float z = platform::product(t, t);
    const float sine = platform::product(t, polynomial(z, S)), cosine = fma(z, polynomial(z, C), 1.0f);
    const bool odd = v & 0x40000000u;
    x = platform::bits_as<float>(platform::bits_as<uint32>(odd ? sine : cosine) ^ ((v + 0x40000000u) & 0x80000000u));
    y = platform::bits_as<float>(platform::bits_as<uint32>(odd ? cosine : sine) ^ (v & 0x80000000u));
}
CUPY_DEVICE void direction(uint64 v, double &x, double &y) {
    constexpr double S[] = {-1.0 / 6, 1.0 / 120, -1.0 / 5040, 1.0 / 362880, -1.0 / 39916800,
                            1.0 / 6227020800.0, -1.0 / 1307674368000.0};
    constexpr double C[] = {-1.0 / 2, 1.0 / 24, -1.0 / 720, 1.0 / 40320, -1.0 / 3628800, 1.0 / 479001600,
                            -1.0 / 87178291200.0, 1.0 / 20922789888000.0};
    const double angle = platform::product((double)(int64)(v << 2), 8.5153039502163873e-20);   // pi/4 * 2^-63
    const double z = platform::product(angle, angle);
    const double sine = fma(platform::product(angle, z), polynomial(z, S), angle), cosine = fma(z, polynomial(z, C), 1.0);
    const uint32 quarter = (uint32)(v >> 62);
    const double a = quarter & 1 ? sine : cosine, b = quarter & 1 ? cosine : sine;
    x = (quarter + 1) & 2 ? -a : a;
    y = quarter & 2 ? -b : b;
}

// Angle in [0, pi] of a cosine: the arc tangent of half of it is halved twice more, then summed.
CUPY_DEVICE double acos(double cosine) {
    constexpr double P[] = {1.0, -1.0 / 3, 1.0 / 5, -1.0 / 7, 1.0 / 9, -1.0 / 11, 1.0 / 13, -1.0 / 15,
                            1.0 / 17, -1.0 / 19, 1.0 / 21, -1.0 / 23};
    const bool obtuse = cosine < 0;
    double x = sqrt(obtuse ? (1.0 + cosine) / (1.0 - cosine) : (1.0 - cosine) / (1.0 + cosine));
    CUPY_UNROLL
    for (int k = 0; k < 2; ++k) x = x / (1.0 + sqrt(fma(x, x, 1.0)));
    const double angle = platform::product(8.0 * x, polynomial(platform::product(x, x), P));
    return obtuse ? 3.14159265358979323846 - angle : angle;
}

// Logarithm of the gamma function of a positive number: Stirling's series beyond 10.
CUPY_CALLED double log_gamma(double x) {
    constexpr double P[] = {1.0 / 12, -1.0 / 360, 1.0 / 1260, -1.0 / 1680, 1.0 / 1188, -691.0 / 360360, 1.0 / 156};
    double below = 1.0;
    for (; x < 10.0; x += 1.0) below = platform::product(below, x);
    const double r = 1.0 / x;
    const double tail = fma(r, polynomial(platform::product(r, r), P), 0.91893853320467274178);
    const double large = fma(x - 0.5, logarithm(x), tail - x);
    return below == 1.0 ? large : large - logarithm(below);
}
CUPY_DEVICE real log_factorial(real k) { return log_gamma(k + 1.0); }

// The upper half of a product of 128 bits.
CUPY_DEVICE uint64 multiply_high(uint64 a, uint64 b) {
    const uint64 a0 = (uint32)a, a1 = a >> 32, b0 = (uint32)b, b1 = b >> 32;
    const uint64 middle = a1 * b0 + (a0 * b0 >> 32);
    return a1 * b1 + (middle >> 32) + ((a0 * b1 + (uint32)middle) >> 32);
}

}  // namespace exact
}  // namespace cupy
