// Running totals over a block: a scan of each warp, then the totals of the warps before it.
#pragma once

#include "warp/scan.hpp"

namespace cupy {
namespace block {

// Sum of `value` over the threads before this one; `whole` is the sum over all.  `sums` has room for one a warp.
template <class T> CUPY_DEVICE T exclusive_sum(T value, T &whole, T *sums) {
    const int thread = platform::thread_index(), lane = thread % platform::kWarp, warp = thread / platform::kWarp;
    const int warps = platform::thread_count() / platform::kWarp;
    const T sum = warp::inclusive_sum(value);
    platform::barrier();
    if (lane == platform::kWarp - 1) sums[warp] = sum;
    platform::barrier();
    T before = 0, all = 0;
    for (int w = 0; w < warps; ++w) {
        if (w < warp) before += sums[w];
        all += sums[w];
    }
    whole = all;
    return before + sum - value;
}

}  // namespace block
}  // namespace cupy
