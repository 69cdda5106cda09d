// Vector types: char1 … double4, dim3.
#pragma once

using cupy::simt::uint3;

#define CUPY_VECTORS(name, T, align2, align4)                                                   \
    struct name##1 { T x; };                                                                    \
    struct alignas(align2) name##2 { T x, y; };                                                 \
    CUPY_VECTOR_3(name, T)                                                                      \
    struct alignas(align4) name##4 { T x, y, z, w; };                                           \
    CUPY_SIMT_INLINE name##1 make_##name##1(T x) { return {x}; }                                \
    CUPY_SIMT_INLINE name##2 make_##name##2(T x, T y) { return {x, y}; }                        \
    CUPY_SIMT_INLINE name##3 make_##name##3(T x, T y, T z) { return {x, y, z}; }                \
    CUPY_SIMT_INLINE name##4 make_##name##4(T x, T y, T z, T w) { return {x, y, z, w}; }
#define CUPY_VECTOR_3(name, T) struct name##3 { T x, y, z; };

CUPY_VECTORS(char, signed char, 2, 4)
CUPY_VECTORS(uchar, unsigned char, 2, 4)
CUPY_VECTORS(short, short, 4, 8)
CUPY_VECTORS(ushort, unsigned short, 4, 8)
CUPY_VECTORS(int, int, 8, 16)
CUPY_VECTORS(long, long, 16, 16)
CUPY_VECTORS(ulong, unsigned long, 16, 16)
CUPY_VECTORS(longlong, long long, 16, 16)
CUPY_VECTORS(ulonglong, unsigned long long, 16, 16)
CUPY_VECTORS(float, float, 8, 16)
CUPY_VECTORS(double, double, 16, 16)
#undef CUPY_VECTOR_3
#define CUPY_VECTOR_3(name, T)      // the launcher's own
CUPY_VECTORS(uint, unsigned, 8, 16)
#undef CUPY_VECTOR_3
#undef CUPY_VECTORS

struct dim3 {
    unsigned x, y, z;

    constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
    constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
    constexpr operator uint3() const { return {x, y, z}; }
};
