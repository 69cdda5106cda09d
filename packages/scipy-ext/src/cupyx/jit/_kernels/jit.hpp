// What every kernel that was translated from Python uses: arrays, atomics, values across a warp.
#pragma once

#include "kernel.hpp"

namespace cupy {
namespace jit {

// An argument, indexed along every axis; `item` counts in C order.
template <class T, int N, bool contiguous> struct array {
    T *data;
    int64 shape_[N ? N : 1];
    int64 strides_[N ? N : 1];     // bytes

    template <class... I> __device__ T &at(I... indices) const {
        const int64 index[] = {(int64)indices..., 0};
        if constexpr (contiguous && N == 1) return data[index[0]];
        int64 offset = 0;
        for (int d = 0; d < N; ++d) offset += index[d] * strides_[d];
        return *reinterpret_cast<T *>(reinterpret_cast<char *>(data) + offset);
    }
    __device__ int64 size() const {
        int64 total = 1;
        for (int d = 0; d < N; ++d) total *= shape_[d];
        return total;
    }
    __device__ T *begin() const { return data; }
    __device__ T *end() const { return data + size(); }
    // The array without its first axis, at one place of it.
    __device__ array<T, N ? N - 1 : 0, contiguous> row(int64 index) const {
        array<T, N ? N - 1 : 0, contiguous> rest{};
        rest.data = reinterpret_cast<T *>(reinterpret_cast<char *>(data) + index * strides_[0]);
        for (int d = 1; d < N; ++d) {
            rest.shape_[d - 1] = shape_[d];
            rest.strides_[d - 1] = strides_[d];
        }
        return rest;
    }
};

// Memory of a block or a thread with a shape that is known.
template <class T, int64 first, int64... rest> struct local {
    T items[first * (rest * ... * 1)];
    template <class... I> __device__ T &at(I... indices) {
        const int64 index[] = {(int64)indices...}, shape[] = {first, rest...};
        int64 at = 0;
        for (int d = 0; d < 1 + (int)sizeof...(rest); ++d) at = at * shape[d] + index[d];
        return items[at];
    }
    __device__ T *begin() { return items; }
    __device__ T *end() { return items + first * (rest * ... * 1); }
};

template <class T> struct pointer {
    T *data;
    template <class I> __device__ T &at(I index) const { return data[index]; }
    __device__ T *begin() const { return data; }
};

// A change of one item that no other thread can interrupt, for types that have no instruction.
template <class T, class F> __device__ T change(T *at, F next) {
    if constexpr (sizeof(T) == 4 || sizeof(T) == 8) {
        using word = typename conditional<sizeof(T) == 4, unsigned, unsigned long long>::type;
        word *bits = reinterpret_cast<word *>(at);
        word old = *static_cast<volatile word *>(bits), seen;
        do {
            seen = old;
            const T value = next(platform::bits_as<T>(seen));
            old = ::atomicCAS(bits, seen, platform::bits_as<word>(value));
        } while (old != seen);
        return platform::bits_as<T>(old);
    } else {
        static_assert(sizeof(T) <= 2, "this type has no atomic operations");
        // A part of a word of four bytes.
        const unsigned long long address = reinterpret_cast<unsigned long long>(at);
        unsigned *bits = reinterpret_cast<unsigned *>(address & ~3ull);
        const unsigned shift = 8 * (unsigned)(address & 3), mask = (sizeof(T) == 2 ? 0xffffu : 0xffu) << shift;
        using word = typename conditional<sizeof(T) == 2, unsigned short, unsigned char>::type;
        unsigned old = *static_cast<volatile unsigned *>(bits), seen;
        do {
            seen = old;
            const T value = next(platform::bits_as<T>((word)((seen & mask) >> shift)));
            old = ::atomicCAS(bits, seen, (seen & ~mask) | (unsigned)platform::bits_as<word>(value) << shift);
        } while (old != seen);
        return platform::bits_as<T>((word)((old & mask) >> shift));
    }
}

#define CUPY_JIT_ATOMIC(name, expression)                                                          \
    template <class T> __device__ T atomic_##name(T *at, T value) {                                \
        return change(at, [value](T old) -> T { return expression; });                             \
    }
CUPY_JIT_ATOMIC(add, T(old + value))
CUPY_JIT_ATOMIC(sub, T(old - value))
CUPY_JIT_ATOMIC(min, value < old ? value : old)
CUPY_JIT_ATOMIC(max, old < value ? value : old)
CUPY_JIT_ATOMIC(exch, ((void)old, value))
CUPY_JIT_ATOMIC(inc, old >= value ? T(0) : T(old + 1))
CUPY_JIT_ATOMIC(dec, old == 0 || old > value ? value : T(old - 1))
CUPY_JIT_ATOMIC(and, T(old & value))
CUPY_JIT_ATOMIC(or, T(old | value))
CUPY_JIT_ATOMIC(xor, T(old ^ value))

// The types that have instructions of their own.
__device__ inline int32 atomic_add(int32 *at, int32 value) { return ::atomicAdd((int *)at, (int)value); }
__device__ inline uint32 atomic_add(uint32 *at, uint32 value) { return ::atomicAdd((unsigned *)at, (unsigned)value); }
__device__ inline int64 atomic_add(int64 *at, int64 value) {
    return (int64)::atomicAdd((unsigned long long *)at, (unsigned long long)value);
}
__device__ inline uint64 atomic_add(uint64 *at, uint64 value) {
    return (uint64)::atomicAdd((unsigned long long *)at, (unsigned long long)value);
}
__device__ inline float atomic_add(float *at, float value) { return ::atomicAdd(at, value); }
__device__ inline double atomic_add(double *at, double value) { return ::atomicAdd(at, value); }
template <class T> __device__ complex<T> atomic_add(complex<T> *at, complex<T> value) {
    T *parts = reinterpret_cast<T *>(at);
    const T re = ::atomicAdd(parts, value.re), im = ::atomicAdd(parts + 1, value.im);
    return complex<T>(re, im);
}
template <class T> __device__ T atomic_cas(T *at, T compare, T value) {
    return change(at, [compare, value](T old) -> T { return old == compare ? value : old; });
}

// Values of any size across a warp, a word at a time.
template <class T, class F> __device__ T by_words(T value, F move) {
    constexpr int kWords = (int)((sizeof(T) + 3) / 4);
    unsigned words[kWords] = {};
    memcpy(words, &value, sizeof(T));
    for (int k = 0; k < kWords; ++k) words[k] = move(words[k]);
    memcpy(&value, words, sizeof(T));
    return value;
}
template <class T> __device__ T shfl(unsigned mask, T value, int from, int width) {
    return by_words(value, [=](unsigned w) { return __shfl_sync(mask, w, from, width); });
}
template <class T> __device__ T shfl_up(unsigned mask, T value, unsigned delta, int width) {
    return by_words(value, [=](unsigned w) { return __shfl_up_sync(mask, w, delta, width); });
}
template <class T> __device__ T shfl_down(unsigned mask, T value, unsigned delta, int width) {
    return by_words(value, [=](unsigned w) { return __shfl_down_sync(mask, w, delta, width); });
}
template <class T> __device__ T shfl_xor(unsigned mask, T value, int with, int width) {
    return by_words(value, [=](unsigned w) { return __shfl_xor_sync(mask, w, with, width); });
}

__device__ inline unsigned lane() {
    return (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) % warpSize;
}

}  // namespace jit
}  // namespace cupy
