// Strided variant: any layout.  Index by fast division, several elements in flight for each thread.
#pragma once

#include "device/registers.hpp"

namespace cupy {
namespace simt {

template <class Op> struct Strided {
    static constexpr int U = Op::heavy ? 1 : tuning::kStridedInFlight;
    static constexpr int kElements = tuning::strided_elements();

    const Op &op;
    const StridedBlock<Op::n> &p;

    // Byte offsets of element `at` in every operand.
    struct Offsets { int64 of[Op::n]; };
    CUPY_DEVICE Offsets offsets(unsigned at) const {
        Offsets offset = {};
        CUPY_UNROLL
        for (unsigned d = 0; d < kMaxDims; ++d) {
            unsigned index = at;
            if (d + 1 < p.axes.ndim) divide(at, p.axes.dims[d], at, index);
            CUPY_UNROLL
            for (int k = 0; k < Op::n; ++k) offset.of[k] += (int64)index * p.strides[k][d];
            if (d + 1 >= p.axes.ndim) break;
        }
        return offset;
    }

    template <int I, class T> CUPY_DEVICE void load(Part<I, 1, T> &part, const Offsets &offset) const {
        if (I >= Op::nin && !Op::keeps) return;
        part.data[0] = p.head.scalars >> I & 1 ? p.slots[I].template as<T>()
                                               : *shifted<T>(p.slots[I], offset.of[I]);
    }
    template <int I, class T> CUPY_DEVICE void store(Part<I, 1, T> &part, const Offsets &offset) const {
        if (I >= Op::nin) *shifted<T>(p.slots[I], offset.of[I]) = part.data[0];
    }

    CUPY_DEVICE void run() const {
        const unsigned begin = platform::block_index() * kElements + platform::thread_index();
        CUPY_NO_UNROLL
        for (unsigned part_begin = 0; part_begin < kElements; part_begin += U * tuning::kThreads) {
            RegistersOf<Op, 1> part[U];
            Offsets offset[U];
            CUPY_UNROLL
            for (int u = 0; u < U; ++u) {
                const unsigned at = begin + part_begin + u * tuning::kThreads;
                if (at >= p.head.size) break;
                offset[u] = offsets(at);
                part[u].each([&](auto &x) { load(x, offset[u]); });
            }
            CUPY_UNROLL
            for (int u = 0; u < U; ++u) {
                const unsigned at = begin + part_begin + u * tuning::kThreads;
                if (at >= p.head.size) return;
                part[u].apply(op, p.head.base + at, 0);
                part[u].each([&](auto &x) { store(x, offset[u]); });
            }
        }
    }
};

}  // namespace simt
}  // namespace cupy
