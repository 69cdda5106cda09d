// Boxes of a contiguous output: the inner axes, and a part of the next, where rows of small items are short or turned.
//
// What a box needs of an input lies close together, so it is brought by vectors in memory's own order, gaps and all;
// where there an item of the output finds its own is a table, made once for all boxes of a block.  Inputs that lie in a
// box as the output does are read directly, by words, and so are those that are constant in it.
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

    // Shared memory: where this box and the two next begin in every operand, then, of every input that is brought
    // there, a table and the items of this box and the next.
    CUPY_DEVICE uint64 *origins(unsigned i) const { return reinterpret_cast<uint64 *>(shared) + i % 3 * Op::n; }
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
            at = items + 2 * tuning::box_items(r.bytes);
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

    // How many of the axis that is cut a box has.
    CUPY_DEVICE unsigned rows_of(unsigned box) const {
        unsigned part, rest;
        divide(box, p.axes.tiles[0], rest, part);
        const unsigned left = p.axes.items[0] - part * p.axes.edges[0];
        return left < p.axes.edges[0] ? left : p.axes.edges[0];
    }
    static CUPY_DEVICE unsigned items_of(const Place &of, unsigned i) {
        return of.items + i % 2 * tuning::box_items(of.bytes);
    }
    // The vectors in which the items of box `i` lie; of the last box along an axis these are fewer.
    CUPY_DEVICE void bring(unsigned box, const Places &places, unsigned i) const {
        const unsigned lacking = p.axes.edges[0] - rows_of(box);
        CUPY_UNROLL
        for (int k = 0; k < Op::nin; ++k) {
            if (!staged(k)) continue;
            const Place &of = places.of[k];
            const uint64 begin = origins(i)[k] - of.below;
            const int per = (int)p.strides[k][cut];
            const unsigned missing = lacking * (unsigned)(per < 0 ? -per : per);
            const unsigned low = (unsigned)(begin & 15) + (per < 0 ? missing : 0);
            const unsigned stop = (low + of.bytes - missing + 15) / 16;
            bring_vectors<tuning::kThreads>(reinterpret_cast<Chunk<16> *>(shared + items_of(of, i)),
                                            reinterpret_cast<const Chunk<16> *>(begin & ~(uint64)15),
                                            low / 16 + platform::thread_index(), stop);
        }
    }

    // N runs of W items at places of the box; for those behind the last place, that is read, too, but not written
    // again.  How an operand lies is asked once for all of them.
    template <int N, int W> struct Runs {
        RegistersOf<Op, W> part[N];
        unsigned at[N], first, step, last;

        CUPY_DEVICE Runs(unsigned first, unsigned step, unsigned last) : first(first), step(step), last(last) {
            CUPY_UNROLL
            for (int u = 0; u < N; ++u) at[u] = first + u * step < last ? first + u * step : last;
        }
        template <class F> CUPY_DEVICE void each(F f) {
            CUPY_UNROLL
            for (int u = 0; u < N; ++u) f(part[u], at[u]);
        }
    };
    // Of an operand that is read from memory.
    template <int N, int I, int W, class T>
    CUPY_DEVICE void load(Runs<N, W> &runs, Part<I, W, T> &, const uint64 *origin) const {
        if ((I >= Op::nin && !Op::keeps) || (I < Op::nin && staged(I))) return;
        constexpr int bytes = W * sizeof(T) < 16 ? W * sizeof(T) : 16;
        constexpr bool words = sizeof(T) < 4 && W * sizeof(T) % 4 == 0;
        using Mine = Part<I, W, T>;
        const T *const from = reinterpret_cast<const T *>(origin[I]);
        if ((p.head.scalars | p.head.broadcast) >> I & 1) {
            const T value = by_value(I) ? p.slots[I].template as<T>() : *from;
            runs.each([&](Mine &part, unsigned) {
                CUPY_UNROLL
                for (int j = 0; j < W; ++j) part.data[j] = value;
            });
        } else if (!(reinterpret_cast<uint64>(from + runs.at[0]) & (bytes - 1))) {
            runs.each([&](Mine &part, unsigned at) { load_vector(part.data, from + at); });
        } else if constexpr (words) {
            runs.each([&](Mine &part, unsigned at) { load_words(part.data, from + at); });
        } else {
            runs.each([&](Mine &part, unsigned at) {
                CUPY_UNROLL
                for (int j = 0; j < W; ++j) part.data[j] = from[at + j];
            });
        }
    }
    // Of one that was brought.
    template <int N, int I, int W, class T>
    CUPY_DEVICE void take(Runs<N, W> &runs, Part<I, W, T> &, const Places &places, const uint64 *origin,
                          unsigned i) const {
        if constexpr (I < Op::nin) {
            if (!staged(I)) return;
            const Place &of = places.of[I];
            const unsigned char *const items = shared + items_of(of, i) + ((unsigned)(origin[I] - of.below) & 15);
            runs.each([&](Part<I, W, T> &part, unsigned at) {
                unsigned short where[W];
                load_shared(where, shared, of.table + at * 2);
                CUPY_UNROLL
                for (int j = 0; j < W; ++j) part.data[j] = *reinterpret_cast<const T *>(items + where[j]);
            });
        }
    }
    template <int I, int W, class T>
    CUPY_DEVICE void store(Part<I, W, T> &part, const uint64 *origin, unsigned at) const {
        if (I >= Op::nin) store_vector(reinterpret_cast<T *>(origin[I]) + at, part.data);
    }
    template <int N, int W>
    CUPY_DEVICE void make(Runs<N, W> &runs, const Places &places, const uint64 *origin, unsigned i) const {
        RegistersOf<Op, W> kinds;       // only for the types
        kinds.each([&](auto &kind) { load(runs, kind, origin); });
        kinds.each([&](auto &kind) { take(runs, kind, places, origin, i); });
        CUPY_UNROLL
        for (int u = 0; u < N; ++u) {
            if (runs.first + u * runs.step > runs.last) break;
            CUPY_UNROLL
            for (int j = 0; j < W; ++j) runs.part[u].apply(op, 0, j);
            runs.part[u].each([&](auto &operand) { store(operand, origin, runs.at[u]); });
        }
    }
    // Runs begin where words of the output do; what is left before the first and behind the last goes item by item.
    CUPY_DEVICE void work(const Places &places, unsigned i, unsigned count) const {
        constexpr unsigned step = R * tuning::kThreads;
        const unsigned thread = platform::thread_index();
        uint64 origin[Op::n];
        CUPY_UNROLL
        for (int k = 0; k < Op::n; ++k) origin[k] = origins(i)[k];
        unsigned low = (0u - (unsigned)(origin[Op::nin] / Op::itemsizes[Op::nin])) % R;
        if (low > count) low = count;
        const unsigned high = low + (count - low) / R * R;
        CUPY_NO_UNROLL
        for (unsigned first = low + thread * R; first < high; first += U * step) {
            Runs<U, R> runs(first, step, high - R);
            make(runs, places, origin, i);
        }
        if constexpr (R > 1) {
            const unsigned at = thread < low ? thread : high - low + thread;
            if (thread >= 2 * R || at >= count) return;
            Runs<1, 1> one(at, 0, at);
            make(one, places, origin, i);
        }
    }

    CUPY_DEVICE void run() {
        const Places places = this->places();
        const unsigned first = platform::block_index() * p.axes.items[1], left = p.axes.items[2] - first;
        const unsigned boxes = left < p.axes.items[1] ? left : p.axes.items[1];
        make_tables(places);
        find(first, origins(0));
        platform::barrier();
        bring(first, places, 0);
        if (boxes > 1) find(first + 1, origins(1));
        CUPY_NO_UNROLL
        for (unsigned i = 0; i < boxes; ++i) {      // the next box comes meanwhile
            platform::copies_arrived();
            platform::barrier();
            if (i + 1 < boxes) bring(first + i + 1, places, i + 1);
            if (i + 2 < boxes) find(first + i + 2, origins(i + 2));
            work(places, i, rows_of(first + i) * p.axes.edges[1]);
        }
    }
};

}  // namespace simt
}  // namespace cupy
