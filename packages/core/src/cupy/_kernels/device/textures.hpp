// Textures and surfaces in ordinary memory, where a backend has no others: a handle is the address of what
// `_runtime/linear_textures.py` fills.
#pragma once

#include "toolkit_begin.hpp"

typedef unsigned long long cudaTextureObject_t;
typedef unsigned long long cudaSurfaceObject_t;

enum cudaSurfaceBoundaryMode { cudaBoundaryModeZero, cudaBoundaryModeClamp, cudaBoundaryModeTrap };

namespace cupy {
namespace simt {

struct Texture {
    char *data;
    long long size[3], row, slice;      // elements along x, y, z; bytes from row to row and from slice to slice
    int channels, bits, kind;           // kind: 0 signed, 1 unsigned, 2 floating point
    int address[3];                     // beyond the edges: 0 wrap, 1 clamp, 2 mirror, 3 border
    int linear, fractions, normalized;  // filter; integers as fractions of 1; coordinates from 0 to 1
    float border[4];
};

struct texel {
    double value[4];
};

template <class T, bool plain> struct part_of { using type = T; };
template <class T> struct part_of<T, false> { using type = decltype(T::x); };
template <class T> struct is_plain {
    template <class U> static char has(decltype(U::x) *);
    template <class U> static long has(...);
    static constexpr bool value = sizeof(has<T>(nullptr)) != 1;
};

template <class T> CUPY_SIMT_INLINE T packed(const texel &t) {
    using part = typename part_of<T, is_plain<T>::value>::type;
    part parts[4] = {part(t.value[0]), part(t.value[1]), part(t.value[2]), part(t.value[3])};
    T out;
    __builtin_memcpy(&out, parts, sizeof out);
    return out;
}

CUPY_SIMT_INLINE double floor_of(double x) { return __builtin_floor(x); }

// A whole coordinate inside, or -1 for the border.
CUPY_SIMT_INLINE long long inside(long long i, long long n, int mode) {
    if (i >= 0 && i < n) return i;
    if (mode == 3) return -1;
    if (mode == 1) return i < 0 ? 0 : n - 1;
    const long long period = mode == 2 ? 2 * n : n;
    i = ((i % period) + period) % period;
    return i < n ? i : 2 * n - 1 - i;
}

CUPY_SIMT_INLINE double half(unsigned short bits) {
    const unsigned exponent = bits >> 10 & 31, fraction = bits & 1023;
    if (!exponent) return (bits >> 15 ? -1.0 : 1.0) * fraction / 16777216;
    const unsigned wide = unsigned(bits >> 15) << 31 | (exponent == 31 ? 255 : exponent + 112) << 23 | fraction << 13;
    float value;
    __builtin_memcpy(&value, &wide, sizeof value);
    return value;
}

CUPY_SIMT_INLINE double number(const Texture &t, const char *at) {
    const double whole = t.bits == 8 ? (t.kind ? 255 : 127) : t.bits == 16 ? (t.kind ? 65535 : 32767) : 1;
    double value = 0;
    if (t.kind == 2) {
        if (t.bits == 32) { float x; __builtin_memcpy(&x, at, 4); value = x; }
        else { unsigned short x; __builtin_memcpy(&x, at, 2); value = half(x); }
        return value;
    }
    if (t.bits == 8) value = t.kind ? (double)*(const unsigned char *)at : (double)*(const signed char *)at;
    if (t.bits == 16) {
        short x;
        __builtin_memcpy(&x, at, 2);
        value = t.kind ? (double)(unsigned short)x : (double)x;
    }
    if (t.bits == 32) {
        int x;
        __builtin_memcpy(&x, at, 4);
        value = t.kind ? (double)(unsigned)x : (double)x;
    }
    if (!t.fractions) return value;
    value /= whole;
    return value < -1 ? -1 : value;
}

CUPY_SIMT_INLINE texel at(const Texture &t, long long x, long long y, long long z) {
    texel out = {};
    x = inside(x, t.size[0], t.address[0]);
    y = inside(y, t.size[1], t.address[1]);
    z = inside(z, t.size[2], t.address[2]);
    const int bytes = t.bits / 8;
    for (int c = 0; c < t.channels; ++c)
        out.value[c] = x < 0 || y < 0 || z < 0 ? t.border[c]
                       : number(t, t.data + z * t.slice + y * t.row + (x * t.channels + c) * bytes);
    return out;
}

// The coordinates are those of CUDA's Programming Guide, "Texture Fetching"; fractions are not cut to 8 bits.
inline __attribute__((noinline)) texel fetched(unsigned long long handle, double x, double y, double z, int axes) {
    const Texture &t = *reinterpret_cast<const Texture *>(handle);
    double place[3] = {x, y, z};
    for (int a = 0; a < axes; ++a) {
        if (!t.normalized) continue;
        if (t.address[a] == 0) place[a] -= floor_of(place[a]);
        if (t.address[a] == 2) {
            const double whole = floor_of(place[a]);
            place[a] = (long long)whole & 1 ? 1 - (place[a] - whole) : place[a] - whole;
        }
        place[a] *= double(t.size[a]);
    }
    if (!t.linear)
        return at(t, (long long)floor_of(place[0]), axes > 1 ? (long long)floor_of(place[1]) : 0,
                  axes > 2 ? (long long)floor_of(place[2]) : 0);
    long long first[3] = {};
    double part[3] = {};
    for (int a = 0; a < axes; ++a) {
        const double from = place[a] - 0.5;
        first[a] = (long long)floor_of(from);
        part[a] = from - floor_of(from);
    }
    texel sum = {};
    for (int corner = 0; corner < 1 << axes; ++corner) {
        double weight = 1;
        long long i[3] = {};
        for (int a = 0; a < axes; ++a) {
            const int upper = corner >> a & 1;
            weight *= upper ? part[a] : 1 - part[a];
            i[a] = first[a] + upper;
        }
        const texel one = at(t, i[0], i[1], i[2]);
        for (int c = 0; c < 4; ++c) sum.value[c] += weight * one.value[c];
    }
    return sum;
}

// Where an element of a surface lies; null outside.  `x` is in bytes.
CUPY_SIMT_INLINE char *element(unsigned long long handle, int x, int y, int z, int bytes, int mode) {
    const Texture &t = *reinterpret_cast<const Texture *>(handle);
    const long long width = t.size[0] * t.channels * t.bits / 8;
    const bool out = x < 0 || x + bytes > width || y < 0 || y >= t.size[1] || z < 0 || z >= t.size[2];
    if (out && mode == cudaBoundaryModeTrap) __builtin_trap();
    if (out && mode == cudaBoundaryModeZero) return nullptr;
    if (out) {
        x = x < 0 ? 0 : x + bytes > width ? int(width - bytes) : x;
        y = y < 0 ? 0 : y >= t.size[1] ? int(t.size[1] - 1) : y;
        z = z < 0 ? 0 : z >= t.size[2] ? int(t.size[2] - 1) : z;
    }
    return t.data + z * t.slice + y * t.row + x;
}
template <class T> CUPY_SIMT_INLINE T read(unsigned long long surface, int x, int y, int z, int mode) {
    T out{};
    if (const char *from = element(surface, x, y, z, sizeof(T), mode)) __builtin_memcpy(&out, from, sizeof out);
    return out;
}
template <class T> CUPY_SIMT_INLINE void write(T value, unsigned long long surface, int x, int y, int z, int mode) {
    if (char *to = element(surface, x, y, z, sizeof(T), mode)) __builtin_memcpy(to, &value, sizeof value);
}

}  // namespace simt
}  // namespace cupy

template <class T> CUPY_SIMT_INLINE T tex1Dfetch(cudaTextureObject_t t, int x) {
    return cupy::simt::packed<T>(cupy::simt::at(*reinterpret_cast<const cupy::simt::Texture *>(t), x, 0, 0));
}
template <class T> CUPY_SIMT_INLINE T tex1D(cudaTextureObject_t t, float x) {
    return cupy::simt::packed<T>(cupy::simt::fetched(t, x, 0, 0, 1));
}
template <class T> CUPY_SIMT_INLINE T tex2D(cudaTextureObject_t t, float x, float y) {
    return cupy::simt::packed<T>(cupy::simt::fetched(t, x, y, 0, 2));
}
template <class T> CUPY_SIMT_INLINE T tex3D(cudaTextureObject_t t, float x, float y, float z) {
    return cupy::simt::packed<T>(cupy::simt::fetched(t, x, y, z, 3));
}
template <class T> CUPY_SIMT_INLINE void tex1D(T *out, cudaTextureObject_t t, float x) { *out = tex1D<T>(t, x); }
template <class T> CUPY_SIMT_INLINE void tex2D(T *out, cudaTextureObject_t t, float x, float y) {
    *out = tex2D<T>(t, x, y);
}
template <class T> CUPY_SIMT_INLINE void tex3D(T *out, cudaTextureObject_t t, float x, float y, float z) {
    *out = tex3D<T>(t, x, y, z);
}

#define CUPY_SURFACE(axes, parameters, places)                                                                    \
    template <class T> CUPY_SIMT_INLINE T surf##axes##read(cudaSurfaceObject_t s, parameters,                     \
                                                           cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { \
        return cupy::simt::read<T>(s, places, mode);                                                              \
    }                                                                                                             \
    template <class T> CUPY_SIMT_INLINE void surf##axes##read(T *out, cudaSurfaceObject_t s, parameters,          \
                                                              cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { \
        *out = cupy::simt::read<T>(s, places, mode);                                                              \
    }                                                                                                             \
    template <class T> CUPY_SIMT_INLINE void surf##axes##write(T value, cudaSurfaceObject_t s, parameters,        \
                                                               cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { \
        cupy::simt::write(value, s, places, mode);                                                                \
    }
#define CUPY_LIST(...) __VA_ARGS__
CUPY_SURFACE(1D, CUPY_LIST(int x), CUPY_LIST(x, 0, 0))
CUPY_SURFACE(2D, CUPY_LIST(int x, int y), CUPY_LIST(x, y, 0))
CUPY_SURFACE(3D, CUPY_LIST(int x, int y, int z), CUPY_LIST(x, y, z))
#undef CUPY_LIST
#undef CUPY_SURFACE

#include "toolkit_end.hpp"
