// The least or greatest item of a window along one axis.
//
// A call makes a run of outputs.  What the windows of all of them share is gone through once; what lies before and
// behind is added item by item (the suffixes and prefixes of van Herk, and Gil and Werman, for one block).
#pragma once

#include "boundary.hpp"
#include "device/map.hpp"
#include "extremum1d_params.hpp"
#include "split.hpp"

namespace cupy {
namespace ndimage {

// `fetch(k)` is the item `k` places after the first of the first window.
template <bool greatest, class T, class O, class Fetch>
CUPY_DEVICE void run_of_extrema(Fetch fetch, int size, int count, O *output, long long step) {
    constexpr int R = kExtremumRun;
    T best[R];
    if (size < R) {
        // Windows of a power of two by doubling; two of them that overlap are any window.
        T seen[2 * R];
        CUPY_UNROLL
        for (int j = 0; j < R; ++j) seen[j] = fetch(j);
        CUPY_UNROLL
        for (int j = 0; j < R; ++j) seen[R + j] = j < size - 1 ? fetch(R + j) : seen[R - 1];
        int span = 1;
        CUPY_UNROLL
        for (int step = 1; step < R / 2; step *= 2) {
            if (2 * step > size) break;
            CUPY_UNROLL
            for (int j = 0; j < 2 * R - step; ++j) seen[j] = better<greatest>(seen[j], seen[j + step]);
            span = 2 * step;
        }
        CUPY_UNROLL
        for (int j = 0; j < R; ++j) best[j] = seen[j];
        const int rest = size - span;
        CUPY_UNROLL
        for (int step = 1; step < R / 2; step *= 2) {
            if (!(rest & step)) continue;
            CUPY_UNROLL
            for (int j = 0; j < 2 * R - step; ++j) seen[j] = seen[j + step];
        }
        CUPY_UNROLL
        for (int j = 0; j < R; ++j) best[j] = better<greatest>(best[j], seen[j]);
    } else {
        T shared = fetch(R - 1), behind = shared;
        for (int k = R; k < size; ++k) shared = better<greatest>(shared, fetch(k));
        best[R - 1] = shared;
        CUPY_UNROLL
        for (int j = R - 2; j >= 0; --j) {
            behind = better<greatest>(fetch(j), behind);
            best[j] = better<greatest>(behind, shared);
        }
        T after = shared;
        CUPY_UNROLL
        for (int j = 1; j < R; ++j) {
            after = better<greatest>(after, fetch(size + j - 1));
            best[j] = better<greatest>(best[j], after);
        }
    }
    CUPY_UNROLL
    for (int j = 0; j < R; ++j)
        if (j < count) output[j * step] = cast<O>(best[j]);
}

template <bool greatest, class T, class O> CUPY_DEVICE void extremum1d(const Extremum1d &p, long long i) {
    long long line = i;
    const long long column = split(line, p.inner), start = split(line, p.runs) * kExtremumRun;
    const long long offset = line * p.length * p.inner + column, step = p.inner, first = start - p.before;
    const T *input = static_cast<const T *>(p.input) + offset;
    O *output = static_cast<O *>(p.output) + offset + start * step;
    const int count = (int)(p.length - start < kExtremumRun ? p.length - start : kExtremumRun);
    if (first >= 0 && first + p.size + kExtremumRun - 1 <= p.length) {
        const T *from = input + first * step;
        run_of_extrema<greatest, T>([=](int k) { return from[k * step]; }, p.size, count, output, step);
    } else {
        const T constant = cast<T>(p.constant);
        run_of_extrema<greatest, T>([&](int k) {
            const long long at = resolve(first + k, p.length, p.mode);
            return at < 0 ? constant : input[at * step];
        }, p.size, count, output, step);
    }
}

}  // namespace ndimage
}  // namespace cupy

#define CUPY_TEMPLATE(name, which, T, O) \
    CUPY_MAP_KERNEL(name, cupy::ndimage::Extremum1d, cupy::ndimage::extremum1d<cupy::ndimage::which, T, O>)
