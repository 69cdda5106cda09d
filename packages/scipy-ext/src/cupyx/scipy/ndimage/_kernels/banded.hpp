// Filters along two neighbouring axes of images of float32 by products of matrices, where GPUs multiply those: a line of
// outputs is a line of inputs times a matrix with the weights in a band.
//
// Items and weights are each the sum of two numbers of 11 bits, whose products are exact; that of the two small ones is
// left out. Rows are whole pairs of items. The zeros beside the band would spread infinities and NaN: a tile that has some
// is made as plane.hpp makes it.
#pragma once

#include "plane.hpp"

namespace cupy {
namespace ndimage {

constexpr int kBandPadding = 8;            // zeros before the weights, at least
constexpr int kBandRoom = 64;
constexpr int kBandTiles = 8;              // of eight outputs of 16 lines each, that a warp makes one after the other

static_assert(kPlaneHigh == 8 * kBandTiles && kPlaneWide == 16 * kBandTiles, "warps make whole runs of tiles");

struct alignas(8) Pair { float first, second; };

template <class Sum> struct InBands : Sum { static constexpr int kThreads = kPlaneThreads; };

// Whether there is a product of matrices: elsewhere than on GPUs, in tests, threads make it by exchanging items.
#if defined(__CUDA_ARCH__) ? __CUDA_ARCH__ >= 800 : !defined(__AMDGCN__)
constexpr bool kBands = true;
#else
constexpr bool kBands = false;
#endif

// To the nearest number of 11 bits. Not of NaN, which what is left then is.
CUPY_DEVICE float short_of(float x) {
    return platform::bits_as<float>((platform::bits_as<unsigned>(x) + 0x1000u) & 0xffffe000u);
}

// c += a b, of 16 by 8 and 8 by 8 items, of which 11 bits count. The thread of line g and column q of a lane's number has
// a[g][q], a[g + 8][q], a[g][q + 4], a[g + 8][q + 4]; b[q][g], b[q + 4][g]; c[g][2 q], c[g][2 q + 1], c[g + 8][2 q], …
CUPY_DEVICE void multiply_add(const float (&a)[4], const float (&b)[2], float (&c)[4]) {
#if __CUDA_ARCH__ >= 800
    asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
        : "r"(platform::bits_as<unsigned>(a[0])), "r"(platform::bits_as<unsigned>(a[1])),
          "r"(platform::bits_as<unsigned>(a[2])), "r"(platform::bits_as<unsigned>(a[3])),
          "r"(platform::bits_as<unsigned>(b[0])), "r"(platform::bits_as<unsigned>(b[1])));
#else
    const auto of = [](float x, int lane) {
        return platform::bits_as<float>(platform::shuffle(platform::bits_as<unsigned>(x), (unsigned)lane) & 0xffffe000u);
    };
    const int lane = platform::thread_index() % 32;
    for (int k = 0; k < 8; ++k) {
        const int row = lane / 4 * 4 + k % 4, column = lane % 4 * 8 + k % 4, high = k / 4;
        const float upper = of(a[2 * high], row), lower = of(a[2 * high + 1], row);
        const float left = of(b[high], column), right = of(b[high], column + 4);
        c[0] += upper * left;
        c[1] += upper * right;
        c[2] += lower * left;
        c[3] += lower * right;
    }
#endif
}

// The band of one axis, as the second matrix: of row k and column n, weight 8 j + k - n. Rows are in the order
// 0, 2, 4, 6, 1, 3, 5, 7, so that a thread has neighbouring items.
template <int J, bool split> struct Band {
    float large[J][2], small[split ? J : 1][2];

    // From weights behind `kBandPadding` zeros.
    CUPY_DEVICE explicit Band(const float *weights) {
        const int lane = platform::thread_index() % 32;
        CUPY_UNROLL
        for (int j = 0; j < J; ++j) {
            CUPY_UNROLL
            for (int k = 0; k < 2; ++k) {
                const float weight = weights[kBandPadding + 8 * j + lane % 4 * 2 + k - lane / 4];
                large[j][k] = short_of(weight);
                if constexpr (split) small[j][k] = short_of(weight - large[j][k]);
            }
        }
    }

    // Windows of 16 lines: `fetch(i, items)` gives items 8 i … 8 i + 7 of them, as `multiply_add` takes them, and
    // `emit(i, sums)` takes that many sums.
    template <class Fetch, class Emit> CUPY_DEVICE void run(Fetch fetch, Emit emit) const {
        float sums[J][4], rest[split ? 1 : J][4], items[4], more[4];
        fetch(0, more);
        CUPY_UNROLL
        for (int i = 0; i < kBandTiles + J - 1; ++i) {
            float most[4], left[4];
            CUPY_UNROLL
            for (int k = 0; k < 4; ++k) items[k] = more[k];
            if (i + 1 < kBandTiles + J - 1) fetch(i + 1, more);
            CUPY_UNROLL
            for (int k = 0; k < 4; ++k) {
                most[k] = short_of(items[k]);
                left[k] = items[k] - most[k];
            }
            CUPY_UNROLL
            for (int j = 0; j < J; ++j) {
                const int tile = i - j, place = (tile + J) % J;
                if (tile < 0 || tile >= kBandTiles) continue;
                if constexpr (split) {
                    // What a product is added to is cut, not rounded, and a sum of several too small: these are rounded.
                    float part[4] = {0, 0, 0, 0};
                    multiply_add(left, large[j], part);
                    multiply_add(most, small[j], part);
                    multiply_add(most, large[j], part);
                    CUPY_UNROLL
                    for (int k = 0; k < 4; ++k) sums[place][k] = j ? sums[place][k] + part[k] : part[k];
                } else {        // of ones hardly anything is cut: what is added has as few bits as they
                    if (j == 0) {
                        CUPY_UNROLL
                        for (int k = 0; k < 4; ++k) sums[place][k] = rest[place][k] = 0;
                    }
                    multiply_add(left, large[j], rest[place]);
                    multiply_add(most, large[j], sums[place]);
                }
            }
            if (i >= J - 1) {
                const int place = (i - J + 1) % J;
                if constexpr (!split) {
                    CUPY_UNROLL
                    for (int k = 0; k < 4; ++k) sums[place][k] += rest[place][k];
                }
                emit(i - J + 1, sums[place]);
            }
        }
    }
};

// A strip of 16 columns; lanes of a line of four threads lie below each other. False if sums are not finite, or nearly so.
template <class Sum, int J, bool split>
CUPY_DEVICE bool band_down(const Plane &p, const float *weights, long long slice, long long x, long long y, int strip,
                           float *tile) {
    const int lane = platform::thread_index() % 32, column = strip * 16 + lane / 4 * 2, row = lane % 4 * 2;
    const long long left = x - p.before[1] - (p.before[1] & 1) + column, top = y - p.before[0];
    const long long from[2] = {resolve(left, p.width, p.mode[1]), resolve(left + 1, p.width, p.mode[1])};
    const float *input = static_cast<const float *>(p.input) + slice * p.height * p.width;
    const float divisor = (float)p.divisor[0], inverse = 1.0f / divisor, constant = (float)p.constant;
    const long long first = left - lane / 4 * 2;
    const bool inside = first >= 0 && first + 16 <= p.width && top >= 0 &&
                        top + 8 * (kBandTiles + J - 1) <= p.height;
    float largest = 0;
    const Band<J, split> band(weights);
    const auto finish = [&](float (&sums)[4]) {
        CUPY_UNROLL
        for (int k = 0; k < 4; ++k) {
            sums[k] = Sum::template finish<float>(sums[k], divisor, inverse);
            largest = platform::max_or_nan(largest, fabs(sums[k]));
        }
    };
    const auto put_down = [&](int i, const float (&sums)[4]) {
        float *to = tile + (8 * i + row) * p.pitch + column;
        *reinterpret_cast<Pair *>(to) = {sums[0], sums[2]};
        *reinterpret_cast<Pair *>(to + p.pitch) = {sums[1], sums[3]};
    };
    if (inside) {
        const unsigned char *at = reinterpret_cast<const unsigned char *>(input + (top + row) * p.width + left);
        const unsigned pitch = (unsigned)p.width * sizeof(float);
        band.run([&](int i, float (&items)[4]) {
            const Pair upper = *reinterpret_cast<const Pair *>(at + (unsigned long long)pitch * (unsigned)(8 * i));
            const Pair lower = *reinterpret_cast<const Pair *>(at + (unsigned long long)pitch * (unsigned)(8 * i + 1));
            items[0] = upper.first;
            items[1] = upper.second;
            items[2] = lower.first;
            items[3] = lower.second;
        }, [&](int i, float (&sums)[4]) {
            finish(sums);
            put_down(i, sums);
        });
    } else {
        band.run([&](int i, float (&items)[4]) {
            CUPY_UNROLL
            for (int k = 0; k < 4; ++k) {
                const long long line = resolve(top + 8 * i + row + k / 2, p.height, p.mode[0]);
                items[k] = line < 0 || from[k % 2] < 0 ? constant : input[line * p.width + from[k % 2]];
            }
        }, [&](int i, float (&sums)[4]) {
            finish(sums);
            CUPY_UNROLL
            for (int k = 0; k < 4; ++k)
                if (from[k / 2] < 0) sums[k] = constant;
            put_down(i, sums);
        });
    }
    return largest < 1.0e38f;
}

// Half of 16 rows of the tile.
template <class Sum, int J, bool split>
CUPY_DEVICE void band_along(const Plane &p, const float *weights, long long slice, long long x, long long y, int half,
                            const float *tile) {
    const int lane = platform::thread_index() % 32, row = lane / 4, column = 8 * kBandTiles * half + lane % 4 * 2;
    const float *at = tile + row * p.pitch + column;
    float *to = static_cast<float *>(p.output) + (slice * p.height + y + row) * p.width + x + column;
    const float divisor = (float)p.divisor[1], inverse = 1.0f / divisor;
    const auto fetch = [&](int i, float (&items)[4]) {
        const Pair upper = *reinterpret_cast<const Pair *>(at + 8 * i);
        const Pair lower = *reinterpret_cast<const Pair *>(at + 8 * p.pitch + 8 * i);
        items[0] = upper.first;
        items[1] = lower.first;
        items[2] = upper.second;
        items[3] = lower.second;
    };
    const auto write = [&](int i, float (&sums)[4], const int (&ends)[2]) {
        CUPY_UNROLL
        for (int k = 0; k < 4; ++k) sums[k] = Sum::template finish<float>(sums[k], divisor, inverse);
        CUPY_UNROLL
        for (int k = 0; k < 2; ++k)
            if (8 * i < ends[k])
                *reinterpret_cast<Pair *>(to + 8 * k * p.width + 8 * i) = {sums[2 * k], sums[2 * k + 1]};
    };
    const Band<J, split> band(weights);
    // Without questions where all outputs are there: the compiler makes them branches, over which registers do not last.
    if (y + 16 <= p.height && p.width - x >= 8 * kBandTiles * (half + 1)) {
        constexpr int all[2] = {8 * kBandTiles, 8 * kBandTiles};
        band.run(fetch, [&](int i, float (&sums)[4]) { write(i, sums, all); });
    } else {
        const int end = (int)(p.width - x) - column;                   // of the row, from this column on
        const int ends[2] = {y + row < p.height ? end : 0, y + row + 8 < p.height ? end : 0};
        band.run(fetch, [&](int i, float (&sums)[4]) { write(i, sums, ends); });
    }
}

// The tile as plane.hpp makes it, apart from what needs many registers.
template <class Sum> CUPY_CALLED void one_by_one(const Plane &p, long long slice, long long x, long long y, float *tile) {
    down_columns<Sum, float, float, float>(p, slice, x, y, tile);
    platform::barrier();
    along_rows<Sum, float, float>(p, slice, x, y, tile);
}

// J blocks of eight items hold the windows of eight outputs; weights that are not `split` are whole numbers of 11 bits.
template <class Sum, int J, bool split> CUPY_DEVICE void banded(const Plane &p, unsigned char *shared) {
    float *tile = reinterpret_cast<float *>(shared);
    const TilePlace at = place_of_tile(p);
    const long long x = (long long)at.column * kPlaneWide, y = (long long)at.row * kPlaneHigh, slice = at.image;
    if constexpr (kBands) {
        CUPY_SHARED float weights[2][kBandRoom];
        CUPY_SHARED int spoilt;
        const int thread = platform::thread_index(), warp = thread / 32;
        if (thread < 2 * kBandRoom) {
            const int axis = thread / kBandRoom, tap = thread % kBandRoom - kBandPadding - (axis ? p.before[1] & 1 : 0);
            weights[axis][thread % kBandRoom] = tap >= 0 && tap < p.taps[axis] ? p.weights[axis][tap] : 0.0f;
        }
        if (thread == 0) spoilt = 0;
        platform::barrier();
        const int halves = p.width - x > kPlaneWide / 2 ? 2 : 1;
        bool finite = true;
        for (int strip = warp; strip < halves * (kBandTiles / 2) + J / 2; strip += kPlaneThreads / 32)
            finite = band_down<Sum, J, split>(p, weights[0], slice, x, y, strip, tile) && finite;
        if (!finite) spoilt = 1;
        platform::barrier();
        if (!spoilt) {
            for (int task = warp; task < kPlaneHigh / 16 * halves; task += kPlaneThreads / 32) {
                const int rows = task / halves * 16;
                if (y + rows < p.height)
                    band_along<Sum, J, split>(p, weights[1], slice, x, y + rows, task % halves, tile + rows * p.pitch);
            }
            return;
        }
    }
    one_by_one<InBands<Sum>>(p, slice, x, y, tile);
}

}  // namespace ndimage
}  // namespace cupy

#undef CUPY_TEMPLATE
#define CUPY_TEMPLATE(name, sum, J, split, T, O, W)                                                      \
    CUPY_KERNEL CUPY_LAUNCH_RESIDENT(cupy::ndimage::kPlaneThreads, 2)                                     \
        name(CUPY_GRID_CONSTANT const cupy::ndimage::Plane params) {                                     \
        CUPY_DYNAMIC_SHARED(cupy_staged);                                                                \
        cupy::ndimage::banded<cupy::ndimage::sum, J, split>(params, cupy_staged);                        \
    }
