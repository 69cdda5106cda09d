// The names that a kernel may use, on the host.
//
// Every backend's platform.hpp defines the same names, and functions of the C library's <math.h>
// for float and double in the global namespace.
#pragma once

// Several kernels live in one process: only what CUPY_EXPORT names is seen outside its module.
#pragma GCC visibility push(hidden)

#define CUPY_HOST 1
#define CUPY_DEVICE __attribute__((always_inline)) inline
#define CUPY_NOINLINE __attribute__((noinline))
#define CUPY_CALLED __attribute__((noinline)) inline
#define CUPY_UNROLL
#define CUPY_NO_UNROLL
#define CUPY_RESTRICT __restrict__
#define CUPY_EXPORT extern "C" __attribute__((visibility("default")))

// Words of CUDA that functions in the preamble of a user's kernel may have.
#ifndef __device__
#define __device__
#define __host__
#define __forceinline__ inline
#define __noinline__
#define __constant__ const
#endif

#include "libm.hpp"

namespace cupy {
namespace platform {

// Whether the device functions of floats may take doubles instead of two floats: vectors of those have half as many items.
constexpr bool kQuickDoubles = false;

CUPY_DEVICE unsigned multiply_high(unsigned a, unsigned b) {
    return (unsigned)((unsigned long long)a * b >> 32);
}
// A product that is rounded before a sum takes it.  GCC makes one operation of products and sums that alternate,
// whatever it is told about contraction.
template <class T> CUPY_DEVICE T unfused(T product) {
#if __GNUC__ >= 12 && !defined(__clang__)
    return __builtin_assoc_barrier(product);
#else
    return product;
#endif
}
// A product that is rounded by itself: never one operation with a sum that follows.
CUPY_DEVICE float product(float a, float b) { return unfused(a * b); }
CUPY_DEVICE double product(double a, double b) { return unfused(a * b); }
// The square root of zero, or of a number between 2^-100 and 2^100.
CUPY_DEVICE float root(float x) { return __builtin_sqrtf(x); }
CUPY_DEVICE double root(double x) { return __builtin_sqrt(x); }
CUPY_DEVICE int count_ones(unsigned x) { return __builtin_popcount(x); }
CUPY_DEVICE int count_ones(unsigned long long x) { return __builtin_popcountll(x); }
CUPY_DEVICE int leading_zeros(unsigned x) { return x ? __builtin_clz(x) : 32; }
CUPY_DEVICE int leading_zeros(unsigned long long x) { return x ? __builtin_clzll(x) : 64; }

// Same bits, other type.
template <class To, class From>
CUPY_DEVICE To bits_as(From x) {
    static_assert(sizeof(To) == sizeof(From), "sizes differ");
    To y;
    __builtin_memcpy(&y, &x, sizeof y);
    return y;
}

// Kernels of the host whose threads share items run in one thread; these keep the contract anyway.
template <class Word> CUPY_DEVICE Word compare_and_swap(Word *at, Word expected, Word value) {
    return __sync_val_compare_and_swap(at, expected, value);
}
template <class Word> CUPY_DEVICE void add(Word *at, Word value) {
    Word seen, next;
    __atomic_load(at, &seen, __ATOMIC_RELAXED);
    do next = seen + value;
    while (!__atomic_compare_exchange(at, &seen, &next, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
}
template <class F> CUPY_DEVICE void locked(F change, const void *) { change(); }

// float16 from and to its bits, without branches so that loops of it vectorise: the exponent is
// moved by a multiplication, which also makes subnormal numbers right.
CUPY_DEVICE float half_to_float(unsigned short half) {
    const unsigned sign = (half & 0x8000u) << 16, rest = (half & 0x7fffu) << 13;
    const float moved = bits_as<float>(rest) * bits_as<float>(0x77800000u);   // 2^112
    const unsigned special = rest >= 0x0f800000u ? 0x7f800000u : 0u;          // infinity, NaN
    return bits_as<float>(bits_as<unsigned>(moved) | special | sign);
}

// The greater and the lesser of each of two halves.
template <bool is_signed> CUPY_DEVICE unsigned max_pairs(unsigned a, unsigned b) {
    const unsigned shift = is_signed ? 0x80008000u : 0, x = a ^ shift, y = b ^ shift;
    const unsigned low = (x & 0xffffu) > (y & 0xffffu) ? a : b, high = x >> 16 > y >> 16 ? a : b;
    return (high & 0xffff0000u) | (low & 0xffffu);
}
template <bool is_signed> CUPY_DEVICE unsigned min_pairs(unsigned a, unsigned b) {
    return ~max_pairs<is_signed>(~a, ~b);
}
// Four of the eight bytes of two words, those of `low` first; the selector's digits are their numbers.
CUPY_DEVICE unsigned permuted(unsigned low, unsigned high, unsigned selector) {
    const unsigned long long both = (unsigned long long)high << 32 | low;
    unsigned word = 0;
    for (int k = 0; k < 4; ++k) word |= (unsigned)(both >> (selector >> 4 * k & 7) * 8 & 0xff) << 8 * k;
    return word;
}

CUPY_DEVICE unsigned short float_to_half(float x) {
    const unsigned bits = bits_as<unsigned>(x), sign = bits >> 16 & 0x8000u;
    const unsigned magnitude = bits & 0x7fffffffu;
    const unsigned odd = magnitude >> 13 & 1;
    const unsigned normal = (magnitude + 0xc8000fffu + odd) >> 13;            // ties to even
    const unsigned subnormal =
        bits_as<unsigned>(bits_as<float>(magnitude) + 0.5f) - 0x3f000000u;
    const unsigned special = magnitude > 0x7f800000u ? 0x7e00u | (magnitude >> 13 & 0x1ffu) : 0x7c00u;
    const unsigned finite = magnitude < 0x38800000u ? subnormal : normal;
    return (unsigned short)(sign | (magnitude >= 0x477ff000u ? special : finite));
}

// One rounding: to float towards odd, then to half.
CUPY_DEVICE float double_to_float_odd(double x) {
    const float y = (float)x;
    const double back = (double)y;
    unsigned bits = bits_as<unsigned>(y);
    const bool inexact = back != x && x == x;
    const bool above = (back < 0 ? -back : back) > (x < 0 ? -x : x);
    bits -= inexact && above ? 1u : 0u;      // towards zero
    return bits_as<float>(inexact ? bits | 1u : bits);
}

CUPY_DEVICE unsigned short double_to_half(double x) {
    return float_to_half(double_to_float_odd(x));
}

CUPY_DEVICE unsigned short float_to_bfloat(float x) {
    const unsigned bits = bits_as<unsigned>(x);
    const unsigned rounded = (bits + 0x7fffu + (bits >> 16 & 1)) >> 16;
    return (unsigned short)(x != x ? bits >> 16 | 0x40u : rounded);
}

CUPY_DEVICE unsigned short without_sign(unsigned short bits) { return bits & 0x7fff; }

}  // namespace platform
}  // namespace cupy
