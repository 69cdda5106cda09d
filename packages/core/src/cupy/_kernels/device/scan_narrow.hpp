// Scans of narrow arrays on SIMT targets: a block loads neighbouring items, scans their columns in shared
// memory, and stores neighbours.
//
// Items of a column lie `inner` apart; a thread that went along its own in memory would use a part of each line.
// It holds whole groups of length × inner items; threads share them evenly, wherever columns begin.
#pragma once

#include "device/scan.hpp"

namespace cupy {
namespace simt {

template <class Op> struct Narrow : Scanner<Op> {
    using Base = Scanner<Op>;
    using typename Base::Acc;
    using typename Base::In;
    using typename Base::Out;
    using Base::p;
    using Base::thread;
    static constexpr int kItems = scan_block(sizeof(Acc));
    static constexpr int kBanks = 32;
    static constexpr int kShared = kItems + kItems / kBanks + kScanThreads;

    Acc *const items;
    Acc *const sums = items + kItems + kItems / kBanks;

    CUPY_DEVICE Narrow(const Scan &params, Acc *shared) : Base(params), items(shared) {}

    CUPY_DEVICE Acc &at(unsigned i) const { return items[i + i / kBanks]; }

    // `count` items from group `group` on.
    CUPY_DEVICE void load(long long group, unsigned count) const {
        const In *input = static_cast<const In *>(p.input);
        const unsigned wide = (unsigned)p.inner, deep = (unsigned)p.length;
        if (p.linear) {
            input += group * deep * wide;
            fill(count, [&](unsigned i) { return this->item(input[i], In(0), 0); });
            return;
        }
        // Where this thread's next item is, and how far it is from one to the next: nothing is divided or multiplied in
        // the loop.
        unsigned column = thread % wide, row = thread / wide % deep;
        const unsigned columns = kScanThreads % wide, rows = kScanThreads / wide % deep;
        input += (group + thread / wide / deep) * p.strides[0] + row * p.strides[1] + column * p.strides[2];
        const long long further = kScanThreads / wide / deep * p.strides[0] + rows * p.strides[1]
                                  + columns * p.strides[2];
        const long long down = p.strides[1] - wide * p.strides[2];
        const long long beyond = p.strides[0] - deep * p.strides[1];
        fill(count, [&](unsigned) {
            const long long line = row;
            const In x = *input;
            input += further;
            column += columns;
            row += rows;
            if (column >= wide) {
                column -= wide;
                ++row;
                input += down;
            }
            if (row >= deep) {
                row -= deep;
                input += beyond;
            }
            return this->item(x, In(0), line);
        });
    }
    // Each thread asks for its items in their order, some on their way at once.
    template <class Item> CUPY_DEVICE void fill(unsigned count, Item item) const {
        constexpr int ahead = 8;
        for (unsigned i = thread; i < count; i += ahead * kScanThreads) {
            Acc x[ahead];
            CUPY_UNROLL
            for (int u = 0; u < ahead; ++u)
                if (i + u * kScanThreads < count) x[u] = item(i + u * kScanThreads);
            CUPY_UNROLL
            for (int u = 0; u < ahead; ++u)
                if (i + u * kScanThreads < count) at(i + u * kScanThreads) = x[u];
        }
        platform::barrier();
    }
    CUPY_DEVICE void store(long long first, unsigned count) const {
        Out *output = static_cast<Out *>(p.output) + first;
        platform::barrier();
        for (unsigned i = thread; i < count; i += kScanThreads) output[i] = this->finish(at(i), In(0));
    }

    // The running result up to here, from the start of a column on if there is one.
    struct Segment {
        Acc acc;
        unsigned starts;

        static CUPY_DEVICE Segment join(const Segment &a, const Segment &b) {
            return b.starts ? b : Segment{Op::combine(a.acc, b.acc), a.starts};
        }
    };

    // What the threads before this one have of the column in which it begins.
    CUPY_DEVICE Acc earlier(const Segment &mine) const {
        Segment *warps = reinterpret_cast<Segment *>(sums);
        const Segment here = warp::inclusive_scan(mine, Segment::join);
        const Segment other = warp::lane_at(here, this->near - 1);
        if (this->near == this->kNear - 1) warps[thread / this->kNear] = here;
        platform::barrier();
        Segment before{Op::identity(), 0};
        for (unsigned k = 0; k < thread / this->kNear; ++k) before = Segment::join(before, warps[k]);
        return this->near ? Segment::join(before, other).acc : before.acc;
    }

    CUPY_DEVICE void tile() const {
        const unsigned wide = (unsigned)p.inner, deep = (unsigned)p.length, each = (unsigned)p.span;
        const long long first = (long long)platform::block_index() * each;
        const unsigned groups = (unsigned)(p.outer - first < each ? p.outer - first : each);
        const unsigned count = groups * deep * wide;
        load(first, count);
        // Items column by column, as many for each thread.
        const unsigned share = (count + kScanThreads - 1) / kScanThreads, begin = thread * share;
        const unsigned stop = begin + share < count ? begin + share : count, place = begin % deep;
        const unsigned origin = begin / deep / wide * deep * wide + place * wide + begin / deep % wide;
        Segment mine{Op::identity(), 0};
        for (unsigned q = begin, i = origin, k = place, column = begin / deep % wide; q < stop; ++q, i += wide) {
            mine.acc = k && q > begin ? Op::combine(mine.acc, at(i)) : at(i);
            mine.starts |= k == 0;
            at(i) = mine.acc;
            if (++k < deep) continue;
            k = 0;
            i -= deep * wide - 1;               // the next column, or the first of the next group
            if (++column < wide) continue;
            column = 0;
            i += (deep - 1) * wide;
        }
        const Acc before = earlier(mine);
        const unsigned left = place ? deep - place : 0;
        for (unsigned k = 0; k < left && begin + k < stop; ++k) {
            Acc &acc = at(origin + k * wide);
            acc = Op::combine(before, acc);
        }
        store(first * deep * wide, count);
    }
};

}  // namespace simt
}  // namespace cupy

#define CUPY_SCAN_TILE(name, op)                                                                  \
    CUPY_KERNEL CUPY_LAUNCH_BOUNDS(cupy::kScanThreads)                                            \
        name(CUPY_GRID_CONSTANT const cupy::Scan params) {                                        \
        using Narrow = cupy::simt::Narrow<op>;                                                      \
        alignas(16) CUPY_SHARED unsigned char items[sizeof(op::acc_type) * Narrow::kShared];       \
        Narrow(params, reinterpret_cast<op::acc_type *>(items)).tile();                            \
    }
