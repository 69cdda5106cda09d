// Scans along an axis on which the array repeats, on SIMT targets: no block waits for another.
//
// What so many equal items combine to is found by doubling, as powers are.  A thread writes some vectors of the result, of
// which each has parts of two rows at most, and goes from one to the next of a row by what lies between them.
#pragma once

#include "device/scan.hpp"

namespace cupy {
namespace simt {

template <class Op> struct Constant : Scanner<Op> {
    using Base = Scanner<Op>;
    using typename Base::Acc;
    using typename Base::In;
    using typename Base::Out;
    using Base::p;
    using Base::thread;
    static constexpr int V = scan_vector(sizeof(Out)), U = kScanConstantAtOnce;
    static constexpr int kStep = kScanThreads * V;
    static_assert((kStep & (kStep - 1)) == 0, "a power of two");

    CUPY_DEVICE Constant(const Scan &params) : Base(params) {}

    // So many equal items together, and kStep of them where a row is longer.
    CUPY_DEVICE Acc power(Acc some, long long count, Acc &jump) const {
        Acc all = Op::identity();
        const long long last = p.length > kStep && count < kStep ? kStep : count;
        bool any = false;
        CUPY_NO_UNROLL
        for (long long bit = 1; bit <= last; bit *= 2) {
            if (count & bit) all = any ? Op::combine(all, some) : some;
            any |= (count & bit) != 0;
            if (bit == kStep) jump = some;
            some = Op::combine(some, some);
        }
        return all;
    }
    CUPY_DEVICE In input(long long row) const { return static_cast<const In *>(p.input)[this->outer_at(row)]; }

    CUPY_DEVICE void run() const {
        const long long total = p.outer * p.length, length = p.length;
        long long i = (long long)platform::block_index() * (kScanConstant * kStep) + thread * V;
        long long row = (i | length) >> 31 ? i / length : (unsigned)i / (unsigned)length;
        long long place = i - row * length;
        const int rows = length < kStep ? kStep / (int)length : 0, places = kStep - rows * (int)length;
        Acc start = Op::identity(), jump = start;
        bool same = false;                      // whether the vector before began in the same row
        CUPY_NO_UNROLL
        for (int k = 0; k < kScanConstant; k += U) {
            In x[U], next[U];
            int left[U];                        // of the row from the vector's first item on, at most V
            long long at[U];
            bool goes_on[U];
            CUPY_UNROLL
            for (int u = 0; u < U; ++u) {
                goes_on[u] = same;
                at[u] = place;
                left[u] = length - place < V ? (int)(length - place) : V;
                const bool inside = i + u * kStep < total;
                x[u] = next[u] = inside ? input(row) : In(0);
                if (left[u] < V && row + 1 < p.outer) next[u] = input(row + 1);
                row += rows;
                place += places;
                same = rows == 0 && place < length;
                if (place >= length) {
                    place -= length;
                    ++row;
                }
            }
            CUPY_UNROLL
            for (int u = 0; u < U; ++u, i += kStep) {
                if (i >= total) return;
                Acc one = this->item(x[u], x[u], 0);
                start = goes_on[u] ? Op::combine(start, jump) : power(one, at[u] + 1, jump);
                Acc acc = start;
                Out y[V];
                CUPY_UNROLL
                for (int v = 0; v < V; ++v) {
                    if (v && v == left[u]) acc = one = this->item(next[u], next[u], 0);
                    else if (v) acc = Op::combine(acc, one);
                    y[v] = this->finish(acc, x[u]);
                }
                Out *const output = static_cast<Out *>(p.output) + i;
                if (i + V <= total) {
                    store_vector(output, y);
                    continue;
                }
                CUPY_UNROLL
                for (int v = 0; v < V; ++v)
                    if (i + v < total) output[v] = y[v];
            }
        }
    }
};

}  // namespace simt
}  // namespace cupy

#define CUPY_SCAN_CONSTANT(name, op)                                                              \
    CUPY_KERNEL CUPY_LAUNCH_BOUNDS(cupy::kScanThreads)                                            \
        name(CUPY_GRID_CONSTANT const cupy::Scan params) {                                        \
        cupy::simt::Constant<op>(params).run();                                                   \
    }
