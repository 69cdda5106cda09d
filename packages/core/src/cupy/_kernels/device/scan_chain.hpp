// Scans of long rows in one launch: each block scans a tile and waits for what its row has before it.
//
// Blocks take tiles in the order in which they start, so a block waits only for blocks that run.
// Neighbouring tiles form groups.  A block makes the sum of its tile known; the block of a group's last
// tile that of the group, and as soon as it knows it, that of the row up to there.  What comes
// before a tile is always added up in the same order, so results do not depend on who was first.
// Rows that vectors do not fit are read and written by neighbouring threads item by item, and turned in shared memory.
// After D. Merrill, M. Garland: Single-pass Parallel Prefix Scan with Decoupled Look-back (2016).
#pragma once

#include "device/scan.hpp"
#include "device/scan_states.hpp"

namespace cupy {
namespace simt {

// Blocks of a multiprocessor at once, 0 for no matter: what is mapped twice shall not be kept.
template <class Op> constexpr int kChainResident =
    Op::neighbour ? sizeof(typename Op::acc_type) > 4 ? 2 : 3 :
    sizeof(typename Op::acc_type) > 8 ? 0 : sizeof(typename Op::in0_type) == sizeof(typename Op::acc_type) ? 4 : 3;

template <class Op> struct Chain : Scanner<Op> {
    using Base = Scanner<Op>;
    using typename Base::Acc;
    using typename Base::In;
    using typename Base::Out;
    using Base::kNear;
    using Base::near;
    using Base::p;
    using Base::thread;
    using Base::up_to_here;
    using Base::V;
    static constexpr int U = kScanChainInFlight;
    static constexpr int kTile = scan_tile(Base::kWidest);
    static constexpr int kWarps = kScanThreads / kNear;
    using States = ScanStates<Acc>;         // of tiles and groups; of the row up to their ends

    Acc *shared;                          // kWarps + 2
    long long *ticket;

    CUPY_DEVICE Chain(const Scan &params, Acc *sums, long long *number, unsigned char *turning)
        : Base(params, turning), shared(sums), ticket(number) {}

    CUPY_DEVICE unsigned long long *slot(long long number) const {
        return static_cast<unsigned long long *>(p.totals) + 1 + number * States::kWords;
    }

    // Sum of the row's groups before group `number`; the near threads look at as many of them.
    CUPY_DEVICE Acc groups_before(long long groups, long long number) const {
        const long long mine = number - kNear + near;
        for (;;) {
            Acc acc = Op::identity();
            const unsigned known = mine < 0 ? States::kNothing : States::look(slot(groups + mine), acc);
            // The last one known up to its end; of all after it the sums must be known.
            const unsigned start = platform::ballot(known == States::kAll);
            if (!start) continue;
            const int from = 31 - platform::leading_zeros(start);
            const unsigned missing = platform::ballot(known == States::kNothing && (int)near > from);
            if (missing) continue;
            Acc sum = warp::lane_at(acc, from);
            for (int k = from + 1; k < kNear; ++k) sum = Op::combine(sum, warp::lane_at(acc, k));
            return sum;
        }
    }

    // Sum of the row before tile `chunk`, whose own sum is `own`: one warp looks at the tiles of the group
    // while another looks at the groups.
    CUPY_DEVICE Acc before(long long row, long long chunk, const Acc &own) const {
        const long long group = chunk / kNear, tiles = row * p.chunks;
        const unsigned place = (unsigned)(chunk % kNear), warp = thread / kNear;
        const long long groups = p.outer * p.chunks + row * ((p.chunks + kNear - 1) / kNear);
        const bool last = place == kNear - 1;
        if (warp == 0) {
            if (near == 0) States::publish(slot(tiles + chunk), own, States::kSum);
            Acc acc = Op::identity();
            if (near < place)
                while (States::look(slot(tiles + group * kNear + near), acc) == States::kNothing) {}
            acc = up_to_here(acc);
            if (near == kNear - 1) {
                shared[kWarps] = acc;
                if (last)
                    States::publish(slot(groups + group), Op::combine(acc, own), group ? States::kSum : States::kAll);
            }
        } else if (warp == 1 && group) {
            const Acc sum = groups_before(groups, group);
            if (near == 0) shared[kWarps + 1] = sum;
        }
        platform::barrier();
        if (!group) return shared[kWarps];
        const Acc &sum = shared[kWarps + 1], &within = shared[kWarps];
        // Added up as the group's sum was, so that it does not matter which of the two others find.
        if (last && thread == 0)
            States::publish(slot(groups + group), Op::combine(sum, Op::combine(within, own)), States::kAll);
        return Op::combine(sum, within);
    }

    CUPY_DEVICE void run() const {
        long long tile = platform::block_index();
        if (p.chunks > 1 && !platform::kBlocksStartInOrder) {
            if (thread == 0) *ticket = platform::add_and_return(static_cast<unsigned *>(p.totals), 1u);
            platform::barrier();
            tile = *ticket;
        }
        const long long row = tile / p.chunks, chunk = tile % p.chunks, stop = p.length;
        const In *input = static_cast<const In *>(p.input) + this->outer_at(row);
        Out *output = static_cast<Out *>(p.output) + row * p.length;
        const long long begins = chunk * kTile + thread / kNear * (kNear * U * V), at = begins + near * V;
        In x[U][V];
        if (p.vectors) {
            CUPY_UNROLL
            for (int u = 0; u < U; ++u) this->load(x[u], input, at + u * kNear * V, stop);
        } else {
            CUPY_UNROLL
            for (int u = 0; u < U; ++u) this->load_beside(x[u], input, begins + u * kNear * V, stop);
            CUPY_UNROLL
            for (int u = 0; u < U; ++u) this->turn(x[u]);
        }

        // While this block waits for those before it, memory need not.
        constexpr int kLine = 128 / sizeof(In);
        CUPY_UNROLL
        for (int k = 0; k < kTile; k += kScanThreads * kLine) {
            const long long next = (chunk + kScanAhead) * kTile + k + thread * kLine;
            if (next < stop && k + (int)thread * kLine < kTile) platform::prefetch(input + next * p.strides[1]);
        }

        // Within the thread, then within the warp, then within the block.  Of operations that look at neighbours,
        // whose results need the items too, only the items are kept, and mapped twice.
        constexpr int kKept = Op::neighbour ? 1 : V;
        In earlier[U];
        Acc acc[U][kKept], begin[U], carry = Op::identity();
        CUPY_UNROLL
        for (int u = 0; u < U; ++u) {
            const long long i = at + u * kNear * V;
            if constexpr (Op::neighbour) {
                earlier[u] = this->neighbour(x[u], input, i, stop);
                acc[u][0] = this->total(x[u], earlier[u], i, stop);
            } else {
                this->accumulate(acc[u], x[u], input, i, stop);
            }
        }
        CUPY_UNROLL
        for (int u = 0; u < U; ++u) {
            const Acc here = up_to_here(acc[u][kKept - 1]);
            const Acc other = warp::lane_at(here, near - 1);
            begin[u] = near ? Op::combine(carry, other) : carry;
            carry = Op::combine(carry, warp::lane_at(here, kNear - 1));
            if constexpr (!Op::neighbour) {
                CUPY_UNROLL
                for (int v = 0; v < V; ++v) acc[u][v] = Op::combine(begin[u], acc[u][v]);
            }
        }
        if (near == kNear - 1) shared[thread / kNear] = carry;
        platform::barrier();
        Acc start = Op::identity(), all = Op::identity();
        CUPY_UNROLL
        for (int k = 0; k < kWarps; ++k) {
            if (k == (int)(thread / kNear)) start = all;
            all = Op::combine(all, shared[k]);
        }
        if (p.chunks > 1) start = Op::combine(before(row, chunk, all), start);
        CUPY_UNROLL
        for (int u = 0; u < U; ++u) {
            Out y[V];
            if constexpr (Op::neighbour) {
                Acc sum = Op::combine(start, begin[u]);
                CUPY_UNROLL
                for (int v = 0; v < V; ++v) {
                    sum = Op::combine(sum, this->item(x[u][v], v ? x[u][v - 1] : earlier[u], at + u * kNear * V + v));
                    y[v] = this->finish(sum, x[u][v]);
                }
            } else {
                CUPY_UNROLL
                for (int v = 0; v < V; ++v) y[v] = this->finish(Op::combine(start, acc[u][v]), x[u][v]);
            }
            if (p.vectors) this->store(output, y, at + u * kNear * V, stop);
            else this->store_turned(output, y, begins + u * kNear * V, stop);
        }
    }
};

}  // namespace simt
}  // namespace cupy

#define CUPY_SCAN_CHAIN(name, op)                                                                 \
    CUPY_KERNEL CUPY_LAUNCH_RESIDENT(cupy::kScanThreads, cupy::simt::kChainResident<op>)          \
        name(CUPY_GRID_CONSTANT const cupy::Scan params) {                                        \
        alignas(16) CUPY_SHARED unsigned char sums[sizeof(op::acc_type) * (cupy::kScanThreads / cupy::kScanNear + 2)]; \
        alignas(16) CUPY_SHARED unsigned char turning[cupy::simt::Chain<op>::kStage];             \
        CUPY_SHARED long long ticket;                                                             \
        cupy::simt::Chain<op>(params, reinterpret_cast<op::acc_type *>(sums), &ticket, turning).run(); \
    }
