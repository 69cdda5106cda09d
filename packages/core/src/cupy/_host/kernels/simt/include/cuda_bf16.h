// CUDA's bfloat16 type and its functions, on our bfloat16.
#pragma once

#include "types/float16.hpp"

typedef cupy::bfloat16 __nv_bfloat16;
typedef cupy::bfloat16 nv_bfloat16;
struct alignas(4) __nv_bfloat162 {
    __nv_bfloat16 x, y;
};
typedef __nv_bfloat162 nv_bfloat162;

CUPY_SIMT_INLINE __nv_bfloat16 __float2bfloat16(float x) { return __nv_bfloat16(x); }
CUPY_SIMT_INLINE __nv_bfloat16 __float2bfloat16_rn(float x) { return __nv_bfloat16(x); }
CUPY_SIMT_INLINE __nv_bfloat16 __double2bfloat16(double x) { return __nv_bfloat16(x); }
CUPY_SIMT_INLINE __nv_bfloat16 __int2bfloat16_rn(int x) { return __nv_bfloat16(double(x)); }
CUPY_SIMT_INLINE float __bfloat162float(__nv_bfloat16 x) { return float(x); }
CUPY_SIMT_INLINE int __bfloat162int_rz(__nv_bfloat16 x) { return int(float(x)); }
CUPY_SIMT_INLINE int __bfloat162int_rn(__nv_bfloat16 x) { return int(rintf(float(x))); }
CUPY_SIMT_INLINE unsigned short __bfloat16_as_ushort(__nv_bfloat16 x) { return x.bits; }
CUPY_SIMT_INLINE __nv_bfloat16 __ushort_as_bfloat16(unsigned short bits) { return __nv_bfloat16::from_bits(bits); }
CUPY_SIMT_INLINE bool __hisnan(__nv_bfloat16 x) { return isnan(float(x)); }

CUPY_SIMT_INLINE __nv_bfloat162 make_bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) { return {x, y}; }
CUPY_SIMT_INLINE __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) { return {x, y}; }
CUPY_SIMT_INLINE __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 x) { return {x, x}; }
CUPY_SIMT_INLINE __nv_bfloat162 __float2bfloat162_rn(float x) { return {__nv_bfloat16(x), __nv_bfloat16(x)}; }
CUPY_SIMT_INLINE __nv_bfloat162 __floats2bfloat162_rn(float x, float y) {
    return {__nv_bfloat16(x), __nv_bfloat16(y)};
}
CUPY_SIMT_INLINE float2 __bfloat1622float2(__nv_bfloat162 v) { return make_float2(v.x, v.y); }
CUPY_SIMT_INLINE float __low2float(__nv_bfloat162 v) { return v.x; }
CUPY_SIMT_INLINE float __high2float(__nv_bfloat162 v) { return v.y; }
CUPY_SIMT_INLINE __nv_bfloat16 __low2bfloat16(__nv_bfloat162 v) { return v.x; }
CUPY_SIMT_INLINE __nv_bfloat16 __high2bfloat16(__nv_bfloat162 v) { return v.y; }

#define CUPY_BFLOAT_2(name, op)                                                                                   \
    CUPY_SIMT_INLINE __nv_bfloat16 __h##name(__nv_bfloat16 x, __nv_bfloat16 y) { return x op y; }                 \
    CUPY_SIMT_INLINE __nv_bfloat162 __h##name##2(__nv_bfloat162 a, __nv_bfloat162 b) {                            \
        return {a.x op b.x, a.y op b.y};                                                                          \
    }                                                                                                             \
    CUPY_SIMT_INLINE __nv_bfloat162 operator op(__nv_bfloat162 a, __nv_bfloat162 b) { return __h##name##2(a, b); }
CUPY_BFLOAT_2(add, +)
CUPY_BFLOAT_2(sub, -)
CUPY_BFLOAT_2(mul, *)
#undef CUPY_BFLOAT_2
CUPY_SIMT_INLINE __nv_bfloat16 __hdiv(__nv_bfloat16 x, __nv_bfloat16 y) { return x / y; }
CUPY_SIMT_INLINE __nv_bfloat16 __hneg(__nv_bfloat16 x) { return -x; }
CUPY_SIMT_INLINE __nv_bfloat16 __habs(__nv_bfloat16 x) { return __nv_bfloat16::from_bits(x.bits & 0x7fff); }
CUPY_SIMT_INLINE __nv_bfloat16 __hfma(__nv_bfloat16 x, __nv_bfloat16 y, __nv_bfloat16 z) {
    return __nv_bfloat16(__builtin_fmaf(float(x), float(y), float(z)));
}

#define CUPY_BFLOAT_COMPARE(name, op) \
    CUPY_SIMT_INLINE bool __h##name(__nv_bfloat16 x, __nv_bfloat16 y) { return x op y; }
CUPY_BFLOAT_COMPARE(eq, ==)
CUPY_BFLOAT_COMPARE(ne, !=)
CUPY_BFLOAT_COMPARE(lt, <)
CUPY_BFLOAT_COMPARE(le, <=)
CUPY_BFLOAT_COMPARE(gt, >)
CUPY_BFLOAT_COMPARE(ge, >=)
#undef CUPY_BFLOAT_COMPARE
CUPY_SIMT_INLINE __nv_bfloat16 __hmin(__nv_bfloat16 x, __nv_bfloat16 y) { return y < x || isnan(float(x)) ? y : x; }
CUPY_SIMT_INLINE __nv_bfloat16 __hmax(__nv_bfloat16 x, __nv_bfloat16 y) { return x < y || isnan(float(x)) ? y : x; }

#define CUPY_BFLOAT_1(name) \
    CUPY_SIMT_INLINE __nv_bfloat16 h##name(__nv_bfloat16 x) { return __nv_bfloat16(name##f(float(x))); }
CUPY_BFLOAT_1(sqrt) CUPY_BFLOAT_1(rsqrt) CUPY_BFLOAT_1(exp) CUPY_BFLOAT_1(exp2) CUPY_BFLOAT_1(log)
CUPY_BFLOAT_1(log2) CUPY_BFLOAT_1(sin) CUPY_BFLOAT_1(cos) CUPY_BFLOAT_1(floor) CUPY_BFLOAT_1(ceil)
CUPY_BFLOAT_1(trunc) CUPY_BFLOAT_1(rint)
#undef CUPY_BFLOAT_1
