// Where a thread is, and what the threads of a block do together.
#pragma once

// Where this thread of the system is.  Nobody takes an address in it, so that the compiler knows
// that a kernel's stores leave it alone.
static __thread struct {
    uint3 thread, block, block_size, grid_size;
    const cupy::simt::Block *all;
} cupy_simt_place;

#define threadIdx (cupy_simt_place.thread)
#define blockIdx (cupy_simt_place.block)
#define blockDim (cupy_simt_place.block_size)
#define gridDim (cupy_simt_place.grid_size)
constexpr int warpSize = 32;

#ifdef __clang__
#define CUPY_SIMT_OUT_OF_LINE __attribute__((noinline, visibility("default")))
#else
#define CUPY_SIMT_OUT_OF_LINE __attribute__((noinline, noclone, visibility("default")))
#endif

// In a module that has this symbol some thread waits for others; elsewhere none needs its own stack.
extern "C" inline CUPY_SIMT_OUT_OF_LINE unsigned long long cupy_simt_wait(
    int operation, unsigned mask, unsigned long long value, int source) {
    const uint3 mine = threadIdx;
    const unsigned long long result = cupy_simt_place.all->wait(operation, mask, value, source);
    threadIdx = mine;       // others have run
    return result;
}

namespace cupy {
namespace simt {

CUPY_SIMT_INLINE unsigned thread_number() {
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}

CUPY_SIMT_INLINE bool is_cooperative() { return cupy_simt_place.all->cooperative; }
CUPY_SIMT_INLINE void wait_for_grid() { cupy_simt_wait(kGrid, 0, 0, 0); }
CUPY_SIMT_INLINE void let_others_run() { cupy_simt_wait(kYield, 0, 0, 0); }

// Stands for `extern __shared__ T name[]`.
template <class T> struct DynamicShared {
    operator T *() const { return reinterpret_cast<T *>(cupy_simt_place.all->shared); }
};

}  // namespace simt
}  // namespace cupy

CUPY_SIMT_INLINE void __syncthreads() { cupy_simt_wait(cupy::simt::kBarrier, 0, 0, 0); }
CUPY_SIMT_INLINE int __syncthreads_count(int predicate) {
    return int(cupy_simt_wait(cupy::simt::kBarrier, 0, predicate != 0, 0) & 0xffffffffu);
}
CUPY_SIMT_INLINE int __syncthreads_or(int predicate) { return __syncthreads_count(predicate) != 0; }
CUPY_SIMT_INLINE int __syncthreads_and(int predicate) {
    const unsigned long long result = cupy_simt_wait(cupy::simt::kBarrier, 0, predicate != 0, 0);
    return (result >> 32) == (result & 0xffffffffu);
}

CUPY_SIMT_INLINE void __threadfence() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
CUPY_SIMT_INLINE void __threadfence_block() { __atomic_signal_fence(__ATOMIC_SEQ_CST); }
CUPY_SIMT_INLINE void __threadfence_system() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }

#define CUPY_SIMT_CLOCK
CUPY_SIMT_INLINE long long clock64() {
#if defined(__x86_64__)
    return (long long)__builtin_ia32_rdtsc();
#elif defined(__aarch64__)
    long long now;
    asm volatile("mrs %0, cntvct_el0" : "=r"(now));
    return now;
#else
    return 0;
#endif
}
typedef long clock_t;
extern "C" clock_t clock() noexcept;        // the C library's, which its own header declares too
CUPY_SIMT_INLINE void __nanosleep(unsigned) { cupy::simt::let_others_run(); }
CUPY_SIMT_INLINE void __trap() { __builtin_trap(); }
