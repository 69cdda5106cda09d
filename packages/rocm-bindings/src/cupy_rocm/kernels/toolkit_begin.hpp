// Begins a header that stands for one of CUDA's toolkit: what these headers need, in the words of this backend.
// Up to toolkit_end.hpp functions are the device's without saying so, as NVRTC has it.

#ifndef CUPY_TOOLKIT_NAMES
#define CUPY_TOOLKIT_NAMES
#define CUPY_SIMT_INLINE __device__ inline

namespace cupy {
namespace simt {

// A warp of 64 lanes is two of 32 here; which lanes of the mask say yes.
CUPY_SIMT_INLINE unsigned votes(unsigned mask, int predicate) {
    return unsigned(__ballot(predicate) >> (__lane_id() & 32)) & mask;
}
CUPY_SIMT_INLINE unsigned active() { return votes(~0u, 1); }
CUPY_SIMT_INLINE int shuffle_word(unsigned, int word, int source) { return __shfl(word, source, 32); }
CUPY_SIMT_INLINE void memcpy(void *to, const void *from, size_t count) { __builtin_memcpy(to, from, count); }
CUPY_SIMT_INLINE bool is_cooperative() { return __ockl_grid_is_valid(); }
CUPY_SIMT_INLINE void wait_for_grid() {
    __threadfence();
    __ockl_grid_sync();
    __threadfence();
}

}  // namespace simt
}  // namespace cupy

#include <gpu_threads.hpp>
#endif
#pragma clang force_cuda_host_device begin
