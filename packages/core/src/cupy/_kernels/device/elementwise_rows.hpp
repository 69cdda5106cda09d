// Rows variant: along the inner axis every operand is contiguous or constant.
//
// The inner axis is cut into whole vectors; a unit's row is found by fast division, once for all of its elements.
// Rows that vectors do not fit go element by element, where a kernel has no tiles.
#pragma once

#include "device/axes.hpp"
#include "device/registers.hpp"

namespace cupy {
namespace simt {

template <class Op> struct Rows {
    static constexpr int V = tuning::vector_elements(Op::sizes());

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

    CUPY_DEVICE void run() const {
        if (p.head.flags & kVector) return units<V>(p.head.size / V);
        units<1>(p.head.size);
    }
};

}  // namespace simt
}  // namespace cupy
