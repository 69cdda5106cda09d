// Distances of all pairs of rows, on the host: 16 columns side by side, so that sums are vectors.
#pragma once

#include "device/map.hpp"
#include "metrics.hpp"

namespace cupy {
namespace spatial {

constexpr int kSide = kPairsHostSide, kSteps = kPairsHostSteps, kRows = kPairsHostRows;

// `steps` items of 16 rows of `b`, from item `done` on, side by side.
template <class T> void stage(const Pairs &p, T (*columns)[kSide], long long left, long long done, int steps) {
    const T *b = static_cast<const T *>(p.b) + left * p.length + done;
    const int width = p.columns - left < kSide ? (int)(p.columns - left) : kSide;
    for (int k = 0; k < steps; ++k)
        for (int j = 0; j < kSide; ++j) columns[k][j] = j < width ? b[j * p.length + k] : T(0);
}

template <class T, class Metric>
inline void add_items(const Pairs &p, long long i, long long done, int steps, const T (*columns)[kSide], T *sums,
                      T *seconds) {
    const T *row = static_cast<const T *>(p.a) + i * p.length + done;
    const T *w = p.weights ? static_cast<const T *>(p.weights) + done : nullptr;
    const T power = T(p.power);
    T held[kSide], second[kSide];
    for (int j = 0; j < kSide; ++j) {
        held[j] = sums[j];
        second[j] = seconds[j];
    }
    for (int k = 0; k < steps; ++k) {
        const T x = row[k], weight = w ? w[k] : T(1);
        // Unrolled, the compiler would not see vectors.
        _Pragma("GCC unroll 1") for (int j = 0; j < kSide; ++j)
            Metric::add(held[j], second[j], x, columns[k][j], weight, power);
    }
    for (int j = 0; j < kSide; ++j) {
        sums[j] = held[j];
        seconds[j] = second[j];
    }
}

template <class T, class Metric>
inline void write_items(const Pairs &p, long long i, long long left, const T *sums, const T *seconds) {
    T values[kSide];
    const T scale = T(p.scale);
    _Pragma("GCC unroll 1") for (int j = 0; j < kSide; ++j) values[j] = Metric::end(p, sums[j], seconds[j]) * scale;
    if (p.root)
        _Pragma("GCC unroll 1") for (int j = 0; j < kSide; ++j) values[j] = sqrt(values[j]);
    T *out = static_cast<T *>(p.out);
    const long long at = place(p, i, left);
    const int first = p.condensed && i >= left ? (int)(i + 1 - left) : 0;
    const int width = p.columns - left < kSide ? (int)(p.columns - left) : kSide;
    if (first == 0 && width == kSide)
        for (int j = 0; j < kSide; ++j) out[at + j] = values[j];
    else
        for (int j = first; j < width; ++j) out[at + j] = values[j];
}

// Pairs of the rows `top` to `end` and 16 columns from `left` on.
template <class T, class Metric>
CUPY_NOINLINE void strip(const Pairs &p, long long top, long long end, long long left) {
    T columns[kSteps][kSide];
    if (p.condensed && end > left + kSide - 1) end = left + kSide - 1;
    if (p.length <= kSteps) {
        stage(p, columns, left, 0, (int)p.length);
        for (long long i = top; i < end; ++i) {
            T sums[kSide] = {}, seconds[kSide] = {};
            add_items<T, Metric>(p, i, 0, (int)p.length, columns, sums, seconds);
            write_items<T, Metric>(p, i, left, sums, seconds);
        }
        return;
    }
    T sums[kRows][kSide], seconds[kRows][kSide];
    for (long long i = top; i < end; ++i)
        for (int j = 0; j < kSide; ++j) sums[i - top][j] = seconds[i - top][j] = T(0);
    for (long long done = 0; done < p.length; done += kSteps) {
        const int steps = p.length - done < kSteps ? (int)(p.length - done) : kSteps;
        stage(p, columns, left, done, steps);
        for (long long i = top; i < end; ++i)
            add_items<T, Metric>(p, i, done, steps, columns, sums[i - top], seconds[i - top]);
    }
    for (long long i = top; i < end; ++i) write_items<T, Metric>(p, i, left, sums[i - top], seconds[i - top]);
}

// A block makes squares whose rows are written whole lines at a time.
template <class T> CUPY_DEVICE void pairs(const Pairs &p, unsigned block, unsigned grid) {
    const long long down = (p.rows + kRows - 1) / kRows, wide = 8 * kSide, across = (p.columns + wide - 1) / wide;
    for (long long square = block; square < down * across; square += grid) {
        const long long top = square / across * kRows, right = square % across * wide;
        const long long end = top + kRows < p.rows ? top + kRows : p.rows;
        for (long long left = right; left < right + wide && left < p.columns; left += kSide) {
#define CUPY_RUN(Metric) strip<T, Metric>(p, top, end, left); break
            CUPY_FOR_METRIC(p, CUPY_RUN)
#undef CUPY_RUN
        }
    }
}

}  // namespace spatial
}  // namespace cupy

#define CUPY_TEMPLATE(name, T) CUPY_RANGE_KERNEL(name, cupy::spatial::Pairs, cupy::spatial::pairs<T>)
