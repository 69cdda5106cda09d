// Arithmetic of routines that are one kernel each: tolerances, replacing, rounding, unwrapping.
#pragma once

#include "math/complex_trig.hpp"
#include "math/division.hpp"
#include "math/real.hpp"
#include "types/limits.hpp"

namespace cupy {

// Infinities are close only to themselves, whatever the tolerance.
template <class T> CUPY_DEVICE bool close_to(T a, T b, double rtol, double atol) {
    const double x = (double)a, y = (double)b;
    const bool finite = fabs(y) <= limits<double>::max();
    return (x == y) | (finite & (fabs(x - y) <= atol + rtol * fabs(y)));  // no branch: it vectorises
}
template <class T> CUPY_DEVICE bool close_to(complex<T> a, complex<T> b, double rtol, double atol) {
    const complex128 x = a, y = b;
    return x == y || (isfinite(y) && hypot(x.re - y.re, x.im - y.im) <= atol + rtol * hypot(y.re, y.im));
}

template <class T> CUPY_DEVICE T finite_or(T x, T nan, T high, T low) {
    return isnan(x) ? nan : isinf(x) ? (signbit(x) ? low : high) : x;
}

// Eight truth values in the bytes of a word as the bits of a byte, and back.  A byte that is not
// zero is made a one; then one multiplication moves every byte to its bit.
CUPY_DEVICE uint8 pack_word(uint64 x, bool big) {
    const uint64 low = 0x7f7f7f7f7f7f7f7full;
    const uint64 ones = ((((x & low) + low) | x) >> 7) & 0x0101010101010101ull;
    return (uint8)((ones * (big ? 0x8040201008040201ull : 0x0102040810204080ull)) >> 56);
}
CUPY_DEVICE uint64 unpack_word(uint8 x, bool big) {
    const uint64 bits = (x * 0x0101010101010101ull) & (big ? 0x0102040810204080ull : 0x8040201008040201ull);
    return ((bits + 0x7f7f7f7f7f7f7f7full) >> 7) & 0x0101010101010101ull;
}

// sin(pi x) / (pi x)
template <class T> CUPY_DEVICE T sinc(T x) {
    if constexpr (is_small_float<T>::value) {
        return T(sinc((float)x));
    } else {
        const T y = x * T(3.14159265358979323846);
        return x == T(0) ? T(1) : sin(y) / y;
    }
}

// Number of the diagonal that an item of batched matrices lies on; 0 is the main one, 1 above it.
CUPY_DEVICE int64 diagonal_of(int64 i, int64 rows, int64 columns) {
    if ((uint64)i < 0x100000000ull && columns < 0x100000000ll) {  // division of 64 bits is slow
        const uint32 row = (uint32)i / (uint32)columns;
        return (int64)((uint32)i - row * (uint32)columns) - (row < rows ? row : row % (uint32)rows);
    }
    const int64 row = i / columns;
    return i - row * columns - row % rows;
}

// Nearest multiple of a positive step; halves go to the even one.
template <class T> CUPY_DEVICE T round_to_multiple(T x, T step) {
    const T rest = remainder(x, step), low = T(x - rest), gap = T(step - rest);
    const bool odd = remainder(floor_divide(x, step), T(2)) != 0;
    return rest > gap || (rest == gap && odd) ? T(low + step) : low;
}

// Whole periods to add so that the step from `before` to `x` is at most half of one; steps smaller than
// `discont` stay.
template <class T> CUPY_DEVICE T turns_between(T x, T before, T period, T discont) {
    const T step = T(x - before), size = step < T(0) ? T(-step) : step;
    if (size < discont) return T(0);
    if constexpr (is_integer<T>::value) {
        const T half = T(floor_divide(period, T(2)));
        T wrapped = T(remainder(T(step + half), period) - half);
        if (T(half + half) == period && wrapped == T(-half) && step > T(0)) wrapped = half;
        return T(T(wrapped - step) / period);
    } else {
        const T turns = T(ceil(size / period - T(0.5)) + (size - size));    // of an infinite step no number
        return step > T(0) ? -turns : turns;
    }
}
// The period and `discont` are numbers of the scan.
template <class N, class T, class P> CUPY_DEVICE N turns_of(T x, T before, const P &p) {
    if constexpr (is_integer<N>::value) return turns_between(N(x), N(before), N(p.whole[0]), N(p.whole[1]));
    else return turns_between(N(x), N(before), N(p.extra[0]), N(p.extra[1]));
}
template <class T, class N, class P> CUPY_DEVICE T turned(N turns, T x, const P &p) {
    if constexpr (is_integer<N>::value) return T(x + turns * N(p.whole[0]));
    else return turns == N(0) ? x : T(N(x) + turns * N(p.extra[0]));       // of a period that is infinite too
}

// The area under a row of samples, of the sum of those inside; the number of the reduction is their distance.
template <class T, class P> CUPY_DEVICE T area_between_ends(T inside, const P &p) {
    const T *first = reinterpret_cast<const T *>(p.inputs[0]);
    return (inside + (first[-1] + first[p.reduced]) / T(2)) * T(p.extra);
}

}  // namespace cupy
