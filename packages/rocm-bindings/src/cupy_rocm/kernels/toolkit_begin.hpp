// Begins a header that stands for one of CUDA's toolkit: what these headers need, in the words of this backend.
// Up to toolkit_end.hpp functions are the device's without saying so, as NVRTC has it.

#ifndef CUPY_TOOLKIT_NAMES
#define CUPY_TOOLKIT_NAMES
#define CUPY_TOOLKIT_TABLE static __device__ const
#define CUPY_SIMT_INLINE __device__ inline

namespace cupy {
namespace simt {

CUPY_SIMT_INLINE unsigned thread_number() {
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
// A warp of 64 lanes is two of 32 here.
CUPY_SIMT_INLINE int lane() { return int(thread_number() % 32); }
// Which lanes of the mask say yes.
CUPY_SIMT_INLINE unsigned votes(unsigned mask, int predicate) {
    return unsigned(__ballot(predicate) >> (__lane_id() & 32)) & mask;
}
CUPY_SIMT_INLINE unsigned active() { return votes(~0u, 1); }

// Values of any size travel as words.
template <class T> CUPY_SIMT_INLINE T shuffle(unsigned mask, T value, int source) {
    constexpr int words = (sizeof(T) + 3) / 4;
    int bits[words] = {};
    __builtin_memcpy(bits, &value, sizeof(T));
    for (int k = 0; k < words; ++k) bits[k] = __shfl(bits[k], source, 32);
    __builtin_memcpy(&value, bits, sizeof(T));
    return value;
}

CUPY_SIMT_INLINE bool is_cooperative() { return true; }     // nothing here tells

// The first block counts so much that the highest bit changes when all have come.
static __device__ unsigned grid_arrivals;
CUPY_SIMT_INLINE void wait_for_grid() {
    __syncthreads();
    if (thread_number() == 0) {
        const unsigned others = gridDim.x * gridDim.y * gridDim.z - 1, high = 0x80000000u;
        const bool first = !(blockIdx.x | blockIdx.y | blockIdx.z);
        __threadfence();
        const unsigned before = atomicAdd(&grid_arrivals, first ? high - others : 1u);
        while (!((before ^ *(volatile unsigned *)&grid_arrivals) & high)) {}
        __threadfence();
    }
    __syncthreads();
}

}  // namespace simt
}  // namespace cupy
#endif
#pragma clang force_cuda_host_device begin
