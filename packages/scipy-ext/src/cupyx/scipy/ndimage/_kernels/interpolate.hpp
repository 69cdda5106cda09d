// The value of a spline at coordinates: sums of coefficients around them.
#pragma once

#include "boundary.hpp"
#include "device/map.hpp"
#include "spline.hpp"

namespace cupy {
namespace ndimage {

constexpr int kInterpolateAxes = 32;
constexpr int kInlineMatrix = 16;
constexpr int kResampleRows = 4;           // pixels below each other that a call of resample.hpp makes
constexpr int kSingleRows = 8;             // the same of planes, where sums are in single precision
constexpr int kScaledThreads = 256;        // of a block of scaled.hpp
constexpr int kScaledRun = 8;              // rows that it makes at once
constexpr int kScaledRows = 32;            // that a warp has room for: a lane finds where one lies
constexpr int kNearestRows = 64, kNearestColumns = 256;     // of the output, that a call of nearest.hpp makes

// Axes are either `active`, numbered among themselves, or pass through. The coordinate along active axis a is
//   (x[a] + before[a]) * scale[a] + behind[a]             where there is no matrix,
//   before[a] + sum over b of matrix[a][b] * x[b]         where there is one,
//   coordinates[a][i]                                     where those are given;
// `padding` is added to it.
struct Interpolate {
    const void *input;
    void *output;
    const void *coordinates = nullptr;
    const void *tiles = nullptr;           // the input in tiles of four by four items, one after the other; or null
    const double *device_matrix = nullptr; // a matrix that does not fit below
    long long count;
    long long shape[kInterpolateAxes];     // of the output
    long long length[kInterpolateAxes];    // of the input, along each active axis
    long long stride[kInterpolateAxes];    // items between neighbours of the input, along each axis of the output
    long long step[kInterpolateAxes];      // and along each active axis
    int number[kInterpolateAxes];          // of the axis among the active, or -1
    int ndim, active;
    int order, mode, padding;
    int has_matrix = 0;
    int strip = 0;                         // rows of the output that a warp of scaled.hpp makes
    int packs = 0;                         // whether rows of the input may be read 16 bytes at a time
    double before[kInterpolateAxes], scale[kInterpolateAxes], behind[kInterpolateAxes];
    double inline_matrix[kInlineMatrix];
    double constant;
};

// How coefficients go on beyond the edges.
CUPY_DEVICE int spline_mode(int mode) {
    if (mode == kExtendConstant || mode == kExtendWrap) return kMirror;
    return mode == kExtendGridWrap ? kWrap : mode == kExtendGridConstant ? kConstant : mode;
}

// The item of order 0 as one of the output.
template <class T, class O, class W> CUPY_DEVICE O nearest_value(T item) {
    // Items of 64 bits are rounded to the type of sums, as SciPy does.
    if constexpr (is_same<T, O>::value && !(is_integer<T>::value && sizeof(T) == 8)) return item;
    else return interpolated<O>(cast<W>(item));
}

// Coefficients around a coordinate along one axis: weights, and offsets in items or -1.  N coefficients at most.
template <int N, class W> struct Support {
    W weights[N];
    long long offsets[N];

    // Whether there is anything but the constant.
    CUPY_DEVICE bool find(const Interpolate &p, int axis, double x) {
        const long long length = p.length[axis], step = p.step[axis];
        const int order = N <= 4 ? N - 1 : p.order;
        x += p.padding;
        if (p.mode == kExtendNearest) {
            // The coefficients stay inside, not the coordinate.
            x = x >= -8 ? (x <= (double)length + 8 ? x : (double)length + 8) : x < -8 ? -8.0 : 0.0;
        } else if (p.mode != kExtendGridConstant) {
            x = inside_coordinate(x, length, p.mode);
            if (!(x > -1)) return false;
        } else if (!(x > -order - 1.0 && x < (double)length + order)) {
            return false;
        }
        const long long start = (long long)floor(order & 1 ? x : x + 0.5) - order / 2;
        spline_weights(x, order, weights);
        const bool edge = start < 0 || start + order >= length;
        CUPY_UNROLL
        for (int k = 0; k < N; ++k) {
            if (k > order) break;
            long long at = start + k;
            if (edge) at = resolve(at, length, spline_mode(p.mode));
            offsets[k] = at < 0 ? -1 : at * step;
        }
        return true;
    }
};

template <int A, int N, class T, class W, class Coordinate>
CUPY_DEVICE W interpolate_few(const Interpolate &p, const T *input, Coordinate coordinate) {
    const int order = N <= 4 ? N - 1 : p.order;
    const W constant = (W)p.constant;
    Support<N, W> around[A];
    CUPY_UNROLL
    for (int a = 0; a < A; ++a)
        if (!around[a].find(p, a, coordinate(a))) return constant;
    W sum = 0;
    if constexpr (N <= 2) {
        // In SciPy's order: whole numbers halfway between two come out alike.
        CUPY_UNROLL
        for (int c = 0; c < (1 << (A * (N - 1))); ++c) {
            long long at = 0;
            W weight[A];
            bool known = true;
            CUPY_UNROLL
            for (int a = 0; a < A; ++a) {
                const int k = c >> ((A - 1 - a) * (N - 1)) & (N - 1);
                known = known && around[a].offsets[k] >= 0;
                at += around[a].offsets[k];
                weight[a] = around[a].weights[k];
            }
            W value = known ? cast<W>(input[at]) : constant;
            CUPY_UNROLL
            for (int a = 0; a < A; ++a) value = platform::product(value, weight[a]);
            sum += value;
        }
        return sum;
    }
    CUPY_UNROLL
    for (int i = 0; i < (A > 2 ? N : 1); ++i) {
        if (i > order) break;
        W plane = 0;
        CUPY_UNROLL
        for (int j = 0; j < (A > 1 ? N : 1); ++j) {
            if (j > order) break;
            W line = 0;
            CUPY_UNROLL
            for (int k = 0; k < N; ++k) {
                if (k > order) break;
                long long at = around[A - 1].offsets[k];
                bool known = at >= 0;
                if constexpr (A > 1) {
                    known = known && around[A - 2].offsets[j] >= 0;
                    at += around[A - 2].offsets[j];
                }
                if constexpr (A > 2) {
                    known = known && around[0].offsets[i] >= 0;
                    at += around[0].offsets[i];
                }
                line += around[A - 1].weights[k] * (known ? cast<W>(input[at]) : constant);
            }
            if constexpr (A > 1) plane += around[A - 2].weights[j] * line;
            else plane = line;
        }
        if constexpr (A > 2) sum += around[0].weights[i] * plane;
        else sum = plane;
    }
    return sum;
}

// Any number of axes, one combination of coefficients after the other.
template <class T, class W, class Coordinate>
CUPY_DEVICE W interpolate_many(const Interpolate &p, const T *input, Coordinate coordinate) {
    const W constant = (W)p.constant;
    Support<6, W> around[kInterpolateAxes];
    long long combinations = 1;
    for (int a = 0; a < p.active; ++a) {
        if (!around[a].find(p, a, coordinate(a))) return constant;
        combinations *= p.order + 1;
    }
    W sum = 0;
    for (long long c = 0; c < combinations; ++c) {
        long long left = c, at = 0;
        W weight = 1;
        bool known = true;
        for (int a = p.active - 1; a >= 0; --a) {
            const int k = (int)(left % (p.order + 1));
            left /= p.order + 1;
            weight *= around[a].weights[k];
            known = known && around[a].offsets[k] >= 0;
            at += around[a].offsets[k];
        }
        sum += weight * (known ? cast<W>(input[at]) : constant);
    }
    return sum;
}

template <int A, class T, class W, class Coordinate>
CUPY_DEVICE W interpolate_order(const Interpolate &p, const T *input, Coordinate coordinate) {
    if (p.order == 1) return interpolate_few<A, 2, T, W>(p, input, coordinate);
    if (p.order == 3) return interpolate_few<A, 4, T, W>(p, input, coordinate);
    if (p.order == 0) return interpolate_few<A, 1, T, W>(p, input, coordinate);
    return interpolate_few<A, 6, T, W>(p, input, coordinate);
}

template <class T, class W, class Coordinate>
CUPY_DEVICE W interpolate_at(const Interpolate &p, const T *input, Coordinate coordinate) {
    if (p.active == 2) return interpolate_order<2, T, W>(p, input, coordinate);
    if (p.active == 3) return interpolate_order<3, T, W>(p, input, coordinate);
    if (p.active == 1) return interpolate_order<1, T, W>(p, input, coordinate);
    return interpolate_many<T, W>(p, input, coordinate);
}

}  // namespace ndimage
}  // namespace cupy
