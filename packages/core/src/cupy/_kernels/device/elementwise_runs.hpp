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

    // Of every input what its rows need.
    CUPY_DEVICE void prepare() const {
        CUPY_NO_UNROLL
        for (int k = 0; k < Op::nin; ++k) {
            const Line &line = p.lines[k];
            const bool repeat = line.way == kRepeat;
            const int64 step = p.strides[k][0];
            unsigned first, last, rest;
            divide(begin, line.row, first, rest);
            divide(stop - 1, line.row, last, rest);
            const unsigned count = repeat ? line.row.divisor + W : last - first + 1;
            CUPY_NO_UNROLL
            for (unsigned t = platform::thread_index(); t < count; t += tuning::kThreads) {
                unsigned index = first + t, whole, at;
                if (repeat) {
                    divide(t, line.row, whole, index);
                    index += first * line.row.divisor;
                }
                int64 offset = 0;
                CUPY_NO_UNROLL
                for (unsigned d = repeat ? 0 : line.axes; d < p.axes.ndim; ++d) {
                    at = index;
                    if (d + 1 < p.axes.ndim) divide(index, p.axes.dims[d], index, at);
                    offset += (int64)at * p.strides[k][d];
                }
                if (line.way >= kStill) {
                    const void *const from = p.head.scalars >> k & 1 ? static_cast<const void *>(p.slots + k)
                                                                     : shifted<const void>(p.slots[k], offset);
                    copy_item(shared + line.place, t, from, Op::itemsizes[k]);
                } else {        // of what would be the stretch's first item
                    const int64 x = (int64)begin - (int64)(first + t) * line.row.divisor;
                    reinterpret_cast<int64 *>(shared + line.place)[t] = offset + x * step;
                }
            }
        }
    }
    static CUPY_DEVICE void copy_item(void *to, unsigned t, const void *from, int itemsize) {
        const auto copy = [&](auto chunk) {
            static_cast<decltype(chunk) *>(to)[t] = *static_cast<const decltype(chunk) *>(from);
        };
        if (itemsize == 1) copy(Chunk<1>());
        else if (itemsize == 2) copy(Chunk<2>());
        else if (itemsize == 4) copy(Chunk<4>());
        else if (itemsize == 8) copy(Chunk<8>());
        else copy(Chunk<16>());
    }

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
        CUPY_NO_UNROLL
        for (unsigned at = begin + platform::thread_index() * W; at + W <= stop; at += tuning::kThreads * W) {
            AllComing<RegistersOf<Op, W>> coming;
            coming.fetch(*this, at);
            RegistersOf<Op, W> part;
            coming.take(part);
            CUPY_UNROLL
            for (int j = 0; j < W; ++j) part.apply(op, p.head.base + at + j, j);
            part.each([&](auto &x) { store(x, at); });
        }
    }
};

}  // namespace simt
}  // namespace cupy
