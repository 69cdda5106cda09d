// Two or four small integers in a word, and dot products of bytes: CUDA's video instructions.
#pragma once

namespace cupy {
namespace simt {

// `change(a, b)` of every lane of B bits; lanes are signed or not.
template <int B, bool is_signed, class F> CUPY_SIMT_INLINE unsigned each_lane(unsigned a, unsigned b, F change) {
    constexpr unsigned mask = B == 16 ? 0xffffu : 0xffu;
    unsigned result = 0;
    for (int at = 0; at < 32; at += B) {
        int x = int(a >> at & mask), y = int(b >> at & mask);
        if (is_signed) {
            x = x << (32 - B) >> (32 - B);
            y = y << (32 - B) >> (32 - B);
        }
        result |= (unsigned(change(x, y)) & mask) << at;
    }
    return result;
}
template <int B> CUPY_SIMT_INLINE int clamp_signed(int x) {
    constexpr int most = (1 << (B - 1)) - 1;
    return x > most ? most : x < -most - 1 ? -most - 1 : x;
}
template <int B> CUPY_SIMT_INLINE int clamp_unsigned(int x) {
    constexpr int most = (1 << B) - 1;
    return x > most ? most : x < 0 ? 0 : x;
}
CUPY_SIMT_INLINE int distance(int x, int y) { return x > y ? x - y : y - x; }

}  // namespace simt
}  // namespace cupy

#define CUPY_LANES(name, B, is_signed, expression)                                               \
    CUPY_SIMT_INLINE unsigned name(unsigned a, unsigned b) {                                     \
        return cupy::simt::each_lane<B, is_signed>(a, b, [](int x, int y) { return expression; }); \
    }
#define CUPY_LANES_1(name, B, is_signed, expression)                                             \
    CUPY_SIMT_INLINE unsigned name(unsigned a) {                                                 \
        return cupy::simt::each_lane<B, is_signed>(a, a, [](int x, int) { return expression; });  \
    }
#define CUPY_COMPARED(name, B, is_signed, sign)                                                  \
    CUPY_LANES(__vcmp##name, B, is_signed, x sign y ? -1 : 0)                                    \
    CUPY_LANES(__vset##name, B, is_signed, x sign y ? 1 : 0)
#define CUPY_WORDS(n, B)                                                                         \
    CUPY_LANES(__vadd##n, B, false, x + y)                                                       \
    CUPY_LANES(__vsub##n, B, false, x - y)                                                       \
    CUPY_LANES(__vaddss##n, B, true, cupy::simt::clamp_signed<B>(x + y))                         \
    CUPY_LANES(__vaddus##n, B, false, cupy::simt::clamp_unsigned<B>(x + y))                      \
    CUPY_LANES(__vsubss##n, B, true, cupy::simt::clamp_signed<B>(x - y))                         \
    CUPY_LANES(__vsubus##n, B, false, cupy::simt::clamp_unsigned<B>(x - y))                      \
    CUPY_LANES(__vabsdiffs##n, B, true, cupy::simt::distance(x, y))                              \
    CUPY_LANES(__vabsdiffu##n, B, false, cupy::simt::distance(x, y))                             \
    CUPY_LANES(__vavgs##n, B, true, (x + y + (x + y >= 0)) >> 1)                                 \
    CUPY_LANES(__vavgu##n, B, false, (x + y + 1) >> 1)                                           \
    CUPY_LANES(__vhaddu##n, B, false, (x + y) >> 1)                                              \
    CUPY_LANES(__vmaxs##n, B, true, x > y ? x : y)                                               \
    CUPY_LANES(__vmaxu##n, B, false, x > y ? x : y)                                              \
    CUPY_LANES(__vmins##n, B, true, x < y ? x : y)                                               \
    CUPY_LANES(__vminu##n, B, false, x < y ? x : y)                                              \
    CUPY_LANES_1(__vabs##n, B, true, x < 0 ? -x : x)                                             \
    CUPY_LANES_1(__vabsss##n, B, true, cupy::simt::clamp_signed<B>(x < 0 ? -x : x))              \
    CUPY_LANES_1(__vneg##n, B, true, -x)                                                         \
    CUPY_LANES_1(__vnegss##n, B, true, cupy::simt::clamp_signed<B>(-x))                          \
    CUPY_COMPARED(eq##n, B, false, ==)                                                           \
    CUPY_COMPARED(ne##n, B, false, !=)                                                           \
    CUPY_COMPARED(gts##n, B, true, >)                                                            \
    CUPY_COMPARED(gtu##n, B, false, >)                                                           \
    CUPY_COMPARED(ges##n, B, true, >=)                                                           \
    CUPY_COMPARED(geu##n, B, false, >=)                                                          \
    CUPY_COMPARED(lts##n, B, true, <)                                                            \
    CUPY_COMPARED(ltu##n, B, false, <)                                                           \
    CUPY_COMPARED(les##n, B, true, <=)                                                           \
    CUPY_COMPARED(leu##n, B, false, <=)                                                          \
    CUPY_SIMT_INLINE unsigned __vsads##n(unsigned a, unsigned b) {                               \
        unsigned sum = 0;                                                                        \
        cupy::simt::each_lane<B, true>(a, b, [&](int x, int y) { return sum += cupy::simt::distance(x, y); }); \
        return sum;                                                                              \
    }                                                                                            \
    CUPY_SIMT_INLINE unsigned __vsadu##n(unsigned a, unsigned b) {                               \
        unsigned sum = 0;                                                                        \
        cupy::simt::each_lane<B, false>(a, b, [&](int x, int y) { return sum += cupy::simt::distance(x, y); }); \
        return sum;                                                                              \
    }
CUPY_WORDS(2, 16)
CUPY_WORDS(4, 8)
#undef CUPY_WORDS
#undef CUPY_COMPARED
#undef CUPY_LANES_1
#undef CUPY_LANES
// The names of signed distances that CUDA also has without a letter.
CUPY_SIMT_INLINE unsigned __vabsdiff2(unsigned a, unsigned b) { return __vabsdiffs2(a, b); }
CUPY_SIMT_INLINE unsigned __vabsdiff4(unsigned a, unsigned b) { return __vabsdiffs4(a, b); }

CUPY_SIMT_INLINE int __dp4a(int a, int b, int c) {
    for (int at = 0; at < 32; at += 8) c += int((signed char)(a >> at)) * int((signed char)(b >> at));
    return c;
}
CUPY_SIMT_INLINE unsigned __dp4a(unsigned a, unsigned b, unsigned c) {
    for (int at = 0; at < 32; at += 8) c += (a >> at & 0xffu) * (b >> at & 0xffu);
    return c;
}
CUPY_SIMT_INLINE int __dp2a_lo(int a, int b, int c) {
    return c + int(short(a)) * int((signed char)b) + int(short(a >> 16)) * int((signed char)(b >> 8));
}
CUPY_SIMT_INLINE int __dp2a_hi(int a, int b, int c) { return __dp2a_lo(a, b >> 16, c); }
CUPY_SIMT_INLINE unsigned __dp2a_lo(unsigned a, unsigned b, unsigned c) {
    return c + (a & 0xffffu) * (b & 0xffu) + (a >> 16) * (b >> 8 & 0xffu);
}
CUPY_SIMT_INLINE unsigned __dp2a_hi(unsigned a, unsigned b, unsigned c) { return __dp2a_lo(a, b >> 16, c); }
