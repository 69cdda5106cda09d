// Boxes of a contiguous output: the inner axes, and a part of the next, for inputs that lie otherwise.
//
// What a box needs of such an input lies close together, so it is brought by vectors in memory's own order, gaps and
// all; where there an item of the output finds its own is a table, made once for all boxes of a block.  Inputs that lie
// in a box as the output does are read directly, by words, and so are those that are constant in it.
#pragma once

#include "device/unaligned.hpp"

namespace cupy {
namespace simt {

template <class Op> struct Boxes {
    static constexpr int R = tuning::box_run(Op::sizes()), U = tuning::box_runs(Op::sizes());

    const Op &op;
    const StridedBlock<Op::n> &p;
    unsigned char *const shared;
    const unsigned cut;         // the last of a box's axes, of which it has a part
    unsigned rows, count;       // of that axis in this box; items

    CUPY_DEVICE Boxes(const Op &op, const StridedBlock<Op::n> &p, unsigned char *shared)
        : op(op), p(p), shared(shared), cut(p.axes.axes[0] - 1) {}

    CUPY_DEVICE bool staged(int k) const { return p.head.flags >> (kScatteredShift + k) & 1; }
    CUPY_DEVICE bool by_value(int k) const { return p.head.scalars >> k & 1; }
    CUPY_DEVICE unsigned length(unsigned d) const { return d == cut ? p.axes.edges[0] : p.axes.dims[d].divisor; }

    // How far the items of an input reach in a whole box: below its first one, and in all.
    struct Reach { unsigned below, bytes; };
    CUPY_DEVICE Reach reach(int k) const {
        Reach r{0, (unsigned)Op::itemsizes[k]};
        CUPY_NO_UNROLL
        for (unsigned d = 0; d <= cut; ++d) {
            const int far = (int)p.strides[k][d] * (int)(length(d) - 1);
            r.bytes += far < 0 ? -far : far;
            r.below += far < 0 ? -far : 0;
        }
        return r;
    }

    // Shared memory: where this box and the next begin in every operand, then a table and the items of every input that
    // is brought there.
    CUPY_DEVICE uint64 *origins(unsigned turn) const { return reinterpret_cast<uint64 *>(shared) + turn * Op::n; }
    struct Place { unsigned table, items, below, bytes; };
    struct Places { Place of[at_least_one(Op::nin)]; };
    CUPY_DEVICE Places places() const {
        Places places;
        unsigned at = tuning::box_origins(Op::n);
        CUPY_UNROLL
        for (int k = 0; k < Op::nin; ++k) {
            if (!staged(k)) continue;
            const Reach r = reach(k);
            const unsigned items = at + tuning::box_table(p.axes.edges[0] * p.axes.edges[1]);
            places.of[k] = {at, items, r.below, r.bytes};
            at = items + tuning::box_items(r.bytes);
        }
        return places;
    }

    CUPY_DEVICE unsigned short *table(const Place &of) const {
        return reinterpret_cast<unsigned short *>(shared + of.table);
    }
    CUPY_DEVICE void make_tables(const Places &places) const {
        const unsigned items = p.axes.edges[0] * p.axes.edges[1];
        CUPY_NO_UNROLL
        for (unsigned i = platform::thread_index(); i < items; i += tuning::kThreads) {
            unsigned rest = i;
            int at[at_least_one(Op::nin)];
            CUPY_UNROLL
            for (int k = 0; k < Op::nin; ++k) at[k] = 0;
            CUPY_NO_UNROLL
            for (unsigned d = 0; d <= cut; ++d) {
                unsigned index = rest;
                if (d < cut) divide(rest, p.axes.dims[d], rest, index);
                CUPY_UNROLL
                for (int k = 0; k < Op::nin; ++k) at[k] += (int)index * (int)p.strides[k][d];
            }
            CUPY_UNROLL
            for (int k = 0; k < Op::nin; ++k)
                if (staged(k)) table(places.of[k])[i] = (unsigned short)(at[k] + (int)places.of[k].below);
        }
    }

    // Each of the first threads finds where a box begins in an operand.
    CUPY_DEVICE void find(unsigned box, uint64 *to) const {
        const unsigned k = platform::thread_index();
        if (k >= Op::n) return;
        unsigned part, rest;
        divide(box, p.axes.tiles[0], rest, part);
        int64 at = (int64)(part * p.axes.edges[0]) * p.strides[k][cut];
        CUPY_NO_UNROLL
        for (unsigned d = cut + 1; d < p.axes.ndim; ++d) {
            unsigned index = rest;
            if (d + 1 < p.axes.ndim) divide(rest, p.axes.dims[d], rest, index);
            at += (int64)index * p.strides[k][d];
        }
        to[k] = by_value(k) ? 0 : (uint64)(pointer_of<char>(p.slots[k]) + at);
    }

    // The vectors in which the items of a box lie; of the last box along an axis these are fewer.
    CUPY_DEVICE void bring(int k, const Place &of, uint64 origin) const {
        const uint64 begin = origin - of.below;
        const int per = (int)p.strides[k][cut];
        const unsigned missing = (p.axes.edges[0] - rows) * (unsigned)(per < 0 ? -per : per);
        const unsigned first = (unsigned)(begin & 15) + (per < 0 ? missing : 0);
        const unsigned stop = (first + of.bytes - missing + 15) / 16;
        bring_vectors<tuning::kThreads>(reinterpret_cast<Chunk<16> *>(shared + of.items),
                                        reinterpret_cast<const Chunk<16> *>(begin & ~(uint64)15),
                                        first / 16 + platform::thread_index(), stop);
    }

    // R items from `at` of the box on: of memory, and of what was brought.
    template <int I, int W, class T>
    CUPY_DEVICE void load(Part<I, W, T> &part, const uint64 *origin, unsigned at) const {
        if ((I >= Op::nin && !Op::keeps) || (I < Op::nin && staged(I))) return;
        const T *const from = reinterpret_cast<const T *>(origin[I]);
        if ((p.head.scalars | p.head.broadcast) >> I & 1) {
            const T value = by_value(I) ? p.slots[I].template as<T>() : *from;
            CUPY_UNROLL
            for (int j = 0; j < W; ++j) part.data[j] = value;
        } else {
            load_near(part.data, from + at);
        }
    }
    template <int I, int W, class T>
    CUPY_DEVICE void take(Part<I, W, T> &part, const Places &places, const uint64 *origin, unsigned at) const {
        if constexpr (I < Op::nin) {
            if (!staged(I)) return;
            const Place &of = places.of[I];
            unsigned short where[W];
            load_shared(where, shared, of.table + at * 2);
            const unsigned char *const items = shared + of.items + ((unsigned)(origin[I] - of.below) & 15);
            CUPY_UNROLL
            for (int j = 0; j < W; ++j) part.data[j] = *reinterpret_cast<const T *>(items + where[j]);
        }
    }
    template <int I, int W, class T>
    CUPY_DEVICE void store(Part<I, W, T> &part, const uint64 *origin, unsigned at) const {
        if (I >= Op::nin) store_vector(reinterpret_cast<T *>(origin[I]) + at, part.data);
    }

    template <int W>
    CUPY_DEVICE void finish(RegistersOf<Op, W> &part, const Places &places, const uint64 *origin, unsigned at) const {
        part.each([&](auto &operand) { take(operand, places, origin, at); });
        CUPY_UNROLL
        for (int j = 0; j < W; ++j) part.apply(op, 0, j);
        part.each([&](auto &operand) { store(operand, origin, at); });
    }
    // Runs begin where words of the output do; what is left before the first and behind the last goes item by item.
    CUPY_DEVICE void work(const Places &places, const uint64 *in_shared) const {
        constexpr unsigned step = R * tuning::kThreads;
        uint64 origin[Op::n];
        CUPY_UNROLL
        for (int k = 0; k < Op::n; ++k) origin[k] = in_shared[k];
        unsigned low = (0u - (unsigned)(origin[Op::nin] / Op::itemsizes[Op::nin])) % R;
        if (low > count) low = count;
        const unsigned high = low + (count - low) / R * R;
        CUPY_NO_UNROLL
        for (unsigned first = low + platform::thread_index() * R; first < high; first += U * step) {
            RegistersOf<Op, R> part[U];
            CUPY_UNROLL
            for (int u = 0; u < U; ++u)
                if (first + u * step < high)
                    part[u].each([&](auto &operand) { load(operand, origin, first + u * step); });
            CUPY_UNROLL
            for (int u = 0; u < U; ++u) {
                if (first + u * step >= high) break;
                finish(part[u], places, origin, first + u * step);
            }
        }
        if constexpr (R > 1) {
            const unsigned thread = platform::thread_index(), at = thread < low ? thread : high - low + thread;
            if (thread >= 2 * R || at >= count) return;
            RegistersOf<Op, 1> one;
            one.each([&](auto &operand) { load(operand, origin, at); });
            finish(one, places, origin, at);
        }
    }

    CUPY_DEVICE void run() {
        const Places places = this->places();
        unsigned box = platform::block_index() * p.axes.items[1];
        const unsigned left = p.axes.items[2] - box, stop = box + (left < p.axes.items[1] ? left : p.axes.items[1]);
        make_tables(places);
        find(box, origins(0));
        platform::barrier();
        CUPY_NO_UNROLL
        for (unsigned turn = 0; box < stop; ++box, turn ^= 1) {
            unsigned part, rest;
            divide(box, p.axes.tiles[0], rest, part);
            const unsigned along = p.axes.items[0] - part * p.axes.edges[0];
            rows = along < p.axes.edges[0] ? along : p.axes.edges[0];
            count = rows * p.axes.edges[1];
            CUPY_UNROLL
            for (int k = 0; k < Op::nin; ++k)
                if (staged(k)) bring(k, places.of[k], origins(turn)[k]);
            platform::copies_arrived();
            platform::barrier();
            if (box + 1 < stop) find(box + 1, origins(turn ^ 1));
            work(places, origins(turn));
            platform::barrier();
        }
    }
};

}  // namespace simt
}  // namespace cupy
