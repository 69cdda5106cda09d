// CUDA's functions of half precision: included once for each of the two types, by cuda_fp16.h and cuda_bf16.h.
//
// CUPY_HALF is the type, CUPY_PAIR two of them, CUPY_NAMED(before, after) a name with the type's name in the middle.
#include "half_rounding.hpp"
#include "toolkit_begin.hpp"

struct alignas(4) CUPY_PAIR {
    CUPY_HALF x, y;
};

// The bits of one.
CUPY_SIMT_INLINE short CUPY_NAMED(__, _as_short)(CUPY_HALF x) { return short(x.bits); }
CUPY_SIMT_INLINE unsigned short CUPY_NAMED(__, _as_ushort)(CUPY_HALF x) { return x.bits; }
CUPY_SIMT_INLINE CUPY_HALF CUPY_NAMED(__short_as_, )(short bits) {
    return CUPY_HALF::from_bits((unsigned short)bits);
}
CUPY_SIMT_INLINE CUPY_HALF CUPY_NAMED(__ushort_as_, )(unsigned short bits) { return CUPY_HALF::from_bits(bits); }

// Conversions of one.
#define CUPY_WHOLE(suffix, way, I, Wide, name, expression)                                                       \
    CUPY_SIMT_INLINE I CUPY_NAMED(__, 2##name##suffix)(CUPY_HALF half_x) {                                       \
        const float x = float(half_x);                                                                           \
        return expression;                                                                                       \
    }                                                                                                            \
    CUPY_SIMT_INLINE CUPY_HALF CUPY_NAMED(__##name##2, suffix)(I x) {                                            \
        return cupy::simt::half_of<CUPY_HALF>(cupy::simt::sticky((Wide)x), cupy::simt::way);                     \
    }
#define CUPY_WAY(suffix, way)                                                                                    \
    CUPY_SIMT_INLINE CUPY_HALF CUPY_NAMED(__float2, suffix)(float x) {                                           \
        return cupy::simt::half_of<CUPY_HALF>(x, cupy::simt::way);                                               \
    }                                                                                                            \
    CUPY_WHOLE(suffix, way, short, long long, short, cupy::simt::limited<short>(__float2int##suffix(x)))         \
    CUPY_WHOLE(suffix, way, unsigned short, long long, ushort,                                                   \
               cupy::simt::limited<unsigned short>(__float2int##suffix(x)))                                      \
    CUPY_WHOLE(suffix, way, int, long long, int, __float2int##suffix(x))                                         \
    CUPY_WHOLE(suffix, way, unsigned, long long, uint, __float2uint##suffix(x))                                  \
    CUPY_WHOLE(suffix, way, long long, long long, ll, __float2ll##suffix(x))                                     \
    CUPY_WHOLE(suffix, way, unsigned long long, unsigned long long, ull, __float2ull##suffix(x))
CUPY_WAY(_rn, nearest)
CUPY_WAY(_rz, toward_zero)
CUPY_WAY(_ru, upward)
CUPY_WAY(_rd, downward)
#undef CUPY_WAY
#undef CUPY_WHOLE
CUPY_SIMT_INLINE signed char CUPY_NAMED(__, 2char_rz)(CUPY_HALF x) {
    return cupy::simt::limited<signed char>(__float2int_rz(float(x)));
}
CUPY_SIMT_INLINE unsigned char CUPY_NAMED(__, 2uchar_rz)(CUPY_HALF x) {
    return cupy::simt::limited<unsigned char>(__float2int_rz(float(x)));
}
CUPY_SIMT_INLINE CUPY_HALF CUPY_NAMED(__float2, )(float x) { return CUPY_HALF(x); }
CUPY_SIMT_INLINE CUPY_HALF CUPY_NAMED(__double2, )(double x) {
    return cupy::simt::half_of<CUPY_HALF>(x, cupy::simt::nearest);
}
CUPY_SIMT_INLINE float CUPY_NAMED(__, 2float)(CUPY_HALF x) { return float(x); }

// Pairs: the lower one is x.
CUPY_SIMT_INLINE CUPY_PAIR CUPY_NAMED(make_, 2)(CUPY_HALF x, CUPY_HALF y) { return {x, y}; }
CUPY_SIMT_INLINE CUPY_PAIR CUPY_NAMED(__halves2, 2)(CUPY_HALF x, CUPY_HALF y) { return {x, y}; }
CUPY_SIMT_INLINE CUPY_PAIR CUPY_NAMED(__float2, 2_rn)(float x) { return {CUPY_HALF(x), CUPY_HALF(x)}; }
CUPY_SIMT_INLINE CUPY_PAIR CUPY_NAMED(__floats2, 2_rn)(float x, float y) { return {CUPY_HALF(x), CUPY_HALF(y)}; }
CUPY_SIMT_INLINE CUPY_PAIR CUPY_NAMED(__float22, 2_rn)(float2 v) { return {CUPY_HALF(v.x), CUPY_HALF(v.y)}; }
CUPY_SIMT_INLINE float2 CUPY_NAMED(__, 22float2)(CUPY_PAIR v) { return make_float2(v.x, v.y); }
CUPY_SIMT_INLINE float __low2float(CUPY_PAIR v) { return v.x; }
CUPY_SIMT_INLINE float __high2float(CUPY_PAIR v) { return v.y; }
CUPY_SIMT_INLINE CUPY_HALF CUPY_NAMED(__low2, )(CUPY_PAIR v) { return v.x; }
CUPY_SIMT_INLINE CUPY_HALF CUPY_NAMED(__high2, )(CUPY_PAIR v) { return v.y; }
CUPY_SIMT_INLINE CUPY_PAIR CUPY_NAMED(__low2, 2)(CUPY_PAIR v) { return {v.x, v.x}; }
CUPY_SIMT_INLINE CUPY_PAIR CUPY_NAMED(__high2, 2)(CUPY_PAIR v) { return {v.y, v.y}; }
CUPY_SIMT_INLINE CUPY_PAIR CUPY_NAMED(__lows2, 2)(CUPY_PAIR a, CUPY_PAIR b) { return {a.x, b.x}; }
CUPY_SIMT_INLINE CUPY_PAIR CUPY_NAMED(__highs2, 2)(CUPY_PAIR a, CUPY_PAIR b) { return {a.y, b.y}; }
CUPY_SIMT_INLINE CUPY_PAIR __lowhigh2highlow(CUPY_PAIR v) { return {v.y, v.x}; }

// Arithmetic of one and of two; `_rn` is never contracted with another operation, which none is here.
#define CUPY_PAIRED_1(name, pair)                                                                                \
    CUPY_SIMT_INLINE CUPY_PAIR pair(CUPY_PAIR v) { return {name(v.x), name(v.y)}; }
#define CUPY_PAIRED_2(name, pair)                                                                                \
    CUPY_SIMT_INLINE CUPY_PAIR pair(CUPY_PAIR a, CUPY_PAIR b) { return {name(a.x, b.x), name(a.y, b.y)}; }
#define CUPY_PAIRED_3(name, pair)                                                                                \
    CUPY_SIMT_INLINE CUPY_PAIR pair(CUPY_PAIR a, CUPY_PAIR b, CUPY_PAIR c) {                                     \
        return {name(a.x, b.x, c.x), name(a.y, b.y, c.y)};                                                       \
    }
#define CUPY_SATURATED(x) CUPY_HALF(__saturatef(float(x)))
#define CUPY_ARITHMETIC(name, op)                                                                                \
    CUPY_SIMT_INLINE CUPY_HALF __h##name(CUPY_HALF x, CUPY_HALF y) { return x op y; }                            \
    CUPY_SIMT_INLINE CUPY_HALF __h##name##_rn(CUPY_HALF x, CUPY_HALF y) { return x op y; }                       \
    CUPY_SIMT_INLINE CUPY_HALF __h##name##_sat(CUPY_HALF x, CUPY_HALF y) { return CUPY_SATURATED(x op y); }      \
    CUPY_PAIRED_2(__h##name, __h##name##2)                                                                       \
    CUPY_PAIRED_2(__h##name, __h##name##2_rn)                                                                    \
    CUPY_PAIRED_2(__h##name##_sat, __h##name##2_sat)                                                             \
    CUPY_SIMT_INLINE CUPY_PAIR operator op(CUPY_PAIR a, CUPY_PAIR b) { return __h##name##2(a, b); }              \
    CUPY_SIMT_INLINE CUPY_PAIR &operator op##=(CUPY_PAIR &a, CUPY_PAIR b) { return a = a op b; }
CUPY_ARITHMETIC(add, +)
CUPY_ARITHMETIC(sub, -)
CUPY_ARITHMETIC(mul, *)
#undef CUPY_ARITHMETIC
CUPY_SIMT_INLINE CUPY_HALF __hdiv(CUPY_HALF x, CUPY_HALF y) { return x / y; }
CUPY_SIMT_INLINE CUPY_HALF __hneg(CUPY_HALF x) { return -x; }
CUPY_SIMT_INLINE CUPY_HALF __habs(CUPY_HALF x) { return CUPY_HALF::from_bits(cupy::platform::without_sign(x.bits)); }
// The product and the sum in double are exact as far as the one rounding sees.
CUPY_SIMT_INLINE CUPY_HALF __hfma(CUPY_HALF x, CUPY_HALF y, CUPY_HALF z) {
    return CUPY_NAMED(__double2, )(double(float(x)) * double(float(y)) + double(float(z)));
}
CUPY_SIMT_INLINE CUPY_HALF __hfma_sat(CUPY_HALF x, CUPY_HALF y, CUPY_HALF z) { return CUPY_SATURATED(__hfma(x, y, z)); }
CUPY_SIMT_INLINE CUPY_HALF __hfma_relu(CUPY_HALF x, CUPY_HALF y, CUPY_HALF z) {
    const CUPY_HALF found = __hfma(x, y, z);
    return found < 0 ? CUPY_HALF(0.0f) : found;
}
CUPY_PAIRED_2(__hdiv, __h2div)
CUPY_PAIRED_1(__hneg, __hneg2)
CUPY_PAIRED_1(__habs, __habs2)
CUPY_PAIRED_3(__hfma, __hfma2)
CUPY_PAIRED_3(__hfma_sat, __hfma2_sat)
CUPY_PAIRED_3(__hfma_relu, __hfma2_relu)
CUPY_SIMT_INLINE CUPY_PAIR operator/(CUPY_PAIR a, CUPY_PAIR b) { return __h2div(a, b); }
CUPY_SIMT_INLINE CUPY_PAIR operator-(CUPY_PAIR v) { return __hneg2(v); }
CUPY_SIMT_INLINE CUPY_PAIR __hcmadd(CUPY_PAIR a, CUPY_PAIR b, CUPY_PAIR c) {     // of complex numbers
    return {__hfma(-a.y, b.y, __hfma(a.x, b.x, c.x)), __hfma(a.y, b.x, __hfma(a.x, b.y, c.y))};
}

// Comparisons; those with u are also true of a NaN.
CUPY_SIMT_INLINE bool __hisnan(CUPY_HALF x) { return isnan(float(x)); }
CUPY_SIMT_INLINE int __hisinf(CUPY_HALF x) { return isinf(float(x)) ? signbit(float(x)) ? -1 : 1 : 0; }
#define CUPY_COMPARED(name, expression)                                                                          \
    CUPY_SIMT_INLINE bool __h##name(CUPY_HALF x, CUPY_HALF y) { return expression; }                             \
    CUPY_SIMT_INLINE CUPY_PAIR __h##name##2(CUPY_PAIR a, CUPY_PAIR b) {                                          \
        return {CUPY_HALF(__h##name(a.x, b.x)), CUPY_HALF(__h##name(a.y, b.y))};                                 \
    }                                                                                                            \
    CUPY_SIMT_INLINE bool __hb##name##2(CUPY_PAIR a, CUPY_PAIR b) {                                              \
        return __h##name(a.x, b.x) && __h##name(a.y, b.y);                                                       \
    }                                                                                                            \
    CUPY_SIMT_INLINE unsigned __h##name##2_mask(CUPY_PAIR a, CUPY_PAIR b) {                                      \
        return (__h##name(a.x, b.x) ? 0xffffu : 0u) | (__h##name(a.y, b.y) ? 0xffff0000u : 0u);                  \
    }
#define CUPY_COMPARED_BOTH(name, op)                                                                             \
    CUPY_COMPARED(name, float(x) op float(y))                                                    \
    CUPY_COMPARED(name##u, float(x) op float(y) || __hisnan(x) || __hisnan(y))
CUPY_COMPARED(eq, x == y)
CUPY_COMPARED(equ, x == y || __hisnan(x) || __hisnan(y))
CUPY_COMPARED(ne, x < y || x > y)
CUPY_COMPARED(neu, x != y)
CUPY_COMPARED_BOTH(lt, <)
CUPY_COMPARED_BOTH(le, <=)
CUPY_COMPARED_BOTH(gt, >)
CUPY_COMPARED_BOTH(ge, >=)
#undef CUPY_COMPARED_BOTH
#undef CUPY_COMPARED
CUPY_SIMT_INLINE CUPY_PAIR __hisnan2(CUPY_PAIR v) { return {CUPY_HALF(__hisnan(v.x)), CUPY_HALF(__hisnan(v.y))}; }
#define CUPY_EXTREME(name, op)                                                                                   \
    CUPY_SIMT_INLINE CUPY_HALF __h##name(CUPY_HALF x, CUPY_HALF y) { return y op x || __hisnan(x) ? y : x; }     \
    CUPY_SIMT_INLINE CUPY_HALF __h##name##_nan(CUPY_HALF x, CUPY_HALF y) {                                       \
        return __hisnan(x) ? x : __hisnan(y) ? y : __h##name(x, y);                                              \
    }                                                                                                            \
    CUPY_PAIRED_2(__h##name, __h##name##2)                                                                       \
    CUPY_PAIRED_2(__h##name##_nan, __h##name##2_nan)
CUPY_EXTREME(min, <)
CUPY_EXTREME(max, >)
#undef CUPY_EXTREME

// Mathematics, in float.
#define CUPY_FUNCTION(name, expression)                                                                          \
    CUPY_SIMT_INLINE CUPY_HALF h##name(CUPY_HALF half_x) {                                                       \
        const float x = float(half_x);                                                                           \
        return CUPY_HALF(expression);                                                                            \
    }                                                                                                            \
    CUPY_PAIRED_1(h##name, h2##name)
CUPY_FUNCTION(sqrt, sqrtf(x)) CUPY_FUNCTION(rsqrt, rsqrtf(x)) CUPY_FUNCTION(rcp, 1.0f / x)
CUPY_FUNCTION(exp, expf(x)) CUPY_FUNCTION(exp2, exp2f(x)) CUPY_FUNCTION(exp10, exp10f(x))
CUPY_FUNCTION(log, logf(x)) CUPY_FUNCTION(log2, log2f(x)) CUPY_FUNCTION(log10, log10f(x))
CUPY_FUNCTION(sin, sinf(x)) CUPY_FUNCTION(cos, cosf(x)) CUPY_FUNCTION(tanh, tanhf(x))
CUPY_FUNCTION(tanh_approx, tanhf(x)) CUPY_FUNCTION(floor, floorf(x)) CUPY_FUNCTION(ceil, ceilf(x))
CUPY_FUNCTION(trunc, truncf(x)) CUPY_FUNCTION(rint, rintf(x))
#undef CUPY_FUNCTION

CUPY_SIMT_INLINE CUPY_PAIR atomicAdd(CUPY_PAIR *p, CUPY_PAIR value) {
    return cupy::simt::update(p, [=](CUPY_PAIR old) { return old + value; });
}
CUPY_SIMT_INLINE CUPY_HALF atomicAdd(CUPY_HALF *p, CUPY_HALF value) {
    return cupy::simt::update(p, [=](CUPY_HALF old) { return old + value; });
}

#ifdef CUPY_TOOLKIT_OWN_TYPES       // what takes any type elsewhere takes the compiler's own types here
CUPY_SIMT_INLINE CUPY_HALF __ldg(const CUPY_HALF *p) { return *p; }
CUPY_SIMT_INLINE CUPY_PAIR __ldg(const CUPY_PAIR *p) { return *p; }
#define CUPY_SHUFFLE(name, By)                                                                                   \
    CUPY_SIMT_INLINE CUPY_HALF name(unsigned mask, CUPY_HALF x, By by, int width = 32) {                         \
        return CUPY_HALF::from_bits((unsigned short)name(mask, int(x.bits), by, width));                         \
    }                                                                                                            \
    CUPY_SIMT_INLINE CUPY_PAIR name(unsigned mask, CUPY_PAIR v, By by, int width = 32) {                         \
        return {name(mask, v.x, by, width), name(mask, v.y, by, width)};                                         \
    }
CUPY_SHUFFLE(__shfl_sync, int)
CUPY_SHUFFLE(__shfl_up_sync, unsigned)
CUPY_SHUFFLE(__shfl_down_sync, unsigned)
CUPY_SHUFFLE(__shfl_xor_sync, int)
#undef CUPY_SHUFFLE
#endif
#undef CUPY_SATURATED
#undef CUPY_PAIRED_3
#undef CUPY_PAIRED_2
#undef CUPY_PAIRED_1
#undef CUPY_NAMED
#undef CUPY_PAIR
#undef CUPY_HALF

#include "toolkit_end.hpp"
