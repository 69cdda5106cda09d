// Arithmetic and conversions with a direction of rounding: `_rn` to nearest, `_rz` to zero, `_ru` up, `_rd` down.
//
// A result is computed to nearest; the sign of what is missing from it, which is exact, says which neighbour
// lies in the wanted direction.
#pragma once

#include "simt/math.hpp"

namespace cupy {
namespace simt {

struct to_nearest {};
struct to_zero {};
struct upwards {};
struct downwards {};

CUPY_SIMT_INLINE float next_after(float x, float to) { return nextafterf(x, to); }
CUPY_SIMT_INLINE double next_after(double x, double to) { return nextafter(x, to); }

// Of `missing` only the sign counts: the exact value is beyond `near` on that side.
template <class T> CUPY_SIMT_INLINE T direct(T near, double, to_nearest) { return near; }
template <class T> CUPY_SIMT_INLINE T direct(T near, double missing, upwards) {
    return missing > 0 ? next_after(near, T(INFINITY)) : near;
}
template <class T> CUPY_SIMT_INLINE T direct(T near, double missing, downwards) {
    return missing < 0 ? next_after(near, -T(INFINITY)) : near;
}
template <class T> CUPY_SIMT_INLINE T direct(T near, double missing, to_zero) {
    return near > 0 ? direct(near, missing, downwards()) : near < 0 ? direct(near, missing, upwards()) : near;
}

// `missing`, or the way back from an infinity that finite values have overflowed to.
template <class T> CUPY_SIMT_INLINE double back_from(T near, double missing, bool finite) {
    return __builtin_isinf(near) && finite ? (near > 0 ? -1.0 : 1.0) : missing;
}

// What x + y has beyond their rounded sum (Knuth).
CUPY_SIMT_INLINE double sum_rest(double x, double y, double sum) {
    const double of_y = sum - x, of_x = sum - of_y;
    return (x - of_x) + (y - of_y);
}

// The exact value high + low, |low| at most half a unit of high, beyond what is near it.
CUPY_SIMT_INLINE double beyond(double high, double low, double near) {
    const double rest = high - near;
    return rest != 0 ? rest : low;
}

CUPY_SIMT_INLINE bool all_finite(double x, double y = 0, double z = 0) {
    return __builtin_isfinite(x) && __builtin_isfinite(y) && __builtin_isfinite(z);
}

CUPY_SIMT_INLINE double sign_of_product(double x, double y) {
    return x == 0 || y == 0 ? 0.0 : (x < 0) == (y < 0) ? 1.0 : -1.0;
}

// An exact sum of zero is negative when rounded down.
template <class T> CUPY_SIMT_INLINE T signed_zero(T sum, bool, to_nearest) { return sum; }
template <class T> CUPY_SIMT_INLINE T signed_zero(T sum, bool, to_zero) { return sum; }
template <class T> CUPY_SIMT_INLINE T signed_zero(T sum, bool, upwards) { return sum; }
template <class T> CUPY_SIMT_INLINE T signed_zero(T sum, bool cancels, downwards) {
    return sum == 0 && cancels ? T(-0.0) : sum;
}

template <class Way> CUPY_SIMT_INLINE float add(float x, float y, Way way) {
    const double sum = double(x) + double(y);
    const float near = float(sum);
    const double missing = beyond(sum, sum_rest(x, y, sum), near);
    return signed_zero(direct(near, back_from(near, missing, all_finite(x, y)), way), signbit(x) != signbit(y), way);
}
template <class Way> CUPY_SIMT_INLINE double add(double x, double y, Way way) {
    const double near = x + y;
    const double missing = back_from(near, sum_rest(x, y, near), all_finite(x, y));
    return signed_zero(direct(near, missing, way), signbit(x) != signbit(y), way);
}

template <class Way> CUPY_SIMT_INLINE float mul(float x, float y, Way way) {
    const double product = double(x) * double(y);       // exact
    const float near = float(product);
    return direct(near, back_from(near, product - near, all_finite(x, y)), way);
}
template <class Way> CUPY_SIMT_INLINE double mul(double x, double y, Way way) {
    const double near = x * y;
    double missing = __builtin_fma(x, y, -near);
    if (near == 0) {
        missing = sign_of_product(x, y);
    } else if (__builtin_fabs(near) < 0x1p-900) {       // where the rest itself would vanish
        const bool first = __builtin_fabs(x) < __builtin_fabs(y);
        missing = __builtin_fma(first ? x * 0x1p200 : x, first ? y : y * 0x1p200, -(near * 0x1p200));
    }
    return direct(near, back_from(near, missing, all_finite(x, y)), way);
}

template <class Way> CUPY_SIMT_INLINE float div(float x, float y, Way way) {
    const float near = x / y;
    const double rest = double(x) - double(near) * double(y);
    const double missing = y < 0 ? -rest : rest;
    return direct(near, __builtin_isinf(y) ? 0.0 : back_from(near, missing, y != 0 && all_finite(x)), way);
}
template <class Way> CUPY_SIMT_INLINE double div(double x, double y, Way way) {
    const double near = x / y, scale = __builtin_fabs(x) < 0x1p-700 ? 0x1p300 : 1.0;
    const double rest = __builtin_fma(-near * scale, y, x * scale), missing = y < 0 ? -rest : rest;
    return direct(near, __builtin_isinf(y) ? 0.0 : back_from(near, missing, y != 0 && all_finite(x)), way);
}

template <class Way> CUPY_SIMT_INLINE float root(float x, Way way) {
    const float near = sqrtf(x);
    return direct(near, all_finite(x) ? double(x) - double(near) * double(near) : 0.0, way);
}
template <class Way> CUPY_SIMT_INLINE double root(double x, Way way) {
    const double near = sqrt(x), scale = x < 0x1p-700 ? 0x1p150 : 1.0;
    return direct(near, all_finite(x) ? __builtin_fma(-near * scale, near * scale, x * scale * scale) : 0.0, way);
}

template <class Way> CUPY_SIMT_INLINE float multiply_add(float x, float y, float z, Way way) {
    const double product = double(x) * double(y), sum = product + double(z);
    const double low = sum_rest(product, z, sum);
    const float near = __builtin_fmaf(x, y, z);
    const float found = direct(near, back_from(near, beyond(sum, low, near), all_finite(x, y, z)), way);
    return signed_zero(found, signbit(product) != signbit(z), way);
}
// What is beyond the rounded x y + z: Boldo and Muller, "Exact and approximated error of the FMA" (2011).
CUPY_SIMT_INLINE double beyond_fma(double x, double y, double z, double near) {
    const double product = x * y, low = __builtin_fma(x, y, -product);
    const double inner = z + low, inner_rest = sum_rest(z, low, inner);
    const double outer = product + inner, outer_rest = sum_rest(product, inner, outer);
    return ((outer - near) + outer_rest) + inner_rest;
}
template <class Way> CUPY_SIMT_INLINE double multiply_add(double x, double y, double z, Way way) {
    const double near = __builtin_fma(x, y, z), product = x * y, size = __builtin_fabs(product);
    double missing;
    if (size >= 0x1p-900) {
        missing = beyond_fma(x, y, z, near);
    } else {                                            // where parts of the product would vanish
        const bool first = __builtin_fabs(x) < __builtin_fabs(y);
        const double a = first ? x * 0x1p300 : x, b = first ? y : y * 0x1p300;
        missing = __builtin_fabs(z) > 0x1p-700 || __builtin_fabs(a * b) < 0x1p-950
                      ? sign_of_product(x, y) : beyond_fma(a, b, z * 0x1p300, near * 0x1p300);
    }
    const double found = direct(near, back_from(near, missing, all_finite(x, y, z)), way);
    return signed_zero(found, signbit(product) != signbit(z), way);
}

// Conversions: narrower floating point, and floating point of whole numbers.
template <class Way> CUPY_SIMT_INLINE float narrow(double x, Way way) {
    const float near = float(x);
    return direct(near, back_from(near, x - near, all_finite(x)), way);
}
template <class T, class I, class Way> CUPY_SIMT_INLINE T of_whole(I x, Way way) {
    const T near = T(x);
    const __int128 missing = __int128(x) - __int128(near);
    return direct(near, missing > 0 ? 1.0 : missing < 0 ? -1.0 : 0.0, way);
}

// Whole numbers of floating point: what is outside becomes the nearest; a NaN zero, or of 64 bits only the highest bit.
CUPY_SIMT_INLINE double to_whole(double x, to_nearest) { return rint(x); }
CUPY_SIMT_INLINE double to_whole(double x, to_zero) { return trunc(x); }
CUPY_SIMT_INLINE double to_whole(double x, upwards) { return ceil(x); }
CUPY_SIMT_INLINE double to_whole(double x, downwards) { return floor(x); }
template <class I, class Way> CUPY_SIMT_INLINE I whole(double x, bool is_double, Way way) {
    constexpr I top = I(I(1) << (sizeof(I) * 8 - 1));           // the highest bit alone
    constexpr bool is_signed = I(-1) < I(0);
    constexpr I least = is_signed ? top : I(0), most = I(~least);
    if (x != x) return is_double || sizeof(I) == 8 ? top : I(0);
    const double found = to_whole(x, way);
    const double limit = is_signed ? -double(top) : 2.0 * double(top);
    return found >= limit ? most : found < (is_signed ? -limit : 0.0) ? least : I(found);
}

}  // namespace simt
}  // namespace cupy

#define CUPY_EACH_WAY(row)                                                                  \
    row(_rn, to_nearest) row(_rz, to_zero) row(_ru, upwards) row(_rd, downwards)
#define CUPY_ROUNDED(T, f, fma, suffix, way)                                                                       \
    CUPY_SIMT_INLINE T __##f##add##suffix(T x, T y) { return cupy::simt::add(x, y, cupy::simt::way()); }           \
    CUPY_SIMT_INLINE T __##f##sub##suffix(T x, T y) { return cupy::simt::add(x, -y, cupy::simt::way()); }          \
    CUPY_SIMT_INLINE T __##f##mul##suffix(T x, T y) { return cupy::simt::mul(x, y, cupy::simt::way()); }           \
    CUPY_SIMT_INLINE T __##f##div##suffix(T x, T y) { return cupy::simt::div(x, y, cupy::simt::way()); }           \
    CUPY_SIMT_INLINE T __##f##rcp##suffix(T x) { return cupy::simt::div(T(1), x, cupy::simt::way()); }             \
    CUPY_SIMT_INLINE T __##f##sqrt##suffix(T x) { return cupy::simt::root(x, cupy::simt::way()); }                 \
    CUPY_SIMT_INLINE T fma##suffix(T x, T y, T z) { return cupy::simt::multiply_add(x, y, z, cupy::simt::way()); }
#define CUPY_WHOLE(From, from, To, to, suffix, way)                                                                \
    CUPY_SIMT_INLINE To __##from##2##to##suffix(From x) {                                                          \
        return cupy::simt::whole<To>(x, sizeof(From) == 8, cupy::simt::way());                                     \
    }
#define CUPY_OF_WHOLE(From, from, To, to, suffix, way)                                                             \
    CUPY_SIMT_INLINE To __##from##2##to##suffix(From x) {                                                          \
        return cupy::simt::of_whole<To>(x, cupy::simt::way());                                                     \
    }
#define CUPY_DIRECTED(suffix, way)                                                                                 \
    CUPY_ROUNDED(float, f, __fmaf, suffix, way)                                                                    \
    CUPY_ROUNDED(double, d, __fma, suffix, way)                                                                    \
    CUPY_SIMT_INLINE float __fmaf_ieee##suffix(float x, float y, float z) { return __fmaf##suffix(x, y, z); }      \
    CUPY_SIMT_INLINE float __double2float##suffix(double x) { return cupy::simt::narrow(x, cupy::simt::way()); }   \
    CUPY_WHOLE(float, float, int, int, suffix, way)                                                                \
    CUPY_WHOLE(float, float, unsigned, uint, suffix, way)                                                          \
    CUPY_WHOLE(float, float, long long, ll, suffix, way)                                                           \
    CUPY_WHOLE(float, float, unsigned long long, ull, suffix, way)                                                 \
    CUPY_WHOLE(double, double, int, int, suffix, way)                                                              \
    CUPY_WHOLE(double, double, unsigned, uint, suffix, way)                                                        \
    CUPY_WHOLE(double, double, long long, ll, suffix, way)                                                         \
    CUPY_WHOLE(double, double, unsigned long long, ull, suffix, way)                                               \
    CUPY_OF_WHOLE(int, int, float, float, suffix, way)                                                             \
    CUPY_OF_WHOLE(unsigned, uint, float, float, suffix, way)                                                       \
    CUPY_OF_WHOLE(long long, ll, float, float, suffix, way)                                                        \
    CUPY_OF_WHOLE(unsigned long long, ull, float, float, suffix, way)                                              \
    CUPY_OF_WHOLE(long long, ll, double, double, suffix, way)                                                      \
    CUPY_OF_WHOLE(unsigned long long, ull, double, double, suffix, way)
CUPY_EACH_WAY(CUPY_DIRECTED)
#undef CUPY_DIRECTED
#undef CUPY_OF_WHOLE
#undef CUPY_WHOLE
#undef CUPY_ROUNDED
#undef CUPY_EACH_WAY
CUPY_SIMT_INLINE double __int2double_rn(int x) { return double(x); }
CUPY_SIMT_INLINE double __uint2double_rn(unsigned x) { return double(x); }
CUPY_SIMT_INLINE float __frsqrt_rn(float x) { return float(1.0 / sqrt(double(x))); }
