// Sums over groups of threads of a block.
#pragma once

#include "kernel.hpp"

namespace cupy {
namespace signal {

// Both sums over `threads` neighbours, a power of two; `sums` has two numbers for each 32 threads of the block.
CUPY_DEVICE void group_sums(double &a, double &b, int threads, double *sums) {
    for (int with = 1; with < threads && with < 32; with *= 2) {
        a += platform::shuffle_xor(a, with);
        b += platform::shuffle_xor(b, with);
    }
    if (threads <= 32) return;
    const int thread = platform::thread_index(), first = thread / threads * (threads / 32);
    if (thread % 32 == 0) {
        sums[thread / 32 * 2] = a;
        sums[thread / 32 * 2 + 1] = b;
    }
    platform::barrier();
    a = b = 0;
    for (int k = 0; k < threads / 32; ++k) {
        a += sums[(first + k) * 2];
        b += sums[(first + k) * 2 + 1];
    }
}

}  // namespace signal
}  // namespace cupy
