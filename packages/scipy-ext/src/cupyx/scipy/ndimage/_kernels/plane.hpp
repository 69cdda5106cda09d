// Filters along two neighbouring axes in one pass, on SIMT targets.
//
// A block makes a tile.  Down the columns it reads memory itself, lanes across, and leaves the sums in shared
// memory, with those of the columns beside the tile that the second axis needs; along the rows it reads them there.
#pragma once

#include "boundary.hpp"
#include "plane_params.hpp"
#include "window.hpp"

namespace cupy {
namespace ndimage {

constexpr int kPlaneThreads = 320;     // of columns with their halo, runs are whole turns of so many
constexpr int kPlaneRun = 8;       // outputs of a thread along a row

// How a window is summed: with weights, as a plain sum, or with the powers of a pole.  Outputs of a thread down a
// column, and blocks of a multiprocessor at once: the fastest of those tried on an H200, as are rows that are read from
// memory and not from a tile that was fetched before.
struct Weighted {
    static constexpr int kDown = 16, kResident = 3;

    template <class W> static CUPY_DEVICE W start() { return W(0); }
    template <int R, class W, class Load>
    static CUPY_DEVICE void edge(Load load, const W *weights, int taps, W *sums) {
        edge_window<R, W>(load, weights, taps, sums);
    }
    template <class O, class W> static CUPY_DEVICE O finish(W sum, double divisor) { return result<O>(sum, divisor); }

    template <int R, class W, class Fetch>
    static CUPY_DEVICE void sum(Fetch fetch, const W *weights, int taps, W *sums) {
        window<R, 8, W>(fetch, weights, taps, sums);
    }
};
struct Mean : Weighted {
    static constexpr int kDown = 8, kResident = 4;

    template <int R, class W, class Fetch>
    static CUPY_DEVICE void sum(Fetch fetch, const W *weights, int taps, W *sums) {
        if (taps >= R) box<R, W>(fetch, taps, sums);
        else window<R, 8, W>(fetch, weights, taps, sums);
    }
};

// With weights gain * pole^|k|, coefficients of splines: a sum from either side follows from its neighbour's.
struct Pole : Weighted {
    // Half the windows are whole batches of R items.
    template <int R, class W, class Fetch>
    static CUPY_DEVICE void sum(Fetch fetch, const W *weights, int taps, W *sums) {
        const int half = taps / 2;
        const W gain = weights[half], pole = weights[half + 1] / gain;
        W batch[R], up = W(0), down = W(0);
        CUPY_NO_UNROLL
        for (int k = 0; k < half; k += R) {
            fetch(k, R, batch);
            CUPY_UNROLL
            for (int j = 0; j < R; ++j) up = batch[j] + pole * up;
        }
        CUPY_NO_UNROLL
        for (int k = half; k > 0; k -= R) {
            fetch(half + k, R, batch);
            CUPY_UNROLL
            for (int j = R - 1; j >= 0; --j) down = pole * (batch[j] + down);
        }
        fetch(half, R, batch);
        CUPY_UNROLL
        for (int j = 0; j < R; ++j) sums[j] = up = batch[j] + pole * up;
        CUPY_UNROLL
        for (int j = R - 1; j >= 0; --j) {
            sums[j] = gain * (sums[j] + down);
            down = pole * (batch[j] + down);
        }
    }
};

template <class Sum, class T, class O, class W>
CUPY_DEVICE void down_columns(const Plane &p, long long slice, long long x, long long y, const W *weights, W *tile) {
    constexpr int R = Sum::kDown;
    const int lane = platform::thread_index() % 32, warp = platform::thread_index() / 32;
    const int columns = (int)(p.width - x < kPlaneWide ? p.width - x : kPlaneWide) + p.taps[1] - 1;
    const int groups = (columns + 31) / 32, taps = p.taps[0];
    const T *input = static_cast<const T *>(p.input) + slice * p.height * p.width;
    for (int task = warp; task < groups * (kPlaneHigh / R); task += kPlaneThreads / 32) {
        const int run = task / groups, column = (task - run * groups) * 32 + lane;
        const long long start = y + run * R, first = start - p.before[0], pitch = p.width;
        if (start >= p.height) continue;
        const long long from = column < columns ? resolve(x - p.before[1] + column, p.width, p.mode[1]) : -1;
        W sums[R];
        CUPY_UNROLL
        for (int j = 0; j < R; ++j) sums[j] = Sum::template start<W>();
        if (from >= 0 && first >= 0 && first + taps + R <= p.height) {
            const T *at = input + first * pitch + from;
            Sum::template sum<R, W>([at, pitch](int i, int count, W *to) {
                const T *next = at + i * pitch;
                CUPY_UNROLL
                for (int j = 0; j < R; ++j, next += pitch)
                    if (j < count) to[j] = cast<W>(*next);
            }, weights, taps, sums);
        } else if (from >= 0) {
            Sum::template edge<R, W>([&](int i) {
                const long long row = resolve(first + i, p.height, p.mode[0]);
                return row < 0 ? W(p.constant) : cast<W>(input[row * pitch + from]);
            }, weights, taps, sums);
        }
        CUPY_UNROLL
        for (int j = 0; j < R; ++j)
            tile[(run * R + j) * p.pitch + column] = from < 0 ? W(p.constant) : cast<W>(Sum::template finish<O>(sums[j], p.divisor[0]));
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
        for (int j = 0; j < R; ++j) sums[j] = Sum::template start<W>();
        Sum::template sum<R, W>([at](int i, int count, W *to) {
            if (count > 0) unpack<R>(at + i, to);
        }, weights, p.taps[1], sums);
        O out[R];
        CUPY_UNROLL
        for (int j = 0; j < R; ++j) out[j] = Sum::template finish<O>(sums[j], p.divisor[1]);
        O *to = output + (y + row) * p.width + x + column;
        if (sizeof(O) > 1 && p.vector && x + column + R <= p.width) {
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
    platform::barrier();
    down_columns<Sum, T, O, W>(p, slice, x, y, weights, tile);
    platform::barrier();
    along_rows<Sum, O, W>(p, slice, x, y, weights + kPlaneTaps, tile);
}

}  // namespace ndimage
}  // namespace cupy

#define CUPY_TEMPLATE(name, sum, T, O, W)                                                                \
    CUPY_KERNEL CUPY_LAUNCH_RESIDENT(cupy::ndimage::kPlaneThreads, cupy::ndimage::sum::kResident)        \
        name(CUPY_GRID_CONSTANT const cupy::ndimage::Plane params) {                                     \
        CUPY_DYNAMIC_SHARED(cupy_staged);                                                                \
        cupy::ndimage::plane<cupy::ndimage::sum, T, O, W>(params, cupy_staged);                          \
    }
