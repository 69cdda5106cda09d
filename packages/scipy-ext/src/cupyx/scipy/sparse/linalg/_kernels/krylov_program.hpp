// Many steps of a Krylov method in one launch: blocks, all of which are resident, wait for each other between steps.
// Each holds the scalars and adds up the sums of all for itself.
#pragma once

#include "krylov_exchange.hpp"
#include "krylov_forms.hpp"
#include "krylov_held.hpp"
#include "krylov_sums.hpp"

namespace cupy {
namespace krylov {

constexpr int kTogether = 1024;    // threads of a block
constexpr int kMostSteps = 8;

struct Program {
    void *arrivals;                // of blocks, where they first wait for each other
    int count;                     // of the steps that there are
    int turns;                     // steps to take, unless the status ends them before
    Krylov steps[kMostSteps];      // of one state and one array of partials, with room for kRounds steps
};

// The rows of a step's matrix that this block holds: every so many, as `sum_rows` takes them.
template <class T, class I> CUPY_DEVICE HeldRows<T, I, kTogether> held_rows(const Krylov &p, unsigned char *memory) {
    const long long step = (long long)platform::block_count() * (kTogether / p.lanes);
    return {memory + p.held_at, p.held, p.lanes, (p.count + step - 1) / step * (kTogether / p.lanes)};
}
template <class T, class I> CUPY_DEVICE void fill_rows(const Krylov &p, unsigned char *memory) {
    const long long groups = kTogether / p.lanes, first = platform::block_index() * groups;
    held_rows<T, I>(p, memory).fill(p, p.lanes, first + platform::thread_index() / p.lanes,
                                    platform::block_count() * groups, p.count);
}

template <class T, class I, class S>
CUPY_DEVICE void sum(const Krylov &p, const S *state, S (&sums)[kDots], unsigned char *memory) {
    if (p.form && p.held) return sum_rows_by_form<kTogether, T>(p, state, sums, held_rows<T, I>(p, memory));
    if (p.form && p.data) return sum_rows_by_form<kTogether, T>(p, state, sums, RowsInMemory<T, I>{p});
    if (p.form) return sum_items_by_form<kTogether, T>(p, state, sums);
    if (p.held) return sum_rows<kTogether, T, I>(p, state, sums, held_rows<T, I>(p, memory));
    if (p.data) return sum_rows<kTogether, T, I>(p, state, sums);
    sum_items<kTogether, T>(p, state, sums);
}

template <class S> struct Together {
    Shared<S, kTogether> own;
    S found[kTogether / kLanes * kDots];
};

template <class T, class I>
CUPY_DEVICE void run(const Program &p, Together<Wide<T>> &shared, unsigned char *memory) {
    using S = Wide<T>;
    S *state = static_cast<S *>(p.steps[0].state), *scalars = shared.own.state;
    const int thread = platform::thread_index();
    for (int k = thread; k < kSlots; k += kTogether) scalars[k] = state[k];
    for (int k = 0, filled = -1; k < p.count; ++k)      // matrices lie one after another
        if (p.steps[k].held && p.steps[k].held_at > filled) {
            fill_rows<T, I>(p.steps[k], memory);
            filled = p.steps[k].held_at;
        }
    Exchange<S, kTogether> exchange{static_cast<S *>(p.steps[0].partials), shared.found};
    exchange.begin(static_cast<unsigned *>(p.arrivals));
    int turn = 0;
    for (int k = 0; turn < p.turns && real(scalars[kStatus]) == kRunning; ++turn, k = k + 1 < p.count ? k + 1 : 0) {
        const Krylov &step = p.steps[k];
        S sums[kDots];
        for (int j = 0; j < kDots; ++j) sums[j] = S(0.0);
        sum<T, I>(step, scalars, sums, memory);
        const int dots = step.dots ? step.dots : 1;
        block_sums<kTogether>(sums, dots, shared.own.sums);
        exchange.run(sums, dots);
        if (thread == 0) apply_rule(step.rule, scalars, sums);
        platform::barrier();
    }
    if (turn > 0 && platform::block_index() == 0)
        for (int k = thread; k < kSlots; k += kTogether) state[k] = scalars[k];
}

}  // namespace krylov
}  // namespace cupy

#define CUPY_TEMPLATE(name, T, I)                                              \
    CUPY_KERNEL CUPY_LAUNCH_BOUNDS(cupy::krylov::kTogether)                    \
    name(CUPY_GRID_CONSTANT const krylov::Program p) {                         \
        using Shared = krylov::Together<krylov::Wide<T>>;                      \
        alignas(16) CUPY_SHARED unsigned char shared[sizeof(Shared)];          \
        CUPY_DYNAMIC_SHARED(memory);                                           \
        krylov::run<T, I>(p, *reinterpret_cast<Shared *>(shared), memory);     \
    }
