// Columns of bytes and 16-bit integers on SIMT targets: a thread reduces 16 bytes side by side, in words, and threads
// below one another meet in shared memory, where each output then has a thread.
//
// A vector that would go beyond its line begins earlier; the columns that it shares with the one before are that one's.
#pragma once

#include "device/reduce.hpp"

namespace cupy {
namespace simt {

// Bytes of shared memory for each thread of a kernel of wide columns.
template <class Op, bool small = Op::has_small> struct Wide {
    static constexpr int kRoom = sizeof(typename Op::acc_type);
    static constexpr int kResident = kRoom <= 16 ? tuning::kReduceResident : kRoom <= 24 ? tuning::kReduceResidentHeavy : 0;
};
template <class Op> struct Wide<Op, true> {
    static constexpr int kResident = tuning::kReduceResidentHeavy;
    static constexpr int kLeast = sizeof(typename Op::acc_type), kSmall = sizeof(typename Op::small);
    static constexpr int kRoom = kSmall > kLeast ? kSmall : kLeast;
};

template <class Op> struct SmallColumns : Reducer<Op> {
    using Base = Reducer<Op>;
    using typename Base::Acc;
    using typename Base::In;
    using Base::kThreads;
    using Base::p;
    using Base::thread;
    using Base::U;
    using Base::V;
    using Small = typename Op::small;

    // Where the vector that holds a column first begins.
    CUPY_DEVICE static unsigned begin(unsigned column, unsigned length) {
        const unsigned first = column / V * V;
        return first + V <= length ? first : length - V;
    }
    CUPY_DEVICE const char *line(unsigned outer) const {
        int64 start[1] = {};
        Base::offsets(outer, p.kept_ndim - 1, p.kept + 1, Base::later(p.kept_strides, 1), start);
        return p.inputs[0] + start[0];
    }

    template <class Load> CUPY_DEVICE void down(Small &held, const char *from, unsigned first, unsigned step) const {
        const unsigned total = (unsigned)p.reduced;
        const bool single = p.reduced_ndim == 1;
        for (unsigned at = first; at < total; at += U * step) {
            Load x[U];
            CUPY_UNROLL
            for (int u = 0; u < U; ++u) {
                const unsigned t = at + u * step;
                if (t >= total) continue;
                int64 offset[1] = {t * p.strides[0][0]};
                if (!single) {
                    offset[0] = 0;
                    Base::offsets(t, p.reduced_ndim, p.axes, p.strides, offset);
                }
                x[u].load(from + offset[0]);
            }
            constexpr int L = Small::kLines;
            const bool all = at + (U - 1) * step < total;
            CUPY_UNROLL
            for (int u = 0; u < U; u += L) {
                unsigned word[L][4];
                CUPY_UNROLL
                for (int l = 0; l < L; ++l) x[u + l].take(word[l]);
                if (all) {
                    add_lines(held, word);
                    continue;
                }
                CUPY_UNROLL
                for (int l = 0; l < L; ++l)
                    if (at + (u + l) * step < total) held.add(word[l]);
            }
        }
    }
    struct Aligned {
        unsigned words[4];
        CUPY_DEVICE void load(const char *from) { platform::load_once(words, from); }
        CUPY_DEVICE void take(unsigned (&to)[4]) const { memcpy(to, words, 16); }
    };

    // All lines of a vector; whether it holds columns of the group.
    CUPY_DEVICE bool reduce(Small &mine, unsigned outer, unsigned column, unsigned first, unsigned step) const {
        const unsigned length = (unsigned)p.kept[0].length;
        if (column >= length || (int64)outer * length >= p.outputs) return false;
        const char *from = line(outer) + (int64)begin(column, length) * sizeof(In);
        if (p.vectors) down<Aligned>(mine, from, first, step);
        else down<Anywhere>(mine, from, first, step);
        return true;
    }

    // The results of a vector that a thread has reduced alone, side by side.
    CUPY_DEVICE void finish(const Small &mine, unsigned outer, unsigned column) const {
        using Out = typename Op::out0_type;
        Out y[V];
        Reduce to = p;
        to.results[0] = reinterpret_cast<char *>(y);
        const double inverse = Small::kWhole ? inverse_of_count((double)p.reduced) : 0;
        CUPY_UNROLL
        for (int v = 0; v < V; ++v)
            Op::finish(Op::combine(Op::identity(), as_accumulator<Acc>(whole_item(mine, v, inverse))), to, v);
        const unsigned length = (unsigned)p.kept[0].length, from = begin(column, length);
        Out *const results = reinterpret_cast<Out *>(p.results[0]) + (int64)outer * length + from;
        if (from == column && !(reinterpret_cast<uint64>(results) & (sizeof y < 16 ? sizeof y - 1 : 15)))
            return store_vector(results, y);
        CUPY_UNROLL
        for (int v = 0; v < V; ++v)
            if (from + v >= column) results[v] = y[v];
    }

    // Whether outputs of a vector are side by side in few enough bytes for one thread to write them.
    static constexpr bool kBeside = V * sizeof(typename Op::out0_type) <= 32;

    CUPY_DEVICE void run() const {
        const unsigned length = (unsigned)p.kept[0].length, vectors = (unsigned)p.run.length;
        const unsigned lanes = p.lanes ? p.lanes : kThreads, height = kThreads / lanes, each = lanes * V;
        const unsigned blocks = (vectors + lanes - 1) / lanes, y = thread / lanes;
        const unsigned group = platform::block_index() / p.parts, part_index = platform::block_index() % p.parts;
        const unsigned first = p.lanes ? group % blocks * each : 0, outer = p.lanes ? group / blocks : 0;
        // Of vector x of the block: few items are of all groups, one after the other.
        const auto place = [&](unsigned x, unsigned &outermost, unsigned &column) {
            outermost = outer;
            column = first + x * V;
            if (p.lanes) return;
            Base::divide(group * kThreads + x, p.run, outermost, column);
            column *= V;
        };
        unsigned mine_outer, mine_column;
        place(thread - y * lanes, mine_outer, mine_column);
        Small mine;
        const bool some = y < height && reduce(mine, mine_outer, mine_column, part_index * height + y, p.parts * height);
        const bool alone = height == 1 && p.split == 1;
        if (kBeside && alone) {
            if (some) finish(mine, mine_outer, mine_column);
            return;
        }
        Small *const held = reinterpret_cast<Small *>(this->shared);
        held[thread] = mine;
        platform::barrier();
        const double inverse = Small::kWhole ? inverse_of_count((double)p.reduced) : 0;
        for (unsigned x = thread / V; x < lanes; x += kThreads / V) {
            unsigned outermost, column;
            place(x, outermost, column);
            const unsigned output = outermost * length + column + thread % V;
            const int item = (int)(column - begin(column, length) + thread % V);
            if (column + thread % V >= length || output >= (unsigned)p.outputs) continue;
            Acc acc = Op::identity();
            if (alone) acc = as_accumulator<Acc>(whole_item(held[x], item, inverse));
            else
                for (unsigned row = 0; row < height; ++row)
                    acc = Op::combine(acc, as_accumulator<Acc>(held[row * lanes + x].item(item)));
            if (p.split > 1) this->part(group, p.first_part + part_index, each)[x * V + thread % V] = acc;
            else Op::finish(acc, p, output);
        }
        if (p.split == 1) return;
        const unsigned columns = length - first < each ? length - first : each;
        unsigned beside = 1;                // threads for the parts of a column
        while (2 * beside * columns <= kThreads) beside *= 2;
        typename Base::Parts of = this->own(part_index);
        do {
            if (!this->is_last(group, of)) return;
            const auto put = [&](unsigned c, const Acc &acc) {
                if (this->all(of)) Op::finish(acc, p, (int64)outer * length + first + c);
                else this->part(group, of.first, each)[c] = acc;
            };
            if (beside == 1) {
                for (unsigned c = thread; c < columns; c += kThreads) put(c, this->parts(of, group, each, c, 0, 1));
                continue;
            }
            const unsigned y = thread / columns, c = thread % columns;
            const Acc some = y < beside ? this->parts(of, group, each, c, y, beside) : Op::identity();
            const Acc acc = this->through_memory(some, y, beside, columns);
            if (y == 0) put(c, acc);
        } while (!this->all(of));
    }
};

}  // namespace simt
}  // namespace cupy
