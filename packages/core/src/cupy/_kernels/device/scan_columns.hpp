// Scans along columns on SIMT targets, in one launch: neighbouring threads go down neighbouring columns, whatever
// group they are of.
//
// A thread holds some items of a column, `span` of them: it adds them up, and once more when it knows what comes before
// them.  Warps that lie below one another pass on what they have.
// Longer columns are cut into chunks: each block makes the sums of its chunk known, and then those of all chunks up
// to it, which are always added up in the same order, so results do not depend on who was first.  Blocks of a
// chunk start before those of the next, and mostly know what they need at once.
#pragma once

#include "device/scan.hpp"
#include "device/scan_states.hpp"

namespace cupy {
namespace simt {

// Blocks of a multiprocessor at once: while some wait, others use memory.
template <class Op> constexpr int kColumnsResident =
    sizeof(typename Op::in0_type) > 8 ? 3 : sizeof(typename Op::acc_type) > 4 ? 4 : 5;

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
    static constexpr int kDeep = scan_deep(sizeof(Acc));
    static constexpr int kBack = 4;             // chunks that a thread looks back at

    Acc (*const sums)[kNear];                   // of each warp, and of the chunks before a column's
    unsigned *const ticket;

    CUPY_DEVICE Columns(const Scan &params, Acc (*shared)[kNear], unsigned *number)
        : Base(params), sums(shared), ticket(number) {}

    CUPY_DEVICE static Acc join(bool any, const Acc &a, const Acc &b) { return any ? Op::combine(a, b) : b; }

    // The sum of a column's chunks before `chunk`, of which the nearest was not known up to its end yet.
    CUPY_DEVICE Acc before(unsigned long long *column, long long chunk, long long step) const {
        for (;;) {
            Acc acc[kBack], sum = Op::identity();
            unsigned known[kBack];
            const int back = chunk < kBack ? (int)chunk : kBack;
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
        const auto each = [&](auto begin, auto take) {
            unsigned column = base, place = 0, left = (unsigned)p.span, out = first_out, in = first_in;
            begin(out, in);
            CUPY_UNROLL
            for (int k = 0; k < kDeep; ++k) {
                if (!left || column >= columns) continue;
                take(k, place);
                if (++place < length) continue;
                place = 0;
                column += kScanThreads;
                out += outs;
                in += ins;
                if (in >= wide) {
                    in -= wide;
                    ++out;
                }
                --left;
                begin(out, in);
            }
        };
        In x[kDeep];
        const In *input = nullptr;
        each([&](unsigned out, unsigned in) {
                 input = static_cast<const In *>(p.input) + this->outer_at(out) + this->inner_at(in);
             },
             [&](int k, unsigned) {
                 x[k] = *input;
                 input += p.strides[1];
             });
        Out *output = nullptr;
        Acc acc = Op::identity();
        each([&](unsigned out, unsigned in) { output = static_cast<Out *>(p.output) + out * (p.length * wide) + in; },
             [&](int k, unsigned place) {
                 acc = join(place > 0, acc, this->item(x[k], x[k], place));
                 *output = this->finish(acc, In(0));
                 output += wide;
             });
    }

    CUPY_DEVICE void run() const {
        if (!p.parts) return several();
        const unsigned deep = (unsigned)p.span, parts = (unsigned)p.parts, warp = thread / kNear;
        const long long columns = p.outer * p.inner, wide = kScanThreads / parts, across = (columns + wide - 1) / wide;
        long long tile = platform::block_index();
        if (p.chunks > 1 && !platform::kBlocksStartInOrder) {
            if (thread == 0) *ticket = platform::add_and_return(static_cast<unsigned *>(p.totals), 1u);
            platform::barrier();
            tile = *ticket;
        }
        const long long chunk = across >> 31 ? tile / across : (unsigned)tile / (unsigned)across;
        const unsigned part = warp % parts;
        const long long column = (tile - chunk * across) * wide + warp / parts * kNear + near;
        const bool inside = column < columns;
        const long long out = columns >> 31 ? column / p.inner : (unsigned)column / (unsigned)p.inner;
        const long long in = column - out * p.inner, first = (chunk * parts + part) * deep;
        const long long left = inside ? p.length - first : 0;
        const unsigned count = left < 0 ? 0 : left < deep ? (unsigned)left : deep;

        const In *input = static_cast<const In *>(p.input) + this->outer_at(out) + this->inner_at(in)
                          + first * p.strides[1];
        In x[kDeep];
        CUPY_UNROLL
        for (int k = 0; k < kDeep; ++k, input += p.strides[1])
            x[k] = k < count ? *input : In(0);
        // Mostly known by now, while the items are on their way.
        unsigned long long *const states = static_cast<unsigned long long *>(p.totals) + 1 + column * States::kWords;
        const long long step = columns * States::kWords;
        Acc nearest = Op::identity();
        unsigned known = States::kNothing;
        if (chunk && part == 0 && inside) known = States::look(states + (chunk - 1) * step, nearest);
        Acc mine = Op::identity();
        CUPY_UNROLL
        for (int k = 0; k < kDeep; ++k)
            if (k < count) mine = join(k > 0, mine, this->item(x[k], x[k], 0));

        Acc start = Op::identity();
        bool any = false;
        if (parts > 1) {
            sums[warp][near] = mine;
            platform::barrier();
            for (unsigned k = 0; k < part; ++k) start = join(k > 0, start, sums[warp - part + k][near]);
            any = part > 0;
        }
        if (p.chunks > 1) {
            Acc &earlier = sums[kWarps + warp / parts][near];
            if (part == 0 && inside) {
                Acc own = mine;
                for (unsigned k = 1; k < parts; ++k) own = Op::combine(own, sums[warp + k][near]);
                if (chunk) {
                    if (known != States::kAll) {
                        States::publish(states + chunk * step, own, States::kSum);
                        nearest = before(states, chunk, step);
                    }
                    earlier = nearest;
                    own = Op::combine(nearest, own);
                }
                States::publish(states + chunk * step, own, States::kAll);
            }
            platform::barrier();
            if (chunk) {
                start = any ? Op::combine(earlier, start) : earlier;
                any = true;
            }
        }
        Out *output = static_cast<Out *>(p.output) + (out * p.length + first) * p.inner + in;
        CUPY_UNROLL
        for (int k = 0; k < kDeep; ++k, output += p.inner)
            if (k < count) *output = this->finish(start = join(any || k, start, this->item(x[k], x[k], 0)), In(0));
    }
};

}  // namespace simt
}  // namespace cupy

#define CUPY_SCAN_COLUMNS(name, op)                                                               \
    CUPY_KERNEL CUPY_LAUNCH_RESIDENT(cupy::kScanThreads, cupy::simt::kColumnsResident<op>)              \
        name(CUPY_GRID_CONSTANT const cupy::Scan params) {                                        \
        using Columns = cupy::simt::Columns<op>;                                                  \
        alignas(16) CUPY_SHARED unsigned char sums[sizeof(op::acc_type) * Columns::kWarps * 2 * cupy::kScanNear]; \
        CUPY_SHARED unsigned ticket;                                                              \
        Columns(params, reinterpret_cast<op::acc_type (*)[cupy::kScanNear]>(sums), &ticket).run(); \
    }
