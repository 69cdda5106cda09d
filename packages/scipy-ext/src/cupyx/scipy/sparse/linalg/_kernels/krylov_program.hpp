// Many steps of a Krylov method in one launch: blocks, all of which are resident, wait for each other between steps.
// Each holds the scalars and adds up the sums of all for itself.
#pragma once

#include "device/grid_barrier.hpp"
#include "krylov_sums.hpp"

namespace cupy {
namespace krylov {

constexpr int kTogether = 1024;    // threads of a block
constexpr int kMostSteps = 8;

struct Program {
    void *arrivals;                // of blocks, where they wait for each other
    int count;                     // of the steps that there are
    int turns;                     // steps to take, unless the status ends them before
    Krylov steps[kMostSteps];      // of one state and one array of partials, with room for two steps
};

template <class T, class I> CUPY_DEVICE void run(const Program &p, Shared<Wide<T>, kTogether> &shared) {
    using S = Wide<T>;
    S *state = static_cast<S *>(p.steps[0].state), *partials = static_cast<S *>(p.steps[0].partials);
    const int thread = platform::thread_index(), blocks = platform::block_count();
    for (int k = thread; k < kSlots; k += kTogether) shared.state[k] = state[k];
    platform::barrier();
    int turn = 0;
    for (int k = 0; turn < p.turns && real(shared.state[kStatus]) == kRunning; ++turn, k = k + 1 < p.count ? k + 1 : 0) {
        const Krylov &step = p.steps[k];
        S sums[kDots], *found = partials + (turn & 1) * blocks * kDots;
        if (step.data) sum_rows<kTogether, T, I>(step, shared.state, sums);
        else sum_items<kTogether, T>(step, shared.state, sums);
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
