// Correlation of images with a small square of weights, on SIMT targets.
//
// A thread makes four columns of kSquareRows outputs. Each row of the input is read once, and added to all outputs
// that it belongs to; the weights are operands of the multiplications.
#pragma once

#include "boundary.hpp"
#include "tile.hpp"
#include "window.hpp"

namespace cupy {
namespace ndimage {

constexpr int kSquareThreads = 128;
constexpr int kSquareWide = 128;       // outputs of a block along the last axis: four of each of 32 threads
constexpr int kSquareHigh = 16;        // along the one before
constexpr int kSquareTaps = 49;

// The array is (images, height, width). The middle of the weights lies on the output.
struct CorrelateTile {
    const void *input;
    void *output;
    long long height, width;
    int across, down;                  // blocks of an image
    int mode[2];
    int packs;                         // whether rows may be read and written four items at a time
    double constant;
    const void *device_weights = nullptr;  // the weights in the type of the sums, where only the device knows them
    int reversed = 0;                      // whether those lie in reverse order
    float singles[kSquareTaps];        // the weights, in the type of the sums
    double doubles[kSquareTaps];
};

constexpr int kSquareRows = 4;
static_assert(kSquareThreads / 32 * kSquareRows == kSquareHigh, "tiles are what the threads make");

template <class T> struct alignas(4 * sizeof(T)) Quad { T items[4]; };

// Weights that come with the launch: all of them count, or those of a cross.
template <int K, bool cross, class W> struct LaunchedWeights {
    const CorrelateTile &p;

    CUPY_DEVICE W operator()(int k) const {
        if constexpr (is_same<W, float>::value) return p.singles[k];
        else return p.doubles[k];
    }
    CUPY_DEVICE bool counts(int k) const { return !cross || k / K == K / 2 || k % K == K / 2; }
};

// Weights in the memory of the device: if not `all` count, those that are not 0.
template <int K, bool all, class W> struct DeviceWeights {
    const W (&items)[K * K];

    CUPY_DEVICE W operator()(int k) const { return items[k]; }
    CUPY_DEVICE bool counts(int k) const { return all || items[k] != W(0); }
};

// Items x - K / 2 … x + 3 + K / 2 of a row that all lie inside; x is a multiple of four.
template <int K, class T, class W> CUPY_DEVICE void read_inside(const T *at, W *row) {
    constexpr int H = K / 2;
    const Quad<T> middle = *reinterpret_cast<const Quad<T> *>(at);
    CUPY_UNROLL
    for (int k = 0; k < 4; ++k) row[H + k] = cast<W>(middle.items[k]);
    if constexpr (H == 1) {
        row[0] = cast<W>(at[-1]);
        row[5] = cast<W>(at[4]);
    } else {
        const Quad<T> before = *reinterpret_cast<const Quad<T> *>(at - 4);
        const Quad<T> behind = *reinterpret_cast<const Quad<T> *>(at + 4);
        CUPY_UNROLL
        for (int k = 0; k < H; ++k) {
            row[k] = cast<W>(before.items[4 - H + k]);
            row[H + 4 + k] = cast<W>(behind.items[k]);
        }
    }
}

// Rows of outputs from rows of the input: `read(i, row)` gives the K + 3 items of row i.
template <int K, class O, class W, class Weights, class Read>
CUPY_DEVICE void add_rows(const Weights &weights, Read read, W (*sums)[4]) {
    CUPY_UNROLL
    for (int i = 0; i < kSquareRows + K - 1; ++i) {
        W row[K + 3];
        read(i, row);
        CUPY_UNROLL
        for (int j = 0; j < K; ++j) {
            const int out = i - j;
            if (out < 0 || out >= kSquareRows) continue;
            CUPY_UNROLL
            for (int m = 0; m < K; ++m) {
                if (!weights.counts(j * K + m)) continue;
                CUPY_UNROLL
                for (int k = 0; k < 4; ++k) sums[out][k] += product_for<O>(weights(j * K + m), row[k + m]);
            }
        }
    }
}

template <int K, class T, class O, class W, class Weights>
CUPY_DEVICE void correlate_tile(const CorrelateTile &p, const Weights &weights) {
    constexpr int H = K / 2, R = kSquareRows, N = K + 3;
    const TilePlace at = place_of_tile(p);
    const int lane = platform::thread_index() % 32, width = (int)p.width;
    const int x = (int)at.column * kSquareWide + 4 * lane;
    const long long y = (long long)at.row * kSquareHigh + platform::thread_index() / 32 * R;
    const long long image = (long long)at.image * p.height * width;
    if (x >= width || y >= p.height) return;
    const T *input = static_cast<const T *>(p.input) + image;
    W sums[R][4];
    CUPY_UNROLL
    for (int j = 0; j < R; ++j) {
        CUPY_UNROLL
        for (int k = 0; k < 4; ++k) sums[j][k] = W(0);
    }
    if (p.packs && x >= 4 && x + 8 <= width && y >= H && y + R + H <= p.height) {
        const T *corner = input + (y - H) * width + x;
        add_rows<K, O>(weights, [corner, width](int i, W *row) { read_inside<K>(corner + (long long)i * width, row); },
                       sums);
    } else {
        const W constant = cast<W>(p.constant);
        int columns[N];
        CUPY_UNROLL
        for (int k = 0; k < N; ++k) columns[k] = (int)resolve(x - H + k, width, p.mode[1]);
        add_rows<K, O>(weights, [&](int i, W *row) {
            // Rows that no output needs may be any.
            const long long from = y - H + i < p.height + H ? resolve(y - H + i, p.height, p.mode[0]) : 0;
            CUPY_UNROLL
            for (int k = 0; k < N; ++k)
                row[k] = from < 0 || columns[k] < 0 ? constant : cast<W>(input[from * width + columns[k]]);
        }, sums);
    }
    O *output = static_cast<O *>(p.output) + image + y * width + x;
    CUPY_UNROLL
    for (int j = 0; j < R; ++j) {
        if (y + j >= p.height) break;
        Quad<O> whole;
        CUPY_UNROLL
        for (int k = 0; k < 4; ++k) whole.items[k] = item_of<O>(sums[j][k]);
        if (p.packs) {
            *reinterpret_cast<Quad<O> *>(output + (long long)j * width) = whole;
        } else {
            CUPY_UNROLL
            for (int k = 0; k < 4; ++k)
                if (x + k < width) output[(long long)j * width + k] = whole.items[k];
        }
    }
}

template <int K, class T, class O, class W> CUPY_DEVICE void correlate_square(const CorrelateTile &p) {
    correlate_tile<K, T, O, W>(p, LaunchedWeights<K, false, W>{p});
}
template <int K, class T, class O, class W> CUPY_DEVICE void correlate_cross(const CorrelateTile &p) {
    correlate_tile<K, T, O, W>(p, LaunchedWeights<K, true, W>{p});
}

template <int K, class T, class O, class W> CUPY_DEVICE void correlate_device(const CorrelateTile &p) {
    constexpr double kTiny = 2.220446049250313e-16;      // as SciPy: infinities under lesser weights do not matter
    CUPY_SHARED W staged[K * K];
    const int thread = platform::thread_index();
    if (thread < K * K) {
        const W weight = static_cast<const W *>(p.device_weights)[p.reversed ? K * K - 1 - thread : thread];
        staged[thread] = weight >= W(-kTiny) && weight <= W(kTiny) ? W(0) : weight;
    }
    platform::barrier();
    bool all = true;
    CUPY_UNROLL
    for (int k = 0; k < K * K; ++k) all = all && staged[k] != W(0);
    if (all) correlate_tile<K, T, O, W>(p, DeviceWeights<K, true, W>{staged});
    else correlate_tile<K, T, O, W>(p, DeviceWeights<K, false, W>{staged});
}

}  // namespace ndimage
}  // namespace cupy

#define CUPY_TEMPLATE(name, function, K, T, O, W)                                              \
    CUPY_KERNEL CUPY_LAUNCH_RESIDENT(cupy::ndimage::kSquareThreads, sizeof(W) == 8 ? 4 : 8)    \
        name(CUPY_GRID_CONSTANT const cupy::ndimage::CorrelateTile params) {                   \
        cupy::ndimage::function<K, T, O, W>(params);                                           \
    }
