// Distances of all pairs of rows, on SIMT targets: a block makes 64 by 64 of them from rows in shared memory, a thread
// 4 by 4 in registers.
#pragma once

#include "metrics.hpp"

namespace cupy {
namespace spatial {

constexpr int kSide = kPairsSide, kSteps = 16, kEach = 4, kPairThreads = 256;
constexpr int kPitch = kSide + 1;       // so that a column of the staged rows lies in different banks

template <class T, class Metric> CUPY_DEVICE void tile(const Pairs &p, T *staged, long long top, long long left) {
    T *rows = staged, *columns = staged + kSteps * kPitch, *weights = columns + kSteps * kPitch;
    const int thread = platform::thread_index(), x = thread % 16, y = thread / 16;
    const T *a = static_cast<const T *>(p.a), *b = static_cast<const T *>(p.b);
    const T *w = static_cast<const T *>(p.weights);
    const T power = T(p.power);
    T sums[kEach][kEach], seconds[kEach][kEach];
    CUPY_UNROLL
    for (int i = 0; i < kEach; ++i)
        CUPY_UNROLL
        for (int j = 0; j < kEach; ++j) sums[i][j] = seconds[i][j] = T(0);
    for (long long done = 0; done < p.length; done += kSteps) {
        const int steps = p.length - done < kSteps ? (int)(p.length - done) : kSteps;
        platform::barrier();
        for (int t = thread; t < kSide * kSteps; t += kPairThreads) {
            const int k = t % kSteps, row = t / kSteps;
            const bool there = k < steps;
            rows[k * kPitch + row] = there && top + row < p.rows ? a[(top + row) * p.length + done + k] : T(0);
            columns[k * kPitch + row] = there && left + row < p.columns ? b[(left + row) * p.length + done + k] : T(0);
        }
        if (thread < steps) weights[thread] = w ? w[done + thread] : T(1);
        platform::barrier();
        for (int k = 0; k < steps; ++k) {
            T from_a[kEach], from_b[kEach];
            CUPY_UNROLL
            for (int i = 0; i < kEach; ++i) from_a[i] = rows[k * kPitch + y * kEach + i];
            CUPY_UNROLL
            for (int j = 0; j < kEach; ++j) from_b[j] = columns[k * kPitch + x + 16 * j];
            CUPY_UNROLL
            for (int i = 0; i < kEach; ++i)
                CUPY_UNROLL
                for (int j = 0; j < kEach; ++j)
                    Metric::add(sums[i][j], seconds[i][j], from_a[i], from_b[j], weights[k], power);
        }
    }
    T *out = static_cast<T *>(p.out);
    CUPY_UNROLL
    for (int i = 0; i < kEach; ++i)
        CUPY_UNROLL
        for (int j = 0; j < kEach; ++j) {
            const long long row = top + y * kEach + i, column = left + x + 16 * j;
            if (row < p.rows && column < p.columns && (!p.condensed || row < column))
                out[place(p, row, column)] = finished<Metric>(p, sums[i][j], seconds[i][j]);
        }
}

template <class T> CUPY_DEVICE void pairs(const Pairs &p) {
    CUPY_SHARED T staged[2 * kSteps * kPitch + kSteps];
    const long long across = (p.columns + kSide - 1) / kSide;
    const long long top = platform::block_index() / across * kSide, left = platform::block_index() % across * kSide;
    if (p.condensed && left + kSide <= top) return;
#define CUPY_RUN(Metric) return tile<T, Metric>(p, staged, top, left)
    CUPY_FOR_METRIC(p, CUPY_RUN)
#undef CUPY_RUN
}

}  // namespace spatial
}  // namespace cupy

#define CUPY_TEMPLATE(name, T)                                                            \
    CUPY_KERNEL CUPY_LAUNCH_BOUNDS(cupy::spatial::kPairThreads)                           \
        name(CUPY_GRID_CONSTANT const cupy::spatial::Pairs params) {                      \
        cupy::spatial::pairs<T>(params);                                                  \
    }
