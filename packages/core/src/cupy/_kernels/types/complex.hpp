// complex<float> and complex<double>.
#pragma once

#include "types/float16.hpp"
#include "types/integers.hpp"
#include "platform.hpp"

namespace cupy {

template <class T> struct complex {
    using value_type = T;
    T re, im;

    complex() = default;
    CUPY_DEVICE constexpr complex(T real, T imag) : re(real), im(imag) {}
    template <class U, enable_if_t<is_integer<U>::value || is_floating<U>::value> = 0>
    CUPY_DEVICE constexpr complex(U real) : re((T)real), im(0) {}
    // Only widening happens by itself, so that `c ? complex64 : complex128` has one meaning.
    template <class U, enable_if_t<(sizeof(U) < sizeof(T)), long> = 0>
    CUPY_DEVICE constexpr complex(const complex<U> &z) : re((T)z.re), im((T)z.im) {}
    template <class U, enable_if_t<(sizeof(U) > sizeof(T)), char> = 0>
    CUPY_DEVICE constexpr explicit complex(const complex<U> &z) : re((T)z.re), im((T)z.im) {}
    template <class U> CUPY_DEVICE complex &operator=(const complex<U> &z) {
        return *this = complex((T)z.re, (T)z.im);
    }
    template <class U, enable_if_t<is_integer<U>::value || is_floating<U>::value> = 0>
    CUPY_DEVICE complex &operator=(U real) { return *this = complex(real); }

    CUPY_DEVICE constexpr T real() const { return re; }
    CUPY_DEVICE constexpr T imag() const { return im; }
    CUPY_DEVICE void real(T x) { re = x; }
    CUPY_DEVICE void imag(T x) { im = x; }
    CUPY_DEVICE constexpr explicit operator bool() const { return re != 0 || im != 0; }

    template <class U> CUPY_DEVICE complex &operator+=(const U &z) { return *this = complex(*this + z); }
    template <class U> CUPY_DEVICE complex &operator-=(const U &z) { return *this = complex(*this - z); }
    template <class U> CUPY_DEVICE complex &operator*=(const U &z) { return *this = complex(*this * z); }
    template <class U> CUPY_DEVICE complex &operator/=(const U &z) { return *this = complex(*this / z); }
};

using complex64 = complex<float>;
using complex128 = complex<double>;
template <class T> struct is_complex<complex<T>> { static constexpr bool value = true; };

template <class T> CUPY_DEVICE complex<T> operator+(complex<T> a) { return a; }
template <class T> CUPY_DEVICE complex<T> operator-(complex<T> a) { return {-a.re, -a.im}; }
template <class T> CUPY_DEVICE complex<T> operator+(complex<T> a, complex<T> b) {
    return {a.re + b.re, a.im + b.im};
}
template <class T> CUPY_DEVICE complex<T> operator-(complex<T> a, complex<T> b) {
    return {a.re - b.re, a.im - b.im};
}
template <class T> CUPY_DEVICE complex<T> operator*(complex<T> a, complex<T> b) {
    using platform::unfused;
    return {unfused(a.re * b.re) - unfused(a.im * b.im), unfused(a.re * b.im) + unfused(a.im * b.re)};
}
// Smith's algorithm, with NumPy's treatment of a zero divisor.
template <class T> CUPY_DEVICE complex<T> operator/(complex<T> a, complex<T> b) {
    const T r = b.re < 0 ? -b.re : b.re, i = b.im < 0 ? -b.im : b.im;
    const bool wide = r >= i;
    if (wide && r == 0 && i == 0) return {a.re / r, a.im / r};
    const T ratio = wide ? b.im / b.re : b.re / b.im, x = platform::unfused((wide ? a.im : a.re) * ratio);
    const T y = platform::unfused((wide ? a.re : a.im) * ratio);
    const T scale = T(1) / (wide ? b.re + b.im * ratio : b.im + b.re * ratio);
    return wide ? complex<T>((a.re + x) * scale, (a.im - y) * scale)
                : complex<T>((x + a.im) * scale, (y - a.re) * scale);
}
template <class T> CUPY_DEVICE bool operator==(complex<T> a, complex<T> b) {
    return a.re == b.re && a.im == b.im;
}
template <class T> CUPY_DEVICE bool operator!=(complex<T> a, complex<T> b) { return !(a == b); }

// Lexicographic, as NumPy compares; false when a part that decides is NaN.
template <class T> CUPY_DEVICE bool operator<(complex<T> a, complex<T> b) {
    return (a.re < b.re && a.im == a.im && b.im == b.im) || (a.re == b.re && a.im < b.im);
}
template <class T> CUPY_DEVICE bool operator<=(complex<T> a, complex<T> b) {
    return (a.re < b.re && a.im == a.im && b.im == b.im) || (a.re == b.re && a.im <= b.im);
}
template <class T> CUPY_DEVICE bool operator>(complex<T> a, complex<T> b) { return b < a; }
template <class T> CUPY_DEVICE bool operator>=(complex<T> a, complex<T> b) { return b <= a; }

// Real or integer with complex: the part that is missing is not multiplied.
#define CUPY_COMPLEX_WITH_REAL(op, right, left)                                             \
    template <class T, class U, enable_if_t<is_integer<U>::value || is_floating<U>::value> = 0> \
    CUPY_DEVICE complex<T> operator op(complex<T> a, U u) {                                  \
        const T b = (T)u;                                                                    \
        return right;                                                                        \
    }                                                                                        \
    template <class T, class U, enable_if_t<is_integer<U>::value || is_floating<U>::value> = 0> \
    CUPY_DEVICE complex<T> operator op(U u, complex<T> b) {                                  \
        const T a = (T)u;                                                                    \
        return left;                                                                         \
    }
CUPY_COMPLEX_WITH_REAL(+, (complex<T>(a.re + b, a.im)), (complex<T>(a + b.re, b.im)))
CUPY_COMPLEX_WITH_REAL(-, (complex<T>(a.re - b, a.im)), (complex<T>(a - b.re, -b.im)))
CUPY_COMPLEX_WITH_REAL(*, (complex<T>(a.re * b, a.im * b)), (complex<T>(a * b.re, a * b.im)))
CUPY_COMPLEX_WITH_REAL(/, (complex<T>(a.re / b, a.im / b)), (complex<T>(a, 0) / b))
#undef CUPY_COMPLEX_WITH_REAL
#define CUPY_COMPLEX_COMPARED(op)                                                            \
    template <class T, class U, enable_if_t<is_integer<U>::value || is_floating<U>::value> = 0> \
    CUPY_DEVICE bool operator op(complex<T> a, U b) { return a op complex<T>(b); }           \
    template <class T, class U, enable_if_t<is_integer<U>::value || is_floating<U>::value> = 0> \
    CUPY_DEVICE bool operator op(U a, complex<T> b) { return complex<T>(a) op b; }
CUPY_COMPLEX_COMPARED(==)
CUPY_COMPLEX_COMPARED(!=)
CUPY_COMPLEX_COMPARED(<)
CUPY_COMPLEX_COMPARED(<=)
CUPY_COMPLEX_COMPARED(>)
CUPY_COMPLEX_COMPARED(>=)
#undef CUPY_COMPLEX_COMPARED

template <class T> CUPY_DEVICE T real(complex<T> z) { return z.re; }
template <class T> CUPY_DEVICE T imag(complex<T> z) { return z.im; }
template <class T> CUPY_DEVICE complex<T> conj(complex<T> z) { return {z.re, -z.im}; }
template <class T> CUPY_DEVICE T norm(complex<T> z) { return z.re * z.re + z.im * z.im; }

// Numbers without an imaginary part, for bodies that are written for all types.
template <class T, enable_if_t<!is_complex<T>::value> = 0> CUPY_DEVICE T real(T x) { return x; }
template <class T, enable_if_t<!is_complex<T>::value> = 0> CUPY_DEVICE T imag(T) { return T(0); }
template <class T, enable_if_t<!is_complex<T>::value> = 0> CUPY_DEVICE T conj(T x) { return x; }

}  // namespace cupy
