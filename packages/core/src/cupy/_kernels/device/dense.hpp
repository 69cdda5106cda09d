// What kernels that decompose small dense matrices share: sums over lanes, and scales of a whole block.
#pragma once

#include "block/reduce.hpp"
#include "kernel.hpp"

namespace cupy {
namespace dense {

constexpr unsigned kLanes = 32;     // threads that exchange values directly

template <class T> struct RealOf { using type = T; };
template <class T> struct RealOf<complex<T>> { using type = T; };
template <class T> using real_of = typename RealOf<T>::type;

template <class T> CUPY_DEVICE T squared(T x) { return x * x; }
template <class T> CUPY_DEVICE T squared(complex<T> x) { return norm(x); }
template <class T> CUPY_DEVICE T length(T x) { return fabs(x); }
template <class T> CUPY_DEVICE T length(complex<T> x) { return abs(x); }
// At least the length, and at most twice it.
template <class T> CUPY_DEVICE T size_of(T x) { return fabs(x); }
template <class T> CUPY_DEVICE T size_of(complex<T> x) { return fabs(x.re) + fabs(x.im); }

// conj(a) * b
template <class T> CUPY_DEVICE T inner(T a, T b) { return a * b; }
template <class T> CUPY_DEVICE complex<T> inner(complex<T> a, complex<T> b) {
    return {a.re * b.re + a.im * b.im, a.re * b.im - a.im * b.re};
}

// Beside items of about 1, numbers whose squares are below this are taken for zero: the squares are not exact.
template <class R> CUPY_DEVICE R vanishing() { return limits<R>::min() * 256; }

// NaN if one of both is.
template <class T> CUPY_DEVICE T larger(T a, T b) { return b > a || b != b ? b : a; }

template <class T> CUPY_DEVICE T largest_over(T x, unsigned lanes) {
    return warp::reduce(x, lanes, [](T a, T b) { return larger(a, b); });
}

// The largest value of all threads of a block; `partial` has room for one of each 32 threads.
template <class T> CUPY_DEVICE T largest_of_block(T x, T *partial) {
    return block::reduce(x, partial, [](T a, T b) { return larger(a, b); });
}

// The power of two at or below a number, at least the least normal one; 1 for infinity and NaN.
CUPY_DEVICE float power_below(float x) {
    if (!(x <= limits<float>::max())) return 1.0f;
    const float power = platform::bits_as<float>(platform::bits_as<unsigned>(x) & 0x7f800000u);
    return power < limits<float>::min() ? limits<float>::min() : power;
}
CUPY_DEVICE double power_below(double x) {
    if (!(x <= limits<double>::max())) return 1.0;
    const double power =
        platform::bits_as<double>(platform::bits_as<unsigned long long>(x) & 0x7ff0000000000000ull);
    return power < limits<double>::min() ? limits<double>::min() : power;
}

// A power of two near the inverse of a positive normal number.
CUPY_DEVICE float inverse_power(float x) {
    return platform::bits_as<float>(0x7f000000u - (platform::bits_as<unsigned>(x) & 0x7f800000u));
}
CUPY_DEVICE double inverse_power(double x) {
    return platform::bits_as<double>(0x7fe0000000000000ull
                                     - (platform::bits_as<unsigned long long>(x) & 0x7ff0000000000000ull));
}

// 1 / sqrt(x), rounded to about the last bit.
CUPY_DEVICE float inverse_root(float x) {
    const float y = platform::reciprocal_root(x);
    return y * (1.5f - 0.5f * x * y * y);
}
CUPY_DEVICE double inverse_root(double x) { return platform::reciprocal_root(x); }

// The rotation of two columns that makes them orthogonal, or of two axes that makes a matrix diagonal there:
// x' = c x - conj(s) y and y' = s x + c y.  It is 1 - c that is kept: for small angles c rounds to 1 and lengths grow.
template <class T> struct Rotation {
    real_of<T> less;
    T s;

    // `off` is the product of x and y, or the item off the diagonal; `xx` and `yy` those on it, all at most `size`.
    //
    // The angle needs few digits, and the functions that give them are fast; that lengths stay needs all.
    static CUPY_DEVICE Rotation of(real_of<T> xx, real_of<T> yy, T off, real_of<T> size) {
        using Real = real_of<T>;
        const Real unit = inverse_power(size);
        const float apart = (float)((yy - xx) * unit);
        off = off * unit;
        const float both = apart * apart + 4 * (float)squared(off);
        if (!(both > 1e-36f)) return {Real(0), T(0)};
        const float root = platform::reciprocal_root(both);
        const float half = 0.5f + 0.5f * fabs(apart) * root, inverse = platform::reciprocal_root(half);   // c², 1/c
        const T s = off * (Real)(apart < 0 ? -root * inverse : root * inverse);
        const Real square = squared(s);
        const float near = platform::reciprocal_root(1 + half * inverse);
        Real less = square * (Real)(near * near);
        for (int digits = 22; digits < 8 * (int)sizeof(Real); digits *= 2)      // Newton's steps for (1 - less)² = 1 - s²
            less += (square - less * (2 - less)) * (Real)(0.5f * inverse);
        return {less, s};
    }

    CUPY_DEVICE void turn(T &x, T &y) const {
        const T kept = x;
        x -= less * kept + conj(s) * y;
        y += s * kept - less * y;
    }
};

// A matrix, or its adjoint if it has more columns than rows, by columns: of one block, whose threads all call this.
template <class T> struct Columns {
    using Real = real_of<T>;

    T *x;
    int rows, n, pitch, thread, threads;

    CUPY_DEVICE T *column(int k) const { return x + k * pitch; }
    CUPY_DEVICE T &at(int i, int j) const { return x[j * pitch + i]; }

    // From contiguous rows; about the largest item comes back, of those that the thread brought.
    CUPY_DEVICE Real load(const T *from, bool wide) {
        Real most(0);
        for (int k = thread; k < rows * n; k += threads) {
            const int inner_length = wide ? rows : n, i = k / inner_length, j = k - i * inner_length;
            const T item = wide ? conj(from[k]) : from[k];
            most = larger(most, size_of(item));
            at(wide ? j : i, wide ? i : j) = item;
        }
        return most;
    }

    CUPY_DEVICE void scale(Real by) {
        for (int k = thread; k < rows * n; k += threads) {
            const int j = k / rows;
            T &item = at(k - j * rows, j);
            item = item * by;
        }
    }
};

// Of an even number of axes, in each of `even - 1` rounds every axis is in one pair, and every two meet once.
struct Pair {
    int first, second;

    CUPY_DEVICE Pair(int round, int k, int even) {
        const int last = even - 1;
        first = k == 0 ? last : round + k < last ? round + k : round + k - last;
        second = k == 0 ? round : round - k < 0 ? round - k + last : round - k;
    }
};

CUPY_DEVICE int power_at_least(int n) {
    int power = 1;
    while (power < n) power *= 2;
    return power;
}

}  // namespace dense
}  // namespace cupy
