// Begins a header that stands for one of CUDA's toolkit: what these headers need, in the words of this backend.

#ifndef CUPY_TOOLKIT_NAMES
#define CUPY_TOOLKIT_NAMES
#define CUPY_SIMT_INLINE __device__ inline
#define CUPY_TOOLKIT_OWN_TYPES      // shuffles and __ldg know no others

#include <grid_arrivals.hpp>

namespace cupy {
namespace simt {

CUPY_SIMT_INLINE unsigned active() { return __activemask(); }
// Which lanes of the mask say yes.
CUPY_SIMT_INLINE unsigned votes(unsigned mask, int predicate) { return __ballot_sync(mask, predicate); }
CUPY_SIMT_INLINE int shuffle_word(unsigned mask, int word, int source) { return __shfl_sync(mask, word, source); }
CUPY_SIMT_INLINE bool is_cooperative() { return grid_arrivals() != nullptr; }
CUPY_SIMT_INLINE void wait_for_grid() { arrive_in_grid(grid_arrivals()); }

}  // namespace simt
}  // namespace cupy

#include <gpu_threads.hpp>
#endif
