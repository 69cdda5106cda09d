// Functions of bits and integers, and loads with a cache hint.
#pragma once

CUPY_SIMT_INLINE int __popc(unsigned x) { return __builtin_popcount(x); }
CUPY_SIMT_INLINE int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
CUPY_SIMT_INLINE int __clz(int x) { return x ? __builtin_clz(unsigned(x)) : 32; }
CUPY_SIMT_INLINE int __clzll(long long x) { return x ? __builtin_clzll((unsigned long long)x) : 64; }
CUPY_SIMT_INLINE int __ffs(int x) { return __builtin_ffs(x); }
CUPY_SIMT_INLINE int __ffsll(long long x) { return __builtin_ffsll(x); }

CUPY_SIMT_INLINE unsigned __brev(unsigned x) {
    x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
    x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
    x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
    return __builtin_bswap32(x);
}
CUPY_SIMT_INLINE unsigned long long __brevll(unsigned long long x) {
    return (unsigned long long)__brev(unsigned(x)) << 32 | __brev(unsigned(x >> 32));
}

CUPY_SIMT_INLINE int __mulhi(int a, int b) { return int((long long)a * b >> 32); }
CUPY_SIMT_INLINE unsigned __umulhi(unsigned a, unsigned b) {
    return unsigned((unsigned long long)a * b >> 32);
}
CUPY_SIMT_INLINE long long __mul64hi(long long a, long long b) { return (long long)((__int128)a * b >> 64); }
CUPY_SIMT_INLINE unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
    return (unsigned long long)((unsigned __int128)a * b >> 64);
}
CUPY_SIMT_INLINE int __mul24(int a, int b) { return int(unsigned(a << 8 >> 8) * unsigned(b << 8 >> 8)); }
CUPY_SIMT_INLINE unsigned __umul24(unsigned a, unsigned b) { return (a & 0xffffffu) * (b & 0xffffffu); }
CUPY_SIMT_INLINE unsigned __sad(int a, int b, unsigned c) {
    return (a > b ? unsigned(a) - unsigned(b) : unsigned(b) - unsigned(a)) + c;
}
CUPY_SIMT_INLINE unsigned __usad(unsigned a, unsigned b, unsigned c) { return (a > b ? a - b : b - a) + c; }
CUPY_SIMT_INLINE int __hadd(int a, int b) { return int(((long long)a + b) >> 1); }
CUPY_SIMT_INLINE int __rhadd(int a, int b) { return int(((long long)a + b + 1) >> 1); }
CUPY_SIMT_INLINE unsigned __uhadd(unsigned a, unsigned b) { return unsigned(((unsigned long long)a + b) >> 1); }
CUPY_SIMT_INLINE unsigned __urhadd(unsigned a, unsigned b) { return unsigned(((unsigned long long)a + b + 1) >> 1); }
CUPY_SIMT_INLINE unsigned short __nv_bswap16(unsigned short x) { return __builtin_bswap16(x); }
CUPY_SIMT_INLINE unsigned __nv_bswap32(unsigned x) { return __builtin_bswap32(x); }
CUPY_SIMT_INLINE unsigned long long __nv_bswap64(unsigned long long x) { return __builtin_bswap64(x); }

// Place of the bit of `mask` that is set as the `which`-th from `base` on: upwards, or downwards when negative.
CUPY_SIMT_INLINE unsigned __fns(unsigned mask, unsigned base, int which) {
    if (base > 31) return 0xffffffffu;
    if (!which) return mask >> base & 1 ? base : 0xffffffffu;
    const int step = which > 0 ? 1 : -1;
    for (int at = int(base); at >= 0 && at < 32; at += step)
        if (mask >> at & 1 && (which -= step) == 0) return unsigned(at);
    return 0xffffffffu;
}

CUPY_SIMT_INLINE unsigned __byte_perm(unsigned a, unsigned b, unsigned selector) {
    const unsigned long long all = (unsigned long long)b << 32 | a;
    unsigned result = 0;
    for (int i = 0; i < 4; ++i) {
        const unsigned pick = selector >> 4 * i & 7;
        result |= (unsigned(all >> 8 * pick) & 0xff) << 8 * i;
    }
    return result;
}
CUPY_SIMT_INLINE unsigned __funnelshift_l(unsigned low, unsigned high, unsigned by) {
    return unsigned(((unsigned long long)high << 32 | low) << (by & 31) >> 32);
}
CUPY_SIMT_INLINE unsigned __funnelshift_r(unsigned low, unsigned high, unsigned by) {
    return unsigned(((unsigned long long)high << 32 | low) >> (by & 31));
}

CUPY_SIMT_INLINE unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned by) {
    return by >= 32 ? low : __funnelshift_l(low, high, by);
}
CUPY_SIMT_INLINE unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned by) {
    return by >= 32 ? high : __funnelshift_r(low, high, by);
}

#define CUPY_EXTREMA(prefix, T)                                                      \
    CUPY_SIMT_INLINE T prefix##max(T a, T b) { return a < b ? b : a; }               \
    CUPY_SIMT_INLINE T prefix##min(T a, T b) { return b < a ? b : a; }
CUPY_EXTREMA(u, unsigned) CUPY_EXTREMA(ll, long long) CUPY_EXTREMA(ull, unsigned long long)
#undef CUPY_EXTREMA

template <class T> CUPY_SIMT_INLINE T __ldg(const T *p) { return *p; }
template <class T> CUPY_SIMT_INLINE T __ldcg(const T *p) { return *p; }
template <class T> CUPY_SIMT_INLINE T __ldca(const T *p) { return *p; }
template <class T> CUPY_SIMT_INLINE T __ldcs(const T *p) { return *p; }
template <class T> CUPY_SIMT_INLINE void __stcg(T *p, T value) { *p = value; }
template <class T> CUPY_SIMT_INLINE void __stcs(T *p, T value) { *p = value; }
