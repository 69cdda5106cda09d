// Correlation of two vectors on SIMT targets.
//
// Blocks of whole outputs hold a piece of both vectors in shared memory; a thread keeps a window of neighbouring
// items in registers, so that most operands of its products are there already.  Outputs at the ends, where a part
// of the shorter vector takes part, are a thread's each.
#pragma once

#include "correlate_params.hpp"

namespace cupy {
namespace simt {

template <class T> struct Correlation {
    using A = typename correlate_sum<T>::type;
    static constexpr int E = kCorrelateEach, kPiece = 128;              // items of v at a time
    static constexpr int kItems = kCorrelateTile + kPiece + E;
    static constexpr int kShared = kItems + kItems / E;                 // one word apart more after E: no two in a bank

    const Correlate &p;
    T *items, *weights;

    CUPY_DEVICE static int place(int i) { return i + i / E; }

    CUPY_DEVICE void run() const {
        const int thread = (int)platform::thread_index();
        const long long tiles = (p.wholes + kCorrelateTile - 1) / kCorrelateTile, block = platform::block_index();
        T *out = static_cast<T *>(p.out);
        if (block >= tiles) {
            long long i = (block - tiles) * kCorrelateThreads + thread;
            if (i >= p.whole) i += p.wholes;
            if (i < p.size) out[i] = correlate_one<T>(p, i);
            return;
        }
        const long long first = p.whole + block * kCorrelateTile, left = p.whole + p.wholes - first;
        const T *a = static_cast<const T *>(p.a) + first + p.shift, *v = static_cast<const T *>(p.v);
        const long long there = p.length - first - p.shift;
        A sum[E];
        CUPY_UNROLL
        for (int e = 0; e < E; ++e) sum[e] = A(0);
        for (long long t = 0; t < p.width; t += kPiece) {
            const int count = p.width - t < kPiece ? (int)(p.width - t) : kPiece;
            platform::barrier();
            for (int i = thread; i < kItems; i += kCorrelateThreads) items[place(i)] = t + i < there ? a[t + i] : T(0);
            for (int i = thread; i < count; i += kCorrelateThreads) weights[i] = v[(t + i) * p.step];
            platform::barrier();
            T x[2 * E];
            CUPY_UNROLL
            for (int e = 0; e < E; ++e) x[e] = items[place(thread * E + e)];
            int k = 0;
            for (; k + E <= count; k += E) {
                CUPY_UNROLL
                for (int e = 0; e < E; ++e) x[E + e] = items[place(thread * E + k + E + e)];
                CUPY_UNROLL
                for (int w = 0; w < E; ++w)
                    CUPY_UNROLL
                    for (int e = 0; e < E; ++e) sum[e] = correlate_add(sum[e], x[e + w], weights[k + w]);
                CUPY_UNROLL
                for (int e = 0; e < E; ++e) x[e] = x[E + e];
            }
            for (; k < count; ++k)
                CUPY_UNROLL
                for (int e = 0; e < E; ++e) sum[e] = correlate_add(sum[e], items[place(thread * E + k + e)], weights[k]);
        }
        CUPY_UNROLL
        for (int e = 0; e < E; ++e)
            if (thread * E + e < left) out[first + thread * E + e] = T(sum[e]);
    }
};

}  // namespace simt
}  // namespace cupy

#define CUPY_TEMPLATE(name, T)                                                                    \
    CUPY_KERNEL CUPY_LAUNCH_BOUNDS(cupy::kCorrelateThreads)                                       \
        name(CUPY_GRID_CONSTANT const cupy::Correlate params) {                                   \
        using Correlation = cupy::simt::Correlation<T>;                                           \
        alignas(16) CUPY_SHARED unsigned char items[sizeof(T) * Correlation::kShared];            \
        alignas(16) CUPY_SHARED unsigned char weights[sizeof(T) * Correlation::kPiece];           \
        Correlation{params, reinterpret_cast<T *>(items), reinterpret_cast<T *>(weights)}.run();  \
    }
