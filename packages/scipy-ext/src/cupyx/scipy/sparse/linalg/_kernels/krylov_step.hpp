// A launch of one step: the rule of the launch before comes first, as that one had not the sums of all its blocks.
#pragma once

#include "krylov_sums.hpp"

namespace cupy {
namespace krylov {

// The scalars after that rule; the first block hands them on. Whether there is anything to do.
template <class S> CUPY_DEVICE bool begin(const Krylov &p, Shared<S, kThreads> &shared) {
    const int thread = platform::thread_index();
    for (int k = thread; k < kSlots; k += kThreads) shared.state[k] = static_cast<const S *>(p.state)[k];
    platform::barrier();
    if (p.before != kNoRule)
        settle(p.before, p.before_dots, p.before_blocks, static_cast<const S *>(p.found), shared);
    platform::barrier();
    if (platform::block_index() == 0)
        for (int k = thread; k < kSlots; k += kThreads) static_cast<S *>(p.after)[k] = shared.state[k];
    return real(shared.state[kStatus]) == 0;
}

}  // namespace krylov
}  // namespace cupy

// A kernel that calls SUMS(step, state, sums).
#define CUPY_KRYLOV_KERNEL(name, T, ...)                                                                     \
    CUPY_KERNEL CUPY_LAUNCH_BOUNDS(cupy::krylov::kThreads) name(CUPY_GRID_CONSTANT const krylov::Krylov p) { \
        using S = krylov::Wide<T>;                                                                           \
        using Shared = krylov::Shared<S, krylov::kThreads>;                                                  \
        alignas(16) CUPY_SHARED unsigned char raw[sizeof(Shared)];                                           \
        Shared &shared = *reinterpret_cast<Shared *>(raw);                                                   \
        if (!krylov::begin(p, shared)) return;                                                               \
        S sums[krylov::kDots];                                                                               \
        __VA_ARGS__(p, shared.state, sums);                                                                  \
        krylov::hand_over(sums, p.dots, static_cast<S *>(p.partials), shared);                               \
    }
