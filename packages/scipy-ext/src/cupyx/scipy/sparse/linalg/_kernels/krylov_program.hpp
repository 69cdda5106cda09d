// Many steps of a Krylov method in one launch: blocks, all of which are resident, wait for each other between steps.
// Each holds the scalars and adds up the sums of all for itself.
#pragma once

#include "device/grid_barrier.hpp"
#include "krylov_products.hpp"
#include "krylov_program_params.hpp"

namespace cupy {
namespace krylov {

template <class T, class I> CUPY_DEVICE void run(const Program &p, Shared<Wide<T>, kTogether> &shared) {
    using S = Wide<T>;
    S *state = static_cast<S *>(p.steps[0].state), *partials = static_cast<S *>(p.steps[0].partials);
    const int thread = platform::thread_index(), blocks = platform::block_count();
    for (int k = thread; k < kSlots; k += kTogether) shared.state[k] = state[k];
    platform::barrier();
    int turn = 0;
    for (int k = 0; turn < p.turns && real(shared.state[kStatus]) == 0; ++turn, k = k + 1 < p.count ? k + 1 : 0) {
        const Krylov &step = p.steps[k];
        S sums[kDots], *found = partials + (turn & 1) * blocks * kDots;
        if (step.data) sum_rows<T, I, kTogether>(step, shared.state, sums);
        else sum_items<T, kTogether>(step, shared.state, sums);
        hand_over(sums, step.dots, found, shared);
        grid_barrier(static_cast<unsigned *>(p.arrivals));
        settle(step.rule, step.dots, blocks, found, shared);
        platform::barrier();
    }
    if (turn > 0 && platform::block_index() == 0)
        for (int k = thread; k < kSlots; k += kTogether) state[k] = shared.state[k];
}

}  // namespace krylov
}  // namespace cupy

#define CUPY_TEMPLATE(name, T, I)                                              \
    CUPY_KERNEL CUPY_LAUNCH_BOUNDS(cupy::krylov::kTogether)                    \
    name(CUPY_GRID_CONSTANT const krylov::Program p) {                         \
        using Shared = krylov::Shared<krylov::Wide<T>, krylov::kTogether>;     \
        alignas(16) CUPY_SHARED unsigned char shared[sizeof(Shared)];          \
        krylov::run<T, I>(p, *reinterpret_cast<Shared *>(shared));             \
    }
