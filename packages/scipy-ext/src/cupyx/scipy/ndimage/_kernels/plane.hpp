// Filters along two neighbouring axes in one pass, on SIMT targets.
//
// A block makes a tile.  Down the columns it reads memory itself, lanes across, and leaves the sums in shared
// memory, with those of the columns beside the tile that the second axis needs; along the rows it reads them there.
#pragma once

#include "boundary.hpp"
#include "tile.hpp"
#include "window.hpp"

namespace cupy {
namespace ndimage {

constexpr int kPlaneThreads = 320; // of columns with their halo, runs are whole turns of so many
constexpr int kPlaneMeanThreads = 256;
constexpr int kPoleRun = 16;       // outputs down a column where weights are powers of a pole
constexpr int kPlaneTaps = 64;     // along an axis, at most
constexpr int kPlaneWide = 128;    // outputs of a block along the last axis
constexpr int kPlaneHigh = 64;     // along the one before

// The array is (slices, height, width).  First along the height, then along the width: sums of weights[k] * input
// [i - before + k], over `divisor`.
struct Plane {
    const void *input;
    void *output;
    long long height, width;
    int across, down;              // blocks of a slice
    int taps[2], before[2], mode[2];
    int pitch;                     // of the rows in shared memory: four more than a multiple of 32
    int vector;                    // whether rows of the output may be written 16 bytes at a time
    double constant, divisor[2];
    alignas(16) float weights[2][kPlaneTaps];
};

constexpr int kPlaneRun = 8;           // outputs of a thread along a row

template <class T> struct alignas(4 * sizeof(T)) Quad { T items[4]; };

// Windows of a thread's R outputs. `fetch(i, to)` puts the items i … i + 3 places after the first tap of the first output
// down, up to three more than there are taps for. Batches of B items are asked for before those before them are used.
// Weights are operands of the multiplications: everything is unrolled, and left after the last tap.
template <int K, int R, int B, class W, class Fetch>
CUPY_DEVICE void window_from(Fetch fetch, const float (&weights)[kPlaneTaps], int taps, W (&seen)[R + 2 * B], W *sums) {
    constexpr int N = R + 2 * B;
    if (K + B < taps) {
        CUPY_UNROLL
        for (int i = K + R + B; i < K + N; i += 4)
            if (i < taps + R - 1) fetch(i, seen + i % N);
        CUPY_UNROLL
        for (int k = K; k < K + B; ++k) {
            CUPY_UNROLL
            for (int j = 0; j < R; ++j) sums[j] += weights[k] * seen[(k + j) % N];
        }
        if constexpr (K + B < kPlaneTaps) window_from<K + B, R, B>(fetch, weights, taps, seen, sums);
        return;
    }
    CUPY_UNROLL
    for (int k = K; k < K + B; ++k) {
        if (k >= taps) return;
        CUPY_UNROLL
        for (int j = 0; j < R; ++j) sums[j] += weights[k] * seen[(k + j) % N];
    }
}
template <int R, int B, class W, class Fetch>
CUPY_DEVICE void unrolled_window(Fetch fetch, const float (&weights)[kPlaneTaps], int taps, W *sums) {
    W seen[R + 2 * B];
    CUPY_UNROLL
    for (int i = 0; i < R + B; i += 4)
        if (i < taps + R - 1) fetch(i, seen + i);
    window_from<0, R, B>(fetch, weights, taps, seen, sums);
}

// With any weights. Outputs down a column, threads, and blocks of a multiprocessor: the fastest of those tried on an H200.
struct Weighted {
    static constexpr int kDown = 16, kThreads = kPlaneThreads, kResident = 2;

    template <class O, class W> static CUPY_DEVICE O finish(W sum, W, W) { return cast<O>(sum); }

    template <int R, class W, class Fetch>
    static CUPY_DEVICE void sum(Fetch fetch, const float (&weights)[kPlaneTaps], int taps, W *sums) {
        unrolled_window<R, 8>(fetch, weights, taps, sums);
    }
};

// Windows of ones: what all outputs share is added once, and what is before and behind it bit by bit. Nothing is
// subtracted, so infinities stay inside their windows.
struct Mean {
    static constexpr int kDown = 8, kThreads = kPlaneMeanThreads, kResident = 4;

    template <class O, class W> static CUPY_DEVICE O finish(W sum, W divisor, W inverse) {
        const W quotient = sum * inverse, left = fma(-quotient, divisor, sum);
        return cast<O>(left == left ? fma(left, inverse, quotient) : quotient);
    }

    template <int R, class W, class Fetch>
    static CUPY_DEVICE void sum(Fetch fetch, const float (&weights)[kPlaneTaps], int taps, W *sums) {
        if (taps < R) {
            unrolled_window<R, 4>(fetch, weights, taps, sums);
            return;
        }
        W first[R], batch[4], items[R + 4];
        CUPY_UNROLL
        for (int i = 0; i < R; i += 4) fetch(i, first + i);
        W shared = first[R - 1];
        int k = R;
        CUPY_NO_UNROLL
        for (; k + 4 <= taps; k += 4) {
            fetch(k, batch);
            shared += (batch[0] + batch[1]) + (batch[2] + batch[3]);
        }
        const int left = taps - k;           // items that all windows share; R - 1 more follow
        CUPY_UNROLL
        for (int i = 0; i < R + 4; i += 4)
            if (i < R || left > 1) fetch(k + i, items + i);
        CUPY_UNROLL
        for (int m = 0; m < 3; ++m)
            if (m < left) shared += items[m];
        W before = W(0), behind = W(0);
        sums[R - 1] = shared;
        CUPY_UNROLL
        for (int j = R - 2; j >= 0; --j) sums[j] = shared + (before += first[j]);
        CUPY_UNROLL
        for (int j = 1; j < R; ++j) {
            const W *at = items + j - 1;
            behind += left == 0 ? at[0] : left == 1 ? at[1] : left == 2 ? at[2] : at[3];
            sums[j] += behind;
        }
    }
};

// With weights gain * pole^|k|, coefficients of splines: a sum from either side follows from its neighbour's. Half the
// windows are whole batches of R items.
struct Pole {
    static constexpr int kDown = kPoleRun, kThreads = kPlaneThreads, kResident = 3;

    template <class O, class W> static CUPY_DEVICE O finish(W sum, W, W) { return cast<O>(sum); }

    template <int R, class W, class Fetch>
    static CUPY_DEVICE void sum(Fetch fetch, const float (&weights)[kPlaneTaps], int taps, W *sums) {
        const int half = taps / 2;
        const W gain = weights[half], pole = weights[half + 1] / gain;
        W batch[R], far[R], up = W(0), down = W(0);
        const auto fetch_all = [&](int from, W *to) {
            CUPY_UNROLL
            for (int i = 0; i < R; i += 4) fetch(from + i, to + i);
        };
        fetch_all(0, batch);
        fetch_all(2 * half, far);
        CUPY_NO_UNROLL
        for (int k = 0; k < half; k += R) {
            CUPY_UNROLL
            for (int j = 0; j < R; ++j) up = batch[j] + pole * up;
            fetch_all(k + R, batch);
        }
        CUPY_NO_UNROLL
        for (int k = half; k > 0; k -= R) {
            CUPY_UNROLL
            for (int j = R - 1; j >= 0; --j) down = pole * (far[j] + down);
            if (k > R) fetch_all(half + k - R, far);
        }
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
CUPY_DEVICE void down_columns(const Plane &p, long long slice, long long x, long long y, W *tile) {
    constexpr int R = Sum::kDown;
    const int lane = platform::thread_index() % 32, warp = platform::thread_index() / 32;
    const int columns = (int)(p.width - x < kPlaneWide ? p.width - x : kPlaneWide) + p.taps[1] - 1;
    const int groups = (columns + 31) / 32, taps = p.taps[0];
    const T *input = static_cast<const T *>(p.input) + slice * p.height * p.width;
    const W divisor = W(p.divisor[0]), inverse = W(1) / divisor, constant = W(p.constant);
    const unsigned pitch = (unsigned)p.width * sizeof(T);
    for (int task = warp; task < groups * (kPlaneHigh / R); task += Sum::kThreads / 32) {
        const int run = task / groups, column = (task - run * groups) * 32 + lane;
        const long long start = y + run * R, first = start - p.before[0];
        if (start >= p.height) continue;
        const long long from = column < columns ? resolve(x - p.before[1] + column, p.width, p.mode[1]) : -1;
        W sums[R];
        CUPY_UNROLL
        for (int j = 0; j < R; ++j) sums[j] = W(0);
        if (from >= 0 && first >= 0 && first + taps + R + 4 <= p.height) {
            const unsigned char *at = reinterpret_cast<const unsigned char *>(input + first * p.width + from);
            Sum::template sum<R, W>([at, pitch](int i, W *to) {
                CUPY_UNROLL
                for (int j = 0; j < 4; ++j)
                    to[j] = cast<W>(*reinterpret_cast<const T *>(at + (unsigned long long)pitch * (unsigned)(i + j)));
            }, p.weights[0], taps, sums);
        } else if (from >= 0) {
            edge_window<R, W>([&](int i) {
                const long long row = resolve(first + i, p.height, p.mode[0]);
                return row < 0 ? constant : cast<W>(input[row * p.width + from]);
            }, p.weights[0], taps, sums);
        }
        W *to = tile + run * R * p.pitch + column;
        CUPY_UNROLL
        for (int j = 0; j < R; ++j)
            to[j * p.pitch] = from < 0 ? constant : cast<W>(Sum::template finish<O>(sums[j], divisor, inverse));
    }
}

// A warp takes eight rows from left to right, lanes on eight rows: their packs are in different banks of shared memory.
template <class Sum, class O, class W>
CUPY_DEVICE void along_rows(const Plane &p, long long slice, long long x, long long y, W *tile) {
    constexpr int R = kPlaneRun, kUnit = 4 * R;
    const int lane = platform::thread_index() % 32, warp = platform::thread_index() / 32;
    O *output = static_cast<O *>(p.output) + slice * p.height * p.width;
    const W divisor = W(p.divisor[1]), inverse = W(1) / divisor;
    for (int strip = warp; strip < kPlaneHigh / 8; strip += Sum::kThreads / 32) {
        const int row = strip * 8 + lane % 8;
        for (int left = 0; left < kPlaneWide; left += kUnit) {
            W *at = tile + row * p.pitch + left + lane / 8 * R;
            W sums[R];
            CUPY_UNROLL
            for (int j = 0; j < R; ++j) sums[j] = W(0);
            Sum::template sum<R, W>([at](int i, W *to) { unpack<4>(at + i, to); }, p.weights[1], p.taps[1], sums);
            CUPY_UNROLL
            for (int j = 0; j < R; ++j) sums[j] = Sum::template finish<W>(sums[j], divisor, inverse);
            platform::warp_barrier();
            pack<R>(sums, at);
            platform::warp_barrier();
            // Whole lines go out.
            constexpr int kAcross = kUnit / 4, kRows = 32 / kAcross;
            const int column = left + lane % kAcross * 4;
            const long long over = x + column;
            CUPY_UNROLL
            for (int j = 0; j < 8; j += kRows) {
                const int line = strip * 8 + j + lane / kAcross;
                if (y + line >= p.height || over >= p.width) continue;
                W items[4];
                unpack<4>(tile + line * p.pitch + column, items);
                O *to = output + (y + line) * p.width + over;
                if (p.vector) {
                    Quad<O> whole;
                    CUPY_UNROLL
                    for (int k = 0; k < 4; ++k) whole.items[k] = cast<O>(items[k]);
                    *reinterpret_cast<Quad<O> *>(to) = whole;
                } else {
                    CUPY_UNROLL
                    for (int k = 0; k < 4; ++k)
                        if (over + k < p.width) to[k] = cast<O>(items[k]);
                }
            }
        }
    }
}

template <class Sum, class T, class O, class W> CUPY_DEVICE void plane(const Plane &p, unsigned char *shared) {
    W *tile = reinterpret_cast<W *>(shared);
    const TilePlace at = place_of_tile(p);
    const long long x = (long long)at.column * kPlaneWide, y = (long long)at.row * kPlaneHigh, slice = at.image;
    down_columns<Sum, T, O, W>(p, slice, x, y, tile);
    platform::barrier();
    along_rows<Sum, O, W>(p, slice, x, y, tile);
}

}  // namespace ndimage
}  // namespace cupy

#define CUPY_TEMPLATE(name, sum, T, O, W)                                                                \
    CUPY_KERNEL CUPY_LAUNCH_RESIDENT(cupy::ndimage::sum::kThreads, cupy::ndimage::sum::kResident)        \
        name(CUPY_GRID_CONSTANT const cupy::ndimage::Plane params) {                                     \
        CUPY_DYNAMIC_SHARED(cupy_staged);                                                                \
        cupy::ndimage::plane<cupy::ndimage::sum, T, O, W>(params, cupy_staged);                          \
    }
