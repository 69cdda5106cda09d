// Correlation of every line along one axis with a row of weights, on SIMT targets.
//
// The array is (outer, length, inner).  A block stages a stretch of the lines in shared memory, halo
// included and boundary rule applied, and a thread makes kRun outputs next to each other along the
// line: the window moves through registers, so that a staged value is read once for kRun outputs.
#pragma once

#include "boundary.hpp"

namespace cupy {
namespace ndimage {

constexpr int kThreads = 256;
constexpr int kRun = 8;
constexpr int kLanes = 32;         // neighbours along the inner axis, when there is one

struct Correlate1d {
    const void *input;
    void *output;
    const void *weights;           // taps rounded up to a multiple of kRun, zeros behind
    long long outer, length, inner;
    int taps, before;              // output i is the sum of weights[k] * input[i - before + k]
    int mode;
    int stretch;                   // outputs along the line that a block makes
    double constant;
};

template <class T, class W> CUPY_DEVICE void window(const W *tile, int pitch, const W *weights, int taps,
                                                    W *sums) {
    W seen[2 * kRun];
    CUPY_UNROLL
    for (int j = 0; j < kRun; ++j) {
        sums[j] = W(0);
        seen[j] = tile[j * pitch];
    }
    for (int k = 0; k < taps; k += kRun) {
        CUPY_UNROLL
        for (int j = 0; j < kRun; ++j) seen[kRun + j] = tile[(k + kRun + j) * pitch];
        CUPY_UNROLL
        for (int m = 0; m < kRun; ++m) {
            const W weight = weights[k + m];
            CUPY_UNROLL
            for (int j = 0; j < kRun; ++j) sums[j] += weight * seen[j + m];
        }
        CUPY_UNROLL
        for (int j = 0; j < kRun; ++j) seen[j] = seen[kRun + j];
    }
}

// W is the type that sums are made in.  Shared memory: weights, then the staged stretch.
template <class T, class O, class W> CUPY_DEVICE void correlate1d(const Correlate1d &p, unsigned char *shared) {
    const int taps = (p.taps + kRun - 1) / kRun * kRun;
    W *weights = reinterpret_cast<W *>(shared);
    W *tile = weights + taps;
    const int thread = platform::thread_index();
    const bool lines_inside = p.inner == 1;          // the line itself is contiguous
    const int lanes = lines_inside ? 1 : kLanes;
    const long long stretches = (p.length + p.stretch - 1) / p.stretch;
    const long long columns = (p.inner + lanes - 1) / lanes;
    long long block = platform::block_index();
    const long long column = block % columns * lanes;
    block /= columns;
    const long long start = block % stretches * p.stretch;
    const long long line = block / stretches;
    const T *input = static_cast<const T *>(p.input) + line * p.length * p.inner;
    O *output = static_cast<O *>(p.output) + line * p.length * p.inner;

    for (int k = thread; k < taps; k += kThreads)
        weights[k] = k < p.taps ? static_cast<const W *>(p.weights)[k] : W(0);
    const int staged = p.stretch + taps + kRun;
    const long long first = start - p.before;
    const bool inside = first >= 0 && first + staged <= p.length;
    for (int at = thread; at < staged * lanes; at += kThreads) {
        const int lane = lines_inside ? 0 : at % kLanes;
        const int step = lines_inside ? at : at / kLanes;
        W value = W(p.constant);
        if (column + lane < p.inner) {
            long long i = first + step;
            if (!inside) i = resolve(i, p.length, p.mode);
            if (i >= 0) value = cast<W>(input[i * p.inner + column + lane]);
        }
        // Runs of kRun along a contiguous line start in different banks.
        tile[lines_inside ? at + at / 32 : at] = value;
    }
    platform::barrier();

    const int runs = p.stretch / kRun;
    for (int at = thread; at < runs * lanes; at += kThreads) {
        const int lane = lines_inside ? 0 : at % kLanes;
        const int run = lines_inside ? at : at / kLanes;
        W sums[kRun];
        if (lines_inside) {
            W seen[2 * kRun];
            const int base = run * kRun;
            CUPY_UNROLL
            for (int j = 0; j < kRun; ++j) {
                sums[j] = W(0);
                seen[j] = tile[base + j + (base + j) / 32];
            }
            for (int k = 0; k < taps; k += kRun) {
                CUPY_UNROLL
                for (int j = 0; j < kRun; ++j) {
                    const int i = base + k + kRun + j;
                    seen[kRun + j] = tile[i + i / 32];
                }
                CUPY_UNROLL
                for (int m = 0; m < kRun; ++m) {
                    const W weight = weights[k + m];
                    CUPY_UNROLL
                    for (int j = 0; j < kRun; ++j) sums[j] += weight * seen[j + m];
                }
                CUPY_UNROLL
                for (int j = 0; j < kRun; ++j) seen[j] = seen[kRun + j];
            }
        } else {
            window<T, W>(tile + run * kRun * kLanes + lane, kLanes, weights, taps, sums);
        }
        if (column + lane >= p.inner) continue;
        CUPY_UNROLL
        for (int j = 0; j < kRun; ++j) {
            const long long i = start + run * kRun + j;
            if (i < p.length) output[i * p.inner + column + lane] = cast<O>(sums[j]);
        }
    }
}

}  // namespace ndimage
}  // namespace cupy

#define CUPY_TEMPLATE(name, T, O, W)                                                            \
    CUPY_KERNEL CUPY_LAUNCH_BOUNDS(cupy::ndimage::kThreads)                                     \
        name(CUPY_GRID_CONSTANT const cupy::ndimage::Correlate1d params) {                      \
        CUPY_DYNAMIC_SHARED(cupy_staged);                                                       \
        cupy::ndimage::correlate1d<T, O, W>(params, cupy_staged);                               \
    }
