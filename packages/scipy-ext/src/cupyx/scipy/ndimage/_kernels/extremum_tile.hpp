// The least or greatest item of a box over two axes, in one pass, on SIMT targets.
//
// A block makes a tile: down the columns from memory, then along the rows from shared memory. A thread makes a run of
// outputs: what all their windows share is gone through once, what lies before and behind it item by item (the suffixes
// and prefixes of van Herk, and Gil and Werman).
#pragma once

#include "boundary.hpp"
#include "tile.hpp"

namespace cupy {
namespace ndimage {

constexpr int kExtremumThreads = 256;
constexpr int kExtremumWide = 64;      // outputs of a block along the last axis
constexpr int kExtremumHigh = 64;      // along the one before
constexpr int kExtremumNarrow = 32;    // below this width most of a tile would be empty

// The array is (images, height, width). Window i along an axis are the `size` items from i - before on.
struct ExtremumTile {
    const void *input;
    void *output;
    long long height, width;
    int across, down;                  // blocks of an image
    int size[2], before[2], mode[2];
    int pitch;                         // of the rows in shared memory: an odd number
    double constant;
};

constexpr int kTileRun = 16;       // outputs of a thread, one after the other

constexpr bool least = false, greatest = true;      // which item is looked for

template <bool greatest, class W> CUPY_DEVICE W farther(W a, W b) {
    if constexpr (is_same<W, float>::value) return greatest ? fmaxf(a, b) : fminf(a, b);
    else return greatest ? (b > a ? b : a) : (b < a ? b : a);
}

// R windows of at least R items; `fetch(k)` is the item `k` places after the first of the first one.
template <bool greatest, int R, class W, class Fetch> CUPY_DEVICE void run_of_windows(Fetch fetch, int size, W *best) {
    W seen[R];
    CUPY_UNROLL
    for (int j = 0; j < R; ++j) seen[j] = fetch(j);
    W shared = seen[R - 1];
    int k = R;
    CUPY_NO_UNROLL
    for (; k + 4 <= size; k += 4) {
        W more[4];
        CUPY_UNROLL
        for (int j = 0; j < 4; ++j) more[j] = fetch(k + j);
        CUPY_UNROLL
        for (int j = 0; j < 4; ++j) shared = farther<greatest>(shared, more[j]);
    }
    CUPY_NO_UNROLL
    for (; k < size; ++k) shared = farther<greatest>(shared, fetch(k));
    best[R - 1] = shared;
    W before = shared;
    CUPY_UNROLL
    for (int j = R - 2; j >= 0; --j) best[j] = before = farther<greatest>(before, seen[j]);
    CUPY_UNROLL
    for (int j = 1; j < R; ++j) seen[j] = fetch(size + j - 1);
    W after = seen[R > 1 ? 1 : 0];
    CUPY_UNROLL
    for (int j = 1; j < R; ++j) {
        if (j > 1) after = farther<greatest>(after, seen[j]);
        best[j] = farther<greatest>(best[j], after);
    }
}

template <bool greatest, int R, class W, class Fetch> CUPY_DEVICE void runs_of_windows(Fetch fetch, int size, W *best) {
    CUPY_UNROLL
    for (int j = 0; j < kTileRun; j += R)
        run_of_windows<greatest, R>([&](int k) { return fetch(j + k); }, size, best + j);
}

// Windows of three items.
template <bool greatest, class W, class Fetch> CUPY_DEVICE void runs_of_three(Fetch fetch, W *best) {
    W seen[kTileRun + 2];
    CUPY_UNROLL
    for (int j = 0; j < kTileRun + 2; ++j) seen[j] = fetch(j);
    CUPY_UNROLL
    for (int j = 0; j < kTileRun; ++j)
        best[j] = farther<greatest>(farther<greatest>(seen[j], seen[j + 1]), seen[j + 2]);
}

template <bool greatest, class W, class Fetch> CUPY_DEVICE void tile_run(Fetch fetch, int size, W *best) {
    if (size == 3) runs_of_three<greatest>(fetch, best);
    else if (size >= kTileRun) run_of_windows<greatest, kTileRun>(fetch, size, best);
    else if (size >= 8) runs_of_windows<greatest, 8>(fetch, size, best);
    else if (size >= 4) runs_of_windows<greatest, 4>(fetch, size, best);
    else if (size >= 2) runs_of_windows<greatest, 2>(fetch, size, best);
    else runs_of_windows<greatest, 1>(fetch, size, best);
}

template <bool greatest, class T, class W>
CUPY_DEVICE void tile_columns(const ExtremumTile &p, const T *input, long long x, long long y, W *tile) {
    const int columns = (int)(p.width - x < kExtremumWide ? p.width - x : kExtremumWide) + p.size[1] - 1;
    const int rows = (int)(p.height - y < kExtremumHigh ? p.height - y : kExtremumHigh);
    const int items = columns * ((rows + kTileRun - 1) / kTileRun), pitch = (int)p.width;
    const W constant = cast<W>(p.constant);
    for (int item = platform::thread_index(); item < items; item += kExtremumThreads) {
        const int run = item / columns, column = item - run * columns;
        const long long first = y + run * kTileRun - p.before[0];
        const long long from = resolve(x - p.before[1] + column, p.width, p.mode[1]);
        W best[kTileRun];
        if (from < 0) {
            CUPY_UNROLL
            for (int j = 0; j < kTileRun; ++j) best[j] = constant;
        } else if (first >= 0 && first + p.size[0] + kTileRun - 1 <= p.height) {
            const T *at = input + first * pitch + from;
            tile_run<greatest>([at, pitch](int k) { return cast<W>(at[(long long)k * pitch]); }, p.size[0], best);
        } else {
            tile_run<greatest>([&](int k) {
                const long long row = resolve(first + k, p.height, p.mode[0]);
                return row < 0 ? constant : cast<W>(input[row * pitch + from]);
            }, p.size[0], best);
        }
        CUPY_UNROLL
        for (int j = 0; j < kTileRun; ++j) tile[(run * kTileRun + j) * p.pitch + column] = best[j];
    }
}

template <bool greatest, class T, class O, class W>
CUPY_DEVICE void extremum_tile(const ExtremumTile &p, unsigned char *shared) {
    constexpr int kRuns = kExtremumWide * kExtremumHigh / kTileRun / kExtremumThreads;     // of a thread
    W *tile = reinterpret_cast<W *>(shared);
    const TilePlace at = place_of_tile(p);
    const long long x = (long long)at.column * kExtremumWide, y = (long long)at.row * kExtremumHigh;
    const long long image = at.image * p.height * p.width;
    tile_columns<greatest>(p, static_cast<const T *>(p.input) + image, x, y, tile);
    platform::barrier();
    const int thread = platform::thread_index();
    W best[kRuns][kTileRun];
    CUPY_UNROLL
    for (int r = 0; r < kRuns; ++r) {
        // Lanes lie on neighbouring rows: an odd pitch puts them in different banks.
        const int run = thread + r * kExtremumThreads;
        const W *at = tile + run % kExtremumHigh * p.pitch + run / kExtremumHigh * kTileRun;
        tile_run<greatest>([at](int k) { return at[k]; }, p.size[1], best[r]);
    }
    platform::barrier();
    CUPY_UNROLL
    for (int r = 0; r < kRuns; ++r) {
        const int run = thread + r * kExtremumThreads;
        W *to = tile + run % kExtremumHigh * p.pitch + run / kExtremumHigh * kTileRun;
        CUPY_UNROLL
        for (int j = 0; j < kTileRun; ++j) to[j] = best[r][j];
    }
    platform::barrier();
    const int column = thread % kExtremumWide;
    if (x + column >= p.width) return;
    O *output = static_cast<O *>(p.output) + image + y * p.width + x + column;
    CUPY_UNROLL
    for (int j = 0; j < kExtremumHigh; j += kExtremumThreads / kExtremumWide) {
        const int row = j + thread / kExtremumWide;
        if (y + row < p.height) output[row * p.width] = cast<O>(tile[row * p.pitch + column]);
    }
}

}  // namespace ndimage
}  // namespace cupy

#define CUPY_TEMPLATE(name, which, T, O, W)                                                  \
    CUPY_KERNEL CUPY_LAUNCH_RESIDENT(cupy::ndimage::kExtremumThreads, sizeof(W) == 8 ? 2 : 4)    \
        name(CUPY_GRID_CONSTANT const cupy::ndimage::ExtremumTile params) {                  \
        CUPY_DYNAMIC_SHARED(cupy_staged);                                                    \
        cupy::ndimage::extremum_tile<cupy::ndimage::which, T, O, W>(params, cupy_staged);     \
    }
