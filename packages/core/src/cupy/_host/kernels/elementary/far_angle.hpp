// Angles so large that the bits of pi/2 that a kernel has at hand do not reduce them.
//
// They are rare and cost a hundred times what others do, so loops call vector functions which look for them first:
// GCC takes a call of far_part or far_quarter in a loop for one of these, by the names that it gives to vector
// versions (x86-64's vector function ABI).  What no loop of a kernel needs, the linker drops.
#pragma once

#include "elementary/fits.hpp"

namespace cupy {
namespace elementary {

template <class T> constexpr T kFarAngle = is_single<T> ? T(0x1p15) : T(0x1p28);

CUPY_DEVICE double modulo_four(double x) { return x - 4.0 * whole(0.25 * x); }

// x = (quarter + a multiple of 4) pi/2 + part, with |part| <= pi/4 (after M. Payne and R. Hanek).  The bits of 2/pi
// whose product with x is a multiple of 4 are left out.
struct FarAngle {
    double quarter, part;
};
CUPY_CALLED FarAngle far_angle(double x) {
    if (!(magnitude(x) < kInfinity<double>)) return {0.0, kNan<double>};
    const int row = ((int)(bits(x) >> 52 & 0x7ff) - 1023) / 32;
    const double near = x * real<double>((uint64)(1023 - 32 * row) << 52);      // below 2^32
    const double *terms = kTwoOverPi[row];
    const Sum<double> a = product_of(near, terms[0]), b = product_of(near, terms[1]), c = product_of(near, terms[2]);
    const Sum<double> first = sum_of(modulo_four(a.hi), modulo_four(a.lo));
    const Sum<double> second = sum_of(first.hi, modulo_four(b.hi)), small = sum_of(b.lo, c.hi);
    const double quarters = whole(second.hi + small.hi);
    const Sum<double> rest = sum_of(second.hi - quarters, small.hi), lost = sum_of(first.lo, second.lo);
    const Sum<double> total = sum_of(rest.hi, lost.hi);
    const double low = ((rest.lo + total.lo) + lost.lo) + (small.lo + fused(near, terms[3], c.lo));
    const Sum<double> r = sum_of_ordered(total.hi, low);
    return {quarters, fused(r.hi, 0.5 * kPi<double>.hi, fused(r.hi, 0.5 * kPi<double>.lo, r.lo * 0.5 * kPi<double>.hi))};
}

// A near angle itself and no quarters.
template <class T> CUPY_DEVICE bool is_near(T x) { return magnitude(x) < kFarAngle<T>; }
struct Part {
    template <class T> static CUPY_DEVICE T of(T x) { return is_near(x) ? x : (T)far_angle(x).part; }
    template <class T> static CUPY_DEVICE T of_near(T x) { return x; }
};
struct Quarter {
    template <class T> static CUPY_DEVICE T of(T x) { return is_near(x) ? T(0) : (T)far_angle(x).quarter; }
    template <class T> static CUPY_DEVICE T of_near(T) { return T{}; }
};

template <class Result, class T, int lanes, class Vector> CUPY_DEVICE Vector each_lane(Vector x) {
    const auto near = (x < kFarAngle<T>) & (x > -kFarAngle<T>);
    word_of<T> all = word_of<T>(-1);
    for (int i = 0; i < lanes; ++i) all &= (word_of<T>)near[i];
    if (__builtin_expect(all != 0, 1)) return Result::of_near(x);
    Vector y;
    for (int i = 0; i < lanes; ++i) y[i] = Result::of(T(x[i]));
    return y;
}

}  // namespace elementary
}  // namespace cupy

// The scalar function is defined under another name, so that GCC makes no vector versions of its own.
#define CUPY_FAR_ANGLE(name, Result, T, attributes)                                 \
    extern "C" attributes T name(T) noexcept;                                       \
    extern "C" T name##_one(T) noexcept __asm__(#name);                             \
    extern "C" __attribute__((used, const)) T name##_one(T x) noexcept {            \
        return cupy::elementary::Result::of(x);                                     \
    }
#define CUPY_FAR_ANGLES(attributes)                                                 \
    CUPY_FAR_ANGLE(cupy_far_part, Part, double, attributes)                         \
    CUPY_FAR_ANGLE(cupy_far_partf, Part, float, attributes)                         \
    CUPY_FAR_ANGLE(cupy_far_quarter, Quarter, double, attributes)                   \
    CUPY_FAR_ANGLE(cupy_far_quarterf, Quarter, float, attributes)

#define CUPY_FAR_ANGLE_VECTOR(name, Result, T, lanes, letter)                                                  \
    typedef T name##_##lanes __attribute__((vector_size(lanes * sizeof(T))));                                  \
    extern "C" __attribute__((used, const)) name##_##lanes _ZGV##letter##N##lanes##v_##name(name##_##lanes x) { \
        return cupy::elementary::each_lane<cupy::elementary::Result, T, lanes>(x);                             \
    }
#define CUPY_FAR_ANGLE_VECTORS(letter, doubles, floats)                             \
    CUPY_FAR_ANGLE_VECTOR(cupy_far_part, Part, double, doubles, letter)             \
    CUPY_FAR_ANGLE_VECTOR(cupy_far_partf, Part, float, floats, letter)              \
    CUPY_FAR_ANGLE_VECTOR(cupy_far_quarter, Quarter, double, doubles, letter)       \
    CUPY_FAR_ANGLE_VECTOR(cupy_far_quarterf, Quarter, float, floats, letter)

#if defined(__x86_64__) && !defined(__clang__)
CUPY_FAR_ANGLES(__attribute__((simd("notinbranch"), const)))
CUPY_FAR_ANGLE_VECTORS(b, 2, 4)
#ifdef __AVX2__
CUPY_FAR_ANGLE_VECTORS(d, 4, 8)
#endif
#ifdef __AVX512F__
CUPY_FAR_ANGLE_VECTORS(e, 8, 16)
#endif
#else
CUPY_FAR_ANGLES(__attribute__((const)))
#endif

#undef CUPY_FAR_ANGLE
#undef CUPY_FAR_ANGLES
#undef CUPY_FAR_ANGLE_VECTOR
#undef CUPY_FAR_ANGLE_VECTORS

namespace cupy {
namespace elementary {

CUPY_DEVICE float far_part(float x) { return cupy_far_partf(x); }
CUPY_DEVICE double far_part(double x) { return cupy_far_part(x); }
CUPY_DEVICE float far_quarter(float x) { return cupy_far_quarterf(x); }
CUPY_DEVICE double far_quarter(double x) { return cupy_far_quarter(x); }

}  // namespace elementary
}  // namespace cupy
