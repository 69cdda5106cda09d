// Sums on SIMT targets: over items of a row of a matrix, over lanes of a warp, over a block, and over all blocks, of
// which the last to finish adds up what all found.
#pragma once

#include "device/sparse_bounds.hpp"
#include "krylov_common.hpp"
#include "warp/reduce.hpp"

namespace cupy {
namespace krylov {

constexpr int kLanes = 32, kWarps = kThreads / kLanes;
constexpr int kGroup = 8;          // rows of a basis that are multiplied at a time

// Sums over the block, for the first thread; `shared` holds a number of each warp for each.
template <int threads, class S, int most> CUPY_DEVICE void block_sums(S (&sums)[most], int count, S *shared) {
    constexpr int warps = threads / kLanes;
    const unsigned thread = platform::thread_index(), warp = thread / kLanes, lane = thread % kLanes;
    platform::barrier();
    CUPY_UNROLL
    for (int k = 0; k < most; ++k) {
        if (k >= count) break;
        const S sum = warp::sum(sums[k], kLanes);
        if (lane == 0) shared[k * warps + warp] = sum;
    }
    platform::barrier();
    if (warp) return;
    CUPY_UNROLL
    for (int k = 0; k < most; ++k)
        if (k < count) sums[k] = warp::sum(lane < warps ? shared[k * warps + lane] : S(0.0), kLanes);
}

// Sums over the lanes of kGroup numbers each; a lane has that of number lane % kGroup afterwards.
template <class S> CUPY_DEVICE S sum_of_group(S (&x)[kGroup], int lane) {
    CUPY_UNROLL
    for (int half = kGroup / 2; half > 0; half /= 2)
        CUPY_UNROLL
        for (int k = 0; k < half; ++k) {
            const bool upper = lane & half;
            const S kept = upper ? x[k + half] : x[k], sent = upper ? x[k] : x[k + half];
            x[k] = kept + warp::lane_xor(sent, half);
        }
    S sum = x[0];
    for (int with = kGroup; with < kLanes; with *= 2) sum = sum + warp::lane_xor(sum, with);
    return sum;
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

// The sum of some items of a row times a vector: `vector(column)`.
template <class T, class I, class Vector>
CUPY_DEVICE T part_of_row(const T *data, const I *indices, long long first, long long stop, int lanes, long long columns,
                          const Vector &vector) {
    T product(0);
    for (long long k = first; k < stop; k += lanes) {
        const I column = indices[k];
        if (sparse::within(column, columns)) product = product + data[k] * vector(column);
    }
    return product;
}

}  // namespace krylov
}  // namespace cupy
