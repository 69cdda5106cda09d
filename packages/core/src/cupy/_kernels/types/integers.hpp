// Integer types and the few type traits that kernels need.
#pragma once

#include "platform.hpp"

namespace cupy {

using int8 = signed char;
using uint8 = unsigned char;
using int16 = short;
using uint16 = unsigned short;
using int32 = int;
using uint32 = unsigned;
using int64 = long long;
using uint64 = unsigned long long;
using int8_t = int8;
using uint8_t = uint8;
using int16_t = int16;
using uint16_t = uint16;
using int32_t = int32;
using uint32_t = uint32;
using int64_t = int64;
using uint64_t = uint64;
using size_t = decltype(sizeof(0));
using ptrdiff_t = decltype((char *)0 - (char *)0);
using intptr_t = ptrdiff_t;
using uintptr_t = size_t;
using float32 = float;
using float64 = double;

// A bool in memory, where any byte but 0 is true: users view masks of 0 and 255 as bool.
struct boolean {
    uint8 bits;
    boolean() = default;
    CUPY_DEVICE boolean(bool x) : bits(x) {}
    CUPY_DEVICE operator bool() const { return bits != 0; }
    // 0 or 1: as a minimum, loops with it vectorise for results of any width.
    CUPY_DEVICE uint8 truth() const { return bits > 1 ? uint8(1) : bits; }
};
#define CUPY_BOOLEAN_COMPARISON(op)                                                                              \
    CUPY_DEVICE bool operator op(boolean a, boolean b) { return a.truth() op b.truth(); }                        \
    CUPY_DEVICE bool operator op(boolean a, int b) { return a.truth() op b; }                                    \
    CUPY_DEVICE bool operator op(int a, boolean b) { return a op b.truth(); }
CUPY_BOOLEAN_COMPARISON(==)
CUPY_BOOLEAN_COMPARISON(!=)
CUPY_BOOLEAN_COMPARISON(<)
CUPY_BOOLEAN_COMPARISON(<=)
CUPY_BOOLEAN_COMPARISON(>)
CUPY_BOOLEAN_COMPARISON(>=)
#undef CUPY_BOOLEAN_COMPARISON
// Four of them as 0 and 1.
CUPY_DEVICE uint32 truths(uint32 bytes) { return (((bytes & 0x7f7f7f7fu) + 0x7f7f7f7fu) | bytes) >> 7 & 0x01010101u; }

struct alignas(8) bytes16 {
    unsigned long long words[2];
};

template <bool B, class T = int> struct enable_if {};
template <class T> struct enable_if<true, T> { using type = T; };
template <bool B, class T = int> using enable_if_t = typename enable_if<B, T>::type;

template <class A, class B> struct is_same { static constexpr bool value = false; };
template <class A> struct is_same<A, A> { static constexpr bool value = true; };

template <bool B, class T, class F> struct conditional { using type = T; };
template <class T, class F> struct conditional<false, T, F> { using type = F; };

// The names by which programs written for CuPy know these.
namespace type_traits {
using cupy::conditional;
using cupy::enable_if;
using cupy::is_same;
}  // namespace type_traits

template <class T> struct is_integer { static constexpr bool value = false; };
template <class T> struct is_floating { static constexpr bool value = false; };   // real
template <class T> struct is_complex { static constexpr bool value = false; };
template <class T> struct is_signed { static constexpr bool value = !is_integer<T>::value; };

#define CUPY_INTEGER(type, with_sign)                                        \
    template <> struct is_integer<type> { static constexpr bool value = true; };   \
    template <> struct is_signed<type> { static constexpr bool value = with_sign; };
CUPY_INTEGER(bool, false)
CUPY_INTEGER(boolean, false)
CUPY_INTEGER(char, true)
CUPY_INTEGER(signed char, true)
CUPY_INTEGER(unsigned char, false)
CUPY_INTEGER(short, true)
CUPY_INTEGER(unsigned short, false)
CUPY_INTEGER(int, true)
CUPY_INTEGER(unsigned, false)
CUPY_INTEGER(long, true)
CUPY_INTEGER(unsigned long, false)
CUPY_INTEGER(long long, true)
CUPY_INTEGER(unsigned long long, false)
#undef CUPY_INTEGER
template <> struct is_floating<float> { static constexpr bool value = true; };
template <> struct is_floating<double> { static constexpr bool value = true; };

template <class T> struct make_unsigned { using type = T; };
template <> struct make_unsigned<char> { using type = unsigned char; };
template <> struct make_unsigned<signed char> { using type = unsigned char; };
template <> struct make_unsigned<short> { using type = unsigned short; };
template <> struct make_unsigned<int> { using type = unsigned; };
template <> struct make_unsigned<long> { using type = unsigned long; };
template <> struct make_unsigned<long long> { using type = unsigned long long; };
template <class T> using make_unsigned_t = typename make_unsigned<T>::type;

// Arithmetic that any compiler may do on integers: no overflow, at least 32 bits.
template <class T> struct wrapping {
    using type = typename conditional<(sizeof(T) < 4), unsigned, make_unsigned_t<T>>::type;
};
template <class T> using wrapping_t = typename wrapping<T>::type;

}  // namespace cupy
