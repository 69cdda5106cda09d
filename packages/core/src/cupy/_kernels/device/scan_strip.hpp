// Scans of few long columns on SIMT targets, in one launch: a block takes neighbouring whole lines, one stretch of
// memory, through shared memory, where its threads share the columns.
//
// A thread goes along some items of one column, parts of which lie below one another: once to add them up, and once more
// when it knows what comes before them.  Chunks hand on what they have.
#pragma once

#include "device/scan.hpp"
#include "device/scan_handing_on.hpp"

namespace cupy {
namespace simt {

// Blocks of a multiprocessor at once: as many as registers allow.
template <class Op> constexpr int kStripResident =
    sizeof(typename Op::acc_type) > 8 ? 4 : sizeof(typename Op::acc_type) > 4 ? 5 : kScanResident;

template <class Op> struct Strip : Scanner<Op> {
    using Base = Scanner<Op>;
    using typename Base::Acc;
    using typename Base::In;
    using typename Base::Out;
    using Base::p;
    using Base::thread;
    static constexpr int kDeep = scan_strip(sizeof(Acc));
    static constexpr int kItems = kScanThreads * kDeep;
    static constexpr int kAhead = sizeof(In) > 4 ? 8 : 16;      // items of a thread that are on their way at once
    static constexpr int kBelow = 8;                // parts that are added up first
    static constexpr int kSums = kScanThreads / kBelow + kScanStrip;
    static constexpr int kShared = kItems + kScanThreads + kSums + kScanStrip;

    Acc *const items;
    Acc *const sums = items + kItems;               // of threads, then of what they look at
    Acc *const below = sums + kScanThreads;         // of parts below one another
    Acc *const ends = below + kSums;                // of columns, up to the groups that are looked at
    unsigned *const ticket;

    CUPY_DEVICE Strip(const Scan &params, Acc *shared, unsigned *number)
        : Base(params), items(shared), ticket(number) {}

    CUPY_DEVICE const In *input_of(long long group, long long line) const {
        return static_cast<const In *>(p.input) + this->outer_at(group) + line * p.strides[1];
    }

    // `count` items from `input` on to shared memory.
    CUPY_DEVICE void load(const In *input, unsigned count) const {
        const unsigned wide = (unsigned)p.inner;
        // Where the next item is, and how far it is from one to the next: nothing is divided in the loop.
        unsigned column = thread % wide;
        const unsigned columns = kScanThreads % wide;
        input += thread / wide * p.strides[1] + column * p.strides[2];
        const long long further = kScanThreads / wide * p.strides[1] + columns * p.strides[2];
        const long long down = p.strides[1] - wide * p.strides[2];
        CUPY_UNROLL
        for (int k = 0; k < kDeep; k += kAhead) {
            In x[kAhead];
            CUPY_UNROLL
            for (int u = 0; u < kAhead && k + u < kDeep; ++u) {
                x[u] = thread + (k + u) * kScanThreads < count ? *input : In(0);
                input += further;
                column += columns;
                if (column < wide) continue;
                column -= wide;
                input += down;
            }
            CUPY_UNROLL
            for (int u = 0; u < kAhead && k + u < kDeep; ++u)
                items[thread + (k + u) * kScanThreads] = this->item(x[u], x[u], 0);
        }
        platform::barrier();
    }
    CUPY_DEVICE void store(Out *output, unsigned count) const {
        platform::barrier();
        output += thread;
        CUPY_UNROLL
        for (int k = 0; k < kDeep; ++k)
            if (thread + k * kScanThreads < count)
                output[k * kScanThreads] = this->finish(items[thread + k * kScanThreads], In(0));
    }

    // f(whether it is the first, item) for `count` items of a column, some of them read at once.
    template <bool write, class F> CUPY_DEVICE void down(Acc *at, unsigned count, F f) const {
        constexpr unsigned ahead = 8;
        const unsigned wide = (unsigned)p.inner;
        CUPY_NO_UNROLL
        for (unsigned k = 0; k < count; k += ahead, at += ahead * wide) {
            Acc x[ahead];
            CUPY_UNROLL
            for (unsigned u = 0; u < ahead; ++u)
                x[u] = k + u < count ? at[u * wide] : Op::identity();
            CUPY_UNROLL
            for (unsigned u = 0; u < ahead; ++u) {
                if (k + u >= count) break;
                f(k + u == 0, x[u]);
                if constexpr (write) at[u * wide] = x[u];
            }
        }
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
        load(input_of(group, first), lines * wide);
        const unsigned ahead = kScanAhead / groups;
        if (ahead && chunk + ahead + 1 < p.chunks)
            this->prefetch(input_of(group, first + ahead * p.span), (p.span - 1) * p.strides[1], p.span * wide);

        Acc own = Op::identity(), *const place = items + begin * wide + column;
        down<false>(place, mine, [&](bool first, const Acc &x) { own = first ? x : Op::combine(own, x); });
        Acc start = above(own, part, column, parts);
        bool any = part > 0;
        if (p.chunks > 1) {
            const HandingOn<Op> chain(p, group * wide + column, chunk, parts);
            const Acc all = any ? Op::combine(start, own) : own;            // of the last part
            if (part == parts - 1 && !chain.last()) chain.publish(chunk, all);
            if (chunk) {
                const Acc earlier = chain.before(all, part, parts, sums + column, wide, ends + column);
                start = any ? Op::combine(earlier, start) : earlier;
                any = true;
            }
        }
        down<true>(place, mine, [&](bool first, Acc &x) { x = start = first && !any ? x : Op::combine(start, x); });
        store(static_cast<Out *>(p.output) + (group * p.length + first) * wide, lines * wide);
    }
};

}  // namespace simt
}  // namespace cupy

#define CUPY_SCAN_STRIP(name, op)                                                                 \
    CUPY_KERNEL CUPY_LAUNCH_RESIDENT(cupy::kScanThreads, cupy::simt::kStripResident<op>)          \
        name(CUPY_GRID_CONSTANT const cupy::Scan params) {                                        \
        using Strip = cupy::simt::Strip<op>;                                                      \
        alignas(16) CUPY_SHARED unsigned char items[sizeof(op::acc_type) * Strip::kShared];       \
        CUPY_SHARED unsigned ticket;                                                              \
        Strip(params, reinterpret_cast<op::acc_type *>(items), &ticket).run();                    \
    }
