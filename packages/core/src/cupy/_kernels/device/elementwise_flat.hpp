// Flat variant: every operand one contiguous run, one element, or a scalar given by value.
//
// A block owns a stretch of elements.  A thread takes whole vectors, several of them at once so that
// their loads are in flight together; the last block and misaligned operands go element by element, but inputs of
// small items by the words in which they lie.
#pragma once

#include "device/registers.hpp"

namespace cupy {
namespace simt {

template <class Op> struct Flat {
    static constexpr int V = tuning::vector_elements(Op::sizes());
    static constexpr int U = tuning::vectors_in_flight(Op::sizes());
    static constexpr int kElements = tuning::kThreads * V * U;
    static constexpr bool kWords = Op::sizes().largest <= 2 && Op::nin <= 2 && !Op::keeps && !Op::refers;    // inputs may begin anywhere
    static constexpr int kNarrow = Op::heavy && !Op::brief ? 1 : 4;   // elements in flight without vectors

    const Op &op;
    const FlatBlock<Op::n> &p;
    const unsigned single;

    CUPY_DEVICE Flat(const Op &op, const FlatBlock<Op::n> &p)
        : op(op), p(p), single(p.head.scalars | p.head.broadcast) {}

    template <class T> CUPY_DEVICE T only(int k) const {
        return p.head.scalars >> k & 1 ? p.slots[k].template as<T>() : *pointer_of<T>(p.slots[k]);
    }

    template <bool aligned, int I, int W, class T> CUPY_DEVICE void load(Part<I, W, T> &part, unsigned at) const {
        if (I >= Op::nin && !Op::keeps) return;
        if (single >> I & 1) {
            const T value = only<T>(I);
            CUPY_UNROLL
            for (int j = 0; j < W; ++j) part.data[j] = value;
        } else if constexpr (W == V) {
            if constexpr (aligned) load_vector(part.data, pointer_of<T>(p.slots[I]) + at);
            else load_words(part.data, pointer_of<T>(p.slots[I]) + at);
        } else {
            part.data[0] = pointer_of<T>(p.slots[I])[at];
        }
    }

    template <bool aligned, int I, class T> CUPY_DEVICE void load(Part<I, 1, InPlace<T>> &part, unsigned at) const {
        part.data[0].at = pointer_of<T>(p.slots[I]) + (single >> I & 1 ? 0 : at);
    }

    template <int I, class T> CUPY_DEVICE void store(Part<I, 1, InPlace<T>> &, unsigned) const {}
    template <int I, int W, class T> CUPY_DEVICE void store(Part<I, W, T> &part, unsigned at) const {
        if (I < Op::nin) return;
        if constexpr (W == V) {
            store_vector(pointer_of<T>(p.slots[I]) + at, part.data);
        } else {
            pointer_of<T>(p.slots[I])[single >> I & 1 ? 0 : at] = part.data[0];
        }
    }

    // kTogether vectors at a time: a long body hides the loads by itself.
    static constexpr int kTogether = Op::heavy ? 1 : U;
    template <bool aligned> CUPY_DEVICE void wide(unsigned first) const {
        constexpr int together = aligned ? kTogether : 1;       // words need registers of their own
        CUPY_NO_UNROLL
        for (int step = 0; step < U; step += together, first += together * tuning::kThreads * V) {
            RegistersOf<Op, V> part[together];
            CUPY_UNROLL
            for (int u = 0; u < together; ++u)
                part[u].each([&](auto &x) { load<aligned>(x, first + u * tuning::kThreads * V); });
            CUPY_UNROLL
            for (int u = 0; u < together; ++u) {
                const unsigned at = first + u * tuning::kThreads * V;
                CUPY_UNROLL
                for (int j = 0; j < V; ++j) part[u].apply(op, p.head.base + at + j, j);
                part[u].each([&](auto &x) { store(x, at); });
            }
        }
    }

    CUPY_DEVICE void narrow(unsigned first, unsigned stop) const {
        CUPY_NO_UNROLL
        for (unsigned at = first; at < stop; at += kNarrow * tuning::kThreads) {
            RegistersOf<Op, 1> part[kNarrow];
            CUPY_UNROLL
            for (int u = 0; u < kNarrow; ++u)
                if (at + u * tuning::kThreads < stop)
                    part[u].each([&](auto &x) { load<true>(x, at + u * tuning::kThreads); });
            CUPY_UNROLL
            for (int u = 0; u < kNarrow; ++u) {
                if (at + u * tuning::kThreads >= stop) break;
                part[u].apply(op, p.head.base + at + u * tuning::kThreads, 0);
                part[u].each([&](auto &x) { store(x, at + u * tuning::kThreads); });
            }
        }
    }

    CUPY_DEVICE void run() const {
        const unsigned begin = platform::block_index() * kElements;
        const bool whole = begin + kElements <= p.head.size;
        if constexpr (!Op::refers)
            if (whole && p.head.flags & kVector) return wide<true>(begin + platform::thread_index() * V);
        // The first and the last block keep within the operands.
        if constexpr (kWords)
            if (whole && p.head.flags & kFlatOutputs && begin && begin + kElements < p.head.size)
                return wide<false>(begin + platform::thread_index() * V);
        narrow(begin + platform::thread_index(), whole ? begin + kElements : p.head.size);
    }
};

}  // namespace simt
}  // namespace cupy

