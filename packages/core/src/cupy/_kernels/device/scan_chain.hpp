// Scans of long rows in one launch: each block scans a tile and waits for what its row has before it.
//
// Blocks take tiles in the order in which they start, so a block waits only for blocks that run.  It reads its tile by
// neighbouring threads, wherever that begins and however far its items lie apart, and turns it in shared memory, where
// each thread goes along some neighbours: once to add them up, and once more when it knows what comes before them.
//
// Neighbouring tiles form groups.  A block makes the sum of its tile known; the block of a group's last tile that of the
// row up to there.  Each warp looks at the tiles of a group, so that a sum is known to all as soon as it is written.  What
// comes before a tile is always added up in the same order: results do not depend on who was first.
// After D. Merrill, M. Garland: Single-pass Parallel Prefix Scan with Decoupled Look-back (2016).
#pragma once

#include "device/scan.hpp"
#include "device/scan_states.hpp"

namespace cupy {
namespace simt {

// Blocks of a multiprocessor at once: some use memory while others wait.
template <class Op> constexpr int kChainResident =
    Op::neighbour ? 3 : sizeof(typename Op::acc_type) > 8 ? 4 : kScanResident;

template <class Op> struct Chain : Scanner<Op> {
    using Base = Scanner<Op>;
    using typename Base::Acc;
    using typename Base::In;
    using typename Base::Out;
    using Base::kNear;
    using Base::kWidest;
    using Base::near;
    using Base::p;
    using Base::thread;
    using Base::up_to_here;
    static constexpr int kEach = scan_each(kWidest);
    static constexpr int kTile = scan_tile(kWidest);
    static constexpr int kAhead = sizeof(In) > 4 ? 8 : 16;      // items of a thread that are on their way at once
    static constexpr int kWarps = kScanThreads / kNear;
    static constexpr int kSums = 2 * kWarps + 1;
    using States = ScanStates<Acc>;         // of tiles; of the row up to the ends of groups

    unsigned char *const items;             // kTile, as they are read, then as they are written
    Acc *const warps;                       // kWarps
    Acc *const groups = warps + kWarps;     // as many, the nearest first; then what comes before them
    long long *const ticket;

    CUPY_DEVICE Chain(const Scan &params, unsigned char *tile, Acc *sums, long long *number)
        : Base(params), items(tile), warps(sums), ticket(number) {}

    CUPY_DEVICE unsigned long long *slot(long long number) const {
        return static_cast<unsigned long long *>(p.totals) + 1 + number * States::kWords;
    }

    CUPY_DEVICE long long row_of(long long tile) const {
        return tile >> 31 ? tile / p.chunks : (unsigned)tile / (unsigned)p.chunks;
    }
    CUPY_DEVICE const In *input_of(long long row, long long chunk) const {
        return static_cast<const In *>(p.input) + this->outer_at(row) + chunk * kTile * p.strides[1];
    }

    // `count` items, or a whole tile, to shared memory.
    CUPY_DEVICE void load(const In *input, long long count) const {
        In *to = reinterpret_cast<In *>(items);
        const long long further = kScanThreads * p.strides[1];
        const int left = (int)(count < kTile ? count : kTile) - (int)thread;
        input += thread * p.strides[1];
        CUPY_UNROLL
        for (int k = 0; k < kEach; k += kAhead) {
            In x[kAhead];
            CUPY_UNROLL
            for (int u = 0; u < kAhead && k + u < kEach; ++u, input += further)
                x[u] = (k + u) * kScanThreads < left ? *input : In(0);
            CUPY_UNROLL
            for (int u = 0; u < kAhead && k + u < kEach; ++u) to[(k + u) * kScanThreads + thread] = x[u];
        }
    }
    CUPY_DEVICE void store(Out *output, long long count) const {
        const Out *from = reinterpret_cast<const Out *>(items) + thread;
        const int left = (int)(count < kTile ? count : kTile) - (int)thread;
        output += thread;
        CUPY_UNROLL
        for (int k = 0; k < kEach; ++k)
            if (k * kScanThreads < left) output[k * kScanThreads] = from[k * kScanThreads];
    }
    // What the groups before that of tile `chunk`, and the tiles before it in its own, add up to.
    CUPY_DEVICE Acc before(long long row, long long chunk) const {
        const long long group = chunk / kNear, tiles = row * p.chunks;
        const int warp = (int)(thread / kNear);
        const long long first = (group - warp) * kNear, at = first + near;
        const long long last = first + kNear < chunk ? first + kNear - 1 : chunk - 1;
        Acc acc = Op::identity();
        // Only the nearest is asked for again and again, which would keep others from memory: mostly the rest is known then.
        if (at == last && at >= 0)
            while (States::look(slot(tiles + at), acc) == States::kNothing) {}
        platform::warp_barrier();
        if (at < last && at >= 0)
            while (States::look(slot(tiles + at), acc) == States::kNothing) {}
        acc = up_to_here(acc);
        if (near == kNear - 1) groups[warp] = acc;
        if (thread == kScanThreads - kNear && group >= kWarps)
            while (States::look(slot(ends(row) + group - kWarps), groups[kWarps]) == States::kNothing) {}
        platform::barrier();
        Acc sum = group >= kWarps ? groups[kWarps] : Op::identity();
        CUPY_UNROLL
        for (int k = kWarps - 1; k >= 0; --k)
            if (k <= group) sum = Op::combine(sum, groups[k]);
        return sum;
    }
    CUPY_DEVICE long long ends(long long row) const {
        return p.outer * p.chunks + row * ((p.chunks + kNear - 1) / kNear);
    }

    CUPY_DEVICE void run() const {
        long long tile = platform::block_index();
        if (p.chunks > 1 && !platform::kBlocksStartInOrder) {
            if (thread == 0) *ticket = platform::add_and_return(static_cast<unsigned *>(p.totals), 1u);
            platform::barrier();
            tile = *ticket;
        }
        const long long row = row_of(tile), chunk = tile - row * p.chunks, first = chunk * kTile;
        const In *input = input_of(row, chunk);
        load(input, p.length - first);
        if (tile + kScanAhead < p.outer * p.chunks) {
            const long long other = row_of(tile + kScanAhead), place = tile + kScanAhead - other * p.chunks;
            const long long left = p.length - place * kTile, count = left < kTile ? left : kTile;
            this->prefetch(input_of(other, place), (count - 1) * p.strides[1], count);
        }
        In earlier = In(0);
        if constexpr (Op::neighbour)
            if (thread == 0 && chunk) earlier = input[-p.strides[1]];
        platform::barrier();

        const long long begin = thread * kEach;
        const In *from = reinterpret_cast<const In *>(items) + begin;
        if constexpr (Op::neighbour)
            if (thread) earlier = from[-1];
        In last = earlier;
        Acc own = Op::identity();
        CUPY_UNROLL
        for (int k = 0; k < kEach; ++k) {
            const In x = from[k];
            const Acc one = this->item(x, last, first + begin + k);
            own = k ? Op::combine(own, one) : one;
            last = x;
        }
        const Acc here = up_to_here(own), other = warp::lane_at(here, near - 1);
        if (near == kNear - 1) warps[thread / kNear] = here;
        platform::barrier();
        Acc start = Op::identity(), all = Op::identity();
        CUPY_UNROLL
        for (int k = 0; k < kWarps; ++k) {
            if (k == (int)(thread / kNear)) start = all;
            all = Op::combine(all, warps[k]);
        }
        if (near) start = Op::combine(start, other);
        if (p.chunks > 1) {
            if (thread == 0) States::publish(slot(tile), all, States::kSum);
            const Acc sum = before(row, chunk);
            if (thread == 0 && chunk % kNear == kNear - 1)
                States::publish(slot(ends(row) + chunk / kNear), Op::combine(sum, all), States::kAll);
            start = Op::combine(sum, start);
        }

        Out *to = reinterpret_cast<Out *>(items) + begin;
        // Others' items may lie where this thread writes.
        constexpr bool in_place = sizeof(In) == sizeof(Out) && !Op::neighbour;
        In x[kEach];
        if constexpr (!in_place) {
            CUPY_UNROLL
            for (int k = 0; k < kEach; ++k) x[k] = from[k];
            platform::barrier();
        }
        CUPY_UNROLL
        for (int k = 0; k < kEach; ++k) {
            if constexpr (in_place) x[k] = from[k];
            start = Op::combine(start, this->item(x[k], k ? x[k - 1] : earlier, first + begin + k));
            to[k] = this->finish(start, x[k]);
        }
        platform::barrier();
        store(static_cast<Out *>(p.output) + row * p.length + first, p.length - first);
    }
};

}  // namespace simt
}  // namespace cupy

#define CUPY_SCAN_CHAIN(name, op)                                                                 \
    CUPY_KERNEL CUPY_LAUNCH_RESIDENT(cupy::kScanThreads, cupy::simt::kChainResident<op>)          \
        name(CUPY_GRID_CONSTANT const cupy::Scan params) {                                        \
        using Chain = cupy::simt::Chain<op>;                                                      \
        alignas(16) CUPY_SHARED unsigned char items[Chain::kTile * Chain::kWidest];               \
        alignas(16) CUPY_SHARED unsigned char sums[sizeof(op::acc_type) * Chain::kSums];          \
        CUPY_SHARED long long ticket;                                                             \
        Chain(params, items, reinterpret_cast<op::acc_type *>(sums), &ticket).run();              \
    }
