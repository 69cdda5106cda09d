// The names that a kernel may use, on HIP.
//
// Every backend's platform.hpp defines the same names, and functions of the C library's <math.h>
// for float and double in the global namespace (hipRTC has them built in).  A warp has 64 or 32
// lanes here; kernels exchange values among 32 neighbours, which are never in two warps.
#pragma once

#define CUPY_SIMT 1
#define CUPY_DEVICE __device__ __forceinline__
#define CUPY_NOINLINE __attribute__((noinline))
#define CUPY_CALLED __device__ __attribute__((noinline)) inline
#define CUPY_KERNEL extern "C" __global__ void
#define CUPY_LAUNCH_BOUNDS(threads) __launch_bounds__(threads)
// So few registers that a multiprocessor holds several blocks at once: left to the compiler here.
#define CUPY_LAUNCH_RESIDENT(threads, blocks) CUPY_LAUNCH_BOUNDS(threads)
#define CUPY_GRID_CONSTANT
#define CUPY_SHARED __shared__
#define CUPY_DYNAMIC_SHARED(name) extern __shared__ __attribute__((aligned(16))) unsigned char name[]
#define CUPY_UNROLL _Pragma("unroll")
#define CUPY_NO_UNROLL _Pragma("unroll 1")
#define CUPY_RESTRICT __restrict__

namespace cupy {
namespace platform {

CUPY_DEVICE unsigned thread_index() { return threadIdx.x; }
CUPY_DEVICE unsigned thread_count() { return blockDim.x; }
CUPY_DEVICE unsigned block_index() { return blockIdx.x; }
CUPY_DEVICE unsigned block_count() { return gridDim.x; }
CUPY_DEVICE void barrier() { __syncthreads(); }
// Whether blocks start in the order of their numbers, so that one may wait for those before it.
constexpr bool kBlocksStartInOrder = false;

// Whether an operation of doubles takes no more than twice the time of one of floats: not on graphics cards.
#if defined(__GFX10__) || defined(__GFX11__) || defined(__GFX12__)
constexpr bool kQuickDoubles = false;
#else
constexpr bool kQuickDoubles = true;
#endif

// 1 / sqrt(x), to about two units of the last place.
CUPY_DEVICE float reciprocal_root(float x) { return __builtin_amdgcn_rsqf(x); }
CUPY_DEVICE double reciprocal_root(double x) { return 1.0 / ::sqrt(x); }
// 1 / x and 2^x where neither x nor the result is below 2^-126 in size, to two units of the last place.
CUPY_DEVICE float near_reciprocal(float x) { return __builtin_amdgcn_rcpf(x); }
// The same of doubles.
CUPY_DEVICE double near_reciprocal(double x) { return 1.0 / x; }
CUPY_DEVICE float near_exp2(float x) { return ::exp2f(x); }

CUPY_DEVICE unsigned multiply_high(unsigned a, unsigned b) { return __umulhi(a, b); }
// A product that is rounded by itself: never one operation with a sum that follows.
CUPY_DEVICE float product(float a, float b) {
#pragma clang fp contract(off)
    return a * b;
}
CUPY_DEVICE double product(double a, double b) {
#pragma clang fp contract(off)
    return a * b;
}
// A product that the host rounds by itself, as NumPy does; devices may make it one operation with a sum.
template <class T> CUPY_DEVICE T unfused(T product) { return product; }
// The square root of zero, or of a number between 2^-100 and 2^100.
CUPY_DEVICE float root(float x) { return sqrtf(x); }
CUPY_DEVICE double root(double x) { return sqrt(x); }
CUPY_DEVICE int count_ones(unsigned x) { return __popc(x); }
CUPY_DEVICE int count_ones(unsigned long long x) { return __popcll(x); }
CUPY_DEVICE int leading_zeros(unsigned x) { return __clz((int)x); }
CUPY_DEVICE int leading_zeros(unsigned long long x) { return __clzll((long long)x); }

// The greater and the lesser of two numbers, or NaN if one is.
CUPY_DEVICE float max_or_nan(float a, float b) { return a != a || a > b ? a : b; }
CUPY_DEVICE float min_or_nan(float a, float b) { return a != a || a < b ? a : b; }

// The four bytes of a word added to a sum.
template <bool is_signed> CUPY_DEVICE int add_bytes(unsigned word, int sum) {
    CUPY_UNROLL
    for (int k = 0; k < 32; k += 8) sum += is_signed ? (int)(signed char)(word >> k) : (int)(unsigned char)(word >> k);
    return sum;
}
// The products of the bytes of two words added to a sum.
template <bool is_signed> CUPY_DEVICE int dot_bytes(unsigned a, unsigned b, int sum) {
    CUPY_UNROLL
    for (int k = 0; k < 32; k += 8)
        sum += is_signed ? (int)(signed char)(a >> k) * (signed char)(b >> k)
                         : (int)(unsigned char)(a >> k) * (unsigned char)(b >> k);
    return sum;
}
// Byte, or 16-bit half, `j` of a word added to a sum.
template <bool is_signed> CUPY_DEVICE int add_byte(unsigned word, int j, int sum) {
    return sum + (is_signed ? (int)(signed char)(word >> 8 * j) : (int)(unsigned char)(word >> 8 * j));
}
template <bool is_signed> CUPY_DEVICE int add_half(unsigned word, int j, int sum) {
    return sum + (is_signed ? (int)(short)(word >> 16 * j) : (int)(unsigned short)(word >> 16 * j));
}
// The greater and the lesser of each of two halves.
template <bool is_signed> CUPY_DEVICE unsigned max_pairs(unsigned a, unsigned b) {
    const unsigned shift = is_signed ? 0x80008000u : 0, x = a ^ shift, y = b ^ shift;
    const unsigned low = (x & 0xffffu) > (y & 0xffffu) ? a : b, high = x >> 16 > y >> 16 ? a : b;
    return (high & 0xffff0000u) | (low & 0xffffu);
}
template <bool is_signed> CUPY_DEVICE unsigned min_pairs(unsigned a, unsigned b) {
    return ~max_pairs<is_signed>(~a, ~b);
}

// Same bits, other type.
template <class To, class From>
CUPY_DEVICE To bits_as(From x) {
    static_assert(sizeof(To) == sizeof(From), "sizes differ");
    To y;
    __builtin_memcpy(&y, &x, sizeof y);
    return y;
}

// The value of the thread `down` places on, among 32 that call it together.
CUPY_DEVICE unsigned shuffle_down(unsigned value, unsigned down) {
    return (unsigned)__shfl_down((int)value, down, 32);
}
// The value of one of 32 threads that call it together; of any thread for a number out of range.
CUPY_DEVICE unsigned shuffle(unsigned value, unsigned from) { return (unsigned)__shfl((int)value, (int)from, 32); }

// Which of 32 threads that call it together say yes.
CUPY_DEVICE unsigned ballot(bool yes) { return (unsigned)(__ballot(yes) >> (__lane_id() & 32)); }

// One word that other blocks write or read at the same time: neither held back nor torn.
template <class Word> CUPY_DEVICE Word load_now(const Word *at) { return *static_cast<const volatile Word *>(at); }
template <class Word> CUPY_DEVICE void store_now(Word *at, Word value) { *static_cast<volatile Word *>(at) = value; }

// Asks for 128 bytes from the memory that will soon be read; there is no such instruction.
CUPY_DEVICE void prefetch(const void *) {}

// 16 bytes that nobody reads again soon.
struct alignas(16) FourWords { unsigned words[4]; };
CUPY_DEVICE void load_once(unsigned (&words)[4], const void *at) {
    const FourWords x = *static_cast<const FourWords *>(at);
    for (int k = 0; k < 4; ++k) words[k] = x.words[k];
}
// One item.
template <class T> CUPY_DEVICE T load_once(const T *at) { return *at; }

// 16 aligned bytes to shared memory, which other threads have after a barrier: nothing goes on meanwhile.
constexpr bool kCopiesAhead = false;
CUPY_DEVICE void copy_ahead(void *shared, const void *at) {
    *static_cast<FourWords *>(shared) = *static_cast<const FourWords *>(at);
}
CUPY_DEVICE void copies_arrived() {}
CUPY_DEVICE void cache_ahead(const void *, unsigned) {}

// Lanes: the threads that call these together, half of a warp where that has 64.
constexpr int kWarp = 32;
using LaneMask = unsigned;
CUPY_DEVICE LaneMask lanes_below() { return (1u << (threadIdx.x & 31)) - 1; }
CUPY_DEVICE void warp_barrier() {
    __builtin_amdgcn_fence(__ATOMIC_ACQ_REL, "wavefront");
    __builtin_amdgcn_wave_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQ_REL, "wavefront");
}
template <class T> CUPY_DEVICE T shuffle_up(T value, unsigned up) { return __shfl_up(value, up, 32); }
template <class T> CUPY_DEVICE T shuffle_xor(T value, unsigned with) { return __shfl_xor(value, (int)with, 32); }

// Byte `k` of a word.
CUPY_DEVICE unsigned byte_of(unsigned word, unsigned k) { return word >> 8 * k & 0xff; }
// Four of the eight bytes of two words, those of `low` first; the selector's digits are their numbers.
CUPY_DEVICE unsigned permuted(unsigned low, unsigned high, unsigned selector) {
    unsigned word = 0;
    CUPY_UNROLL
    for (int k = 0; k < 4; ++k) {
        const unsigned number = selector >> 4 * k & 7;
        word |= byte_of(number < 4 ? low : high, number % 4) << 8 * k;
    }
    return word;
}

// The lanes with the same value below 256.
CUPY_DEVICE LaneMask match_byte(unsigned value) {
    LaneMask same = 0xffffffffu;
    CUPY_UNROLL
    for (int bit = 0; bit < 8; ++bit) {
        const bool is = value >> bit & 1;
        const LaneMask lanes = ballot(is);
        same &= lanes ^ (is ? 0u : ~0u);
    }
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
    // Lanes of one wave contend: the change and the release must stay inside the loop.  The compiler moves them behind it
    // where it can see that `done` leaves it, so it is not let see.
    for (int done = 0; !done;) {
        if (atomicCAS(lock, 0u, 1u) == 0) {
            __threadfence();
            change();
            __threadfence();
            atomicExch(lock, 0u);
            done = 1;
#if defined(__AMDGCN__)
            asm volatile("" : "+v"(done));
#endif
        }
    }
}

CUPY_DEVICE float half_to_float(unsigned short half) { return (float)bits_as<_Float16>(half); }
CUPY_DEVICE unsigned short float_to_half(float x) { return bits_as<unsigned short>((_Float16)x); }
CUPY_DEVICE unsigned short double_to_half(double x) { return bits_as<unsigned short>((_Float16)x); }
CUPY_DEVICE unsigned short float_to_bfloat(float x) {
    const unsigned bits = bits_as<unsigned>(x);
    const unsigned rounded = (bits + 0x7fffu + (bits >> 16 & 1)) >> 16;
    return (unsigned short)(x != x ? bits >> 16 | 0x40u : rounded);
}

CUPY_DEVICE unsigned short without_sign(unsigned short bits) { return bits & 0x7fff; }

}  // namespace platform
}  // namespace cupy
