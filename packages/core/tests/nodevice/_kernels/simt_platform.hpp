// A platform.hpp for tests: SIMT kernels on this machine, a thread of a block one after another,
// or all at once where a kernel waits at a barrier.
#pragma once

#define CUPY_SIMT 1
#define CUPY_DEVICE inline
#define CUPY_NOINLINE
#define CUPY_CALLED inline
#define CUPY_KERNEL extern "C" void
#define CUPY_LAUNCH_BOUNDS(threads)
#define CUPY_LAUNCH_RESIDENT(threads, blocks)
#define CUPY_GRID_CONSTANT
#define CUPY_SHARED static
#define CUPY_DYNAMIC_SHARED(name) unsigned char *name = cupy::platform::shared_memory()
#define CUPY_UNROLL
#define CUPY_NO_UNROLL
#define CUPY_RESTRICT __restrict__

#include <cmath>
#include <cstring>

namespace cupy {
namespace platform {

unsigned thread_index();
unsigned block_index();
unsigned thread_count();
unsigned block_count();
void barrier();
void warp_barrier();
unsigned char *shared_memory();
constexpr int kWarp = 32;
constexpr bool kQuickDoubles = true;
template <class T> T shuffle_xor(T value, unsigned with);
template <class T> T shuffle_up(T value, unsigned up);
unsigned shuffle_down(unsigned value, unsigned down);

inline float reciprocal_root(float x) { return float(1 / std::sqrt(x)) * 1.0000001f; }
inline double reciprocal_root(double x) { return 1 / std::sqrt(x); }
inline float near_reciprocal(float x) { return 1 / x * 1.0000001f; }
inline double near_reciprocal(double x) { return 1 / x * 1.000001; }
inline float near_exp2(float x) { return std::exp2(x) * 1.0000001f; }
inline int leading_zeros(unsigned x) { return x ? __builtin_clz(x) : 32; }
unsigned ballot(bool yes);
unsigned shuffle(unsigned value, unsigned from);
inline unsigned multiply_high(unsigned a, unsigned b) { return (unsigned long long)a * b >> 32; }
inline unsigned permuted(unsigned low, unsigned high, unsigned selector) {
    unsigned bytes = 0;
    for (int k = 0; k < 4; ++k)
        bytes |= unsigned(((unsigned long long)high << 32 | low) >> 8 * (selector >> 4 * k & 7) & 0xff) << 8 * k;
    return bytes;
}
inline float product(float a, float b) { return a * b; }
inline double product(double a, double b) { return a * b; }
template <class T> inline T unfused(T product) { return product; }
inline float root(float x) { return std::sqrt(x); }
inline double root(double x) { return std::sqrt(x); }
inline int count_ones(unsigned x) { return __builtin_popcount(x); }
inline int count_ones(unsigned long long x) { return __builtin_popcountll(x); }

template <class To, class From> To bits_as(From x) {
    To y;
    memcpy(&y, &x, sizeof y);
    return y;
}
inline void fence() {}
constexpr bool kCopiesAhead = true;
inline void copy_ahead(void *shared, const void *at) { memcpy(shared, at, 16); }
inline void copies_arrived() {}
inline void cache_ahead(const void *, unsigned) {}
inline unsigned add_and_return(unsigned *at, unsigned value) { const unsigned old = *at; *at += value; return old; }
template <bool> int add_bytes(unsigned, int);
template <bool> int dot_bytes(unsigned, unsigned, int);
template <bool> int add_byte(unsigned, int, int);
template <bool> int add_half(unsigned, int, int);
template <bool> unsigned max_pairs(unsigned, unsigned);
template <bool> unsigned min_pairs(unsigned, unsigned);
inline float max_or_nan(float, float) { return 0; }
inline float min_or_nan(float, float) { return 0; }
// These tests hold no half-precision arithmetic.
inline float half_to_float(unsigned short) { return 0; }
inline unsigned short float_to_half(float) { return 0; }
inline unsigned short double_to_half(double) { return 0; }
inline unsigned short float_to_bfloat(float) { return 0; }
inline unsigned short without_sign(unsigned short bits) { return bits & 0x7fff; }

}  // namespace platform
}  // namespace cupy
