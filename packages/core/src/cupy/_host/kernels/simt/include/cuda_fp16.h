// CUDA's half type and its functions, on our float16.
#pragma once

#include "types/float16.hpp"

typedef cupy::float16 __half;
typedef cupy::float16 half;
struct alignas(4) __half2 {
    __half x, y;
};
typedef __half2 half2;

CUPY_SIMT_INLINE __half __float2half(float x) { return __half(x); }
CUPY_SIMT_INLINE __half __float2half_rn(float x) { return __half(x); }
CUPY_SIMT_INLINE __half __double2half(double x) { return __half(x); }
CUPY_SIMT_INLINE __half __int2half_rn(int x) { return __half(double(x)); }
CUPY_SIMT_INLINE float __half2float(__half x) { return float(x); }
CUPY_SIMT_INLINE int __half2int_rz(__half x) { return int(float(x)); }
CUPY_SIMT_INLINE int __half2int_rn(__half x) { return int(rintf(float(x))); }
CUPY_SIMT_INLINE unsigned short __half_as_ushort(__half x) { return x.bits; }
CUPY_SIMT_INLINE __half __ushort_as_half(unsigned short bits) { return __half::from_bits(bits); }
CUPY_SIMT_INLINE bool __hisnan(__half x) { return isnan(float(x)); }

CUPY_SIMT_INLINE __half2 make_half2(__half x, __half y) { return {x, y}; }
CUPY_SIMT_INLINE __half2 __halves2half2(__half x, __half y) { return {x, y}; }
CUPY_SIMT_INLINE __half2 __half2half2(__half x) { return {x, x}; }
CUPY_SIMT_INLINE __half2 __float2half2_rn(float x) { return {__half(x), __half(x)}; }
CUPY_SIMT_INLINE __half2 __floats2half2_rn(float x, float y) { return {__half(x), __half(y)}; }
CUPY_SIMT_INLINE __half2 __float22half2_rn(float2 v) { return {__half(v.x), __half(v.y)}; }
CUPY_SIMT_INLINE float2 __half22float2(__half2 v) { return make_float2(v.x, v.y); }
CUPY_SIMT_INLINE float __low2float(__half2 v) { return v.x; }
CUPY_SIMT_INLINE float __high2float(__half2 v) { return v.y; }
CUPY_SIMT_INLINE __half __low2half(__half2 v) { return v.x; }
CUPY_SIMT_INLINE __half __high2half(__half2 v) { return v.y; }

#define CUPY_HALF_2(name, op)                                                                   \
    CUPY_SIMT_INLINE __half __h##name(__half x, __half y) { return x op y; }                    \
    CUPY_SIMT_INLINE __half2 __h##name##2(__half2 a, __half2 b) { return {a.x op b.x, a.y op b.y}; } \
    CUPY_SIMT_INLINE __half2 operator op(__half2 a, __half2 b) { return __h##name##2(a, b); }
CUPY_HALF_2(add, +)
CUPY_HALF_2(sub, -)
CUPY_HALF_2(mul, *)
#undef CUPY_HALF_2
CUPY_SIMT_INLINE __half __hdiv(__half x, __half y) { return x / y; }
CUPY_SIMT_INLINE __half __hneg(__half x) { return -x; }
CUPY_SIMT_INLINE __half __habs(__half x) { return __half::from_bits(x.bits & 0x7fff); }
CUPY_SIMT_INLINE __half __hfma(__half x, __half y, __half z) {
    return __half(double(float(x)) * double(float(y)) + double(float(z)));      // exact until the rounding
}
CUPY_SIMT_INLINE __half2 __hfma2(__half2 a, __half2 b, __half2 c) {
    return {__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)};
}

#define CUPY_HALF_COMPARE(name, op) \
    CUPY_SIMT_INLINE bool __h##name(__half x, __half y) { return x op y; }
CUPY_HALF_COMPARE(eq, ==)
CUPY_HALF_COMPARE(ne, !=)
CUPY_HALF_COMPARE(lt, <)
CUPY_HALF_COMPARE(le, <=)
CUPY_HALF_COMPARE(gt, >)
CUPY_HALF_COMPARE(ge, >=)
#undef CUPY_HALF_COMPARE
CUPY_SIMT_INLINE __half __hmin(__half x, __half y) { return y < x || isnan(float(x)) ? y : x; }
CUPY_SIMT_INLINE __half __hmax(__half x, __half y) { return x < y || isnan(float(x)) ? y : x; }

#define CUPY_HALF_1(name) \
    CUPY_SIMT_INLINE __half h##name(__half x) { return __half(name##f(float(x))); }
CUPY_HALF_1(sqrt) CUPY_HALF_1(rsqrt) CUPY_HALF_1(exp) CUPY_HALF_1(exp2) CUPY_HALF_1(log) CUPY_HALF_1(log2)
CUPY_HALF_1(sin) CUPY_HALF_1(cos) CUPY_HALF_1(floor) CUPY_HALF_1(ceil) CUPY_HALF_1(trunc) CUPY_HALF_1(rint)
#undef CUPY_HALF_1
