// What all threads of a block have together.
#pragma once

#include "warp/reduce.hpp"

namespace cupy {
namespace block {

// Warps first, then one result of each: for every thread; `partial` has room for one of 32 threads.
template <class T, class Combine> CUPY_DEVICE T reduce(T value, T *partial, Combine combine) {
    const unsigned thread = platform::thread_index(), warps = platform::thread_count() / warp::kNear;
    value = warp::reduce(value, warp::kNear, combine);
    platform::barrier();
    if (thread % warp::kNear == 0) partial[thread / warp::kNear] = value;
    platform::barrier();
    value = partial[0];
    for (unsigned k = 1; k < warps; ++k) value = combine(value, partial[k]);
    return value;
}

// Through shared memory with room for one a thread, halving, where values are too large to be exchanged: for the first
// thread.
template <int Threads, class T, class Combine> CUPY_DEVICE T reduce_shared(const T &value, T *shared, Combine combine) {
    const unsigned thread = platform::thread_index();
    platform::barrier();
    shared[thread] = value;
    for (unsigned half = Threads / 2; half > 0; half /= 2) {
        platform::barrier();
        if (thread < half) shared[thread] = combine(shared[thread], shared[thread + half]);
    }
    return shared[0];
}

}  // namespace block
}  // namespace cupy
