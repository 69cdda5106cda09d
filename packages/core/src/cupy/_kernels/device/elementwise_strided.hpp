// Strided variant: any layout.  Index by fast division, several elements in flight for each thread.
//
// Where the outputs are contiguous, those of a thread are neighbours: device/elementwise_runs.hpp.
//
// Where every input is constant along rows of one contiguous output, a block finds their values first, each once.
#pragma once

#include "device/axes.hpp"
#include "device/elementwise_runs.hpp"
#include "device/elementwise_uniform.hpp"

namespace cupy {
namespace simt {

template <class Op> struct Strided {
    static constexpr int kElements = tuning::strided_elements();
    // Neighbouring elements of a thread.
    static constexpr bool kSingle = (Op::heavy && !Op::brief) || Op::keeps || Op::refers;
    static constexpr int W = kSingle ? 1 : tuning::strided_run(Op::sizes());
    // Blocks of a multiprocessor at once, where that many hold the items in flight; 0: as many registers as it takes.
    static constexpr bool kFull = !Op::heavy && Op::n > 2 && tuning::kStridedInFlight * Op::sizes().inputs <= 32;
    static constexpr int kResident = kFull ? tuning::kStridedResident : 0;
    // Other elements; of these, too, the registers are enough.
    static constexpr int U = Op::heavy ? 1 : kFull && W > 1 ? 2 : tuning::kStridedInFlight;

    const Op &op;
    const StridedBlock<Op::n> &p;
    unsigned char *const shared;

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
        const auto along = [&](unsigned d, auto last) {
            CUPY_UNROLL
            for (int u = 0; u < U; ++u) {
                unsigned index = rest[u];
                if constexpr (!last.value) divide(rest[u], p.axes.dims[d], rest[u], index);
                CUPY_UNROLL
                for (int k = 0; k < Op::n; ++k) offset.of[u][k] += (int64)index * p.strides[k][d];
            }
        };
        if constexpr (W > 1) {      // short code
            const unsigned last = p.axes.ndim - 1;
            if (!p.axes.ndim) return offset;
            CUPY_NO_UNROLL
            for (unsigned d = 0; d != last; ++d) along(d, truth<false>());
            along(last, truth<true>());
        } else {
            each_axis(0, p.axes.ndim, along);
        }
        return offset;
    }

    template <int I, class T> CUPY_DEVICE void load(Part<I, 1, T> &part, int64 offset) const {
        if (I >= Op::nin && !Op::keeps) return;
        part.data[0] = p.head.scalars >> I & 1 ? p.slots[I].template as<T>()
                                               : *shifted<T>(p.slots[I], offset);
    }
    template <int I, class T> CUPY_DEVICE void load(Part<I, 1, InPlace<T>> &part, int64 offset) const {
        part.data[0].at = shifted<T>(p.slots[I], offset);
    }
    template <int I, class T> CUPY_DEVICE void store(Part<I, 1, InPlace<T>> &, int64, unsigned char *) const {}
    template <int I, class T>
    CUPY_DEVICE void store(Part<I, 1, T> &part, int64 offset, unsigned char *first) const {
        if (I < Op::nin) return;
        *(kUniforms ? reinterpret_cast<T *>(first + offset) : shifted<T>(p.slots[I], offset)) = part.data[0];
    }

    // Inputs that are constant along rows: what a block is for are these, then, and the axes those around them.
    static constexpr bool kUniforms = Op::nin > 0 && Op::n == Op::nin + 1 && !Op::keeps && !Op::refers;
    CUPY_DEVICE bool uniform() const { return kUniforms && p.head.flags & kUniform; }
    template <int I, class T> CUPY_DEVICE void write(const Part<I, 1, T> &, unsigned x) const {
        if constexpr (I == Op::nin && kUniforms) {
            const unsigned begin = platform::block_index() * p.axes.edges[0], left = p.head.size - begin;
            write_rows(pointer_of<T>(p.slots[I]), reinterpret_cast<const T *>(shared), p.axes.tiles[0], x, begin,
                       begin + (left < p.axes.edges[0] ? left : p.axes.edges[0]));
        }
    }

    CUPY_DEVICE void run() const {
        unsigned begin = platform::block_index() * kElements, stop = begin + kElements, x, rest;
        if (uniform()) {                // elements are rows
            begin = platform::block_index() * p.axes.edges[0];
            stop = p.head.size - begin < p.axes.edges[0] ? p.head.size : begin + p.axes.edges[0];
            divide(begin, p.axes.tiles[0], begin, x);
            divide(stop - 1, p.axes.tiles[0], stop, rest);
            ++stop;
        } else if (p.head.flags & kFlatOutputs) {
            begin = platform::block_index() * p.axes.edges[0];
            stop = begin + p.axes.edges[0];
            if constexpr (W > 1) {      // but for what is left of them
                Runs<Op> runs(op, p, shared, begin, stop < p.head.size ? stop : p.head.size);
                if (runs.whole()) {
                    runs.run();
                    if (stop < p.head.size) return;
                    begin = p.head.size / W * W;
                }
            }
        }
        if (stop > p.head.size) stop = p.head.size;
        unsigned char *const to = uniform() ? shared - (int64)begin * Op::itemsizes[Op::nin]
                                  : kUniforms ? pointer_of<unsigned char>(p.slots[Op::nin]) : nullptr;
        CUPY_NO_UNROLL
        for (unsigned at = begin + platform::thread_index(); at < stop; at += U * tuning::kThreads) {
            RegistersOf<Op, 1> part[U];
            const Offsets offset = offsets(at);
            CUPY_UNROLL
            for (int u = 0; u < U; ++u)
                if (at + u * tuning::kThreads < stop)
                    part[u].each([&](auto &x) { load(x, offset.of[u][x.number]); });
            CUPY_UNROLL
            for (int u = 0; u < U; ++u) {
                if (at + u * tuning::kThreads >= stop) break;
                part[u].apply(op, p.head.base + at + u * tuning::kThreads, 0);
                part[u].each([&](auto &x) { store(x, offset.of[u][x.number], to); });
            }
        }
        if (uniform()) {
            platform::barrier();
            RegistersOf<Op, 1> kinds;       // only for the types
            kinds.each([&](auto &part) { write(part, x); });
        }
    }
};

}  // namespace simt
}  // namespace cupy
