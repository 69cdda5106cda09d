// Scans over the threads of a block.
#pragma once

#include <cub/operators.cuh>
#include "types/integers.hpp"
#include "toolkit_begin.hpp"

namespace cub {

// A function object that is no value of the scan.
template <class T, class Prefix> using is_prefix = cupy::enable_if_t<!cupy::is_same<T, Prefix>::value>;

enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };

template <class T, int X, BlockScanAlgorithm algorithm = BLOCK_SCAN_RAKING, int Y = 1, int Z = 1, int = 0>
class BlockScan {
public:
    using TempStorage = SharedValues<T, X * Y * Z>;

    explicit BlockScan(TempStorage &storage) : storage_(storage) {}

    template <class Op> void InclusiveScan(T in, T &out, Op combine, T &aggregate) {
        const int thread = together(in, combine);
        out = storage_.values[thread];
        aggregate = storage_.aggregate;
    }
    template <class Op> void ExclusiveScan(T in, T &out, T initial, Op combine, T &aggregate) {
        const int thread = together(in, combine);
        if (thread) out = combine(initial, storage_.values[thread - 1]);
        else out = initial;
        aggregate = storage_.aggregate;
    }
    template <class Op> void ExclusiveScan(T in, T &out, Op combine, T &aggregate) {    // of the first thread: nothing
        const int thread = together(in, combine);
        if (thread) out = storage_.values[thread - 1];
        aggregate = storage_.aggregate;
    }
    template <class Op> void InclusiveScan(T in, T &out, Op combine) { T all; InclusiveScan(in, out, combine, all); }
    template <class Op> void ExclusiveScan(T in, T &out, T initial, Op combine) {
        T all;
        ExclusiveScan(in, out, initial, combine, all);
    }
    template <class Op> void ExclusiveScan(T in, T &out, Op combine) { T all; ExclusiveScan(in, out, combine, all); }

    template <int items, class Op> void InclusiveScan(T (&in)[items], T (&out)[items], Op combine, T &aggregate) {
        T total = in[0], before;
        for (int k = 1; k < items; ++k) total = combine(total, in[k]);
        ExclusiveScan(total, before, combine, aggregate);
        total = cupy::simt::thread_number() ? combine(before, in[0]) : in[0];
        for (int k = 0; k < items; ++k) {
            if (k) total = combine(total, in[k]);
            out[k] = total;
        }
    }
    template <int items, class Op>
    void ExclusiveScan(T (&in)[items], T (&out)[items], T initial, Op combine, T &aggregate) {
        T total = in[0], before;
        for (int k = 1; k < items; ++k) total = combine(total, in[k]);
        ExclusiveScan(total, before, initial, combine, aggregate);
        for (int k = 0; k < items; ++k) {
            const T next = combine(before, in[k]);
            out[k] = before;
            before = next;
        }
    }
    template <int items, class Op> void InclusiveScan(T (&in)[items], T (&out)[items], Op combine) {
        T all;
        InclusiveScan(in, out, combine, all);
    }
    template <int items, class Op> void ExclusiveScan(T (&in)[items], T (&out)[items], T initial, Op combine) {
        T all;
        ExclusiveScan(in, out, initial, combine, all);
    }

    // With what a function object says stands before the block, given the block's total: what a running total needs.
    template <class Op, class Prefix, is_prefix<T, Prefix> = 0>
    void InclusiveScan(T in, T &out, Op combine, Prefix &prefix) {
        T all;
        InclusiveScan(in, out, combine, all);
        out = combine(before(prefix, all), out);
    }
    template <class Op, class Prefix, is_prefix<T, Prefix> = 0>
    void ExclusiveScan(T in, T &out, Op combine, Prefix &prefix) {
        T all;
        ExclusiveScan(in, out, combine, all);
        const T first = before(prefix, all);
        out = cupy::simt::thread_number() ? combine(first, out) : first;
    }
    template <int items, class Op, class Prefix, is_prefix<T, Prefix> = 0>
    void InclusiveScan(T (&in)[items], T (&out)[items], Op combine, Prefix &prefix) {
        T all;
        InclusiveScan(in, out, combine, all);
        const T first = before(prefix, all);
        for (int k = 0; k < items; ++k) out[k] = combine(first, out[k]);
    }
    template <int items, class Op, class Prefix, is_prefix<T, Prefix> = 0>
    void ExclusiveScan(T (&in)[items], T (&out)[items], Op combine, Prefix &prefix) {
        T total = in[0], own;
        for (int k = 1; k < items; ++k) total = combine(total, in[k]);
        ExclusiveScan(total, own, combine, prefix);
        for (int k = 0; k < items; ++k) {
            const T next = combine(own, in[k]);
            out[k] = own;
            own = next;
        }
    }
    template <class In, class Out, class Prefix, is_prefix<T, Prefix> = 0>
    void InclusiveSum(In &&in, Out &&out, Prefix &prefix) {
        InclusiveScan(in, out, cub::Sum(), prefix);
    }
    template <class In, class Out, class Prefix, is_prefix<T, Prefix> = 0>
    void ExclusiveSum(In &&in, Out &&out, Prefix &prefix) {
        ExclusiveScan(in, out, cub::Sum(), prefix);
    }

    void InclusiveSum(T in, T &out) { InclusiveScan(in, out, cub::Sum()); }
    void InclusiveSum(T in, T &out, T &aggregate) { InclusiveScan(in, out, cub::Sum(), aggregate); }
    void ExclusiveSum(T in, T &out) { ExclusiveScan(in, out, T(0), cub::Sum()); }
    void ExclusiveSum(T in, T &out, T &aggregate) { ExclusiveScan(in, out, T(0), cub::Sum(), aggregate); }
    template <int items> void InclusiveSum(T (&in)[items], T (&out)[items]) { InclusiveScan(in, out, cub::Sum()); }
    template <int items> void InclusiveSum(T (&in)[items], T (&out)[items], T &aggregate) {
        InclusiveScan(in, out, cub::Sum(), aggregate);
    }
    template <int items> void ExclusiveSum(T (&in)[items], T (&out)[items]) {
        ExclusiveScan(in, out, T(0), cub::Sum());
    }
    template <int items> void ExclusiveSum(T (&in)[items], T (&out)[items], T &aggregate) {
        ExclusiveScan(in, out, T(0), cub::Sum(), aggregate);
    }

private:
    // The first warp asks for what stands before the block; the answer of its first thread holds.
    template <class Prefix> T before(Prefix &prefix, T total) {
        T first = T();
        if (cupy::simt::thread_number() < 32) first = prefix(total);
        __syncthreads();
        if (cupy::simt::thread_number() == 0) storage_.aggregate = first;
        __syncthreads();
        return storage_.aggregate;
    }
    // The first thread scans the values of all; the number of this thread.
    template <class Op> int together(T in, Op combine) {
        const int thread = int(cupy::simt::thread_number());
        storage_.values[thread] = in;
        __syncthreads();
        if (thread == 0) {
            for (int k = 1; k < X * Y * Z; ++k)
                storage_.values[k] = combine(storage_.values[k - 1], storage_.values[k]);
            storage_.aggregate = storage_.values[X * Y * Z - 1];
        }
        __syncthreads();
        return thread;
    }

    TempStorage &storage_;
};

}  // namespace cub

#include "toolkit_end.hpp"
