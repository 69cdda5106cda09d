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

#ifndef CUPY_PLANE_RESIDENT
#define CUPY_PLANE_RESIDENT 3
#endif
#ifndef CUPY_PLANE_BATCH
#define CUPY_PLANE_BATCH 8
#endif
constexpr int kPlaneRun = 8;               // outputs of a thread along a row
constexpr int kPlaneBatch = CUPY_PLANE_BATCH;       // items that are asked for before those before them are used

template <class T> struct alignas(4 * sizeof(T)) Quad { T items[4]; };

// Windows of a thread's R outputs. `fetch(i, to)` puts the items i … i + 3 places after the first tap of the first output
// down; batches are asked for before those before them are used. Weights are operands of the multiplications: everything
// is unrolled, and left after the last tap.
template <int K, int R, class W, class Fetch>
CUPY_DEVICE void window_from(Fetch fetch, const float (&weights)[kPlaneTaps], int taps, W *seen, W *sums) {
    constexpr int B = kPlaneBatch, N = R + 2 * B;
    const bool more = K + B < taps;
    if (more) {
        CUPY_UNROLL
        for (int i = K + R + B; i < K + N; i += 4) fetch(i, seen + i % N);
    }
    CUPY_UNROLL
    for (int k = K; k < K + B; ++k) {
        if (!more && k >= taps) return;
        CUPY_UNROLL
        for (int j = 0; j < R; ++j) sums[j] += weights[k] * seen[(k + j) % N];
    }
    if constexpr (K + B < kPlaneTaps) {
        if (more) window_from<K + B, R>(fetch, weights, taps, seen, sums);
    }
}

// With any weights.
struct Weighted {
    static constexpr int kDown = 16, kOver = kPlaneBatch;      // outputs down a column; items fetched beyond the last

    template <class O, class W> static CUPY_DEVICE O finish(W sum, W, W) { return cast<O>(sum); }

    template <int R, class W, class Fetch>
    static CUPY_DEVICE void sum(Fetch fetch, const float (&weights)[kPlaneTaps], int taps, W *sums) {
        W seen[R + 2 * kPlaneBatch];
        CUPY_UNROLL
        for (int i = 0; i < R + kPlaneBatch; i += 4) fetch(i, seen + i);
        window_from<0, R>(fetch, weights, taps, seen, sums);
    }
};

// Windows of ones: what all outputs share is added once, and what is before and behind it bit by bit. Nothing is
// subtracted, so infinities stay inside their windows.
struct Mean {
    static constexpr int kDown = 8, kOver = 16;

    template <class O, class W> static CUPY_DEVICE O finish(W sum, W divisor, W inverse) {
        const W quotient = sum * inverse, left = fma(-quotient, divisor, sum);
        return cast<O>(left == left ? fma(left, inverse, quotient) : quotient);
    }

    template <int R, class W, class Fetch>
    static CUPY_DEVICE void sum(Fetch fetch, const float (&weights)[kPlaneTaps], int taps, W *sums) {
        static_assert(R == 8, "windows are two batches wide");
        if (taps < R) {
            Weighted::sum<R>(fetch, weights, taps, sums);
            return;
        }
        W first[R], items[2 * R];
        CUPY_UNROLL
        for (int i = 0; i < R; i += 4) fetch(i, first + i);
        CUPY_UNROLL
        for (int i = 0; i < 2 * R; i += 4) fetch(R + i, items + i);
        W shared = first[R - 1];
        int k = R;
        CUPY_NO_UNROLL
        for (; k + R <= taps; k += R) {
            shared += ((items[0] + items[1]) + (items[2] + items[3])) + ((items[4] + items[5]) + (items[6] + items[7]));
            CUPY_UNROLL
            for (int i = 0; i < R; ++i) items[i] = items[R + i];
            CUPY_UNROLL
            for (int i = 0; i < R; i += 4) fetch(k + 2 * R + i, items + R + i);
        }
        const int left = taps - k;           // items that all windows share; seven more follow
        CUPY_UNROLL
        for (int m = 0; m < R - 1; ++m)
            if (m < left) shared += items[m];
        W before = W(0), behind[R - 1];
        CUPY_UNROLL
        for (int at = 0; at < R; ++at) {
            if (at == left) {
                CUPY_UNROLL
                for (int j = 0; j < R - 1; ++j) behind[j] = items[at + j];
            }
        }
        sums[R - 1] = shared;
        CUPY_UNROLL
        for (int j = R - 2; j >= 0; --j) sums[j] = shared + (before += first[j]);
        W after = W(0);
        CUPY_UNROLL
        for (int j = 1; j < R; ++j) sums[j] += after += behind[j - 1];
    }
};

// With weights gain * pole^|k|, coefficients of splines: a sum from either side follows from its neighbour's. Half the
// windows are whole batches of R items.
struct Pole {
    static constexpr int kDown = 16, kOver = 0;

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
    for (int task = warp; task < groups * (kPlaneHigh / R); task += kPlaneThreads / 32) {
        const int run = task / groups, column = (task - run * groups) * 32 + lane;
        const long long start = y + run * R, first = start - p.before[0];
        if (start >= p.height) continue;
        const long long from = column < columns ? resolve(x - p.before[1] + column, p.width, p.mode[1]) : -1;
        W sums[R];
        CUPY_UNROLL
        for (int j = 0; j < R; ++j) sums[j] = W(0);
        if (from >= 0 && first >= 0 && first + taps + R + Sum::kOver <= p.height) {
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
    for (int strip = warp; strip < kPlaneHigh / 8; strip += kPlaneThreads / 32) {
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
    unsigned block = platform::block_index();
    const long long x = (long long)(block % p.across) * kPlaneWide;
    block /= p.across;
    const long long y = (long long)(block % p.down) * kPlaneHigh, slice = block / p.down;
    down_columns<Sum, T, O, W>(p, slice, x, y, tile);
    platform::barrier();
    along_rows<Sum, O, W>(p, slice, x, y, tile);
}

}  // namespace ndimage
}  // namespace cupy

#define CUPY_TEMPLATE(name, sum, T, O, W)                                                                \
    CUPY_KERNEL CUPY_LAUNCH_RESIDENT(cupy::ndimage::kPlaneThreads, CUPY_PLANE_RESIDENT)                  \
        name(CUPY_GRID_CONSTANT const cupy::ndimage::Plane params) {                                     \
        CUPY_DYNAMIC_SHARED(cupy_staged);                                                                \
        cupy::ndimage::plane<cupy::ndimage::sum, T, O, W>(params, cupy_staged);                          \
    }
