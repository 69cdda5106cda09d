// Correlation of every line along one axis with a row of weights, on the host.
//
// A block is a share of the lines.  Lines along the last axis are staged with their halo; others are
// summed row by row, so that the inner axis vectorises.
#pragma once

#include "boundary.hpp"
#include "correlate1d_params.hpp"
#include "window.hpp"

namespace cupy {
namespace ndimage {

constexpr int kChunk = 512;

template <class O, class W> void put(O *output, const W *sums, long long count, double divisor) {
    if (divisor == 1) {
        for (long long j = 0; j < count; ++j) output[j] = item_of<O>(sums[j]);
    } else {
        for (long long j = 0; j < count; ++j) output[j] = item_of<O>(sums[j] / W(divisor));
    }
}

// Adds the products of all taps in SciPy's order, so that whole numbers come out alike: of symmetric taps the middle
// first, then pairs from the ends on; of others the last, then those from the first on. `row(k)` is what lies under a
// tap for all outputs.
template <class W, class Row> void add_taps(const Correlate1d &p, const W *weights, long long count, W *sums, Row row) {
    const int half = p.taps / 2, last = p.taps - 1, first = p.symmetric ? half : last;
    const auto middle = row(first, 0);
    for (long long j = 0; j < count; ++j) sums[j] = weights[first] * middle[j];
    if (p.symmetric) {
        for (int k = 0; k < half; ++k) {
            const auto left = row(k, 0), right = row(last - k, 1);
            const W weight = weights[k];
            if (p.symmetric > 0) {
                for (long long j = 0; j < count; ++j) sums[j] += (left[j] + right[j]) * weight;
            } else {
                for (long long j = 0; j < count; ++j) sums[j] += (left[j] - right[j]) * weight;
            }
        }
    } else {
        for (int k = 0; k < last; ++k) {
            const auto at = row(k, 0);
            const W weight = weights[k];
            for (long long j = 0; j < count; ++j) sums[j] += weight * at[j];
        }
    }
}

template <class T, class O, class W>
void correlate1d(const Correlate1d &p, unsigned block, unsigned grid) {
    const W *weights = p.device_weights ? static_cast<const W *>(p.device_weights)
                                        : reinterpret_cast<const W *>(p.inline_weights);
    const long long rows = p.outer * p.length;
    const long long begin = rows * block / grid, end = rows * (block + 1) / grid;
    W sums[kChunk], staged[2 * kChunk];
    if (p.inner == 1 && p.taps <= kChunk) {
        for (long long at = begin; at < end;) {
            const long long line = at / p.length, first = at % p.length;
            long long count = p.length - first;
            if (count > end - at) count = end - at;
            if (count > kChunk) count = kChunk;
            const T *input = static_cast<const T *>(p.input) + line * p.length;
            O *output = static_cast<O *>(p.output) + line * p.length + first;
            for (long long j = 0; j < count + p.taps - 1; ++j) {
                const long long i = resolve(first - p.before + j, p.length, p.mode);
                staged[j] = i < 0 ? W(p.constant) : cast<W>(input[i]);
            }
            add_taps(p, weights, count, sums, [&](int k, int) { return staged + k; });
            put(output, sums, count, p.divisor);
            at += count;
        }
        return;
    }
    for (long long at = begin; at < end; ++at) {
        const long long line = at / p.length, row = at % p.length;
        const T *input = static_cast<const T *>(p.input) + line * p.length * p.inner;
        O *output = static_cast<O *>(p.output) + at * p.inner;
        for (long long left = 0; left < p.inner; left += kChunk) {
            const long long count = p.inner - left < kChunk ? p.inner - left : kChunk;
            add_taps(p, weights, count, sums, [&](int k, int which) -> const W * {
                const long long i = resolve(row - p.before + k, p.length, p.mode);
                W *to = staged + which * kChunk;
                const T *source = input + i * p.inner + left;
                if constexpr (is_same<T, W>::value) {
                    if (i >= 0) return source;
                }
                for (long long j = 0; j < count; ++j) to[j] = i < 0 ? W(p.constant) : cast<W>(source[j]);
                return to;
            });
            put(output + left, sums, count, p.divisor);
        }
    }
}

}  // namespace ndimage
}  // namespace cupy

#define CUPY_TEMPLATE(name, T, O, W)                                                            \
    CUPY_EXPORT const int name##__info[] = {0, 1, (int)sizeof(cupy::ndimage::Correlate1d)};     \
    CUPY_EXPORT void name(void **params, unsigned block, unsigned grid) {                       \
        cupy::ndimage::correlate1d<T, O, W>(                                                    \
            *static_cast<const cupy::ndimage::Correlate1d *>(params[0]), block, grid);          \
    }
