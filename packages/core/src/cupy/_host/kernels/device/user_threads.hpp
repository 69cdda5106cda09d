// Threads and blocks for a user's elementwise or reducing code, which no thread runs here: a block has as many elements.
//
// What threads do together has no meaning here and does not compile.
#pragma once

#include "kernel.hpp"
#ifndef threadIdx       // nor is all of CUDA's language here
#include "simt/abi.hpp"
#include "simt/vectors.hpp"
#endif
#undef threadIdx
#undef blockIdx
#undef blockDim
#undef gridDim
#undef __shared__

// CUDA's loops have blocks of 128 threads, of which each begins with one element.
static __thread struct {
    uint3 thread, block, block_size, grid_size;
} cupy_user_place = {{0, 0, 0}, {0, 0, 0}, {128, 1, 1}, {1, 1, 1}};

#define threadIdx (cupy_user_place.thread)
#define blockIdx (cupy_user_place.block)
#define blockDim (cupy_user_place.block_size)
#define gridDim (cupy_user_place.grid_size)

// Where the element `at` of `size` is.
#define CUPY_USER_PLACE(at, size)                                                       \
    (threadIdx.x = unsigned((at) % 128), blockIdx.x = unsigned((at) / 128),             \
     gridDim.x = unsigned(((size) + 127) / 128))

#define __shared__ _Pragma("GCC error \"__shared__ is for threads of one block: on the host only a RawKernel has them\"")

namespace cupy {

constexpr int warpSize = 32;

CUPY_DEVICE void __threadfence() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
CUPY_DEVICE void __threadfence_block() { __atomic_signal_fence(__ATOMIC_SEQ_CST); }
CUPY_DEVICE void __threadfence_system() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
CUPY_DEVICE void __nanosleep(unsigned) {}

#define CUPY_TOGETHER(name)                                                                                            \
    template <class... Given> CUPY_DEVICE int name(Given...) {                                                         \
        static_assert(sizeof...(Given) == ~0u,                                                                         \
                      #name " is for threads of one block: on the host only a RawKernel has them");                    \
        return 0;                                                                                                      \
    }
CUPY_TOGETHER(__syncthreads)
CUPY_TOGETHER(__syncthreads_count)
CUPY_TOGETHER(__syncthreads_and)
CUPY_TOGETHER(__syncthreads_or)
CUPY_TOGETHER(__syncwarp)
CUPY_TOGETHER(__activemask)
CUPY_TOGETHER(__all_sync)
CUPY_TOGETHER(__any_sync)
CUPY_TOGETHER(__ballot_sync)
CUPY_TOGETHER(__shfl_sync)
CUPY_TOGETHER(__shfl_up_sync)
CUPY_TOGETHER(__shfl_down_sync)
CUPY_TOGETHER(__shfl_xor_sync)
CUPY_TOGETHER(__match_any_sync)
CUPY_TOGETHER(__match_all_sync)
CUPY_TOGETHER(__reduce_add_sync)
CUPY_TOGETHER(__reduce_min_sync)
CUPY_TOGETHER(__reduce_max_sync)
#undef CUPY_TOGETHER

}  // namespace cupy
