// Rows variant: along the inner axis every operand is contiguous or constant.
//
// The inner axis is cut into whole vectors (or elements, where vectors do not fit); a unit's row is
// found by fast division, once for all of its elements.
#pragma once

#include "device/registers.hpp"

namespace cupy {
namespace simt {

template <class Op> struct Rows {
    static constexpr int V = tuning::vector_elements(Op::sizes());
    static constexpr int U = tuning::vectors_in_flight(Op::sizes());

    const Op &op;
    const StridedBlock<Op::n> &p;

    struct Place { int64 offset[Op::n]; int64 index; };
    template <int W> CUPY_DEVICE Place place(unsigned unit) const {
        Place at = {};
        unsigned row, x;
        divide(unit, p.axes.dims[0], row, x);
        at.index = p.head.base + (int64)unit * W;
        CUPY_UNROLL
        for (int k = 0; k < Op::n; ++k) at.offset[k] = (int64)(x * W) * p.strides[k][0];
        CUPY_UNROLL
        for (unsigned d = 1; d < kMaxDims; ++d) {
            if (d >= p.axes.ndim) break;
            unsigned index = row;
            if (d + 1 < p.axes.ndim) divide(row, p.axes.dims[d], row, index);
            CUPY_UNROLL
            for (int k = 0; k < Op::n; ++k) at.offset[k] += (int64)index * p.strides[k][d];
        }
        return at;
    }

    template <int I, int W, class T> CUPY_DEVICE void load(Part<I, W, T> &part, const Place &at) const {
        if (I >= Op::nin && !Op::keeps) return;
        if ((p.head.scalars | p.head.broadcast) >> I & 1) {
            const T value = p.head.scalars >> I & 1 ? p.slots[I].template as<T>()
                                                    : *shifted<T>(p.slots[I], at.offset[I]);
            CUPY_UNROLL
            for (int j = 0; j < W; ++j) part.data[j] = value;
        } else {
            load_vector(part.data, shifted<T>(p.slots[I], at.offset[I]));
        }
    }
    template <int I, int W, class T> CUPY_DEVICE void store(Part<I, W, T> &part, const Place &at) const {
        if (I >= Op::nin) store_vector(shifted<T>(p.slots[I], at.offset[I]), part.data);
    }

    template <int W> CUPY_DEVICE void units(unsigned count) const {
        const unsigned begin = platform::block_index() * (U * tuning::kThreads) + platform::thread_index();
        RegistersOf<Op, W> part[U];
        Place at[U];
        CUPY_UNROLL
        for (int u = 0; u < U; ++u) {
            const unsigned unit = begin + u * tuning::kThreads;
            if (unit >= count) break;
            at[u] = place<W>(unit);
            part[u].each([&](auto &x) { load(x, at[u]); });
        }
        CUPY_UNROLL
        for (int u = 0; u < U; ++u) {
            if (begin + u * tuning::kThreads >= count) return;
            CUPY_UNROLL
            for (int j = 0; j < W; ++j) part[u].apply(op, at[u].index + j, j);
            part[u].each([&](auto &x) { store(x, at[u]); });
        }
    }

    CUPY_DEVICE void run() const {
        if (p.head.flags & kVector) units<V>(p.head.size / V);
        else units<1>(p.head.size);
    }
};

}  // namespace simt
}  // namespace cupy
