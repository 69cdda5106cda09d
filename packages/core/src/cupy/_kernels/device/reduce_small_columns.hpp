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
        Base::offsets(outer, p.kept_ndim - 1, p.kept + 1,
                      reinterpret_cast<const long long (*)[kReduceDims]>(&p.kept_strides[0][1]), start);
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
        CUPY_UNROLL
        for (int v = 0; v < V; ++v) Op::finish(Op::combine(Op::identity(), as_accumulator<Acc>(mine.item(v))), to, v);
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
        const unsigned length = (unsigned)p.kept[0].length, vectors = (length + V - 1) / V;
        const unsigned lanes = p.lanes ? p.lanes : kThreads, height = kThreads / lanes, each = lanes * V;
        const unsigned blocks = (vectors + lanes - 1) / lanes, y = thread / lanes;
        const unsigned group = platform::block_index() / p.parts, part_index = platform::block_index() % p.parts;
        const unsigned first = p.lanes ? group % blocks * each : 0, outer = p.lanes ? group / blocks : 0;
        // Of vector x of the block: few items are of all groups, one after the other.
        const auto place = [&](unsigned x, unsigned &outermost, unsigned &column) {
            outermost = outer;
            column = first + x * V;
            if (p.lanes) return;
            const unsigned number = group * kThreads + x;
            outermost = number / vectors;
            column = (number - outermost * vectors) * V;
        };
        unsigned mine_outer, mine_column;
        place(thread - y * lanes, mine_outer, mine_column);
        Small mine;
        const bool some = y < height && reduce(mine, mine_outer, mine_column, part_index * height + y, p.parts * height);
        if (kBeside && height == 1 && p.split == 1) {
            if (some) finish(mine, mine_outer, mine_column);
            return;
        }
        Small *const held = reinterpret_cast<Small *>(this->shared);
        held[thread] = mine;
        platform::barrier();
        for (unsigned c = thread; c < each; c += kThreads) {
            unsigned outermost, column;
            place(c / V, outermost, column);
            column += c % V;
            if (column >= length || (int64)outermost * length >= p.outputs) continue;
            const int item = (int)(column - begin(column, length));
            Acc acc = Op::identity();
            for (unsigned row = 0; row < height; ++row)
                acc = Op::combine(acc, as_accumulator<Acc>(held[row * lanes + c / V].item(item)));
            if (p.split > 1) this->part(group, p.first_part + part_index, each)[c] = acc;
            else Op::finish(acc, p, (int64)outermost * length + column);
        }
        const unsigned columns = length - first < each ? length - first : each;
        if (p.split == 1 || !this->is_last(group)) return;
        if (2 * columns <= kThreads) {      // several threads for the parts of a column
            unsigned beside = 2;
            while (2 * beside * columns <= kThreads) beside *= 2;
            const unsigned y = thread / columns, c = thread % columns;
            const Acc some = y < beside ? this->parts(group, each, c, y, beside) : Op::identity();
            const Acc acc = this->through_memory(some, y, beside, columns);
            if (y == 0) Op::finish(acc, p, (int64)outer * length + first + c);
            return;
        }
        for (unsigned c = thread; c < columns; c += kThreads)
            Op::finish(this->parts(group, each, c, 0, 1), p, (int64)outer * length + first + c);
    }
};

}  // namespace simt
}  // namespace cupy
