// Running results along an axis of a C-contiguous array of shape (outer, length, inner).
//
//     struct op { in0_type, acc_type, out0_type; identity(); map(in0, i); combine(a, b); };
//
// lanes: one after the other for each (outer, inner), which asks nothing of the operation.  tiles: for
// inner 1 and associative operations; totals of tiles, running totals, then the tiles again.
#pragma once

#include "device/reduce_types.hpp"

namespace cupy {

struct Scan {
    const void *input;
    void *output;
    void *totals;                // accumulators: a row of `tiles` for each outer index
    long long outer, length, inner, tiles;
    int phase;                   // of tiles: 0 totals, 1 running totals, 2 results
    int unused;
};

constexpr int kScanThreads = 128;
constexpr int kScanItems = 8;

template <class Op> CUPY_DEVICE void scan_lane(const Scan &p, long long lane, long long first, long long stop,
                                               typename Op::acc_type acc, bool started) {
    const long long start = lane / p.inner * p.length * p.inner + lane % p.inner;
    const auto *input = static_cast<const typename Op::in0_type *>(p.input) + start;
    auto *output = static_cast<typename Op::out0_type *>(p.output) + start;
    for (long long i = first; i < stop; ++i) {
        const typename Op::acc_type item = Op::map(input[i * p.inner], i);
        acc = started ? Op::combine(acc, item) : item;
        started = true;
        output[i * p.inner] = cast<typename Op::out0_type>(acc);
    }
}

}  // namespace cupy

#ifdef CUPY_HOST

namespace cupy {
namespace scans {

template <class Op> void lanes(const Scan &p, unsigned block, unsigned grid) {
    const long long count = p.outer * p.inner;
    for (long long lane = count * block / grid; lane < count * (block + 1) / grid; ++lane)
        scan_lane<Op>(p, lane, 0, p.length, Op::identity(), false);
}

template <class Op> void tiles(const Scan &p, unsigned block, unsigned grid) {
    using Acc = typename Op::acc_type;
    Acc *totals = static_cast<Acc *>(p.totals);
    if (p.phase == 1) {
        for (long long o = 0; o < p.outer; ++o) {
            Acc sum = Op::identity();
            for (long long t = 0; t < p.tiles; ++t) {
                const Acc next = Op::combine(sum, totals[o * p.tiles + t]);
                totals[o * p.tiles + t] = sum;
                sum = next;
            }
        }
        return;
    }
    const long long work = p.outer * p.tiles;
    for (long long w = work * block / grid; w < work * (block + 1) / grid; ++w) {
        const long long o = w / p.tiles, t = w % p.tiles;
        const long long first = p.length * t / p.tiles, stop = p.length * (t + 1) / p.tiles;
        if (p.phase == 2) {
            scan_lane<Op>(p, o, first, stop, p.tiles > 1 ? totals[w] : Op::identity(), p.tiles > 1);
            continue;
        }
        Acc sum = Op::identity();
        const auto *input = static_cast<const typename Op::in0_type *>(p.input) + o * p.length;
        for (long long i = first; i < stop; ++i) sum = Op::combine(sum, Op::map(input[i], i));
        totals[w] = sum;
    }
}

}  // namespace scans
}  // namespace cupy

#define CUPY_SCAN(name, op, function)                                                            \
    CUPY_EXPORT const int name##__info[] = {0, 1, (int)sizeof(cupy::Scan)};                      \
    CUPY_EXPORT void name(void **params, unsigned block, unsigned grid) {                        \
        cupy::scans::function<op>(*static_cast<const cupy::Scan *>(params[0]), block, grid);     \
    }

#else

namespace cupy {
namespace scans {

template <class Op> CUPY_DEVICE void lanes(const Scan &p, unsigned char *) {
    const long long lane = (long long)platform::block_index() * kScanThreads + platform::thread_index();
    if (lane < p.outer * p.inner) scan_lane<Op>(p, lane, 0, p.length, Op::identity(), false);
}

// What the threads before this one have, and what all have.
template <class Op>
CUPY_DEVICE typename Op::acc_type before(typename Op::acc_type value, typename Op::acc_type &whole,
                                         typename Op::acc_type *shared) {
    const int thread = platform::thread_index();
    platform::barrier();
    shared[thread] = value;
    platform::barrier();
    for (int step = 1; step < kScanThreads; step *= 2) {
        typename Op::acc_type other = Op::identity();
        if (thread >= step) other = shared[thread - step];
        platform::barrier();
        if (thread >= step) shared[thread] = Op::combine(other, shared[thread]);
        platform::barrier();
    }
    whole = shared[kScanThreads - 1];
    const typename Op::acc_type result = thread ? shared[thread - 1] : Op::identity();
    platform::barrier();
    return result;
}

template <class Op> CUPY_DEVICE void tiles(const Scan &p, unsigned char *memory) {
    using Acc = typename Op::acc_type;
    Acc *shared = reinterpret_cast<Acc *>(memory);              // the tile, then one a thread
    Acc *threads = shared + kScanThreads * kScanItems;
    Acc *totals = static_cast<Acc *>(p.totals);
    const int thread = platform::thread_index();
    const long long tile = (long long)kScanThreads * kScanItems;
    if (p.phase == 1) {
        const long long o = platform::block_index();
        Acc sum = Op::identity();
        for (long long first = 0; first < p.tiles; first += kScanThreads) {
            const long long t = first + thread;
            const Acc mine = t < p.tiles ? totals[o * p.tiles + t] : Op::identity();
            Acc whole;
            const Acc earlier = before<Op>(mine, whole, threads);
            if (t < p.tiles) totals[o * p.tiles + t] = Op::combine(sum, earlier);
            sum = Op::combine(sum, whole);
        }
        return;
    }
    const long long o = platform::block_index() / p.tiles, t = platform::block_index() % p.tiles;
    const long long first = t * tile, left = p.length - first < tile ? p.length - first : tile;
    const auto *input = static_cast<const typename Op::in0_type *>(p.input) + o * p.length + first;
    auto *output = static_cast<typename Op::out0_type *>(p.output) + o * p.length + first;
    for (int k = 0; k < kScanItems; ++k) {
        const int at = k * kScanThreads + thread;
        shared[at] = at < left ? Op::map(input[at], first + at) : Op::identity();
    }
    platform::barrier();
    Acc mine[kScanItems];
    CUPY_UNROLL
    for (int k = 0; k < kScanItems; ++k) {
        mine[k] = shared[thread * kScanItems + k];
        if (k) mine[k] = Op::combine(mine[k - 1], mine[k]);
    }
    Acc whole;
    const Acc earlier = before<Op>(mine[kScanItems - 1], whole, threads);
    if (p.phase == 0) {
        if (thread == 0) totals[o * p.tiles + t] = whole;
        return;
    }
    const Acc carry = p.tiles > 1 ? Op::combine(totals[o * p.tiles + t], earlier) : earlier;
    CUPY_UNROLL
    for (int k = 0; k < kScanItems; ++k) shared[thread * kScanItems + k] = Op::combine(carry, mine[k]);
    platform::barrier();
    for (int k = 0; k < kScanItems; ++k) {
        const int at = k * kScanThreads + thread;
        if (at < left) output[at] = cast<typename Op::out0_type>(shared[at]);
    }
}

}  // namespace scans
}  // namespace cupy

#define CUPY_SCAN(name, op, function)                                                            \
    CUPY_KERNEL CUPY_LAUNCH_BOUNDS(cupy::kScanThreads)                                           \
        name(CUPY_GRID_CONSTANT const cupy::Scan params) {                                       \
        CUPY_SHARED alignas(16) unsigned char memory[sizeof(op::acc_type) * cupy::kScanThreads * (cupy::kScanItems + 1)]; \
        cupy::scans::function<op>(params, memory);                                               \
    }

#endif
