// Strided variant: any layout.  Index by fast division, several elements in flight for each thread.
//
// Where the outputs are contiguous, those of a thread are neighbours: one division serves them all, and they are
// stored together.  Inputs that lie as the outputs do are loaded together, too.
#pragma once

#include "device/axes.hpp"
#include "device/registers.hpp"

namespace cupy {
namespace simt {

template <class Op> struct Strided {
    static constexpr int U = Op::heavy ? 1 : tuning::kStridedInFlight;
    static constexpr int kElements = tuning::strided_elements();
    // Blocks of a multiprocessor at once, where that many hold the items in flight; 0: as many registers as it takes.
    static constexpr int kResident = !Op::heavy && Op::n > 2 && U * Op::sizes().inputs <= 32 ? tuning::kStridedResident : 0;

    // Neighbouring elements of a thread.
    static constexpr int W = (Op::heavy && !Op::brief) || Op::keeps || Op::refers ? 1
                             : Op::heavy ? 2 : tuning::strided_run(Op::sizes());

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
        each_axis<(W > 1 ? 1 : 2)>(0, p.axes.ndim, [&](unsigned d, auto last) {
            CUPY_UNROLL
            for (int u = 0; u < U; ++u) {
                unsigned index = rest[u];
                if constexpr (!last.value) divide(rest[u], p.axes.dims[d], rest[u], index);
                CUPY_UNROLL
                for (int k = 0; k < Op::n; ++k) offset.of[u][k] += (int64)index * p.strides[k][d];
            }
        });
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
    template <int I, class T> CUPY_DEVICE void store(Part<I, 1, InPlace<T>> &, int64) const {}
    template <int I, class T> CUPY_DEVICE void store(Part<I, 1, T> &part, int64 offset) const {
        if (I >= Op::nin) *shifted<T>(p.slots[I], offset) = part.data[0];
    }

    // Where W neighbours lie in every input: at `here` and after it, from the end of a row on at `beyond` and after it.
    struct Run {
        int64 here[at_least_one(Op::nin)], beyond[at_least_one(Op::nin)];
        unsigned left;      // in the first one's row
    };
    CUPY_DEVICE void rows(unsigned row, int64 *to, unsigned &index) const {
        const unsigned last = p.axes.ndim - 1;
        if (last == 1) {        // nothing is divided, and what is read is known to the compiler
            index = row;
            CUPY_UNROLL
            for (int k = 0; k < Op::nin; ++k) to[k] = (int64)row * p.strides[k][1];
            return;
        }
        CUPY_UNROLL
        for (int k = 0; k < Op::nin; ++k) to[k] = 0;
        for (unsigned d = 1; d <= last; ++d) {
            unsigned at = row;
            if (d < last) divide(row, p.axes.dims[d], row, at);
            if (d == 1) index = at;
            CUPY_UNROLL
            for (int k = 0; k < Op::nin; ++k) to[k] += (int64)at * p.strides[k][d];
        }
    }
    CUPY_DEVICE Run find(unsigned at) const {
        Run run;
        unsigned row, x, index = 0;
        divide(at, p.axes.dims[0], row, x);
        rows(row, run.here, index);
        run.left = p.axes.dims[0].divisor - x;
        if (run.left < W) {
            CUPY_UNROLL
            for (int k = 0; k < Op::nin; ++k) run.beyond[k] = run.here[k] + p.strides[k][1];
            if (p.axes.ndim > 2 && index + 1 == p.axes.dims[1].divisor) rows(row + 1, run.beyond, index);
        }
        CUPY_UNROLL
        for (int k = 0; k < Op::nin; ++k) run.here[k] += (int64)x * p.strides[k][0];
        return run;
    }
    template <int I, class T> CUPY_DEVICE void load_run(Part<I, W, T> &part, const Run &run, unsigned at) const {
        if constexpr (I < Op::nin) {
            if (p.head.flags >> (kAlongShift + I) & 1) return load_vector(part.data, pointer_of<T>(p.slots[I]) + at);
            if (p.head.broadcast >> I & 1) {        // along the innermost axis, of W items at the least
                const T first = *shifted<T>(p.slots[I], run.here[I]);
                const T next = run.left < W ? *shifted<T>(p.slots[I], run.beyond[I]) : first;
                CUPY_UNROLL
                for (int j = 0; j < W; ++j) part.data[j] = j < (int)run.left ? first : next;
                return;
            }
            CUPY_UNROLL
            for (int j = 0; j < W; ++j) {
                const int64 offset = j < (int)run.left ? run.here[I] + j * p.strides[I][0]
                                                       : run.beyond[I] + (j - (int)run.left) * p.strides[I][0];
                part.data[j] = p.head.scalars >> I & 1 ? p.slots[I].template as<T>() : *shifted<T>(p.slots[I], offset);
            }
        }
    }
    template <int I, class T> CUPY_DEVICE void store_run(Part<I, W, T> &part, unsigned at) const {
        if constexpr (I >= Op::nin) store_vector(pointer_of<T>(p.slots[I]) + at, part.data);
    }

    CUPY_DEVICE void neighbours() const {
        constexpr int count = kElements / tuning::kThreads / W;
        const unsigned first = platform::block_index() * kElements + platform::thread_index() * W;
        RegistersOf<Op, W> part[count];
        CUPY_UNROLL
        for (int u = 0; u < count; ++u) {
            const unsigned at = first + u * tuning::kThreads * W;
            if (at + W > p.head.size) continue;
            const Run run = find(at);
            part[u].each([&](auto &x) { load_run(x, run, at); });
        }
        CUPY_UNROLL
        for (int u = 0; u < count; ++u) {
            const unsigned at = first + u * tuning::kThreads * W;
            if (at + W > p.head.size) {
                for (unsigned one = at; one < p.head.size; ++one) single(one);
                return;
            }
            CUPY_UNROLL
            for (int j = 0; j < W; ++j) part[u].apply(op, p.head.base + at + j, j);
            part[u].each([&](auto &x) { store_run(x, at); });
        }
    }
    CUPY_DEVICE void single(unsigned at) const {
        RegistersOf<Op, 1> part;
        const Offsets offset = offsets(at);
        part.each([&](auto &x) { load(x, offset.of[0][x.number]); });
        part.apply(op, p.head.base + at, 0);
        part.each([&](auto &x) { store(x, offset.of[0][x.number]); });
    }

    CUPY_DEVICE void run() const {
        if constexpr (W > 1)
            if (p.head.flags & kFlatOutputs) return neighbours();
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
