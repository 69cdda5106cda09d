// Scans of narrow arrays on SIMT targets: a block loads neighbouring items, scans their columns in shared
// memory, and stores neighbours.
//
// Items of a column lie `inner` apart; a thread that went along its own in memory would use a part of each line.
// It holds whole groups of length × inner items.  Of short columns each is a thread's; longer ones the threads share
// evenly, wherever they begin.
#pragma once

#include "device/scan.hpp"

namespace cupy {
namespace simt {

// Blocks of a multiprocessor at once.
template <class Op> constexpr int kTileResident = sizeof(typename Op::acc_type) > 4 ? 4 : 5;

template <class Op> struct Narrow : Scanner<Op> {
    using Base = Scanner<Op>;
    using typename Base::Acc;
    using typename Base::In;
    using typename Base::Out;
    using Base::p;
    using Base::thread;
    static constexpr int kItems = scan_tile_items(sizeof(Acc));
    static constexpr int kBanks = 32;
    static constexpr int kEach = kItems / kScanThreads, kAhead = kEach < 8 ? kEach : sizeof(Acc) > 4 && kEach == 16 ? 16 : 8;
    static constexpr int kShared = kItems + kItems / kBanks + kScanThreads;

    Acc *const items;
    Acc *const sums = items + kItems + kItems / kBanks;

    const unsigned shift;           // an item of room after so many: neighbouring threads' items lie in other banks

    CUPY_DEVICE Narrow(const Scan &params, Acc *shared)
        : Base(params), items(shared), shift(p.parts || p.length * p.inner % 4 == 0 ? 5 : 31) {}

    CUPY_DEVICE Acc &at(unsigned i) const { return items[i + (i >> shift)]; }

    // `count` items from group `group` on.
    CUPY_DEVICE void load(long long group, unsigned count) const {
        const In *input = static_cast<const In *>(p.input);
        const unsigned wide = (unsigned)p.inner, deep = (unsigned)p.length;
        if (p.linear) {
            input += group * deep * wide + thread;
            fill(count, [&] { input += kScanThreads; }, input);
            return;
        }
        // Where this thread's next item is, and how far it is from one to the next: nothing is divided or multiplied in
        // the loop.
        unsigned column = thread % wide, row = thread / wide % deep;
        const unsigned columns = kScanThreads % wide, rows = kScanThreads / wide % deep;
        input += this->outer_at(group) + thread / wide / deep * p.strides[0] + row * p.strides[1] + column * p.strides[2];
        const long long further = kScanThreads / wide / deep * p.strides[0] + rows * p.strides[1]
                                  + columns * p.strides[2];
        const long long down = p.strides[1] - wide * p.strides[2];
        const long long beyond = p.strides[0] - deep * p.strides[1];
        fill(count, [&] {
            const bool next = (column += columns) >= wide;
            column -= next ? wide : 0;
            const bool last = (row += rows + next) >= deep;
            row -= last ? deep : 0;
            input += further + (next ? down : 0) + (last ? beyond : 0);
        }, input);
    }
    // Each thread asks for its items in their order, some on their way at once.
    template <class Advance> CUPY_DEVICE void fill(unsigned count, Advance advance, const In *const &input) const {
        CUPY_NO_UNROLL
        for (unsigned i = thread; i < count; i += kAhead * kScanThreads) {
            In x[kAhead];
            CUPY_UNROLL
            for (int u = 0; u < kAhead; ++u, advance()) x[u] = i + u * kScanThreads < count ? *input : In(0);
            CUPY_UNROLL
            for (int u = 0; u < kAhead; ++u) at(i + u * kScanThreads) = this->item(x[u], In(0), 0);
        }
        platform::barrier();
    }
    CUPY_DEVICE void store(long long first, unsigned count) const {
        Out *output = static_cast<Out *>(p.output) + first;
        platform::barrier();
        constexpr int ahead = kEach < 8 ? kEach : 8;
        CUPY_NO_UNROLL
        for (unsigned i = thread; i < count; i += ahead * kScanThreads) {
            Out y[ahead];
            CUPY_UNROLL
            for (int u = 0; u < ahead; ++u) y[u] = this->finish(at(i + u * kScanThreads), In(0));
            CUPY_UNROLL
            for (int u = 0; u < ahead; ++u)
                if (i + u * kScanThreads < count) output[i + u * kScanThreads] = y[u];
        }
    }

    // A thread takes every kScanThreads-th column from top to bottom.
    CUPY_DEVICE void whole_columns(unsigned columns) const {
        constexpr unsigned ahead = 4;
        const unsigned wide = (unsigned)p.inner, deep = (unsigned)p.length;
        unsigned group = thread / wide, in = thread % wide;
        const unsigned groups = kScanThreads / wide, ins = kScanThreads % wide;
        for (unsigned column = thread; column < columns; column += kScanThreads) {
            unsigned i = group * deep * wide + in;
            Acc acc = Op::identity();
            for (unsigned k = 0; k < deep; k += ahead) {
                Acc x[ahead];
                CUPY_UNROLL
                for (unsigned u = 0; u < ahead; ++u) x[u] = at(i + u * wide);       // perhaps of the next columns
                CUPY_UNROLL
                for (unsigned u = 0; u < ahead; ++u)
                    if (k + u < deep) at(i + u * wide) = acc = k + u ? Op::combine(acc, x[u]) : x[u];
                i += ahead * wide;
            }
            group += groups;
            in += ins;
            if (in < wide) continue;
            in -= wide;
            ++group;
        }
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

    // A thread takes neighbouring items, among which a row starts at most once.
    CUPY_DEVICE void long_rows(unsigned count) const {
        const unsigned begin = thread * kEach, place = begin % (unsigned)p.length;
        const unsigned starts = place ? (unsigned)p.length - place : 0;         // from the thread's first item on
        const unsigned mine = begin < count ? count - begin : 0;
        Acc *const from = &at(begin);           // no room between them
        Acc acc[kEach];
        CUPY_UNROLL
        for (unsigned k = 0; k < kEach; ++k)
            if (k < mine) acc[k] = k == 0 || k == starts ? from[k] : Op::combine(acc[k - 1], from[k]);
        const Acc before = earlier(Segment{mine < kEach ? Op::identity() : acc[kEach - 1], starts < kEach});
        CUPY_UNROLL
        for (unsigned k = 0; k < kEach; ++k)
            if (k < mine) from[k] = k < starts ? Op::combine(before, acc[k]) : acc[k];
    }

    CUPY_DEVICE void tile() const {
        const unsigned wide = (unsigned)p.inner, deep = (unsigned)p.length, each = (unsigned)p.span;
        // Groups of a block lie evenly: it has some of the `even` that do.
        const unsigned block = platform::block_index(), run = block / (unsigned)p.chunks;
        const long long even = p.outer_axes.size[0], ahead = (long long)(block - run * (unsigned)p.chunks) * each;
        const long long first = run * even + ahead;
        const unsigned groups = (unsigned)(even - ahead < each ? even - ahead : each);
        const unsigned count = groups * deep * wide;
        load(first, count);
        if (p.parts == 0) {
            whole_columns(groups * wide);
            return store(first * deep * wide, count);
        }
        if constexpr (kEach <= kBanks) {
            if (wide == 1 && deep >= kEach) {
                long_rows(count);
                return store(first * deep, count);
            }
        }
        // Items column by column, as many for each thread: an even number, for the sake of banks.
        const unsigned share = ((count + kScanThreads - 1) / kScanThreads + 1) / 2 * 2, begin = thread * share;
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
    CUPY_KERNEL CUPY_LAUNCH_RESIDENT(cupy::kScanThreads, cupy::simt::kTileResident<op>)           \
        name(CUPY_GRID_CONSTANT const cupy::Scan params) {                                        \
        using Narrow = cupy::simt::Narrow<op>;                                                    \
        alignas(16) CUPY_SHARED unsigned char items[sizeof(op::acc_type) * Narrow::kShared];      \
        Narrow(params, reinterpret_cast<op::acc_type *>(items)).tile();                           \
    }
