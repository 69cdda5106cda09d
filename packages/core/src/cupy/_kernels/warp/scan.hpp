// What the lanes up to this one have together, in log2 steps.
#pragma once

#include "warp/exchange.hpp"

namespace cupy {
namespace warp {

// Of the lane's neighbours, 32 on every target, by any associative function.
template <class T, class Combine> CUPY_DEVICE T inclusive_scan(T value, Combine combine) {
    const unsigned lane = platform::thread_index() % kNear;
    CUPY_UNROLL
    for (unsigned step = 1; step < kNear; step *= 2) {
        const T other = lane_at(value, lane - step);
        if (lane >= step) value = combine(other, value);
    }
    return value;
}

// The sum over a warp, of numbers of 4 or 8 bytes.
template <class T> CUPY_DEVICE T inclusive_sum(T value) {
    const int lane = platform::thread_index() % platform::kWarp;
    CUPY_UNROLL
    for (int step = 1; step < platform::kWarp; step *= 2) {
        const T other = platform::shuffle_up(value, step);
        if (lane >= step) value += other;
    }
    return value;
}

}  // namespace warp
}  // namespace cupy
