// A launch of one step: sums of vectors, or of a sparse matrix's product with such a sum, and dot products of the
// result. The rule of the launch before, for the next coefficients, comes first, as that one had not the sums of all
// its blocks.
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
    return real(shared.state[kStatus]) == kRunning;
}

template <class T, class...> struct First { using type = T; };

}  // namespace krylov
}  // namespace cupy

// The sums are those of `function`, for the type of items and what other types it has.
#define CUPY_TEMPLATE(name, function, ...)                                                                   \
    CUPY_KERNEL CUPY_LAUNCH_BOUNDS(cupy::krylov::kThreads) name(CUPY_GRID_CONSTANT const krylov::Krylov p) { \
        using S = krylov::Wide<typename krylov::First<__VA_ARGS__>::type>;                                   \
        using Shared = krylov::Shared<S, krylov::kThreads>;                                                  \
        alignas(16) CUPY_SHARED unsigned char raw[sizeof(Shared)];                                           \
        Shared &shared = *reinterpret_cast<Shared *>(raw);                                                   \
        if (!krylov::begin(p, shared)) return;                                                               \
        S sums[krylov::kDots];                                                                               \
        krylov::function<krylov::kThreads, __VA_ARGS__>(p, shared.state, sums);                              \
        krylov::hand_over(sums, p.dots, static_cast<S *>(p.partials), shared);                               \
    }
