// Begins a header that stands for one of CUDA's toolkit: what these headers need, in the words of this backend.

#ifndef CUPY_TOOLKIT_NAMES
#define CUPY_TOOLKIT_NAMES
#define CUPY_SIMT_INLINE __device__ inline
#define CUPY_TOOLKIT_OWN_TYPES      // shuffles and __ldg know no others

namespace cupy {
namespace simt {

CUPY_SIMT_INLINE unsigned active() { return __activemask(); }
// Which lanes of the mask say yes.
CUPY_SIMT_INLINE unsigned votes(unsigned mask, int predicate) { return __ballot_sync(mask, predicate); }
CUPY_SIMT_INLINE int shuffle_word(unsigned mask, int word, int source) { return __shfl_sync(mask, word, source); }
// The driver gives each cooperative launch memory, whose size stands before the counter; null in other launches.
CUPY_SIMT_INLINE unsigned *grid_arrivals() {
    unsigned high, low;
    asm("mov.u32 %0, %%envreg1;" : "=r"(high));
    asm("mov.u32 %0, %%envreg2;" : "=r"(low));
    const unsigned long long memory = (unsigned long long)high << 32 | low;
    return memory ? reinterpret_cast<unsigned *>(memory) + 1 : nullptr;
}

}  // namespace simt
}  // namespace cupy

#include <gpu_threads.hpp>
#endif
