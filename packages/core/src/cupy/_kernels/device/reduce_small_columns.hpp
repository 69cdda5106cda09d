// Columns of bytes and 16-bit integers on SIMT targets: a thread reduces 16 bytes side by side, in words, and threads
// below one another meet in shared memory, where each output then has a thread.
//
// Lines that begin anywhere have aligned vectors, too: a thread takes those lines whose vectors begin at the same places
// (`vectors` is 2), and which of a column's threads has it in which vector is asked at the end.  Where there are few lines,
// vectors are shifted into place; one that would go beyond its line begins earlier, and the columns that it shares with the
// one before are that one's.
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

    // Where the vector that holds a column first begins, of lines that begin anywhere.
    CUPY_DEVICE static unsigned begin(unsigned column, unsigned length) {
        const unsigned first = column / V * V;
        return first + V <= length ? first : length - V;
    }
    CUPY_DEVICE const char *line(unsigned outer) const {
        int64 start[1] = {};
        Base::offsets(outer, p.kept_ndim - 1, p.kept + 1, Base::later(p.kept_strides, 1), start);
        return p.inputs[0] + start[0];
    }
    // Lines after which vectors begin at the same place of a line again.
    CUPY_DEVICE unsigned turn() const {
        const unsigned pitch = (unsigned)p.strides[0][0], common = pitch & (0u - pitch) & 15;
        return common ? 16 / common : 1;
    }

    template <class Load> CUPY_DEVICE void down(Small &held, const char *from, unsigned first, unsigned step) const {
        constexpr int L = Small::kLines;
        const unsigned total = (unsigned)p.reduced;
        const auto ask = [&](Load &x, unsigned t) {
            int64 offset[1] = {t * p.strides[0][0]};
            if (p.reduced_ndim > 1) {
                offset[0] = 0;
                Base::offsets(t, p.reduced_ndim, p.axes, p.strides, offset);
            }
            x.load(from + offset[0]);
        };
        unsigned at = first;
        for (; at + (U - 1) * step < total; at += U * step) {
            Load x[U];
            CUPY_UNROLL
            for (int u = 0; u < U; ++u) ask(x[u], at + u * step);
            CUPY_UNROLL
            for (int u = 0; u < U; u += L) {
                unsigned word[L][4];
                CUPY_UNROLL
                for (int l = 0; l < L; ++l) x[u + l].take(word[l]);
                add_lines(held, word);
            }
        }
        Load x[U - 1];
        CUPY_UNROLL
        for (int u = 0; u < U - 1; ++u)
            if (at + u * step < total) ask(x[u], at + u * step);
        CUPY_UNROLL
        for (int u = 0; u < U - 1; ++u) {
            if (at + u * step >= total) return;
            unsigned word[4];
            x[u].take(word);
            held.add(word);
        }
    }
    struct Aligned {
        unsigned words[4];
        CUPY_DEVICE void load(const char *from) { platform::load_once(words, from); }
        CUPY_DEVICE void take(unsigned (&to)[4]) const { memcpy(to, words, 16); }
    };

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

    // What threads below one another have of a column: item at(row) from the vector on that they share.
    template <class At>
    CUPY_DEVICE static Acc joined(const Small *held, unsigned rows, unsigned lanes, const At &at, int64 first, int64 step) {
        Acc acc = Op::identity();
        [[maybe_unused]] typename Small::Joined all;
        for (unsigned row = 0; row < rows; ++row) {
            const unsigned item = at(row);
            const Small &one = held[row * lanes + item / V];
            const int j = (int)(item % V);
            if constexpr (Small::kJoins) {
                if (!all.has_room(one)) {
                    acc = Op::combine(acc, all.result());
                    all = {};
                }
                all.add(one, j);
            } else {
                acc = Op::combine(acc, result_of<Acc>(one, j, first + row, step));
            }
        }
        if constexpr (Small::kJoins) acc = Op::combine(acc, all.result());
        return acc;
    }

    // Whether outputs of a vector are side by side in few enough bytes for one thread to write them.
    static constexpr bool kBeside = V * sizeof(typename Op::out0_type) <= 32;

    CUPY_DEVICE void run() const {
        const unsigned length = (unsigned)p.kept[0].length, vectors = (unsigned)p.run.length;
        const bool turned = p.vectors > 1;
        const unsigned lanes = p.lanes ? p.lanes : kThreads, height = kThreads / lanes, each = (lanes - turned) * V;
        const unsigned blocks = turned ? (length + each - 1) / each : (vectors + lanes - 1) / lanes, y = thread / lanes;
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
        // Threads below one another have lines whose vectors begin at the same places: those behind whole turns none.
        const unsigned above = part_index * height, apart = p.parts * height, step = turned ? apart / turn() * turn() : apart;
        const unsigned pitch = (unsigned)p.strides[0][0];
        const unsigned low = turned ? (unsigned)reinterpret_cast<uint64>(line(outer)) + first * (unsigned)sizeof(In) + above * pitch : 0;
        const auto before = [&](unsigned row) {             // columns of the first vector that are not the block's
            return turned ? ((low + row * pitch) & 15) / (unsigned)sizeof(In) : 0;
        };
        const unsigned end = turned && first + each < length ? first + each : length;
        unsigned mine_outer, mine_column;
        place(thread - y * lanes, mine_outer, mine_column);
        Small mine;
        const bool some = y < height && above + y < step && mine_column < end + before(y)
                          && (int64)mine_outer * length < p.outputs;
        if (some) {
            const char *const from = line(mine_outer);
            if (p.vectors) down<Aligned>(mine, from + ((int64)mine_column - before(y)) * (int)sizeof(In), above + y, step);
            else down<Anywhere>(mine, from + (int64)begin(mine_column, length) * sizeof(In), above + y, step);
        }
        const bool alone = height == 1 && p.split == 1;
        if constexpr (kBeside)
            if (alone) {
                if (some) finish(mine, mine_outer, mine_column);
                return;
            }
        Small *const held = reinterpret_cast<Small *>(this->shared);
        held[thread] = mine;
        platform::barrier();
        const double inverse = Small::kWhole ? inverse_of_count((double)p.reduced) : 0;
        for (unsigned c = thread; c < each; c += kThreads) {
            unsigned outermost, column;
            place(c / V, outermost, column);
            const unsigned output = outermost * length + column + c % V;
            if (column + c % V >= length || output >= (unsigned)p.outputs) continue;
            const unsigned item = c % V + (turned ? 0 : column - begin(column, length));
            const auto at = [&](unsigned row) { return item + before(row); };
            Acc acc;
            if (!alone) acc = joined(held + c / V, height, lanes, at, p.first + above, step);
            else if constexpr (Small::kPlaces) acc = result_of<Acc>(held[c / V], (int)item, p.first, 1);
            else acc = as_accumulator<Acc>(whole_item(held[c / V], (int)item, inverse));
            if (p.split > 1) this->part(group, p.first_part + part_index, each)[c] = acc;
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
