// Filters along two neighbouring axes in one pass, on SIMT targets.
//
// A block makes a tile.  It fetches all that the tile's windows cover into shared memory, adds up down the columns,
// those beside the tile included that the second axis needs, and then along the rows of these sums.  Windows too
// large for that are read down the columns from memory itself, lanes across.
#pragma once

#include "boundary.hpp"
#include "plane_params.hpp"
#include "window.hpp"

namespace cupy {
namespace ndimage {

#ifndef CUPY_PLANE_THREADS
#define CUPY_PLANE_THREADS 256
#endif
#ifndef CUPY_PLANE_DOWN
#define CUPY_PLANE_DOWN 4
#endif
#ifndef CUPY_PLANE_RESIDENT
#define CUPY_PLANE_RESIDENT 5
#endif
constexpr int kPlaneThreads = CUPY_PLANE_THREADS;
constexpr int kPlaneResident = CUPY_PLANE_RESIDENT;
constexpr int kPlaneRun = 8;                     // outputs of a thread along a row, and down a column of memory
constexpr int kPlaneDown = CUPY_PLANE_DOWN;      // down a column of shared memory
#ifndef CUPY_PLANE_ROWS
#define CUPY_PLANE_ROWS 4
#endif
constexpr int kPlaneRows = CUPY_PLANE_ROWS;      // rows that a warp fetches at once
constexpr int kMostFetched = 8;                  // items that a window asks for at once

// How a window is summed: with weights, or as a plain sum.
struct Weighted {
    template <int R, class W, class Fetch>
    static CUPY_DEVICE void sum(Fetch fetch, const W *weights, int taps, W *sums) {
        window<R, 8, W>(fetch, weights, taps, sums);
    }
};
struct Mean {
    template <int R, class W, class Fetch>
    static CUPY_DEVICE void sum(Fetch fetch, const W *weights, int taps, W *sums) {
        if (taps >= R) box<R, W>(fetch, taps, sums);
        else window<R, 8, W>(fetch, weights, taps, sums);
    }
};

// Columns that the windows of a tile cover.
CUPY_DEVICE int columns_of(const Plane &p, long long x) {
    return (int)(p.width - x < kPlaneWide ? p.width - x : kPlaneWide) + p.taps[1] - 1;
}
CUPY_DEVICE bool is_outside(const Plane &p, long long column) {
    return p.mode[1] == kConstant && (column < 0 || column >= p.width);
}

template <class T, class W>
CUPY_DEVICE void fetch_tile(const Plane &p, long long slice, long long x, long long y, W *staged) {
    constexpr int kWarps = kPlaneThreads / 32, G = kStagedColumns / 32, B = kPlaneRows;
    const int lane = platform::thread_index() % 32, warp = platform::thread_index() / 32, columns = columns_of(p, x);
    const int rows = (int)(p.height - y < kPlaneHigh ? p.height - y : kPlaneHigh) + p.taps[0] - 1;
    const T *input = static_cast<const T *>(p.input) + slice * p.height * p.width;
    long long from[G];
    CUPY_UNROLL
    for (int g = 0; g < G; ++g)
        from[g] = lane + g * 32 < columns ? resolve(x - p.before[1] + lane + g * 32, p.width, p.mode[1]) : -1;
    CUPY_NO_UNROLL
    for (int row = warp; row < rows; row += B * kWarps) {
        W held[B][G];
        CUPY_UNROLL
        for (int b = 0; b < B; ++b) {
            const long long line = row + b * kWarps < rows ? resolve(y - p.before[0] + row + b * kWarps, p.height, p.mode[0]) : -1;
            CUPY_UNROLL
            for (int g = 0; g < G; ++g)
                held[b][g] = line < 0 || from[g] < 0 ? W(p.constant) : cast<W>(input[line * p.width + from[g]]);
        }
        CUPY_UNROLL
        for (int b = 0; b < B; ++b)
            CUPY_UNROLL
            for (int g = 0; g < G; ++g)
                if (row + b * kWarps < rows) staged[(row + b * kWarps) * p.pitch + lane + g * 32] = held[b][g];
    }
}

// Down the columns of shared memory.
template <class Sum, class O, class W>
CUPY_DEVICE void down_staged(const Plane &p, long long x, long long y, const W *weights, const W *staged, W *tile) {
    constexpr int R = kPlaneDown;
    const int lane = platform::thread_index() % 32, warp = platform::thread_index() / 32, pitch = p.pitch;
    const int groups = (columns_of(p, x) + 31) / 32;
    for (int task = warp; task < groups * (kPlaneHigh / R); task += kPlaneThreads / 32) {
        const int run = task / groups, column = (task - run * groups) * 32 + lane;
        if (y + run * R >= p.height) continue;
        const W *at = staged + run * R * pitch + column;
        const bool outside = is_outside(p, x - p.before[1] + column);
        W sums[R];
        CUPY_UNROLL
        for (int j = 0; j < R; ++j) sums[j] = W(0);
        Sum::template sum<R, W>([at, pitch](int i, int count, W *to) {
            CUPY_UNROLL
            for (int j = 0; j < kMostFetched; ++j)
                if (j < count) to[j] = at[(i + j) * pitch];
        }, weights, p.taps[0], sums);
        CUPY_UNROLL
        for (int j = 0; j < R; ++j)
            tile[(run * R + j) * pitch + column] = outside ? W(p.constant) : cast<W>(result<O>(sums[j], p.divisor[0]));
    }
}

// Down the columns of memory.
template <class Sum, class T, class O, class W>
CUPY_DEVICE void down_columns(const Plane &p, long long slice, long long x, long long y, const W *weights, W *tile) {
    constexpr int R = kPlaneRun;
    const int lane = platform::thread_index() % 32, warp = platform::thread_index() / 32, columns = columns_of(p, x);
    const int groups = (columns + 31) / 32, taps = p.taps[0];
    const T *input = static_cast<const T *>(p.input) + slice * p.height * p.width;
    for (int task = warp; task < groups * (kPlaneHigh / R); task += kPlaneThreads / 32) {
        const int run = task / groups, column = (task - run * groups) * 32 + lane;
        const long long start = y + run * R, first = start - p.before[0], pitch = p.width;
        if (start >= p.height) continue;
        const long long from = column < columns ? resolve(x - p.before[1] + column, p.width, p.mode[1]) : -1;
        W sums[R];
        CUPY_UNROLL
        for (int j = 0; j < R; ++j) sums[j] = W(0);
        if (from >= 0 && first >= 0 && first + taps + R <= p.height) {
            const T *at = input + first * pitch + from;
            Sum::template sum<R, W>([at, pitch](int i, int count, W *to) {
                const T *next = at + i * pitch;
                CUPY_UNROLL
                for (int j = 0; j < R; ++j, next += pitch)
                    if (j < count) to[j] = cast<W>(*next);
            }, weights, taps, sums);
        } else if (from >= 0) {
            edge_window<R, W>([&](int i) {
                const long long row = resolve(first + i, p.height, p.mode[0]);
                return row < 0 ? W(p.constant) : cast<W>(input[row * pitch + from]);
            }, weights, taps, sums);
        }
        CUPY_UNROLL
        for (int j = 0; j < R; ++j)
            tile[(run * R + j) * p.pitch + column] = from < 0 ? W(p.constant) : cast<W>(result<O>(sums[j], p.divisor[0]));
    }
}

// Lanes lie on eight rows: their packs are in different banks of shared memory.
template <class Sum, class O, class W>
CUPY_DEVICE void along_rows(const Plane &p, long long slice, long long x, long long y, const W *weights, const W *tile) {
    constexpr int R = kPlaneRun, kBeside = kPlaneWide / R / 4;
    const int lane = platform::thread_index() % 32, warp = platform::thread_index() / 32;
    O *output = static_cast<O *>(p.output) + slice * p.height * p.width;
    for (int unit = warp; unit < kPlaneHigh / 8 * kBeside; unit += kPlaneThreads / 32) {
        const int row = unit / kBeside * 8 + lane % 8, column = (unit % kBeside * 4 + lane / 8) * R;
        if (y + row >= p.height || x + column >= p.width) continue;
        const W *at = tile + row * p.pitch + column;
        W sums[R];
        CUPY_UNROLL
        for (int j = 0; j < R; ++j) sums[j] = W(0);
        Sum::template sum<R, W>([at](int i, int count, W *to) {
            if (count > 0) unpack<R>(at + i, to);
        }, weights, p.taps[1], sums);
        O out[R];
        CUPY_UNROLL
        for (int j = 0; j < R; ++j) out[j] = result<O>(sums[j], p.divisor[1]);
        O *to = output + (y + row) * p.width + x + column;
        if (p.vector && x + column + R <= p.width) {
            pack<R>(out, to);
        } else {
            CUPY_UNROLL
            for (int j = 0; j < R; ++j)
                if (x + column + j < p.width) to[j] = out[j];
        }
    }
}

template <class Sum, class T, class O, class W> CUPY_DEVICE void plane(const Plane &p, unsigned char *shared) {
    W *weights = reinterpret_cast<W *>(shared), *tile = weights + 2 * kPlaneTaps;
    unsigned block = platform::block_index();
    const long long x = (long long)(block % p.across) * kPlaneWide;
    block /= p.across;
    const long long y = (long long)(block % p.down) * kPlaneHigh, slice = block / p.down;
    if (platform::thread_index() < 2 * kPlaneTaps)
        weights[platform::thread_index()] = p.weights[0][platform::thread_index()];
    if (p.staged) {
        W *staged = tile + kPlaneHigh * p.pitch;
        fetch_tile<T, W>(p, slice, x, y, staged);
        platform::barrier();
        down_staged<Sum, O, W>(p, x, y, weights, staged, tile);
    } else {
        platform::barrier();
        down_columns<Sum, T, O, W>(p, slice, x, y, weights, tile);
    }
    platform::barrier();
    along_rows<Sum, O, W>(p, slice, x, y, weights + kPlaneTaps, tile);
}

}  // namespace ndimage
}  // namespace cupy

#define CUPY_PLANE(name, sum, T, O, W)                                                                   \
    CUPY_KERNEL CUPY_LAUNCH_RESIDENT(cupy::ndimage::kPlaneThreads, cupy::ndimage::kPlaneResident)        \
        name(CUPY_GRID_CONSTANT const cupy::ndimage::Plane params) {                                     \
        CUPY_DYNAMIC_SHARED(cupy_staged);                                                                \
        cupy::ndimage::plane<cupy::ndimage::sum, T, O, W>(params, cupy_staged);                          \
    }
