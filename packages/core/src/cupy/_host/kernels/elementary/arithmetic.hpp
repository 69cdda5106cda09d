// Arithmetic of the elementary functions: bits, polynomials, exact sums and products.
//
// Nothing here branches, so loops of it vectorise, and every operation rounds as IEEE 754 says: an element's result is
// the same in a vector of any width, in a remainder and in a kernel of another build.  A product and a sum are one
// operation only where `fused` stands.  `plain` promises that operands need no special care (plain.hpp says which do
// not): what others need is left out then, and the results are the same.
#pragma once

#include "types/integers.hpp"
#include "types/limits.hpp"

namespace cupy {
namespace elementary {

// The parts of a number: the sign, the exponent with its bias, `fraction` bits.
template <class T> struct format;
template <> struct format<float> {
    using Word = uint32;
    static constexpr int fraction = 23, bias = 127;
    static constexpr float whole = 0x1.8p23f, first = 0x1p23f, tiny = 0x1p25f;
};
template <> struct format<double> {
    using Word = uint64;
    static constexpr int fraction = 52, bias = 1023;
    static constexpr double whole = 0x1.8p52, first = 0x1p52, tiny = 0x1p54;
};
template <class T> using word_of = typename format<T>::Word;

template <class T> CUPY_DEVICE word_of<T> bits(T x) { return platform::bits_as<word_of<T>>(x); }
template <class T> CUPY_DEVICE T real(word_of<T> x) { return platform::bits_as<T>(x); }
template <class T> constexpr word_of<T> kSign = word_of<T>(1) << (8 * sizeof(T) - 1);
template <class T> constexpr T kInfinity = T(__builtin_inf());
template <class T> constexpr T kNan = T(__builtin_nan(""));
template <class T> constexpr bool is_single = sizeof(T) == 4;

CUPY_DEVICE float fused(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
CUPY_DEVICE double fused(double a, double b, double c) { return __builtin_fma(a, b, c); }
CUPY_DEVICE float root(float x) { return __builtin_sqrtf(x); }
CUPY_DEVICE double root(double x) { return __builtin_sqrt(x); }
CUPY_DEVICE float whole(float x) { return __builtin_rintf(x); }
CUPY_DEVICE double whole(double x) { return __builtin_rint(x); }

template <class T> CUPY_DEVICE T magnitude(T x) { return real<T>(bits(x) & ~kSign<T>); }
template <class T> CUPY_DEVICE T with_sign_of(T size, T x) { return real<T>(bits(size) | (bits(x) & kSign<T>)); }

// Masks instead of conditions, from which the compiler would make branches again.
template <class T> CUPY_DEVICE T select(bool condition, T yes, T no) {
    const word_of<T> mask = -(word_of<T>)condition;
    return real<T>((bits(yes) & mask) | (bits(no) & ~mask));
}

// NaN stays.
template <class T> CUPY_DEVICE T at_most(T x, T high) { return high < x ? high : x; }
template <class T> CUPY_DEVICE T between(T x, T low, T high) {
    const bool below = low > x;         // of x itself: compilers make branches of conditions that hang together
    x = at_most(x, high);
    return below ? low : x;
}

// c0 + c1 x + c2 x^2 ...
template <class T, class Last> CUPY_DEVICE T poly(T, Last last) { return T(last); }
template <class T, class First, class... Rest> CUPY_DEVICE T poly(T x, First first, Rest... rest) {
    return fused(poly(x, rest...), x, T(first));
}

// A number below 2^51, or 2^22, rounded to a whole one: as itself, and in the last bits of `moved`.
template <class T> struct Whole {
    T moved;
    CUPY_DEVICE T value() const { return moved - format<T>::whole; }
    CUPY_DEVICE word_of<T> low_bits() const { return bits(moved); }
};
template <class T> CUPY_DEVICE Whole<T> nearest(T x) { return {x + format<T>::whole}; }

// 2^n, for a normal number.
template <class T> CUPY_DEVICE T power_of_two(Whole<T> n) {
    return real<T>((n.low_bits() + format<T>::bias) << format<T>::fraction);
}
// 2^(n - less) of a number near n, with a bias that saves the sum.
template <int less, class T> struct Power {
    static constexpr T zero = format<T>::whole + T(format<T>::bias - less);
    T moved;
    CUPY_DEVICE T n() const { return moved - zero; }
    CUPY_DEVICE T value() const { return real<T>(bits(moved) << format<T>::fraction); }
};
// x 2^n of x from 1/2 to 2, where it may be infinite, subnormal or zero too: of small powers in two steps.
template <bool plain, class T> CUPY_DEVICE T scaled(T x, Power<1, T> two) {
    if constexpr (plain) return x * two.value() * T(2);
    constexpr int up = format<T>::fraction + 10;
    constexpr T least = Power<1, T>::zero - T(format<T>::bias - 4);
    const bool small = bits(two.moved) < bits(least);
    const word_of<T> moved = bits(two.moved) + (-word_of<T>(small) & up);
    return x * real<T>(moved << format<T>::fraction) * select(small, T(2.0 / (1ull << up)), T(2));
}
// The exponent of a word as a number.
template <class T> CUPY_DEVICE T exponent_field(word_of<T> word) {
    return real<T>(word >> format<T>::fraction | bits(format<T>::first)) - format<T>::first;
}

// The same of a word whose exponent has no bias and may be below zero.
template <class T> CUPY_DEVICE T signed_exponent(word_of<T> word) {
    constexpr word_of<T> bias = format<T>::bias + 60;
    if constexpr (is_single<T>) return T(int32(word) >> format<T>::fraction);
    else return exponent_field<T>(word + (bias << format<T>::fraction)) - T(bias);
}

// A sum that is not rounded: |lo| is at most half a unit in the last place of hi.
template <class T> struct Sum {
    T hi, lo;
};
// Of numbers of which the first is the larger one.
template <class T> CUPY_DEVICE Sum<T> sum_of_ordered(T a, T b) {
    const T hi = a + b;
    return {hi, b - (hi - a)};
}
template <class T> CUPY_DEVICE Sum<T> sum_of(T a, T b) {
    const T hi = a + b, second = hi - a;
    return {hi, (a - (hi - second)) + (b - second)};
}
template <class T> CUPY_DEVICE Sum<T> product_of(T a, T b) {
    const T hi = a * b;
    return {hi, fused(a, b, -hi)};
}

// A constant as two numbers of the type.
template <class T> constexpr Sum<T> constant(double hi, double lo) {
    return {T(hi), is_single<T> ? T(hi - double(T(hi))) : T(lo)};
}
template <class T> constexpr Sum<T> kLn2 = constant<T>(0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56);
template <class T> constexpr Sum<T> kPi = constant<T>(0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53);
// So short that its whole multiples are exact.
constexpr Sum<double> kShortLn2 = {0x1.62e42feep-1, 0x1.a39ef35793c76p-33};

}  // namespace elementary
}  // namespace cupy
