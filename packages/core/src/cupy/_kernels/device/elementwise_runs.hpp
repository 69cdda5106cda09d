// Runs of contiguous outputs: a thread takes W neighbours, which it stores together.
//
// Every input has rows of its own (Line): the most items of the outputs along which it goes evenly, is constant, or
// after which it is repeated.  A block finds first where the rows of its stretch begin, or their values, or what is
// repeated, and keeps that in shared memory.  A run then takes one division of an input, and lies in one row of it, in
// one and the next, or, where they are short, in several.
#pragma once

#include "device/unaligned.hpp"

namespace cupy {
namespace simt {

template <class Op> struct Runs {
    static constexpr int W = tuning::strided_run(Op::sizes());

    const Op &op;
    const StridedBlock<Op::n> &p;
    unsigned char *const shared;
    const unsigned begin, stop;
    unsigned first[at_least_one(Op::nin)];      // row of every input

    CUPY_DEVICE Runs(const Op &op, const StridedBlock<Op::n> &p, unsigned char *shared, unsigned begin, unsigned stop)
        : op(op), p(p), shared(shared), begin(begin), stop(stop) {}

    // Whether a stretch is of one of the spans in which an input is repeated, all of them.
    CUPY_DEVICE bool whole() const {
        bool all = true;
        CUPY_UNROLL
        for (int k = 0; k < Op::nin; ++k) {
            const unsigned span = p.lines[k].span;
            if (span) all &= begin / span == (stop - 1) / span;
        }
        return all;
    }

    // Byte offset of an index along the axes of an input from `d` on.
    CUPY_DEVICE int64 offset_of(int k, unsigned d, unsigned index) const {
        int64 offset = 0;
        CUPY_NO_UNROLL
        for (; d < p.axes.ndim; ++d) {
            unsigned at = index;
            if (d + 1 < p.axes.ndim) divide(at, p.axes.dims[d], index, at);
            offset += (int64)at * p.strides[k][d];
        }
        return offset;
    }
    // Of every input what its rows need.
    CUPY_DEVICE void prepare() const {
        CUPY_NO_UNROLL
        for (int k = 0; k < Op::nin; ++k) {
            const Line &line = p.lines[k];
            unsigned row, last, rest;
            divide(begin, line.row, row, rest);
            divide(stop - 1, line.row, last, rest);
            if (line.way < kStill) find_rows(k, row, last);
            else if (kSize == 1 || (!kSize && Op::itemsizes[k] == 1)) find_values<Chunk<1>>(k, row, last);
            else if (kSize == 2 || (!kSize && Op::itemsizes[k] == 2)) find_values<Chunk<2>>(k, row, last);
            else if (kSize == 4 || (!kSize && Op::itemsizes[k] == 4)) find_values<Chunk<4>>(k, row, last);
            else if (kSize == 8 || (!kSize && Op::itemsizes[k] == 8)) find_values<Chunk<8>>(k, row, last);
            else find_values<Chunk<16>>(k, row, last);
        }
    }
    CUPY_DEVICE void find_rows(int k, unsigned row, unsigned last) const {
        const Line &line = p.lines[k];
        int64 *const to = reinterpret_cast<int64 *>(shared + line.place);
        CUPY_NO_UNROLL
        for (unsigned t = row + platform::thread_index(); t <= last; t += tuning::kThreads) {
            // Of what would be the stretch's first item.
            const int64 place = (int64)begin - (int64)t * line.row.divisor;
            to[t - row] = offset_of(k, line.axes, t) + place * p.strides[k][0];
        }
    }
    template <class Item> CUPY_DEVICE void find_values(int k, unsigned row, unsigned last) const {
        const Line &line = p.lines[k];
        const bool repeat = line.way == kRepeat, given = p.head.scalars >> k & 1;
        const unsigned count = repeat ? line.row.divisor + W : last - row + 1;
        Item *const to = reinterpret_cast<Item *>(shared + line.place);
        if (!repeat && line.axes < p.axes.ndim && p.strides[k][line.axes] == sizeof(Item)) {
            unsigned whole, place;
            divide(row, p.axes.dims[line.axes], whole, place);
            if (place + count <= p.axes.dims[line.axes].divisor)
                return copy_values(to, shifted<Item>(p.slots[k], offset_of(k, line.axes, row)), count);
        }
        CUPY_NO_UNROLL
        for (unsigned t = platform::thread_index(); t < count; t += tuning::kThreads) {
            unsigned index = t, whole;
            if (repeat) divide(t, line.row, whole, index);
            index += row * (repeat ? line.row.divisor : 1);
            const int64 offset = offset_of(k, repeat ? 0 : line.axes, index);
            to[t] = given ? p.slots[k].template as<Item>() : *shifted<Item>(p.slots[k], offset);
        }
    }
    // Those that follow one another.
    template <class Item> CUPY_DEVICE void copy_values(Item *to, const Item *from, unsigned count) const {
        constexpr int U = 4;
        if (!platform::thread_index()) platform::cache_ahead(from, count * sizeof(Item));
        CUPY_NO_UNROLL
        for (unsigned t = platform::thread_index(); t < count; t += U * tuning::kThreads) {
            Item items[U];
            CUPY_UNROLL
            for (int u = 0; u < U; ++u)
                if (t + u * tuning::kThreads < count) items[u] = from[t + u * tuning::kThreads];
            CUPY_UNROLL
            for (int u = 0; u < U; ++u)
                if (t + u * tuning::kThreads < count) to[t + u * tuning::kThreads] = items[u];
        }
    }
    // What is read of rows, where they lie close together.
    CUPY_DEVICE void expect_rows() const {
        const unsigned k = platform::thread_index();
        if (k >= Op::nin || p.lines[k].way > kBack) return;
        const Line &line = p.lines[k];
        const int64 *const rows = reinterpret_cast<const int64 *>(shared + line.place);
        unsigned row, last, rest;
        divide(begin, line.row, row, rest);
        divide(stop - 1, line.row, last, rest);
        const int64 first = rows[0], end = rows[last - row] + (int64)(stop - 1 - begin) * p.strides[k][0];
        const int64 low = first < end ? first : end, bytes = (first < end ? end : first) - low;
        if (bytes <= 2 * (int64)(stop - begin) * Op::itemsizes[k])
            platform::cache_ahead(shifted<char>(p.slots[k], low), (unsigned)bytes);
    }
    // Of an item of every input; 0 if they differ.
    static CUPY_DEVICE constexpr int size_of_all() {
        for (int k = 1; k < Op::nin; ++k)
            if (Op::itemsizes[k] != Op::itemsizes[0]) return 0;
        return Op::itemsizes[0];
    }
    static constexpr int kSize = size_of_all();
    static constexpr int kRuns = Op::nin == 1 ? 2 : 1;      // on their way at once

    // A run's place in its row of an input, and how many items of the row are left.
    struct Spot { unsigned row, x, left; };
    template <int I> CUPY_DEVICE Spot spot(unsigned at) const {
        Spot s;
        divide(at, p.lines[I].row, s.row, s.x);
        s.left = p.lines[I].row.divisor - s.x;
        s.row -= first[I];
        return s;
    }

    template <int I, class T> CUPY_DEVICE void fetch(Fetched<W, T> &items, unsigned at) const {
        if constexpr (I < Op::nin) {
            const Line &line = p.lines[I];
            const Spot s = spot<I>(at);
            if (line.way == kRepeat) {
                items.repeated(shared, line.place + s.x * (unsigned)sizeof(T));
            } else if (line.way == kStill) {
                items.values(reinterpret_cast<const T *>(shared + line.place) + s.row, line.row.divisor, s.left);
            } else {
                const int64 *const rows = reinterpret_cast<const int64 *>(shared + line.place), step = p.strides[I][0];
                const T *const from = shifted<T>(p.slots[I], (int64)(at - begin) * step);
                if (line.way == kBrief) items.each([&](int j) {
                    unsigned row, x;
                    divide(s.x + j, line.row, row, x);
                    return *shifted(from, rows[s.row + row] + j * step);
                });
                else items.near(from, rows + s.row, line.row.divisor, (int)s.left, line.way, step);
            }
        }
    }

    template <int I, class T> struct Coming { Fetched<W, T> items; };
    template <class Registers> struct AllComing;
    template <int... I, class... T>
    struct AllComing<Registers<W, indices<I...>, types<T...>>> : Coming<I, T>... {
        CUPY_DEVICE void fetch(const Runs &from, unsigned at) {
            (from.template fetch<I>(static_cast<Coming<I, T> &>(*this).items, at), ...);
        }
        CUPY_DEVICE void take(Registers<W, indices<I...>, types<T...>> &part) {
            (static_cast<Coming<I, T> &>(*this).items.take(static_cast<Part<I, W, T> &>(part).data), ...);
        }
    };
    template <int I, class T> CUPY_DEVICE void store(const Part<I, W, T> &part, unsigned at) const {
        if constexpr (I >= Op::nin) store_vector(pointer_of<T>(p.slots[I]) + at, part.data);
    }

    // All but the items behind the last whole run.
    CUPY_DEVICE void run() {
        prepare();
        CUPY_UNROLL
        for (int k = 0; k < Op::nin; ++k) {
            unsigned rest;
            divide(begin, p.lines[k].row, first[k], rest);
        }
        platform::barrier();
        expect_rows();
        constexpr unsigned kStride = tuning::kThreads * W;
        CUPY_NO_UNROLL
        for (unsigned at = begin + platform::thread_index() * W; at + W <= stop; at += kRuns * kStride) {
            AllComing<RegistersOf<Op, W>> coming[kRuns];
            CUPY_UNROLL
            for (int u = 0; u < kRuns; ++u)
                if (at + u * kStride + W <= stop) coming[u].fetch(*this, at + u * kStride);
            CUPY_UNROLL
            for (int u = 0; u < kRuns; ++u) {
                const unsigned here = at + u * kStride;
                if (here + W > stop) return;
                RegistersOf<Op, W> part;
                coming[u].take(part);
                CUPY_UNROLL
                for (int j = 0; j < W; ++j) part.apply(op, p.head.base + here + j, j);
                part.each([&](auto &x) { store(x, here); });
            }
        }
    }
};

}  // namespace simt
}  // namespace cupy
