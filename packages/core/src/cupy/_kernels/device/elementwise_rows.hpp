// Rows variant: along the inner axis every operand is contiguous, inputs also backwards, or constant.
//
// The inner axis is cut into whole vectors; a unit's row is found by fast division, once for all of its elements.
// Where rows of small items begin anywhere, vectors are those of the output, the first and the last of a row perhaps
// in part, and inputs are shifted into place (kAnywhere); other rows go element by element.
#pragma once

#include "device/axes.hpp"
#include "device/unaligned.hpp"

namespace cupy {
namespace simt {

template <class Op> struct Rows {
    static constexpr int V = tuning::vector_elements(Op::sizes());
    static constexpr bool kWindows = tuning::windows_pay(Op::sizes()) && Op::nin < Op::n;

    const Op &op;
    const StridedBlock<Op::n> &p;

    // Byte offsets of U units, kThreads apart, in every operand.
    template <int U> struct Offsets { int64 of[U][at_least_one(Op::n)]; };
    template <int W, int U> CUPY_DEVICE Offsets<U> offsets(unsigned first) const {
        Offsets<U> offset;
        unsigned row[U];
        CUPY_UNROLL
        for (int u = 0; u < U; ++u) {
            unsigned x;
            divide(first + u * tuning::kThreads, p.axes.dims[0], row[u], x);
            CUPY_UNROLL
            for (int k = 0; k < Op::n; ++k) offset.of[u][k] = (int64)(x * W) * p.strides[k][0];
        }
        each_axis<1>(1, p.axes.ndim, [&](unsigned d, auto last) {
            CUPY_UNROLL
            for (int u = 0; u < U; ++u) {
                unsigned index = row[u];
                if constexpr (!last.value) divide(row[u], p.axes.dims[d], row[u], index);
                CUPY_UNROLL
                for (int k = 0; k < Op::n; ++k) offset.of[u][k] += (int64)index * p.strides[k][d];
            }
        });
        return offset;
    }

    template <int I, int W, class T> CUPY_DEVICE void load(Part<I, W, T> &part, int64 offset) const {
        if (I >= Op::nin && !Op::keeps) return;
        if ((p.head.scalars | p.head.broadcast) >> I & 1) {
            const T value = p.head.scalars >> I & 1 ? p.slots[I].template as<T>()
                                                    : *shifted<T>(p.slots[I], offset);
            CUPY_UNROLL
            for (int j = 0; j < W; ++j) part.data[j] = value;
        } else {
            load_vector(part.data, shifted<T>(p.slots[I], offset));
        }
    }
    template <int I, int W, class T> CUPY_DEVICE void store(Part<I, W, T> &part, int64 offset) const {
        if (I >= Op::nin) store_vector(shifted<T>(p.slots[I], offset), part.data);
    }

    template <int W> CUPY_DEVICE void units(unsigned count) const {
        constexpr int U = tuning::rows_in_flight(Op::sizes(), W == V);
        const unsigned first = platform::block_index() * (U * tuning::kThreads) + platform::thread_index();
        const Offsets<U> offset = offsets<W, U>(first);
        RegistersOf<Op, W> part[U];
        CUPY_UNROLL
        for (int u = 0; u < U; ++u)
            if (first + u * tuning::kThreads < count)
                part[u].each([&](auto &x) { load(x, offset.of[u][x.number]); });
        CUPY_UNROLL
        for (int u = 0; u < U; ++u) {
            const unsigned unit = first + u * tuning::kThreads;
            if (unit >= count) return;
            CUPY_UNROLL
            for (int j = 0; j < W; ++j) part[u].apply(op, p.head.base + (int64)unit * W + j, j);
            part[u].each([&](auto &x) { store(x, offset.of[u][x.number]); });
        }
    }

    // V elements of a row, those from `low` on and before `stop` in it.
    struct Window {
        int64 at[at_least_one(Op::n)];      // byte offsets of what would be the first, in every operand
        unsigned row;
        int x, low, stop;
        CUPY_DEVICE bool whole() const { return low == 0 && stop == V; }
    };
    CUPY_DEVICE Window window(unsigned unit) const {
        Window w;
        unsigned place, row;
        divide(unit, p.axes.tiles[0], w.row, place);
        row = w.row;
        CUPY_UNROLL
        for (int k = 0; k < Op::n; ++k) w.at[k] = 0;
        each_axis<1>(1, p.axes.ndim, [&](unsigned d, auto last) {
            unsigned index = row;
            if constexpr (!last.value) divide(row, p.axes.dims[d], row, index);
            CUPY_UNROLL
            for (int k = 0; k < Op::n; ++k) w.at[k] += (int64)index * p.strides[k][d];
        });
        const uint64 begin = reinterpret_cast<uint64>(shifted<char>(p.slots[Op::nin], w.at[Op::nin]));
        const int length = (int)p.axes.dims[0].divisor;
        w.x = (int)(place * V) - (int)(begin / Op::itemsizes[Op::nin] & (V - 1));
        w.low = w.x < 0 ? -w.x : 0;
        w.stop = length - w.x < V ? length - w.x : V;
        CUPY_UNROLL
        for (int k = 0; k < Op::n; ++k) w.at[k] += (int64)w.x * p.strides[k][0];
        return w;
    }
    template <int I, class T> CUPY_DEVICE void load_part(Part<I, V, T> &part, const Window &w) const {
        if (I >= Op::nin && !Op::keeps) return;
        const T *from = shifted<T>(p.slots[I], w.at[I]);
        if ((p.head.scalars | p.head.broadcast) >> I & 1) {
            const T value = p.head.scalars >> I & 1 ? p.slots[I].template as<T>() : *from;
            CUPY_UNROLL
            for (int j = 0; j < V; ++j) part.data[j] = value;
        } else if (w.whole() && p.strides[I][0] > 0) {
            load_anywhere(part.data, from);
        } else if (w.whole()) {
            T turned[V];
            load_anywhere(turned, from - (V - 1));
            CUPY_UNROLL
            for (int j = 0; j < V; ++j) part.data[j] = turned[V - 1 - j];
        } else {
            const int step = p.strides[I][0] > 0 ? 1 : -1;
            CUPY_UNROLL
            for (int j = 0; j < V; ++j) part.data[j] = from[step * (j < w.low ? w.low : j < w.stop ? j : w.stop - 1)];
        }
    }
    template <int I, class T> CUPY_DEVICE void store_part(Part<I, V, T> &part, const Window &w) const {
        if (I < Op::nin) return;
        constexpr int bytes = V * sizeof(T) < 16 ? V * sizeof(T) : 16;
        T *to = shifted<T>(p.slots[I], w.at[I]);
        if (w.whole() && !(reinterpret_cast<uint64>(to) & (bytes - 1))) return store_vector(to, part.data);
        CUPY_UNROLL
        for (int j = 0; j < V; ++j)
            if (j >= w.low && j < w.stop) to[j] = part.data[j];
    }

    CUPY_DEVICE void windows() const {
        constexpr int U = Op::heavy ? 1 : tuning::windows_in_flight(Op::sizes());
        const unsigned first = platform::block_index() * (U * tuning::kThreads) + platform::thread_index();
        RegistersOf<Op, V> part[U];
        Window w[U];
        CUPY_UNROLL
        for (int u = 0; u < U; ++u) {
            w[u].stop = 0;
            if (first + u * tuning::kThreads >= p.axes.items[1]) continue;
            w[u] = window(first + u * tuning::kThreads);
            if (w[u].stop > w[u].low) part[u].each([&](auto &x) { load_part(x, w[u]); });
        }
        CUPY_UNROLL
        for (int u = 0; u < U; ++u) {
            if (w[u].stop <= w[u].low) continue;
            const int64 i = p.head.base + (int64)w[u].row * p.axes.dims[0].divisor + w[u].x;
            CUPY_UNROLL
            for (int j = 0; j < V; ++j) part[u].apply(op, i + j, j);
            part[u].each([&](auto &x) { store_part(x, w[u]); });
        }
    }

    CUPY_DEVICE void run() const {
        if (p.head.flags & kVector) return units<V>(p.head.size / V);
        if constexpr (kWindows)
            if (p.head.flags & kAnywhere) return windows();
        units<1>(p.head.size);
    }
};

}  // namespace simt
}  // namespace cupy
