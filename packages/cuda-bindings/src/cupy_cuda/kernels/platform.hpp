// The names that a kernel may use, on CUDA.
//
// Every backend's platform.hpp defines the same names, and functions of the C library's <math.h>
// for float and double in the global namespace (the compiler knows them here).
#pragma once

#define CUPY_SIMT 1
#define CUPY_DEVICE __device__ __forceinline__
#define CUPY_NOINLINE __noinline__
#define CUPY_CALLED __device__ __noinline__ inline
#define CUPY_KERNEL extern "C" __global__ void
#define CUPY_LAUNCH_BOUNDS(threads) __launch_bounds__(threads)
// So few registers that a multiprocessor holds this many blocks at once.
#define CUPY_LAUNCH_RESIDENT(threads, blocks) __launch_bounds__(threads, blocks)
#define CUPY_GRID_CONSTANT __grid_constant__
#define CUPY_SHARED __shared__
#define CUPY_DYNAMIC_SHARED(name) extern __shared__ __align__(16) unsigned char name[]
#define CUPY_UNROLL _Pragma("unroll")
#define CUPY_NO_UNROLL _Pragma("unroll 1")
#define CUPY_RESTRICT __restrict__

// Run-time compilation has no math.h, and no builtins for what is in it.
#ifndef INFINITY
#define INFINITY __int_as_float(0x7f800000)
#endif
#ifndef NAN
#define NAN __int_as_float(0x7fffffff)
#endif
#ifndef HUGE_VAL
#define HUGE_VAL __longlong_as_double(0x7ff0000000000000ll)
#endif

namespace cupy {
namespace platform {

CUPY_DEVICE unsigned thread_index() { return threadIdx.x; }
CUPY_DEVICE unsigned thread_count() { return blockDim.x; }
CUPY_DEVICE unsigned block_index() { return blockIdx.x; }
CUPY_DEVICE unsigned block_count() { return gridDim.x; }
CUPY_DEVICE void barrier() { __syncthreads(); }
// Whether blocks start in the order of their numbers, so that one may wait for those before it.
constexpr bool kBlocksStartInOrder = true;

// Whether an operation of doubles takes no more than twice the time of one of floats.
#if __CUDA_ARCH__ == 800 || __CUDA_ARCH__ == 900 || __CUDA_ARCH__ == 1000
constexpr bool kQuickDoubles = true;
#else
constexpr bool kQuickDoubles = false;
#endif

// 1 / sqrt(x), to about two units of the last place.
CUPY_DEVICE float reciprocal_root(float x) { return ::rsqrtf(x); }
CUPY_DEVICE double reciprocal_root(double x) { return ::rsqrt(x); }
// 1 / x and 2^x where neither x nor the result is below 2^-126 in size: one instruction, to two units of the last place.
CUPY_DEVICE float near_reciprocal(float x) {
    float y;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
    return y;
}
// The same of doubles, to 2^-20.
CUPY_DEVICE double near_reciprocal(double x) {
    double y;
    asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"(x));
    return y;
}
CUPY_DEVICE float near_exp2(float x) {
    float y;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
    return y;
}

CUPY_DEVICE unsigned multiply_high(unsigned a, unsigned b) { return __umulhi(a, b); }
// A product that is rounded by itself: never one operation with a sum that follows.
CUPY_DEVICE float product(float a, float b) { return __fmul_rn(a, b); }
CUPY_DEVICE double product(double a, double b) { return __dmul_rn(a, b); }
// A product that the host rounds by itself, as NumPy does; devices may make it one operation with a sum.
template <class T> CUPY_DEVICE T unfused(T product) { return product; }
// The square root of zero, or of a number between 2^-100 and 2^100: rounded correctly, without a branch.
CUPY_DEVICE float root(float x) {
    float inverse;
    asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(inverse) : "f"(fmaxf(x, 7.8886090522101181e-31f)));
    const float y = __fmul_rn(x, inverse);
    return __fmaf_rn(__fmaf_rn(-y, y, x), 0.5f * inverse, y);
}
CUPY_DEVICE double root(double x) { return sqrt(x); }
CUPY_DEVICE int count_ones(unsigned x) { return __popc(x); }
CUPY_DEVICE int count_ones(unsigned long long x) { return __popcll(x); }
CUPY_DEVICE int leading_zeros(unsigned x) { return __clz((int)x); }
CUPY_DEVICE int leading_zeros(unsigned long long x) { return __clzll((long long)x); }

// The greater and the lesser of two numbers, or NaN if one is.
CUPY_DEVICE float max_or_nan(float a, float b) {
#if __CUDA_ARCH__ >= 800
    float c;
    asm("max.NaN.f32 %0, %1, %2;" : "=f"(c) : "f"(a), "f"(b));
    return c;
#else
    return a != a || a > b ? a : b;
#endif
}
CUPY_DEVICE float min_or_nan(float a, float b) { return -max_or_nan(-a, -b); }

// The four bytes of a word added to a sum.
template <bool is_signed> CUPY_DEVICE int add_bytes(unsigned word, int sum) {
    if constexpr (is_signed) return __dp4a((int)word, 0x01010101, sum);
    else return (int)__dp4a(word, 0x01010101u, (unsigned)sum);
}
// The products of the bytes of two words added to a sum.
template <bool is_signed> CUPY_DEVICE int dot_bytes(unsigned a, unsigned b, int sum) {
    if constexpr (is_signed) return __dp4a((int)a, (int)b, sum);
    else return (int)__dp4a(a, b, (unsigned)sum);
}
// Byte, or 16-bit half, `j` of a word added to a sum.
template <bool is_signed> CUPY_DEVICE int add_byte(unsigned word, int j, int sum) {
    if constexpr (is_signed) return __dp4a((int)word, 1 << 8 * j, sum);
    else return (int)__dp4a(word, 1u << 8 * j, (unsigned)sum);
}
template <bool is_signed> CUPY_DEVICE int add_half(unsigned word, int j, int sum) {
    if constexpr (is_signed) return __dp2a_lo((int)word, 1 << 8 * j, sum);
    else return (int)__dp2a_lo(word, 1u << 8 * j, (unsigned)sum);
}
// The greater and the lesser of each of two halves.
template <bool is_signed> CUPY_DEVICE unsigned max_pairs(unsigned a, unsigned b) {
    return is_signed ? __vmaxs2(a, b) : __vmaxu2(a, b);
}
template <bool is_signed> CUPY_DEVICE unsigned min_pairs(unsigned a, unsigned b) {
    return is_signed ? __vmins2(a, b) : __vminu2(a, b);
}

// Same bits, other type.
template <class To, class From>
CUPY_DEVICE To bits_as(From x) {
    static_assert(sizeof(To) == sizeof(From), "sizes differ");
    To y;
    memcpy(&y, &x, sizeof y);
    return y;
}

// The value of the thread `down` places on, among 32 that call it together.
CUPY_DEVICE unsigned shuffle_down(unsigned value, unsigned down) {
    return __shfl_down_sync(0xffffffffu, value, down);
}
// The value of one of 32 threads that call it together; of any thread for a number out of range.
CUPY_DEVICE unsigned shuffle(unsigned value, unsigned from) {
    return __shfl_sync(0xffffffffu, value, (int)from);
}
// Which of 32 threads that call it together say yes.
CUPY_DEVICE unsigned ballot(bool yes) { return __ballot_sync(0xffffffffu, yes); }

// One word that other blocks write or read at the same time: neither held back nor torn.
template <class Word> CUPY_DEVICE Word load_now(const Word *at) { return *static_cast<const volatile Word *>(at); }
template <class Word> CUPY_DEVICE void store_now(Word *at, Word value) { *static_cast<volatile Word *>(at) = value; }

// Asks for 128 bytes from the memory that will soon be read, perhaps by another block.
CUPY_DEVICE void prefetch(const void *at) { asm volatile("prefetch.global.L2 [%0];" :: "l"(at)); }

// 16 bytes that nobody reads again soon: caches let go of them first.
CUPY_DEVICE void load_once(unsigned (&words)[4], const void *at) {
    const uint4 x = __ldcs(static_cast<const uint4 *>(at));
    memcpy(words, &x, 16);
}
// One item that nobody reads again soon.
template <class T> CUPY_DEVICE T load_once(const T *at) {
    if constexpr (sizeof(T) == 4) return bits_as<T>(__ldcs(reinterpret_cast<const unsigned *>(at)));
    else if constexpr (sizeof(T) == 8) return bits_as<T>(__ldcs(reinterpret_cast<const unsigned long long *>(at)));
    else return *at;
}

// 16 aligned bytes to shared memory: the thread that asks for them goes on, and has them after copies_arrived(); other
// threads have them after a barrier, too.
#if __CUDA_ARCH__ >= 800
constexpr bool kCopiesAhead = true;
CUPY_DEVICE void copy_ahead(void *shared, const void *at) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
                 :: "r"((unsigned)__cvta_generic_to_shared(shared)), "l"(__cvta_generic_to_global(at)) : "memory");
}
CUPY_DEVICE void copies_arrived() { asm volatile("cp.async.wait_all;" ::: "memory"); }
#else
constexpr bool kCopiesAhead = false;
CUPY_DEVICE void copy_ahead(void *shared, const void *at) {
    *static_cast<uint4 *>(shared) = *static_cast<const uint4 *>(at);
}
CUPY_DEVICE void copies_arrived() {}
#endif

// Whole 16 bytes of what is read soon, on their way to the cache.
CUPY_DEVICE void cache_ahead(const void *from, unsigned bytes) {
#if __CUDA_ARCH__ >= 900
    const unsigned long long at = __cvta_generic_to_global(from), first = (at + 15) & ~15ull;
    const unsigned long long stop = (at + bytes) & ~15ull;
    if (first < stop)
        asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;"
                     :: "l"(first), "r"((unsigned)(stop - first)) : "memory");
#endif
}

// Lanes: the threads that call these together.
constexpr int kWarp = 32;
using LaneMask = unsigned;
CUPY_DEVICE LaneMask lanes_below() { return (1u << (threadIdx.x & 31)) - 1; }
CUPY_DEVICE void warp_barrier() { __syncwarp(); }
template <class T> CUPY_DEVICE T shuffle_up(T value, unsigned up) { return __shfl_up_sync(0xffffffffu, value, up); }
template <class T> CUPY_DEVICE T shuffle_xor(T value, unsigned with) {
    return __shfl_xor_sync(0xffffffffu, value, with);
}

// Byte `k` of a word.
CUPY_DEVICE unsigned byte_of(unsigned word, unsigned k) { return __byte_perm(word, 0, 0x4440 + k); }
// Four of the eight bytes of two words, those of `low` first; the selector's digits are their numbers.
CUPY_DEVICE unsigned permuted(unsigned low, unsigned high, unsigned selector) {
    return __byte_perm(low, high, selector);
}

// The lanes with the same value below 256 (votes on its bits are faster than the match instruction).
CUPY_DEVICE LaneMask match_byte(unsigned value) {
    LaneMask lanes[8];
    CUPY_UNROLL
    for (int bit = 0; bit < 8; ++bit)
        // The lanes that are as this one in this bit: the compiler makes 6 instructions of it in C++.
        asm("{\n\t.reg .pred is;\n\t.reg .b32 b;\n\tand.b32 b, %1, %2;\n\tsetp.ne.u32 is, b, 0;\n\t"
            "vote.sync.ballot.b32 %0, is, 0xffffffff;\n\t@!is not.b32 %0, %0;\n\t}"
            : "=r"(lanes[bit]) : "r"(value), "r"(1u << bit));
    LaneMask same = lanes[0] & lanes[7];
    CUPY_UNROLL
    for (int bit = 1; bit < 7; bit += 2)
        asm("lop3.b32 %0, %0, %1, %2, 0x80;" : "+r"(same) : "r"(lanes[bit]), "r"(lanes[bit + 1]));
    return same;
}

template <class Word> CUPY_DEVICE void add(Word *at, Word value) { atomicAdd(at, value); }
CUPY_DEVICE void set_bits(unsigned *at, unsigned bits) { atomicOr(at, bits); }
CUPY_DEVICE void lower(unsigned *at, unsigned value) { atomicMin(at, value); }

// What other blocks must see is written before; the old value comes back.
CUPY_DEVICE void fence() { __threadfence(); }
CUPY_DEVICE unsigned add_and_return(unsigned *at, unsigned value) { return atomicAdd(at, value); }
CUPY_DEVICE unsigned long long add_and_return(unsigned long long *at, unsigned long long value) {
    return atomicAdd(at, value);
}
CUPY_DEVICE double add_and_return(double *at, double value) { return atomicAdd(at, value); }

CUPY_DEVICE unsigned compare_and_swap(unsigned *at, unsigned expected, unsigned value) {
    return atomicCAS(at, expected, value);
}
CUPY_DEVICE unsigned long long compare_and_swap(unsigned long long *at, unsigned long long expected,
                                                unsigned long long value) {
    return atomicCAS(at, expected, value);
}

// A change to an item too large for one atomic instruction, under one of a table of locks.
static __device__ unsigned locks[1024];
template <class F> CUPY_DEVICE void locked(F change, const void *at) {
    unsigned *lock = locks + (reinterpret_cast<unsigned long long>(at) >> 4 & 1023);
    for (bool done = false; !done;) {
        if (atomicCAS(lock, 0u, 1u) == 0) {
            __threadfence();
            change();
            __threadfence();
            atomicExch(lock, 0u);
            done = true;
        }
    }
}

CUPY_DEVICE float half_to_float(unsigned short half) {
    float x;
    asm("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"(half));
    return x;
}
CUPY_DEVICE unsigned short float_to_half(float x) {
    unsigned short half;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(half) : "f"(x));
    return half;
}
CUPY_DEVICE unsigned short double_to_half(double x) {
    unsigned short half;
    asm("cvt.rn.f16.f64 %0, %1;" : "=h"(half) : "d"(x));
    return half;
}
CUPY_DEVICE unsigned short float_to_bfloat(float x) {
#if __CUDA_ARCH__ >= 800
    unsigned short bits;
    asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(bits) : "f"(x));
    return bits;
#else
    const unsigned bits = __float_as_uint(x);
    const unsigned rounded = (bits + 0x7fffu + (bits >> 16 & 1)) >> 16;
    return (unsigned short)(x != x ? bits >> 16 | 0x40u : rounded);
#endif
}

// ptxas 13.0 loses `bits & 0x7fff` of the first of two numbers that one instruction has just rounded to 16 bits.
CUPY_DEVICE unsigned short without_sign(unsigned short bits) {
    unsigned left;
    asm("lop3.b32 %0, %1, 0x7fff, 0, 0xc0;" : "=r"(left) : "r"((unsigned)bits));
    return (unsigned short)left;
}

}  // namespace platform
}  // namespace cupy
