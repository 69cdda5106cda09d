// Scans along columns on SIMT targets, in one launch: neighbouring threads go down neighbouring columns, whatever
// group they are of.
//
// A thread goes along some items of a column, `span` of them, which it keeps in shared memory, so that many are on their
// way at once; warps that lie below one another pass on what they have.
// Longer columns are cut into chunks: each block makes the sums of its chunk known, and then those of all chunks up
// to it, which are always added up in the same order, so results do not depend on who was first.  Blocks of a
// chunk start before those of the next, and mostly know what they need at once.
// Where there are few columns, so many chunks of each run at once that they would wait: a block scans a chunk, and then adds
// up one so far ahead that its sum is known when it is needed, and its items are still in the cache.
#pragma once

#include "device/scan.hpp"
#include "device/scan_handing_on.hpp"

namespace cupy {
namespace simt {

constexpr int kColumnsResident = 4;     // blocks of a multiprocessor at once: more would have registers in memory

template <class Op> struct Columns : Scanner<Op> {
    using Base = Scanner<Op>;
    using typename Base::Acc;
    using typename Base::In;
    using typename Base::Out;
    using Base::kNear;
    using Base::near;
    using Base::p;
    using Base::thread;
    using States = ScanStates<Acc>;
    static constexpr int kWarps = kScanThreads / kNear;
    static constexpr int kDeep = scan_deep(sizeof(In));
    static constexpr int kAhead = sizeof(In) > 4 ? 8 : 16;
    static constexpr int kAtOnce = 8;           // items that are read back at once
    static constexpr int kBack = 4;             // chunks that a thread looks back at

    In *const items;                            // of this thread: every kScanThreads-th
    Acc (*const sums)[kNear];                   // of each warp, and of the chunks before a column's
    unsigned *const ticket;

    CUPY_DEVICE Columns(const Scan &params, In *room, Acc (*shared)[kNear], unsigned *number)
        : Base(params), items(room + this->thread), sums(shared), ticket(number) {}

    CUPY_DEVICE static Acc join(bool any, const Acc &a, const Acc &b) { return any ? Op::combine(a, b) : b; }

    // The sum of a column's chunks before `chunk`.
    CUPY_DEVICE Acc before(unsigned long long *column, long long chunk, long long step) const {
        for (;;) {
            Acc acc[kBack], sum = Op::identity();
            unsigned known[kBack];
            const int back = chunk < kBack ? (int)chunk : kBack;
            while ((known[0] = States::look(column + (chunk - 1) * step, acc[0])) == States::kNothing) {}
            if (known[0] == States::kAll) return acc[0];
            CUPY_UNROLL
            for (int k = 0; k < kBack; ++k)
                known[k] = k < back ? States::look(column + (chunk - 1 - k) * step, acc[k]) : States::kNothing;
            bool found = false;
            CUPY_UNROLL
            for (int k = kBack - 1; k >= 0; --k) {
                if (known[k] == States::kAll) sum = acc[k];
                else if (found) sum = Op::combine(sum, acc[k]);
                found = known[k] == States::kAll || (found && known[k] == States::kSum);
            }
            if (found) return sum;
        }
    }

    // Some short columns, of which neighbouring threads have neighbours: as many items on their way as of long ones.
    CUPY_DEVICE void several() const {
        const unsigned columns = (unsigned)(p.outer * p.inner), wide = (unsigned)p.inner, length = (unsigned)p.length;
        const unsigned base = platform::block_index() * kScanThreads * (unsigned)p.span + thread;
        const unsigned first_out = base / wide, first_in = base % wide;
        const unsigned outs = kScanThreads / wide, ins = kScanThreads % wide;
        // Goes to the next item; where another column begins, `begin` finds it.
        unsigned column = base, place = 0, left = (unsigned)p.span, out = first_out, in = first_in;
        const auto next = [&](auto begin) {
            if (++place < length) return;
            place = 0;
            --left;
            column += kScanThreads;
            out += outs;
            in += ins;
            if (in >= wide) {
                in -= wide;
                ++out;
            }
            if (left && column < columns) begin();
        };
        const In *input = nullptr;
        const auto find = [&] {
            input = static_cast<const In *>(p.input) + this->outer_at(out) + this->inner_at(in);
        };
        if (column < columns) find();
        CUPY_NO_UNROLL
        for (int k = 0; k < kDeep && left; k += kAtOnce) {
            In x[kAtOnce];
            CUPY_UNROLL
            for (int u = 0; u < kAtOnce; ++u) {
                x[u] = left && column < columns ? *input : In(0);
                input += p.strides[1];
                next(find);
            }
            CUPY_UNROLL
            for (int u = 0; u < kAtOnce; ++u) items[(k + u) * kScanThreads] = x[u];
        }
        column = base, place = 0, left = (unsigned)p.span, out = first_out, in = first_in;
        Out *output = nullptr;
        const auto set = [&] { output = static_cast<Out *>(p.output) + out * (p.length * wide) + in; };
        set();
        Acc acc = Op::identity();
        CUPY_NO_UNROLL
        for (int k = 0; k < kDeep && left; k += kAtOnce) {
            In x[kAtOnce];
            CUPY_UNROLL
            for (int u = 0; u < kAtOnce; ++u) x[u] = items[(k + u) * kScanThreads];
            CUPY_UNROLL
            for (int u = 0; u < kAtOnce; ++u) {
                acc = join(place > 0, acc, this->item(x[u], x[u], place));
                if (left && column < columns) *output = this->finish(acc, In(0));
                output += wide;
                next(set);
            }
        }
    }

    struct Place {
        long long chunk, column;
        unsigned part, count;               // items of this thread
        bool inside;
    };
    CUPY_DEVICE long long outer_of(const Place &at) const {
        return p.outer * p.inner >> 31 ? at.column / p.inner : (unsigned)at.column / (unsigned)p.inner;
    }
    CUPY_DEVICE long long first(const Place &at) const {
        return (at.chunk * (unsigned)p.parts + at.part) * (unsigned)p.span;
    }
    CUPY_DEVICE const In *input_of(const Place &at) const {
        const long long out = outer_of(at);
        return static_cast<const In *>(p.input) + this->outer_at(out) + this->inner_at(at.column - out * p.inner)
               + first(at) * p.strides[1];
    }
    CUPY_DEVICE Place place(long long tile) const {
        const unsigned deep = (unsigned)p.span, parts = (unsigned)p.parts, warp = thread / kNear;
        const long long columns = p.outer * p.inner, wide = kScanThreads / parts, across = (columns + wide - 1) / wide;
        Place at;
        at.chunk = across >> 31 ? tile / across : (unsigned)tile / (unsigned)across;
        at.part = warp % parts;
        at.column = (tile - at.chunk * across) * wide + warp / parts * kNear + near;
        at.inside = at.column < columns;
        const long long left = at.inside ? p.length - first(at) : 0;
        at.count = left < 0 ? 0 : left < deep ? (unsigned)left : deep;
        return at;
    }
    CUPY_DEVICE unsigned long long *states(const Place &at) const {
        return static_cast<unsigned long long *>(p.totals) + 1 + at.column * States::kWords;
    }
    // What all threads that share the column have, for the first of them.
    CUPY_DEVICE Acc whole(Acc own, unsigned warp) const {
        for (unsigned k = 1; k < (unsigned)p.parts; ++k) own = Op::combine(own, sums[warp + k][near]);
        return own;
    }

    // Makes known what a chunk adds up to, long before it is scanned.
    CUPY_DEVICE void add_up(const Place &at) const {
        const In *input = input_of(at);
        Acc mine = Op::identity();
        CUPY_NO_UNROLL
        for (unsigned k = 0; k < at.count; k += kAhead) {
            In x[kAhead];
            CUPY_UNROLL
            for (int u = 0; u < kAhead; ++u, input += p.strides[1]) x[u] = k + u < at.count ? *input : In(0);
            CUPY_UNROLL
            for (int u = 0; u < kAhead; ++u)
                if (k + u < at.count) mine = Op::combine(mine, this->item(x[u], x[u], 0));
        }
        const unsigned warp = thread / kNear;
        platform::barrier();                    // all have read what lies there
        sums[warp][near] = mine;
        platform::barrier();
        if (at.part == 0 && at.inside)
            States::publish(states(at) + at.chunk * (p.outer * p.inner * States::kWords), whole(mine, warp), States::kSum);
    }

    CUPY_DEVICE void scan(const Place &at) const {
        const unsigned parts = (unsigned)p.parts, warp = thread / kNear, part = at.part;
        const bool chained = p.chunks > 1 && !p.ahead;
        Acc &earlier = sums[kWarps + warp / parts][near];
        if (p.ahead && at.chunk) {
            const HandingOn<Op> chain(p, (unsigned)at.column, (unsigned)at.chunk, parts);
            const bool speaks = at.inside && part == parts - 1 && chain.last();
            const Acc all = speaks ? chain.sum((unsigned)at.chunk, 1) : Op::identity();
            // Threads beside the columns look at nothing.
            const Acc found = chain.before(all, at.inside ? part : kScanThreads, parts, &sums[warp - part][near], kNear, &earlier);
            platform::barrier();
            if (part == 0) earlier = found;
        }
        const In *input = input_of(at);
        CUPY_UNROLL
        for (int k = 0; k < kDeep; k += kAhead) {
            In x[kAhead];
            CUPY_UNROLL
            for (int u = 0; u < kAhead && k + u < kDeep; ++u, input += p.strides[1])
                x[u] = k + u < at.count ? *input : In(0);
            CUPY_UNROLL
            for (int u = 0; u < kAhead && k + u < kDeep; ++u) items[(k + u) * kScanThreads] = x[u];
        }
        Acc mine = Op::identity();
        down(at.count, [&](bool top, In x) { mine = join(!top, mine, this->item(x, x, 0)); });

        Acc start = Op::identity();
        bool any = false;
        if (parts > 1) {
            sums[warp][near] = mine;
            platform::barrier();
            for (unsigned k = 0; k < part; ++k) start = join(k > 0, start, sums[warp - part + k][near]);
            any = part > 0;
        }
        if (chained) {
            if (part == 0 && at.inside) {
                const long long step = p.outer * p.inner * States::kWords;
                Acc own = whole(mine, warp);
                if (at.chunk) {
                    States::publish(states(at) + at.chunk * step, own, States::kSum);
                    earlier = before(states(at), at.chunk, step);
                    own = Op::combine(earlier, own);
                }
                States::publish(states(at) + at.chunk * step, own, States::kAll);
            }
            platform::barrier();
        }
        if (at.chunk) {
            start = any ? Op::combine(earlier, start) : earlier;
            any = true;
        }
        const long long out = outer_of(at);
        Out *output = static_cast<Out *>(p.output) + (out * p.length + first(at) - out) * p.inner + at.column;
        down(at.count, [&](bool top, In x) {
            start = join(any || !top, start, this->item(x, x, 0));
            *output = this->finish(start, In(0));
            output += p.inner;
        });
    }

    CUPY_DEVICE void run() const {
        if (!p.parts) return several();
        long long tile = platform::block_index();
        if (p.chunks > 1 && !platform::kBlocksStartInOrder) {
            if (thread == 0) *ticket = platform::add_and_return(static_cast<unsigned *>(p.totals), 1u);
            platform::barrier();
            tile = *ticket;
        }
        if (tile >= p.ahead) scan(place(tile - p.ahead));
        if (p.ahead && tile + p.ahead < platform::block_count()) add_up(place(tile));
    }
    // f(whether it is the first, item) for the thread's first `count` items.
    template <class F> CUPY_DEVICE void down(unsigned count, F f) const {
        CUPY_NO_UNROLL
        for (unsigned k = 0; k < count; k += kAtOnce) {
            In x[kAtOnce];
            CUPY_UNROLL
            for (unsigned u = 0; u < kAtOnce; ++u) x[u] = items[(k + u) * kScanThreads];
            CUPY_UNROLL
            for (unsigned u = 0; u < kAtOnce; ++u)
                if (k + u < count) f(k + u == 0, x[u]);
        }
    }
};

}  // namespace simt
}  // namespace cupy

#define CUPY_SCAN_COLUMNS(name, op)                                                               \
    CUPY_KERNEL CUPY_LAUNCH_RESIDENT(cupy::kScanThreads, cupy::simt::kColumnsResident)            \
        name(CUPY_GRID_CONSTANT const cupy::Scan params) {                                        \
        using Columns = cupy::simt::Columns<op>;                                                  \
        using In = op::in0_type;                                                                  \
        alignas(16) CUPY_SHARED unsigned char items[sizeof(In) * Columns::kDeep * cupy::kScanThreads]; \
        alignas(16) CUPY_SHARED unsigned char sums[sizeof(op::acc_type) * Columns::kWarps * 2 * cupy::kScanNear]; \
        CUPY_SHARED unsigned ticket;                                                              \
        Columns(params, reinterpret_cast<In *>(items), reinterpret_cast<op::acc_type (*)[cupy::kScanNear]>(sums), \
                &ticket).run();                                                                   \
    }
