// Scans of narrow arrays on SIMT targets: a block loads neighbouring items, scans their columns in shared
// memory, and stores neighbours.
//
// Items of a column lie `inner` apart; a thread that went along its own in memory would use a part of each line.
// tile: whole groups of length × inner items; threads share what they hold evenly, wherever columns begin.
// strip: a chunk of one group, some lines at a time; a column is cut among threads.  With several chunks there are
// two launches (see scan_params.hpp).
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
    static constexpr int kEach = kItems / kScanThreads;                // items of a column that a thread takes,
    static constexpr int kDeep = kEach > 1 ? (kEach - 1) | 1 : 1;      // odd: no two in one bank
    static constexpr int kHeld = kDeep <= 16 ? kDeep : 1;              // all of them in registers, or in shared memory
    static constexpr int kResident = sizeof(Acc) <= 8 ? 4 : 3;         // blocks of a multiprocessor at once, of strips
    static constexpr int kShared = kItems + kItems / kBanks + kScanThreads;

    Acc *const items;
    Acc *const sums = items + kItems + kItems / kBanks;

    CUPY_DEVICE Narrow(const Scan &params, Acc *shared) : Base(params), items(shared) {}

    CUPY_DEVICE Acc &at(unsigned i) const { return items[i + i / kBanks]; }

    // `count` items from line `first` of group `group` on; of whole groups, the next ones' too.
    template <bool whole> CUPY_DEVICE void load(long long group, long long first, unsigned count) const {
        const In *input = static_cast<const In *>(p.input);
        const unsigned wide = (unsigned)p.inner;
        if (p.linear) {
            input += (group * p.length + first) * wide;
            fill(count, [&](unsigned i) { return this->item(input[i], In(0), 0); });
            return;
        }
        // Where this thread's next item is, and how far it is from one to the next: nothing is divided or multiplied in
        // the loop.
        const unsigned deep = whole ? (unsigned)p.length : ~0u;
        unsigned column = thread % wide, row = thread / wide % deep;
        const unsigned columns = kScanThreads % wide, rows = kScanThreads / wide % deep;
        input += (group + thread / wide / deep) * p.strides[0] + (first + row) * p.strides[1] + column * p.strides[2];
        const long long further = kScanThreads / wide / deep * p.strides[0] + rows * p.strides[1]
                                  + columns * p.strides[2];
        const long long down = p.strides[1] - wide * p.strides[2];
        const long long beyond = whole ? p.strides[0] - deep * p.strides[1] : 0;
        fill(count, [&](unsigned) {
            const long long line = first + row;
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

    // Running results of `count` items, each `wide` after the one before.
    CUPY_DEVICE Acc column(unsigned i, unsigned count, unsigned wide) const {
        Acc acc = at(i);
        for (unsigned k = 1; k < count; ++k) {
            i += wide;
            at(i) = acc = Op::combine(acc, at(i));
        }
        return acc;
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
        const unsigned groups = (unsigned)(p.outer - first < each ? p.outer - first : each), count = groups * deep * wide;
        load<true>(first, 0, count);
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

    // What each thread's part has before it in its column, given its own total; that of the column.
    CUPY_DEVICE Acc before(const Acc &mine, unsigned part, unsigned column, unsigned parts, Acc &all) const {
        const unsigned wide = (unsigned)p.inner;
        Acc acc = mine;
        sums[thread] = acc;
        platform::barrier();
        for (unsigned step = 1; step < parts; step *= 2) {
            const bool more = part < parts && part >= step;
            const Acc other = more ? sums[thread - step * wide] : Op::identity();
            platform::barrier();
            if (more) sums[thread] = acc = Op::combine(other, acc);
            platform::barrier();
        }
        all = sums[(parts - 1) * wide + column];
        const Acc result = part && part < parts ? sums[thread - wide] : Op::identity();
        platform::barrier();
        return result;
    }

    CUPY_DEVICE void strip() const {
        const unsigned wide = (unsigned)p.inner, parts = kScanThreads / wide;
        const unsigned part = thread / wide, column = thread % wide;
        const long long group = (long long)platform::block_index() / p.chunks;
        const long long chunk = platform::block_index() % p.chunks;
        const long long start = this->begin(chunk), stop = this->end(chunk), step = parts * kDeep;
        Acc *totals = static_cast<Acc *>(p.totals) + group * p.chunks * wide;
        Acc carry = Op::identity();
        if (p.phase == kScanResults && chunk) {
            const long long from = chunk * part / parts, to = chunk * (part + 1) / parts;
            if (part < parts) carry = this->sum_totals(totals + from * wide + column, (to - from) * wide, wide);
            before(carry, part, column, parts, carry);
        }
        for (long long line = start; line < stop; line += step) {
            const unsigned lines = (unsigned)(stop - line < step ? stop - line : step), first = part * kDeep;
            const unsigned mine = part < parts && first < lines ? (lines - first < kDeep ? lines - first : kDeep) : 0;
            load<false>(group, line, lines * wide);
            Acc all;
            Acc held[kHeld], own = Op::identity();
            if constexpr (kHeld == kDeep) {
                CUPY_UNROLL
                for (unsigned k = 0; k < kHeld; ++k)
                    if (k < mine) held[k] = at((first + k) * wide + column);
                CUPY_UNROLL
                for (unsigned k = 0; k < kHeld; ++k)
                    if (k < mine) own = held[k] = k ? Op::combine(own, held[k]) : held[k];
            } else if (mine) {
                own = this->column(first * wide + column, mine, wide);
            }
            const Acc earlier = Op::combine(carry, before(own, part, column, parts, all));
            carry = Op::combine(carry, all);
            if (p.phase != kScanResults) continue;
            if constexpr (kHeld == kDeep) {
                CUPY_UNROLL
                for (unsigned k = 0; k < kHeld; ++k)
                    if (k < mine) at((first + k) * wide + column) = Op::combine(earlier, held[k]);
            } else {
                for (unsigned k = 0; k < mine; ++k) {
                    Acc &acc = at((first + k) * wide + column);
                    acc = Op::combine(earlier, acc);
                }
            }
            store((group * p.length + line) * wide, lines * wide);
            platform::barrier();
        }
        if (p.phase == kScanTotals && thread < wide) totals[chunk * wide + column] = carry;
    }
};

}  // namespace simt
}  // namespace cupy

#define CUPY_SCAN_NARROW(name, op, function, resident)                                             \
    CUPY_KERNEL CUPY_LAUNCH_RESIDENT(cupy::kScanThreads, resident)                                \
        name(CUPY_GRID_CONSTANT const cupy::Scan params) {                                        \
        using Narrow = cupy::simt::Narrow<op>;                                                      \
        alignas(16) CUPY_SHARED unsigned char items[sizeof(op::acc_type) * Narrow::kShared];       \
        Narrow(params, reinterpret_cast<op::acc_type *>(items)).function();                        \
    }
#define CUPY_SCAN_TILE(name, op) CUPY_SCAN_NARROW(name, op, tile, 0)
#define CUPY_SCAN_STRIP(name, op) CUPY_SCAN_NARROW(name, op, strip, cupy::simt::Narrow<op>::kResident)
