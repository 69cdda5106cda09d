// What all blocks before this one have together, while they still run: a warp looks at many of them at once.
//
// A block makes known what it has, and then what it and all before it have, in one word of `states`, zeros before.
// Blocks must start in the order of their numbers.  After D. Merrill, M. Garland: Single-pass Parallel Prefix Scan with
// Decoupled Look-back (2016).
#pragma once

#include "types/integers.hpp"
#include "warp/reduce.hpp"

namespace cupy {
namespace simt {

constexpr uint64 kOwn = uint64(1) << 62, kAll = uint64(2) << 62, kCount = kOwn - 1;

// The sum of the counts of blocks before `block`; `lane` is that of the one warp that calls this.
CUPY_DEVICE uint64 look_back(uint64 *states, int64 block, uint64 count, int lane) {
    if (lane == 0) platform::store_now(states + block, block ? kOwn | count : kAll | count);
    uint64 before = 0;
    for (int64 end = block; end > 0; end -= platform::kWarp) {
        // Lane 0 has the nearest block; one that is not there has nothing before it.
        uint64 state = 0;
        unsigned whole;
        do {
            state = end > lane ? platform::load_now(states + (end - 1 - lane)) : kAll;
            whole = platform::ballot((state & kAll) != 0);
            // Of the blocks up to the nearest that knows all, each must be known.
        } while (~platform::ballot(state != 0) & (whole ? (whole & -whole) - 1 : ~0u));
        const bool counts = !whole || (1u << lane & ((whole & -whole) | ((whole & -whole) - 1)));
        before += warp::reduce(counts ? state & kCount : uint64(0), platform::kWarp,
                               [](uint64 a, uint64 b) { return a + b; });
        if (whole) break;
    }
    if (lane == 0 && block) platform::store_now(states + block, kAll | (before + count));
    return before;
}

}  // namespace simt
}  // namespace cupy
