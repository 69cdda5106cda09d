// How the blocks of one launch, all of which are resident, add up their sums: each publishes its own, and reads those
// of all others as soon as they are there. So they also wait for each other, and what they wrote before is seen by all.
#pragma once

#include "device/arrival.hpp"
#include "device/grid_barrier.hpp"
#include "krylov_sums.hpp"

namespace cupy {
namespace krylov {

// Sums of this round; those of the last one, which somebody may still read; and the places of the next one, which all
// know to be empty.
constexpr int kRounds = 3;

template <class S, int threads> struct Exchange {
    static constexpr int warps = threads / kLanes;

    S *numbers;                    // kRounds of kDots of each block
    S *found;                      // in shared memory: kDots of each warp
    int round = 0;

    CUPY_DEVICE S *of(int block) const {
        return numbers + ((long long)round * platform::block_count() + block) * kDots;
    }
    CUPY_DEVICE void next() { round = round + 1 < kRounds ? round + 1 : 0; }

    // Before the first sums.
    CUPY_DEVICE void begin(unsigned *arrivals) {
        for (int k = 0; k < kRounds; ++k, next())
            if (platform::thread_index() < kDots) take_back(of(platform::block_index()) + platform::thread_index());
        grid_barrier(arrivals);
    }

    // The sums of all blocks, for the first thread, from its own block's: at least one. All threads wait here.
    CUPY_DEVICE void run(S (&sums)[kDots], int dots) {
        const int thread = platform::thread_index(), warp = thread / kLanes, lane = thread % kLanes;
        const int blocks = platform::block_count(), some = blocks < threads ? (blocks + kLanes - 1) / kLanes : warps;
        if (thread == 0) {
            platform::fence();
            CUPY_UNROLL
            for (int k = 0; k < kDots; ++k)
                if (k < dots) publish(of(platform::block_index()) + k, sums[k]);
        }
        platform::barrier();                            // where threads take turns, nobody waits for his own block
        if (warp < some) {
            for (int k = 0; k < kDots; ++k) sums[k] = S(0.0);
            for (int block = thread; block < blocks; block += threads) {
                S theirs[kDots];
                bool there = false;
                while (!there) {
                    there = true;
                    CUPY_UNROLL
                    for (int k = 0; k < kDots; ++k)
                        if (k < dots) there = arrived(of(block) + k, theirs[k]) && there;
                }
                CUPY_UNROLL
                for (int k = 0; k < kDots; ++k)
                    if (k < dots) sums[k] = sums[k] + theirs[k];
            }
            platform::fence();
            CUPY_UNROLL
            for (int k = 0; k < kDots; ++k) {
                if (k >= dots) break;
                const S sum = warp::sum(sums[k], kLanes);
                if (lane == 0) found[k * warps + warp] = sum;
            }
        }
        platform::barrier();
        if (thread == 0)
            CUPY_UNROLL
            for (int k = 0; k < kDots; ++k) {
                if (k >= dots) break;
                sums[k] = found[k * warps];
                for (int w = 1; w < some; ++w) sums[k] = sums[k] + found[k * warps + w];
            }
        // All are here, so nobody reads the last round's sums any more.
        next();
        next();
        if (thread == 0)
            for (int k = 0; k < kDots; ++k) take_back(of(platform::block_index()) + k);
        next();
        next();
    }
};

}  // namespace krylov
}  // namespace cupy
