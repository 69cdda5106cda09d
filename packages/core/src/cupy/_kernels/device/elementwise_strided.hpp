// Strided variant: any layout.  Index by fast division, several elements in flight for each thread.
#pragma once

#include "device/registers.hpp"

namespace cupy {
namespace simt {

template <class Op> struct Strided {
    static constexpr int U = Op::heavy ? 1 : tuning::kStridedInFlight;
    static constexpr int kElements = tuning::strided_elements();
    // Blocks of a multiprocessor at once, where that many hold the items in flight; 0: as many registers as it takes.
    static constexpr int kResident = !Op::heavy && Op::n > 2 && U * Op::sizes().inputs <= 32 ? tuning::kStridedResident : 0;

    const Op &op;
    const StridedBlock<Op::n> &p;

    // Byte offsets of U elements, kThreads apart, in every operand.
    struct Offsets { int64 of[U][at_least_one(Op::n)]; };
    CUPY_DEVICE Offsets offsets(unsigned first) const {
        Offsets offset;
        unsigned rest[U];
        CUPY_UNROLL
        for (int u = 0; u < U; ++u) {
            rest[u] = first + u * tuning::kThreads;
            CUPY_UNROLL
            for (int k = 0; k < Op::n; ++k) offset.of[u][k] = 0;
        }
        const unsigned last = p.axes.ndim - 1;
        CUPY_NO_UNROLL
        for (unsigned d = 0; d < last; ++d) {
            CUPY_UNROLL
            for (int u = 0; u < U; ++u) {
                unsigned index;
                divide(rest[u], p.axes.dims[d], rest[u], index);
                CUPY_UNROLL
                for (int k = 0; k < Op::n; ++k) offset.of[u][k] += (int64)index * p.strides[k][d];
            }
        }
        CUPY_UNROLL
        for (int u = 0; u < U; ++u)
            CUPY_UNROLL
            for (int k = 0; k < Op::n; ++k) offset.of[u][k] += (int64)rest[u] * p.strides[k][last];
        return offset;
    }

    template <int I, class T> CUPY_DEVICE void load(Part<I, 1, T> &part, int64 offset) const {
        if (I >= Op::nin && !Op::keeps) return;
        part.data[0] = p.head.scalars >> I & 1 ? p.slots[I].template as<T>()
                                               : *shifted<T>(p.slots[I], offset);
    }
    template <int I, class T> CUPY_DEVICE void store(Part<I, 1, T> &part, int64 offset) const {
        if (I >= Op::nin) *shifted<T>(p.slots[I], offset) = part.data[0];
    }

    CUPY_DEVICE void run() const {
        unsigned at = platform::block_index() * kElements + platform::thread_index();
        CUPY_NO_UNROLL
        for (int step = 0; step < kElements; step += U * tuning::kThreads, at += U * tuning::kThreads) {
            if (at >= p.head.size) return;
            RegistersOf<Op, 1> part[U];
            const Offsets offset = offsets(at);
            CUPY_UNROLL
            for (int u = 0; u < U; ++u)
                if (at + u * tuning::kThreads < p.head.size)
                    part[u].each([&](auto &x) { load(x, offset.of[u][x.number]); });
            CUPY_UNROLL
            for (int u = 0; u < U; ++u) {
                if (at + u * tuning::kThreads >= p.head.size) return;
                part[u].apply(op, p.head.base + at + u * tuning::kThreads, 0);
                part[u].each([&](auto &x) { store(x, offset.of[u][x.number]); });
            }
        }
    }
};

}  // namespace simt
}  // namespace cupy
