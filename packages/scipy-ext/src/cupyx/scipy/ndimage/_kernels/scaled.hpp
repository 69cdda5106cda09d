// Images moved and scaled along their last two or three axes on SIMT targets, splines of the orders 0, 1 and 3.
//
// Where coefficients lie along an axis depends on one index alone: a warp finds that once for each of its rows and
// columns. Rows that follow each other in the input too, as those of moved images do, share what is read.
#pragma once

#include "resample.hpp"
#include "warp/exchange.hpp"

namespace cupy {
namespace ndimage {

// Coefficients along the rows of one column, of all lanes.
template <int N, class W> struct alignas(16) RowSupport {
    W weights[N];
    int start;
    bool inside, all, run;                 // whether the next rows are inside as well, and follow each other
};

CUPY_DEVICE double scaled_at(const Interpolate &p, int a, unsigned index) {
    return platform::product((double)(int)index + p.before[a], p.scale[a]) + p.behind[a];
}

// A run of rows of one column in the plane at `image`: `start` is the first's first coefficient. `weight` goes with the
// plane, where there are several.
template <int R, int N, bool planes, class T, class W>
CUPY_DEVICE void add_run(const T *image, unsigned start, unsigned pitch, const W *across, const RowSupport<N, W> *rows,
                         W weight, W *sums) {
    const T *first = image + start;
    if constexpr (N == 2 && !is_same<W, float>::value) {
        // In SciPy's order, as `sum_inside`.
        W items[R + 1][2];
        CUPY_UNROLL
        for (int j = 0; j <= R; ++j) {
            const T *at = first + (unsigned long long)pitch * (unsigned)j;
            CUPY_UNROLL
            for (int k = 0; k < 2; ++k) items[j][k] = cast<W>(at[k]);
        }
        CUPY_UNROLL
        for (int j = 0; j < R; ++j) {
            CUPY_UNROLL
            for (int c = 0; c < 4; ++c) {
                W value = items[j + (c >> 1)][c & 1];
                if constexpr (planes) value = platform::product(value, weight);
                sums[j] += platform::product(platform::product(value, rows[j].weights[c >> 1]), across[c & 1]);
            }
        }
    } else {
        W lines[R + N - 1];
        CUPY_UNROLL
        for (int j = 0; j < R + N - 1; ++j) {
            const T *at = first + (unsigned long long)pitch * (unsigned)j;
            if constexpr (N == 1) {
                lines[j] = cast<W>(at[0]);
            } else {
                W items[N];
                CUPY_UNROLL
                for (int k = 0; k < N; ++k) items[k] = cast<W>(at[k]);
                lines[j] = across[0] * items[0];
                CUPY_UNROLL
                for (int k = 1; k < N; ++k) lines[j] += across[k] * items[k];
            }
        }
        CUPY_UNROLL
        for (int j = 0; j < R; ++j) {
            W plane = lines[j];
            if constexpr (N > 1) {
                plane *= rows[j].weights[0];
                CUPY_UNROLL
                for (int k = 1; k < N; ++k) plane += rows[j].weights[k] * lines[j + k];
            }
            if constexpr (planes && N > 1) sums[j] += weight * plane;
            else sums[j] = plane;
        }
    }
}

// `p.count` strips of at most `p.strip` rows and a warp's columns.
template <int A, int N, class T, class O, class W>
CUPY_DEVICE void scaled_strip(const Interpolate &p, RowSupport<N, W> *rows, unsigned strip) {
    constexpr int R = A > 2 && N > 2 ? kScaledRun / 2 : kScaledRun;     // as many as there are registers for
    const unsigned lane = platform::thread_index() % warp::kNear;
    const unsigned width = (unsigned)p.shape[A], height = (unsigned)p.shape[A - 1];
    const unsigned groups = (width + warp::kNear - 1) / warp::kNear, bands = (height + p.strip - 1) / p.strip;
    unsigned left = strip / groups, places[A];
    const unsigned column = (strip - left * groups) * warp::kNear + lane, slice = left / bands;
    const unsigned first = (left - slice * bands) * p.strip;
    const unsigned count = height - first < (unsigned)p.strip ? height - first : (unsigned)p.strip;
    places[A - 2] = first;
    places[A - 1] = column < width ? column : width - 1;
    const unsigned image_at = A > 2 ? slice / (unsigned)p.shape[1] : slice;
    if constexpr (A > 2) places[0] = slice - image_at * (unsigned)p.shape[1];
    const T *image = static_cast<const T *>(p.input) + (long long)image_at * p.stride[0];
    O *output = static_cast<O *>(p.output) + ((long long)slice * height + first) * width + places[A - 1];

    int start[A];
    W weights[A][N];
    rows[lane].inside = lane < count && inside_support<N>(scaled_at(p, A - 2, first + lane), (int)p.length[A - 2],
                                                          p.padding, rows[lane].start, rows[lane].weights);
    bool inside = column < width;
    CUPY_UNROLL
    for (int a = 0; a < A; ++a) {
        if (a == A - 2) continue;
        const bool fits =
            inside_support<N>(scaled_at(p, a, places[a]), (int)p.length[a], p.padding, start[a], weights[a]);
        inside = inside && fits;
    }
    platform::warp_barrier();
    bool all = lane + R <= count, run = all;
    CUPY_UNROLL
    for (int j = 0; j < R; ++j) {
        all = all && rows[lane + j].inside;
        run = run && all && rows[lane + j].start == rows[lane].start + j;
    }
    rows[lane].all = all;
    rows[lane].run = run;
    platform::warp_barrier();
    if (column >= width) return;

    const unsigned pitch = (unsigned)p.step[A - 2];
    unsigned corner = 0;
    if (inside) corner = (unsigned)start[A - 1] + (A > 2 ? (unsigned)start[0] * (unsigned)p.step[0] : 0);
    const auto value_of_row = [&](const RowSupport<N, W> &row) {
        start[A - 2] = row.start;
        CUPY_UNROLL
        for (int k = 0; k < N; ++k) weights[A - 2][k] = row.weights[k];
        return sum_inside<A, N, false>(p, image, start, weights);
    };
    for (unsigned r = 0; r < count;) {
        O *to = output + r * width;
        if (!inside || !rows[r].all) {
            const double x[3] = {scaled_at(p, 0, A == 2 ? first + r : places[0]),
                                 scaled_at(p, 1, A == 2 ? places[1] : first + r), scaled_at(p, A - 1, places[A - 1])};
            *to = interpolated<O>(inside && rows[r].inside ? value_of_row(rows[r])
                                                           : resample_edge<A, N, T, W>(p, image, x[0], x[1], x[2]));
            ++r;
            continue;
        }
        W sums[R];
        CUPY_UNROLL
        for (int j = 0; j < R; ++j) sums[j] = W(0);
        if (rows[r].run) {
            CUPY_UNROLL
            for (int i = 0; i < (A > 2 ? N : 1); ++i)
                add_run<R, N, (A > 2)>(image, corner + (unsigned)rows[r].start * pitch + i * (unsigned)p.step[0],
                                       pitch, weights[A - 1], rows + r, weights[0][i], sums);
        } else {
            CUPY_UNROLL
            for (int j = 0; j < R; ++j) sums[j] = value_of_row(rows[r + j]);
        }
        CUPY_UNROLL
        for (int j = 0; j < R; ++j) to[(unsigned long long)width * (unsigned)j] = interpolated<O>(sums[j]);
        r += R;
    }
}

template <int A, int N, class T, class O, class W> CUPY_DEVICE void scaled_images(const Interpolate &p) {
    CUPY_SHARED RowSupport<N, W> rows[kScaledThreads + kScaledRun];
    const unsigned warp = platform::thread_index() / warp::kNear;
    const long long strip = (long long)platform::block_index() * (kScaledThreads / warp::kNear) + warp;
    if (strip < p.count) scaled_strip<A, N, T, O>(p, rows + warp * kScaledRows, (unsigned)strip);
}

}  // namespace ndimage
}  // namespace cupy

#define CUPY_TEMPLATE(name, ...)                                                                          \
    CUPY_KERNEL CUPY_LAUNCH_RESIDENT(cupy::ndimage::kScaledThreads, 2)                                    \
        name(CUPY_GRID_CONSTANT const cupy::ndimage::Interpolate params) {                                \
        cupy::ndimage::scaled_images<__VA_ARGS__>(params);                                                \
    }
