// The largest and smallest of two, three, or a sum and a value: of a word, or of each half of one.
#pragma once

#include "simt/words.hpp"

// `max3` in CUDA's names stands for two calls, `addmax` for a sum that wraps, `_relu` for zero as one more value.
#define CUPY_EXTREME(T, type, op, sign)                                                                        \
    CUPY_SIMT_INLINE T __vi##op##3_##type(T a, T b, T c) {                                                     \
        const T first = a sign b ? a : b;                                                                      \
        return first sign c ? first : c;                                                                       \
    }                                                                                                          \
    CUPY_SIMT_INLINE T __viadd##op##_##type(T a, T b, T c) {                                                   \
        const T sum = T(unsigned(a) + unsigned(b));                                                            \
        return sum sign c ? sum : c;                                                                           \
    }                                                                                                          \
    CUPY_SIMT_INLINE T __vib##op##_##type(T a, T b, bool *first) {                                             \
        *first = a sign##= b;                                                                                  \
        return *first ? a : b;                                                                                 \
    }
#define CUPY_EXTREME_RELU(op)                                                                                  \
    CUPY_SIMT_INLINE int __vi##op##_s32_relu(int a, int b) { return max(__vi##op##3_s32(a, b, b), 0); }        \
    CUPY_SIMT_INLINE int __vi##op##3_s32_relu(int a, int b, int c) { return max(__vi##op##3_s32(a, b, c), 0); } \
    CUPY_SIMT_INLINE int __viadd##op##_s32_relu(int a, int b, int c) { return max(__viadd##op##_s32(a, b, c), 0); }
CUPY_EXTREME(int, s32, max, >)
CUPY_EXTREME(int, s32, min, <)
CUPY_EXTREME(unsigned, u32, max, >)
CUPY_EXTREME(unsigned, u32, min, <)
CUPY_EXTREME_RELU(max)
CUPY_EXTREME_RELU(min)
#undef CUPY_EXTREME_RELU
#undef CUPY_EXTREME

#define CUPY_HALVES(type, op, u)                                                                               \
    CUPY_SIMT_INLINE unsigned __vi##op##3_##type(unsigned a, unsigned b, unsigned c) {                         \
        return __v##op##u##2(__v##op##u##2(a, b), c);                                                          \
    }                                                                                                          \
    CUPY_SIMT_INLINE unsigned __viadd##op##_##type(unsigned a, unsigned b, unsigned c) {                       \
        return __v##op##u##2(__vadd2(a, b), c);                                                                \
    }                                                                                                          \
    CUPY_SIMT_INLINE unsigned __vib##op##_##type(unsigned a, unsigned b, bool *high, bool *low) {              \
        const unsigned found = __v##op##u##2(a, b), same = __vcmpeq2(found, a);                                \
        *high = same >> 16;                                                                                    \
        *low = same & 0xffffu;                                                                                 \
        return found;                                                                                          \
    }
#define CUPY_HALVES_RELU(op)                                                                                   \
    CUPY_SIMT_INLINE unsigned __vi##op##_s16x2_relu(unsigned a, unsigned b) { return __vmaxs2(__v##op##s2(a, b), 0); } \
    CUPY_SIMT_INLINE unsigned __vi##op##3_s16x2_relu(unsigned a, unsigned b, unsigned c) {                     \
        return __vmaxs2(__vi##op##3_s16x2(a, b, c), 0);                                                        \
    }                                                                                                          \
    CUPY_SIMT_INLINE unsigned __viadd##op##_s16x2_relu(unsigned a, unsigned b, unsigned c) {                   \
        return __vmaxs2(__viadd##op##_s16x2(a, b, c), 0);                                                      \
    }
CUPY_HALVES(s16x2, max, s)
CUPY_HALVES(s16x2, min, s)
CUPY_HALVES(u16x2, max, u)
CUPY_HALVES(u16x2, min, u)
CUPY_HALVES_RELU(max)
CUPY_HALVES_RELU(min)
#undef CUPY_HALVES_RELU
#undef CUPY_HALVES
