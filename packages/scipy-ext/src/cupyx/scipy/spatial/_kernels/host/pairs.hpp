// Distances of all pairs of rows, on the host: 16 columns side by side, so that sums are vectors.
#pragma once

#include "device/map.hpp"
#include "metrics.hpp"

namespace cupy {
namespace spatial {

constexpr int kSide = 16, kSteps = 64;

template <class T, class Metric>
CUPY_NOINLINE void strip(const Pairs &p, long long begin, long long end, long long left) {
    const T *a = static_cast<const T *>(p.a), *b = static_cast<const T *>(p.b);
    const T *w = static_cast<const T *>(p.weights);
    const T power = T(p.power);
    T *out = static_cast<T *>(p.out);
    T columns[kSteps][kSide];
    const int width = p.columns - left < kSide ? (int)(p.columns - left) : kSide;
    for (long long top = begin; top < end; top += kSide) {
        const int height = end - top < kSide ? (int)(end - top) : kSide;
        if (p.condensed && left + kSide <= top) break;
        T sums[kSide][kSide], seconds[kSide][kSide];
        for (int i = 0; i < kSide; ++i)
            for (int j = 0; j < kSide; ++j) sums[i][j] = seconds[i][j] = T(0);
        for (long long done = 0; done < p.length; done += kSteps) {
            const int steps = p.length - done < kSteps ? (int)(p.length - done) : kSteps;
            if (top == begin || p.length > kSteps)
                for (int k = 0; k < steps; ++k)
                    for (int j = 0; j < kSide; ++j)
                        columns[k][j] = j < width ? b[(left + j) * p.length + done + k] : T(0);
            for (int i = 0; i < height; ++i) {
                const T *row = a + (top + i) * p.length + done;
                T held[kSide], second[kSide];
                for (int j = 0; j < kSide; ++j) {
                    held[j] = sums[i][j];
                    second[j] = seconds[i][j];
                }
                for (int k = 0; k < steps; ++k) {
                    const T x = row[k], weight = w ? w[done + k] : T(1);
                    // Unrolled, the compiler would not see vectors.
                    _Pragma("GCC unroll 1") for (int j = 0; j < kSide; ++j)
                        Metric::add(held[j], second[j], x, columns[k][j], weight, power);
                }
                for (int j = 0; j < kSide; ++j) {
                    sums[i][j] = held[j];
                    seconds[i][j] = second[j];
                }
            }
        }
        for (int i = 0; i < height; ++i)
            for (int j = 0; j < width; ++j)
                if (!p.condensed || top + i < left + j) out[place(p, top + i, left + j)] = finished(p, sums[i][j], seconds[i][j]);
    }
}

template <class T> CUPY_DEVICE void pairs(const Pairs &p, unsigned block, unsigned grid) {
    const long long strips = (p.columns + kSide - 1) / kSide;
    for (long long s = block; s < strips; s += grid) {
#define CUPY_RUN(Metric) strip<T, Metric>(p, 0, p.rows, s * kSide); break
        CUPY_FOR_METRIC(p, CUPY_RUN)
#undef CUPY_RUN
    }
}

}  // namespace spatial
}  // namespace cupy

#define CUPY_TEMPLATE(name, T) CUPY_RANGE_KERNEL(name, cupy::spatial::Pairs, cupy::spatial::pairs<T>)
