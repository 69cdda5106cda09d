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
};
template <class Op> struct Wide<Op, true> {
    static constexpr int kRoom = sizeof(typename Op::small);
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
                const unsigned next = at + u * step, t = next < total ? next : at;
                int64 offset[1] = {t * p.strides[0][0]};
                if (!single) {
                    offset[0] = 0;
                    Base::offsets(t, p.reduced_ndim, p.axes, p.strides, offset);
                }
                x[u].load(from + offset[0]);
            }
            CUPY_UNROLL
            for (int u = 0; u < U; ++u) {
                unsigned word[4];
                x[u].take(word);
                if (at + u * step < total) held.add(word);
            }
        }
    }
    struct Aligned {
        unsigned words[4];
        CUPY_DEVICE void load(const char *from) { platform::load_once(words, from); }
        CUPY_DEVICE void take(unsigned (&to)[4]) const { memcpy(to, words, 16); }
    };

    CUPY_DEVICE void run() const {
        const unsigned length = (unsigned)p.kept[0].length, vectors = (length + V - 1) / V;
        // Of a group `lanes` vectors; or of groups whose columns have a thread each, as many as there are threads.
        const unsigned lanes = p.lanes ? p.lanes : kThreads, height = kThreads / lanes, each = lanes * V;
        const unsigned blocks = (vectors + lanes - 1) / lanes;
        const unsigned group = platform::block_index() / p.parts, part_index = platform::block_index() % p.parts;
        const auto place = [&](unsigned x, unsigned &outer, unsigned &column) {
            const unsigned number = p.lanes ? group % blocks * lanes + x : group * lanes + x;
            outer = p.lanes ? group / blocks : number / vectors;
            column = (p.lanes ? number : number - outer * vectors) * V;
            return column < length && (int64)outer * length < p.outputs;
        };
        Small *const held = reinterpret_cast<Small *>(this->shared);
        unsigned outer, column;
        Small mine;
        if (place(thread & (lanes - 1), outer, column)) {
            const char *from = line(outer) + (int64)begin(column, length) * sizeof(In);
            const unsigned first = part_index * height + thread / lanes, step = p.parts * height;
            if (p.vectors) down<Aligned>(mine, from, first, step);
            else down<Anywhere>(mine, from, first, step);
        }
        held[thread] = mine;
        platform::barrier();
        for (unsigned c = thread; c < each; c += kThreads) {
            if (!place(c / V, outer, column) || column + c % V >= length) continue;
            const unsigned item = column + c % V - begin(column, length);
            Acc acc = Op::identity();
            for (unsigned y = 0; y < height; ++y) acc = Op::combine(acc, cast<Acc>(held[y * lanes + c / V].item(item)));
            if (p.split > 1) this->part(group, p.first_part + part_index, each)[c] = acc;
            else Op::finish(acc, p, (int64)outer * length + column + c % V);
        }
        if (p.split == 1 || !this->is_last(group)) return;
        for (unsigned c = thread; c < each; c += kThreads)
            if (place(c / V, outer, column) && column + c % V < length)
                Op::finish(this->parts(group, each, c, 0, 1), p, (int64)outer * length + column + c % V);
    }
};

}  // namespace simt
}  // namespace cupy
