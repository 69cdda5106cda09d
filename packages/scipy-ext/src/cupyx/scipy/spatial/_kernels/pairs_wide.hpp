// Sums of differences or of their squares, unweighted, on SIMT targets: a block makes 128 by 128 of them, a thread 8 by 8
// in registers, so that loads from shared memory are few beside the arithmetic.
#pragma once

#include "metrics.hpp"

namespace cupy {
namespace spatial {

constexpr int kWide = kPairsWideSide, kWideSteps = 16, kWideEach = 8, kWideThreads = 256;
constexpr int kWidePitch = kWide + 4;       // rows of vectors stay aligned, and fall into different banks

template <class T> struct alignas(4 * sizeof(T)) Four { T at[4]; };

template <class T> CUPY_DEVICE void stage(T *to, const T *from, long long first, long long rows, long long length,
                                          long long done, bool vectors) {
    const int thread = platform::thread_index();
    if (vectors) {
        CUPY_UNROLL
        for (int t = thread; t < kWide * kWideSteps / 4; t += kWideThreads) {
            const int k = t % (kWideSteps / 4) * 4, row = t / (kWideSteps / 4);
            Four<T> x = {};
            if (done + k < length && first + row < rows)
                x = *reinterpret_cast<const Four<T> *>(from + (first + row) * length + done + k);
            CUPY_UNROLL
            for (int i = 0; i < 4; ++i) to[(k + i) * kWidePitch + row] = x.at[i];
        }
        return;
    }
    CUPY_UNROLL
    for (int t = thread; t < kWide * kWideSteps; t += kWideThreads) {
        const int k = t % kWideSteps, row = t / kWideSteps;
        const bool there = done + k < length && first + row < rows;
        to[k * kWidePitch + row] = there ? from[(first + row) * length + done + k] : T(0);
    }
}

template <class T, class Metric> CUPY_DEVICE void wide_tile(const Pairs &p, T *staged, long long top, long long left) {
    T *rows = staged, *columns = staged + kWideSteps * kWidePitch;
    const int thread = platform::thread_index(), x = thread % 16, y = thread / 16;
    const T *a = static_cast<const T *>(p.a), *b = static_cast<const T *>(p.b);
    const bool vectors = p.length % 4 == 0 && ((unsigned long long)a | (unsigned long long)b) % sizeof(Four<T>) == 0;
    T sums[kWideEach][kWideEach], second = T(0);
    CUPY_UNROLL
    for (int i = 0; i < kWideEach; ++i)
        CUPY_UNROLL
        for (int j = 0; j < kWideEach; ++j) sums[i][j] = T(0);
    for (long long done = 0; done < p.length; done += kWideSteps) {
        platform::barrier();
        stage(rows, a, top, p.rows, p.length, done, vectors);
        stage(columns, b, left, p.columns, p.length, done, vectors);
        platform::barrier();
        for (int k = 0; k < kWideSteps; ++k) {      // what is beyond the rows' ends is 0 in both
            const Four<T> *from_a = reinterpret_cast<const Four<T> *>(rows + k * kWidePitch + y * kWideEach);
            const Four<T> *from_b = reinterpret_cast<const Four<T> *>(columns + k * kWidePitch + x * 4);
            const Four<T> a0 = from_a[0], a1 = from_a[1], b0 = from_b[0], b1 = from_b[kWide / 8];
            CUPY_UNROLL
            for (int i = 0; i < kWideEach; ++i)
                CUPY_UNROLL
                for (int j = 0; j < kWideEach; ++j)
                    Metric::add(sums[i][j], second, i < 4 ? a0.at[i % 4] : a1.at[i % 4],
                                j < 4 ? b0.at[j % 4] : b1.at[j % 4], T(1), T(1));
        }
    }
    T *out = static_cast<T *>(p.out);
    const bool whole = !p.condensed && p.columns % 4 == 0 && (unsigned long long)out % sizeof(Four<T>) == 0;
    CUPY_UNROLL
    for (int i = 0; i < kWideEach; ++i)
        CUPY_UNROLL
        for (int half = 0; half < 2; ++half) {
            const long long row = top + y * kWideEach + i, column = left + half * (kWide / 2) + x * 4;
            Four<T> values;
            CUPY_UNROLL
            for (int j = 0; j < 4; ++j) {
                const T x = sums[i][half * 4 + j] * T(p.scale);
                values.at[j] = p.root ? sqrt(x) : x;
            }
            if (row >= p.rows) continue;
            if (whole && column < p.columns) *reinterpret_cast<Four<T> *>(out + place(p, row, column)) = values;
            else
                for (int j = 0; j < 4; ++j)
                    if (column + j < p.columns && (!p.condensed || row < column + j))
                        out[place(p, row, column + j)] = values.at[j];
        }
}

template <class T> CUPY_DEVICE void pairs_wide(const Pairs &p) {
    alignas(16) CUPY_SHARED unsigned char memory[2 * kWideSteps * kWidePitch * sizeof(T)];
    T *staged = reinterpret_cast<T *>(memory);
    const long long across = (p.columns + kWide - 1) / kWide;
    const long long top = platform::block_index() / across * kWide, left = platform::block_index() % across * kWide;
    if (p.condensed && left + kWide <= top) return;
    if (p.metric == kSumOfSquares) wide_tile<T, Squares>(p, staged, top, left);
    else if (p.metric == kSumOfDifferences) wide_tile<T, Differences>(p, staged, top, left);
}

}  // namespace spatial
}  // namespace cupy

#define CUPY_TEMPLATE(name, T)                                                            \
    CUPY_KERNEL CUPY_LAUNCH_BOUNDS(cupy::spatial::kWideThreads)                           \
        name(CUPY_GRID_CONSTANT const cupy::spatial::Pairs params) {                      \
        cupy::spatial::pairs_wide<T>(params);                                             \
    }
