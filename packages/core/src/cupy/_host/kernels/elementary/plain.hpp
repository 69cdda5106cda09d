// Which operands of a function are plain: within the span that its formula is for, so that nothing else is to be done.
//
// Most are.  A loop that looks at some hundred of them first (device/elementwise_many.hpp) leaves out what others need.
#pragma once

#include "elementary/power.hpp"
#include "elementary/trigonometric.hpp"

namespace cupy {
namespace elementary {
namespace plain {

// Positive numbers, or sizes of numbers of either sign: what is within has a key up to the greatest.
template <class T> struct Span {
    T least, most;
    bool negative;
    CUPY_DEVICE word_of<T> key(T x) const { return (negative ? bits(x) & ~kSign<T> : bits(x)) - bits(least); }
    CUPY_DEVICE word_of<T> most_key() const { return bits(most) - bits(least); }
};
template <class T> CUPY_DEVICE Span<T> sizes_up_to(T most) { return {0, most, true}; }
template <class T> CUPY_DEVICE Span<T> positive() { return {limits<T>::min(), limits<T>::max(), false}; }

#define CUPY_PLAIN(name, ...)                                                                               \
    struct name {                                                                                           \
        static constexpr bool always = false;                                                               \
        template <class T> static CUPY_DEVICE Span<T> span() { return __VA_ARGS__; }                        \
        template <class T> static CUPY_DEVICE word_of<T> key(T x) { return span<T>().key(x); }              \
        template <class... T> static CUPY_DEVICE auto of(T... x) { return elementary::name<true>(x...); }   \
    };
// Their results are no subnormal numbers.
CUPY_PLAIN(exp, sizes_up_to(is_single<T> ? T(86) : T(707)))
CUPY_PLAIN(exp2, sizes_up_to(is_single<T> ? T(125) : T(1021)))
CUPY_PLAIN(log, positive<T>())
CUPY_PLAIN(log2, positive<T>())
CUPY_PLAIN(log10, positive<T>())
CUPY_PLAIN(asinh, sizes_up_to(kFar<T>))
CUPY_PLAIN(acosh, {1, kFar<T>, false})
CUPY_PLAIN(atanh, sizes_up_to(T(1) - limits<T>::epsilon()))
CUPY_PLAIN(sin, sizes_up_to(kFarAngle<T> / 2))
CUPY_PLAIN(cos, sizes_up_to(kFarAngle<T> / 2))
CUPY_PLAIN(tan, sizes_up_to(kFarAngle<T> / 2))
CUPY_PLAIN(asin, sizes_up_to(T(1)))
CUPY_PLAIN(acos, sizes_up_to(T(1)))
CUPY_PLAIN(atan2, {limits<T>::min(), kLargeSide<T>, true})
#undef CUPY_PLAIN
struct log1p {
    static constexpr bool always = false;
    template <class T> static CUPY_DEVICE Span<T> span() { return positive<T>(); }
    template <class T> static CUPY_DEVICE word_of<T> key(T x) { return span<T>().key(T(1) + x); }
    template <class T> static CUPY_DEVICE T of(T x) { return elementary::log1p<true>(x); }
};
struct power {
    static constexpr bool always = false;
    template <class T> static CUPY_DEVICE Span<T> span() { return positive<T>(); }
    template <class T> static CUPY_DEVICE word_of<T> key(T x) { return span<T>().key(x); }
    template <class T> static CUPY_DEVICE word_of<T> second_key(T y) { return span<T>().key(magnitude(y)); }
    template <class T> static CUPY_DEVICE T of(T x, T y) { return elementary::pow<true>(x, y); }
};

// Quotients of integers by one number cost less than those by many.
struct by_one {};
struct floor_divide : by_one {};
struct remainder : by_one {};

// Functions of which nothing can be left out.
struct whole {
    static constexpr bool always = true;
};
struct sinh : whole {};
struct cosh : whole {};
struct tanh : whole {};
struct expm1 : whole {};
struct atan : whole {};
struct cbrt : whole {};

}  // namespace plain
}  // namespace elementary
}  // namespace cupy
