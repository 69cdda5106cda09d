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
__attribute__((cold)) CUPY_CALLED FarAngle far_angle(double x) {
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

}  // namespace elementary
}  // namespace cupy

#if defined(__x86_64__) && !defined(__clang__)

extern "C" {
__attribute__((simd("notinbranch"), const)) double cupy_far_part(double) noexcept;
__attribute__((simd("notinbranch"), const)) float cupy_far_partf(float) noexcept;
__attribute__((simd("notinbranch"), const)) double cupy_far_quarter(double) noexcept;
__attribute__((simd("notinbranch"), const)) float cupy_far_quarterf(float) noexcept;
}

namespace cupy {
namespace elementary {

template <class T, int lanes> struct vector_of {
    typedef T type __attribute__((vector_size(lanes * sizeof(T))));
};
template <class T> struct vector_of<T, 1> {
    typedef T type;
};
template <class Result, class T> __attribute__((cold)) CUPY_CALLED void each_lane(const T *x, T *y, int lanes) {
    for (int i = 0; i < lanes; ++i) y[i] = Result::of(x[i]);
}
template <class Result, class T, int lanes>
__attribute__((used)) CUPY_CALLED typename vector_of<T, lanes>::type version(typename vector_of<T, lanes>::type x) {
    if constexpr (lanes == 1) {
        return Result::of(x);
    } else {
        const auto near = (x < kFarAngle<T>) & (x > -kFarAngle<T>);
        uint64 words[sizeof near / 8], all = ~0ull;
        __builtin_memcpy(words, &near, sizeof near);
        for (const uint64 word : words) all &= word;
        if (__builtin_expect(all == ~0ull, 1)) return Result::of_near(x);
        decltype(x + x) y;
        each_lane<Result>(reinterpret_cast<const T *>(&x), reinterpret_cast<T *>(&y), lanes);
        return y;
    }
}

// The versions are templates, so that a kernel which calls none compiles none; the assembler gives them their names.
#define CUPY_NAME(symbol, lanes) asm(".set " symbol ", %c0" : : "i"(&version<Result, T, lanes>))
#ifdef __AVX2__
#define CUPY_NAME_256(symbol, lanes) CUPY_NAME(symbol, lanes)
#else
#define CUPY_NAME_256(symbol, lanes)
#endif
#ifdef __AVX512F__
#define CUPY_NAME_512(symbol, lanes) CUPY_NAME(symbol, lanes)
#else
#define CUPY_NAME_512(symbol, lanes)
#endif
#define CUPY_NAMES(name, b, d, e)                         \
    CUPY_NAME(name, 1);                                   \
    CUPY_NAME("_ZGVbN" #b "v_" name, b);                  \
    CUPY_NAME_256("_ZGVdN" #d "v_" name, d);              \
    CUPY_NAME_512("_ZGVeN" #e "v_" name, e);
template <class Result, class T> __attribute__((used, cold)) CUPY_CALLED void name_versions() {
    constexpr bool part = is_same<Result, Part>::value;
    if constexpr (part && is_single<T>) {
        CUPY_NAMES("cupy_far_partf", 4, 8, 16)
    } else if constexpr (part) {
        CUPY_NAMES("cupy_far_part", 2, 4, 8)
    } else if constexpr (is_single<T>) {
        CUPY_NAMES("cupy_far_quarterf", 4, 8, 16)
    } else {
        CUPY_NAMES("cupy_far_quarter", 2, 4, 8)
    }
}
#undef CUPY_NAME
#undef CUPY_NAME_256
#undef CUPY_NAME_512
#undef CUPY_NAMES
CUPY_DEVICE void compiled(void (*)()) {}

template <class T> CUPY_DEVICE T far_part(T x) {
    compiled(&name_versions<Part, T>);
    if constexpr (is_single<T>) return cupy_far_partf(x);
    else return cupy_far_part(x);
}
template <class T> CUPY_DEVICE T far_quarter(T x) {
    compiled(&name_versions<Quarter, T>);
    if constexpr (is_single<T>) return cupy_far_quarterf(x);
    else return cupy_far_quarter(x);
}

}  // namespace elementary
}  // namespace cupy

#else

namespace cupy {
namespace elementary {

template <class T> CUPY_DEVICE T far_part(T x) { return Part::of(x); }
template <class T> CUPY_DEVICE T far_quarter(T x) { return Quarter::of(x); }

}  // namespace elementary
}  // namespace cupy

#endif
