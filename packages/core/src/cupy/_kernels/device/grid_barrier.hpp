// Where all threads of a cooperative launch wait for each other; what they wrote before is seen by all afterwards.
#pragma once

#include "kernel.hpp"

namespace cupy {

// `arrivals` is zero before the first launch.  The first block counts so much that the highest bit changes when all
// have come.
CUPY_DEVICE void grid_barrier(unsigned *arrivals) {
    platform::barrier();
    if (platform::thread_index() == 0 && platform::block_count() > 1) {
        constexpr unsigned kHigh = 0x80000000u;
        platform::fence();
        const unsigned before = platform::add_and_return(
            arrivals, platform::block_index() == 0 ? kHigh - (platform::block_count() - 1) : 1u);
        while (!((before ^ platform::load_now(arrivals)) & kHigh)) {}
        platform::fence();
    }
    platform::barrier();
}

}  // namespace cupy
