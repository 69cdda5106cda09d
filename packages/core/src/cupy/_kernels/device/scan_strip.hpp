// Scans of few long columns on SIMT targets, in one launch: a block takes neighbouring whole lines, one stretch of
// memory, through shared memory, where its threads share the columns.
//
// A thread holds some items of one column, parts of which lie below one another; chunks hand on what they have.
#pragma once

#include "device/scan.hpp"
#include "device/scan_handing_on.hpp"

namespace cupy {
namespace simt {

constexpr int kStripResident = 4;       // blocks of a multiprocessor at once

template <class Op> struct Strip : Scanner<Op> {
    using Base = Scanner<Op>;
    using typename Base::Acc;
    using typename Base::In;
    using typename Base::Out;
    using Base::p;
    using Base::thread;
    static constexpr int kDeep = scan_strip(sizeof(Acc));
    static constexpr int kItems = kScanThreads * kDeep;
    static constexpr int kBelow = 8;                // parts that are added up first
    static constexpr int kSums = kScanThreads / kBelow + kScanStrip;
    static constexpr int kLooks = HandingOn<Op>::kSlots * kScanStrip;
    static constexpr int kRoom = kItems > kLooks ? kItems : kLooks;
    static constexpr int kShared = kRoom + kScanThreads + kSums + 2 * kScanStrip;

    Acc *const items;                               // then what other blocks made known, then items again
    Acc *const sums = items + kRoom;                // of threads,
    Acc *const below = sums + kScanThreads;         // of parts below one another,
    Acc *const given = below + kSums;               // and what comes before the chunk: of its group, of groups
    unsigned char *const known;                     // kLooks
    unsigned *const ticket;

    CUPY_DEVICE Strip(const Scan &params, Acc *shared, unsigned char *states, unsigned *number)
        : Base(params), items(shared), known(states), ticket(number) {}

    // `count` items from line `first` of group `group` on, all on their way at once.
    CUPY_DEVICE void load(long long group, long long first, unsigned count) const {
        const unsigned wide = (unsigned)p.inner;
        const In *input = static_cast<const In *>(p.input) + this->outer_at(group) + first * p.strides[1];
        In x[kDeep];
        if (p.linear) {
            input += thread;
            CUPY_UNROLL
            for (int u = 0; u < kDeep; ++u)
                if (thread + u * kScanThreads < count) x[u] = input[u * kScanThreads];
        } else {
            // Where the next item is, and how far it is from one to the next: nothing is divided in the loop.
            unsigned column = thread % wide;
            const unsigned columns = kScanThreads % wide;
            input += thread / wide * p.strides[1] + column * p.strides[2];
            const long long further = kScanThreads / wide * p.strides[1] + columns * p.strides[2];
            const long long down = p.strides[1] - wide * p.strides[2];
            CUPY_UNROLL
            for (int u = 0; u < kDeep; ++u) {
                if (thread + u * kScanThreads < count) x[u] = *input;
                input += further;
                column += columns;
                if (column < wide) continue;
                column -= wide;
                input += down;
            }
        }
        CUPY_UNROLL
        for (int u = 0; u < kDeep; ++u)
            if (thread + u * kScanThreads < count) items[thread + u * kScanThreads] = this->item(x[u], x[u], 0);
        platform::barrier();
    }
    CUPY_DEVICE void store(Out *output, unsigned count) const {
        platform::barrier();
        CUPY_UNROLL
        for (int u = 0; u < kDeep; ++u)
            if (thread + u * kScanThreads < count)
                output[thread + u * kScanThreads] = this->finish(items[thread + u * kScanThreads], In(0));
    }

    // What the parts before this one have of the column; anything for the first.
    CUPY_DEVICE Acc above(const Acc &own, unsigned part, unsigned column, unsigned parts) const {
        const unsigned wide = (unsigned)p.inner, place = part % kBelow, some = part / kBelow;
        sums[thread] = own;
        platform::barrier();
        Acc near = own;
        for (unsigned k = 0; k < place; ++k) {
            const Acc &other = sums[thread - (place - k) * wide];
            near = k ? Op::combine(near, other) : other;
        }
        if (part < parts && (place == kBelow - 1 || part == parts - 1))
            below[some * wide + column] = place ? Op::combine(near, own) : own;
        platform::barrier();
        if (!some) return near;
        Acc sum = below[column];
        for (unsigned k = 1; k < some; ++k) sum = Op::combine(sum, below[k * wide + column]);
        return place ? Op::combine(sum, near) : sum;
    }

    CUPY_DEVICE void run() const {
        const unsigned wide = (unsigned)p.inner, parts = kScanThreads / wide;
        const unsigned part = thread / wide, column = thread % wide, begin = part * kDeep;
        unsigned tile = platform::block_index();
        if (p.chunks > 1 && !platform::kBlocksStartInOrder) {
            if (thread == 0) *ticket = platform::add_and_return(static_cast<unsigned *>(p.totals), 1u);
            platform::barrier();
            tile = *ticket;
        }
        const unsigned groups = (unsigned)p.outer, chunk = tile / groups, group = tile % groups;
        const long long first = chunk * p.span, left = p.length - first;
        const unsigned lines = (unsigned)(left < p.span ? left : p.span);
        const unsigned mine = part >= parts || begin >= lines ? 0 : lines - begin < kDeep ? lines - begin : kDeep;
        load(group, first, lines * wide);

        Acc acc[kDeep], own = Op::identity();
        Acc *const place = items + begin * wide + column;
        CUPY_UNROLL
        for (unsigned k = 0; k < kDeep; ++k)
            if (k < mine) acc[k] = own = k ? Op::combine(own, place[k * wide]) : place[0];
        Acc start = above(own, part, column, parts);
        bool any = part > 0;
        if (p.chunks > 1) {
            const HandingOn<Op> chain(p, (long long)group * wide + column, p.outer * wide, chunk, items + column,
                                      known + column, wide);
            const Acc all = Op::combine(start, own);            // of the last part
            if (part == parts - 1) chain.make_known(all);
            if (part < parts && chunk) chain.look(part, parts);
            platform::barrier();
            if (part == parts - 1) given[column] = chain.within(all);
            else if (part == 0 && chain.group()) given[kScanStrip + column] = chain.earlier();
            platform::barrier();
            const Acc &within = given[column], &earlier = given[kScanStrip + column];
            if (part == parts - 1) chain.hand_on(earlier, within, all);
            if (chunk) {
                const Acc before = chain.before(earlier, within);
                start = any ? Op::combine(before, start) : before;
                any = true;
            }
        }
        // From the last on: the compiler would keep all places in registers.
        Acc *at = place + (kDeep - 1) * wide;
        CUPY_UNROLL
        for (int k = kDeep - 1; k >= 0; --k, at -= wide)
            if (k < (int)mine) *at = any ? Op::combine(start, acc[k]) : acc[k];
        store(static_cast<Out *>(p.output) + (group * p.length + first) * wide, lines * wide);
    }
};

}  // namespace simt
}  // namespace cupy

#define CUPY_SCAN_STRIP(name, op)                                                                 \
    CUPY_KERNEL CUPY_LAUNCH_RESIDENT(cupy::kScanThreads, cupy::simt::kStripResident)              \
        name(CUPY_GRID_CONSTANT const cupy::Scan params) {                                        \
        using Strip = cupy::simt::Strip<op>;                                                      \
        alignas(16) CUPY_SHARED unsigned char items[sizeof(op::acc_type) * Strip::kShared];       \
        CUPY_SHARED unsigned char known[Strip::kLooks];                                           \
        CUPY_SHARED unsigned ticket;                                                              \
        Strip(params, reinterpret_cast<op::acc_type *>(items), known, &ticket).run();             \
    }
