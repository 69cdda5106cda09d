// Sums over the lanes of a warp, over a block, and over all blocks, of which the last to finish adds up what all found.
#pragma once

#include "kernel.hpp"
#include "krylov_tuning.hpp"
#include "warp/reduce.hpp"

namespace cupy {
namespace krylov {

constexpr int kLanes = 32, kWarps = kThreads / kLanes;

// Sums over the block, for the first thread; `shared` holds a number of each warp for each.
template <int threads, class S> CUPY_DEVICE void block_sums(S *sums, int count, S *shared) {
    constexpr int warps = threads / kLanes;
    const unsigned thread = platform::thread_index(), warp = thread / kLanes, lane = thread % kLanes;
    platform::barrier();
    for (int k = 0; k < count; ++k) {
        const S sum = warp::sum(sums[k], kLanes);
        if (lane == 0) shared[k * warps + warp] = sum;
    }
    platform::barrier();
    if (warp == 0)
        for (int k = 0; k < count; ++k)
            sums[k] = warp::sum(lane < warps ? shared[k * warps + lane] : S(0.0), kLanes);
}

// Whether this block is the last to come here; what threads wrote before a fence is seen by the one that is.
CUPY_DEVICE bool is_last(unsigned *counter, unsigned *shared) {
    platform::barrier();
    if (platform::thread_index() == 0)
        *shared = platform::add_and_return(counter, 1u) == platform::block_count() - 1;
    platform::barrier();
    if (*shared) platform::fence();
    return *shared;
}

}  // namespace krylov
}  // namespace cupy
