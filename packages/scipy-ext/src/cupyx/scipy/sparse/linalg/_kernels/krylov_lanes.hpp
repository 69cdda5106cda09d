// Sums over the lanes of a warp, over a block, and over all blocks, of which the last to finish adds up what all found.
#pragma once

#include "kernel.hpp"

namespace cupy {
namespace krylov {

constexpr int kThreads = 512, kLanes = 32, kWarps = kThreads / kLanes;

// The number of one of the lanes.
template <class S> CUPY_DEVICE S from_lane(S x, unsigned lane) {
    unsigned words[sizeof(S) / 4];
    memcpy(words, &x, sizeof x);
    CUPY_UNROLL
    for (unsigned w = 0; w < sizeof(S) / 4; ++w) words[w] = platform::shuffle(words[w], lane);
    memcpy(&x, words, sizeof x);
    return x;
}

// The number of a lane whose place differs by the bits of `with`.
CUPY_DEVICE double other_lane(double x, unsigned with) {
    unsigned words[2];
    memcpy(words, &x, sizeof x);
    words[0] = platform::shuffle_xor(words[0], with);
    words[1] = platform::shuffle_xor(words[1], with);
    memcpy(&x, words, sizeof x);
    return x;
}
CUPY_DEVICE float other_lane(float x, unsigned with) {
    return platform::bits_as<float>(platform::shuffle_xor(platform::bits_as<unsigned>(x), with));
}
template <class T> CUPY_DEVICE complex<T> other_lane(complex<T> x, unsigned with) {
    return complex<T>(other_lane(x.re, with), other_lane(x.im, with));
}

template <class S> CUPY_DEVICE S sum_of_lanes(S x, int lanes) {
    for (int with = lanes / 2; with > 0; with /= 2) x = x + other_lane(x, with);
    return x;
}

// Sums over the block, for the first thread; `shared` holds a number of each warp for each.
template <int threads, class S> CUPY_DEVICE void block_sums(S *sums, int count, S *shared) {
    constexpr int warps = threads / kLanes;
    const unsigned thread = platform::thread_index(), warp = thread / kLanes, lane = thread % kLanes;
    platform::barrier();
    for (int k = 0; k < count; ++k) {
        const S sum = sum_of_lanes(sums[k], kLanes);
        if (lane == 0) shared[k * warps + warp] = sum;
    }
    platform::barrier();
    if (warp == 0)
        for (int k = 0; k < count; ++k)
            sums[k] = sum_of_lanes(lane < warps ? shared[k * warps + lane] : S(0.0), kLanes);
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
