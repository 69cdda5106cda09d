// Sums of two doubles, with twice the digits, for series that cancel (T. J. Dekker, Numer. Math. 18, 1971).
#pragma once

#include "poly.hpp"

namespace cupy {
namespace special {

struct Twofold {
    double high, low;

    Twofold() = default;
    CUPY_DEVICE Twofold(double x) : high(x), low(0) {}
    CUPY_DEVICE Twofold(double h, double l) : high(h), low(l) {}
};

CUPY_DEVICE Twofold exact_sum(double a, double b) {
    const double sum = a + b, moved = sum - a;
    return {sum, (a - (sum - moved)) + (b - moved)};
}
CUPY_DEVICE Twofold ordered_sum(double a, double b) {   // |a| >= |b|
    const double sum = a + b;
    return {sum, b - (sum - a)};
}
CUPY_DEVICE Twofold operator-(Twofold x) { return {-x.high, -x.low}; }
CUPY_CALLED Twofold operator+(Twofold x, Twofold y) {
    const Twofold s = exact_sum(x.high, y.high), t = exact_sum(x.low, y.low);
    const Twofold u = ordered_sum(s.high, s.low + t.high);
    return ordered_sum(u.high, u.low + t.low);
}
CUPY_DEVICE Twofold operator-(Twofold x, Twofold y) { return x + -y; }
CUPY_DEVICE Twofold operator*(Twofold x, Twofold y) {
    const double p = platform::product(x.high, y.high);
    return ordered_sum(p, fma(x.high, y.high, -p) + (x.high * y.low + x.low * y.high));
}
CUPY_CALLED Twofold operator/(Twofold x, Twofold y) {
    const double first = x.high / y.high, exact = platform::product(first, y.high);
    const double rest = (x.high - exact) - fma(first, y.high, -exact) + (x.low - first * y.low);
    return ordered_sum(first, rest / y.high);
}
// x / y with its reciprocal, which need not wait for x.
CUPY_DEVICE Twofold divided(Twofold x, double y) {
    const double inverse = 1 / y, first = platform::product(x.high, inverse);
    return ordered_sum(first, (fma(-first, y, x.high) + x.low) * inverse);
}
CUPY_DEVICE double divided(double x, double y) { return x / y; }
CUPY_DEVICE double leading(Twofold x) { return x.high; }
CUPY_DEVICE double leading(double x) { return x; }
// Sums of many terms, whose low parts are added apart.
template <class T> struct Sum {
    T value;
    CUPY_DEVICE explicit Sum(T x) : value(x) {}
    CUPY_DEVICE void operator+=(T x) { value += x; }
    CUPY_DEVICE T get() const { return value; }
};
template <> struct Sum<Twofold> {
    Twofold value;
    CUPY_DEVICE explicit Sum(Twofold x) : value(x) {}
    CUPY_DEVICE void operator+=(Twofold x) {
        const Twofold next = exact_sum(value.high, x.high);
        value = {next.high, value.low + (next.low + x.low)};
    }
    CUPY_DEVICE Twofold get() const { return exact_sum(value.high, value.low); }
};
CUPY_CALLED Twofold sqrt(Twofold x) {
    const double root = cupy::sqrt(x.high);
    return ordered_sum(root, (x - Twofold(root) * Twofold(root)).high / (2 * root));
}

// A real or complex number of two doubles a part.
template <class T> struct Wide {
    Twofold value;
    CUPY_DEVICE Wide(double x) : value(x) {}
    CUPY_DEVICE void add(const Wide &x) { value = value + x.value; }
    CUPY_DEVICE void scale(Twofold x) { value = value * x; }
    CUPY_DEVICE void multiply(double z) { value = value * Twofold(z); }
    CUPY_DEVICE double size() const { return fabs(value.high); }
    CUPY_DEVICE double get() const { return value.high; }
};
template <> struct Wide<Z> {
    Twofold re, im;
    CUPY_DEVICE Wide(double x) : re(x), im(0.0) {}
    CUPY_DEVICE void add(const Wide &x) {
        re = re + x.re;
        im = im + x.im;
    }
    CUPY_DEVICE void scale(Twofold x) {
        re = re * x;
        im = im * x;
    }
    CUPY_DEVICE void multiply(Z z) {
        const Twofold real = re * Twofold(z.re) - im * Twofold(z.im);
        im = re * Twofold(z.im) + im * Twofold(z.re);
        re = real;
    }
    CUPY_DEVICE double size() const { return fabs(re.high) + fabs(im.high); }
    CUPY_DEVICE Z get() const { return {re.high, im.high}; }
};

}  // namespace special
}  // namespace cupy
