// Splines of the orders 0, 1 and 3 over the last two or three axes, in 32 bits and without questions where all
// coefficients lie inside the image.
#pragma once

#include "interpolate.hpp"
#include "map_resident.hpp"
#include "window.hpp"

namespace cupy {
namespace ndimage {

// The whole number below `x`, and what is beyond it; for 0 <= x < 2^31.
CUPY_DEVICE int whole_below(double x, double &beyond) {
    // The sum ends in the nearest whole number: conversions are a quarter as fast.
    constexpr double kShift = 6755399441055744.0;      // 1.5 * 2^52
    const double shifted = x + kShift;
    int whole = (int)(unsigned)platform::bits_as<unsigned long long>(shifted);
    beyond = x - (shifted - kShift);
    if (beyond < 0) {
        beyond += 1;
        --whole;
    }
    return whole;
}
// To the nearest 2^-24, for 0 <= x < kFixedLength.
constexpr int kFixedLength = 1 << 27;
CUPY_DEVICE int whole_below(double x, float &beyond) {
    constexpr double kShift = 402653184.0;             // 1.5 * 2^28
    const unsigned long long bits = platform::bits_as<unsigned long long>(x + kShift);
    beyond = (float)(int)(bits & 0xffffff) * (1.0f / (1 << 24));
    return (int)(bits >> 24 & (kFixedLength - 1));
}
CUPY_DEVICE int whole_below(float x, float &beyond) {
    const float whole = floor(x);
    beyond = x - whole;
    return (int)whole;
}

// Where N coefficients around `x` start, and their weights; whether all of them are inside.
template <int N, class C, class W>
CUPY_DEVICE bool inside_support(C x, int length, int padding, int &start, W *weights) {
    if (!(x >= C(0) && x <= C(length - 1 - padding))) return false;
    if constexpr (N == 1) {
        double beyond;
        start = whole_below((double)x + 0.5, beyond) + padding;
        weights[0] = W(1);
    } else {
        // A pixel's neighbours are weighted in the precision of their sum.
        using Part = typename conditional<N == 2, W, C>::type;
        using Wide = typename conditional<(sizeof(Part) > sizeof(C)), Part, C>::type;
        if (sizeof(Part) < sizeof(C) && length > kFixedLength) return false;
        Part beyond;
        start = whole_below((Wide)x, beyond) + padding - (N - 1) / 2;
        weights_beyond((W)beyond, N - 1, weights);
        if (N == 2 && beyond == Part(0) && start == length - 1 && length > 1) {
            // On the last pixel, where zoomed images end.
            --start;
            weights[0] = W(0);
            weights[1] = W(1);
        }
    }
    return start >= 0 && start + N <= length;
}

// Four coefficients from two packs, of which the second is read only where it is needed.
template <class T, class W> CUPY_DEVICE void read_row(const T *first, const T *second, unsigned over, W *to) {
    T row[8];
    unpack<4>(first, row);
    CUPY_UNROLL
    for (int k = 4; k < 8; ++k) row[k] = T(0);
    if (over) unpack<4>(second, row + 4);
    CUPY_UNROLL
    for (int k = 0; k < 7; ++k) row[k] = over & 1 ? row[k + 1] : row[k];
    CUPY_UNROLL
    for (int k = 0; k < 4; ++k) to[k] = cast<W>(over & 2 ? row[k + 2] : row[k]);
}

// Four by four coefficients of an image in tiles.
template <class T, class W> CUPY_DEVICE W sum_of_tiles(const Interpolate &p, const int *start, const W (*weights)[4]) {
    const unsigned x = (unsigned)start[1], packs = (unsigned)p.step[0] / 4;
    W sum = 0;
    CUPY_UNROLL
    for (int j = 0; j < 4; ++j) {
        const unsigned y = (unsigned)(start[0] + j);
        const T *first = static_cast<const T *>(p.tiles) + ((y / 4) * packs + x / 4) * 16 + y % 4 * 4;
        W items[4], line = 0;
        read_row(first, first + 16, x & 3, items);
        CUPY_UNROLL
        for (int k = 0; k < 4; ++k) line += weights[1][k] * items[k];
        sum += weights[0][j] * line;
    }
    return sum;
}

// The sum over coefficients that are all inside.
template <int A, int N, bool packs, class T, class W>
CUPY_DEVICE W sum_inside(const Interpolate &p, const T *image, const int *start, const W (*weights)[N]) {
    unsigned at = (unsigned)start[A - 1], step[A];
    CUPY_UNROLL
    for (int a = 0; a < A; ++a) step[a] = (unsigned)p.step[a];
    CUPY_UNROLL
    for (int a = 0; a < A - 1; ++a) at += (unsigned)start[a] * step[a];
    if constexpr (N == 1) {
        return cast<W>(image[at]);
    } else if constexpr (N == 2 && is_same<W, float>::value) {
        W values[1 << A];
        CUPY_UNROLL
        for (int c = 0; c < 1 << A; ++c) {
            unsigned corner = at;
            CUPY_UNROLL
            for (int a = 0; a < A - 1; ++a)
                if (c >> (A - 1 - a) & 1) corner += step[a];
            values[c] = cast<W>((image + corner)[c & 1]);
        }
        CUPY_UNROLL
        for (int a = A - 1; a >= 0; --a) {
            CUPY_UNROLL
            for (int c = 0; c < 1 << a; ++c) values[c] = weights[a][0] * values[2 * c] + weights[a][1] * values[2 * c + 1];
        }
        return values[0];
    } else if constexpr (N == 2) {
        // In SciPy's order: whole numbers halfway between two come out alike.
        W sum = 0;
        CUPY_UNROLL
        for (int c = 0; c < 1 << A; ++c) {
            unsigned corner = at;
            CUPY_UNROLL
            for (int a = 0; a < A; ++a)
                if (a < A - 1 && (c >> (A - 1 - a) & 1)) corner += step[a];
            W value = cast<W>((image + corner)[c & 1]);
            CUPY_UNROLL
            for (int a = 0; a < A; ++a) value = platform::product(value, weights[a][c >> (A - 1 - a) & 1]);
            sum += value;
        }
        return sum;
    } else {
        W sum = 0;
        CUPY_UNROLL
        for (int i = 0; i < (A > 2 ? N : 1); ++i) {
            W plane = 0;
            CUPY_UNROLL
            for (int j = 0; j < N; ++j) {
                const unsigned row = at + j * step[A - 2] + (A > 2 ? i * step[0] : 0);
                W items[N], line = 0;
                if constexpr (packs) {
                    const T *first = image + (row & ~3u);
                    read_row(first, first + 4, row & 3, items);
                } else {
                    CUPY_UNROLL
                    for (int k = 0; k < N; ++k) items[k] = cast<W>((image + row)[k]);
                }
                CUPY_UNROLL
                for (int k = 0; k < N; ++k) line += weights[A - 1][k] * items[k];
                plane += weights[A - 2][j] * line;
            }
            if constexpr (A > 2) sum += weights[0][i] * plane;
            else sum = plane;
        }
        return sum;
    }
}

// The value at coordinates near an edge or beyond it.
template <int A, int N, class T, class W>
CUPY_CALLED W resample_edge(const Interpolate &p, const T *image, double x, double y, double z) {
    return interpolate_few<A, N, T, W>(p, image, [&](int a) { return a == 0 ? x : a == 1 ? y : z; });
}

// The value at coordinates `x`.
template <int A, int N, bool packs, class T, class W, class C>
CUPY_DEVICE W resample_order(const Interpolate &p, const T *image, const C *x) {
    int start[A];
    W weights[A][N];
    bool inside = true;
    CUPY_UNROLL
    for (int a = 0; a < A; ++a) {
        const bool fits = inside_support<N>(x[a], (int)p.length[a], p.padding, start[a], weights[a]);
        inside = inside && fits;
    }
    if (!inside)
        return resample_edge<A, N, T, W>(p, image, (double)x[0], (double)x[A > 1 ? 1 : 0], (double)x[A - 1]);
    if constexpr (packs && A == 2 && N == 4) {
        if (p.tiles) return sum_of_tiles<T, W>(p, start, weights);
    }
    return sum_inside<A, N, packs>(p, image, start, weights);
}

// Orders 0 and 1, or 3. Rows of cubic splines are read by packs: each lane's lie in other lines.
template <int A, bool cubic, class T, class O, class W, class C>
CUPY_DEVICE void read_image(const Interpolate &p, long long item) {
    const C *coordinates = static_cast<const C *>(p.coordinates);
    const T *image = static_cast<const T *>(p.input);
    C x[A];
    CUPY_UNROLL
    for (int a = 0; a < A; ++a) x[a] = coordinates[a * p.count + item];
    W value;
    if constexpr (!cubic)
        value = p.order == 1 ? resample_order<A, 2, false, T, W>(p, image, x)
                             : resample_order<A, 1, false, T, W>(p, image, x);
    else if constexpr (sizeof(T) == 4)
        value = p.packs ? resample_order<A, 4, true, T, W>(p, image, x) : resample_order<A, 4, false, T, W>(p, image, x);
    else
        value = resample_order<A, 4, false, T, W>(p, image, x);
    static_cast<O *>(p.output)[item] = interpolated<O>(value);
}

// Coordinates of the pixels below the one at `at`: by a matrix, or a scale and a shift along each axis.
template <int A, bool by_matrix> struct Mapping {
    const Interpolate &p;
    double at[A], matrix[by_matrix ? A * A : 1];

    CUPY_DEVICE Mapping(const Interpolate &params, const unsigned *places) : p(params) {
        CUPY_UNROLL
        for (int a = 0; a < A; ++a) at[a] = (double)(int)places[a];
        if constexpr (by_matrix) {
            CUPY_UNROLL
            for (int k = 0; k < A * A; ++k) matrix[k] = p.device_matrix ? p.device_matrix[k] : p.inline_matrix[k];
        }
    }
    // Along axis a, of the pixel `row` rows on.
    CUPY_DEVICE double operator()(double row, int a) const {
        if constexpr (by_matrix) {
            double x = p.before[a];
            CUPY_UNROLL
            for (int b = 0; b < A; ++b)
                x += platform::product(b == A - 2 ? at[b] + row : at[b], matrix[a * A + b]);
            return x;
        } else {
            return platform::product((a == A - 2 ? at[a] + row : at[a]) + p.before[a], p.scale[a]) + p.behind[a];
        }
    }
    // From a row to the next.
    CUPY_DEVICE double step(int a) const {
        if constexpr (by_matrix) return matrix[a * A + A - 2];
        else return a == A - 2 ? p.scale[a] : 0.0;
    }
    // About the sum of the sizes of what makes the coordinate, which tells how far rounding may take it.
    CUPY_DEVICE float size(int a) const {
        if constexpr (by_matrix) {
            float whole = fabsf((float)p.before[a]);
            CUPY_UNROLL
            for (int b = 0; b < A; ++b) whole += fabsf((float)at[b] * (float)matrix[a * A + b]);
            return whole;
        } else {
            return fabsf(((float)at[a] + (float)p.before[a]) * (float)p.scale[a]) + fabsf((float)p.behind[a]);
        }
    }
};

// The coordinates of a run of rows along an axis lie between those of the first and the last.
struct Between {
    double first, low, high;

    template <class Where> CUPY_DEVICE Between(const Where &where, int count, int a) : first(where(0, a)) {
        const double last = where((double)(count - 1), a);
        low = first < last ? first : last;
        high = first < last ? last : first;
    }
    CUPY_DEVICE bool inside(int length) const { return low >= 0 && high <= (double)(length - 1); }     // NaN is not
    // Whether all are beyond an end where there is the constant alone.
    CUPY_DEVICE bool outside(const Interpolate &p, int length) const {
        return p.mode == kExtendConstant && (high < 0 || low > (double)(length - 1));
    }
};

template <class O, class W> CUPY_DEVICE void fill_rows(const Interpolate &p, int count, O *output, unsigned pitch) {
    const O constant = interpolated<O>((W)p.constant);
    for (int r = 0; r < count; ++r) output[(long long)r * pitch] = constant;
}

// Pixels below each other, each by itself: near an edge or beyond it.
template <int A, int N, class T, class O, class W, class Where>
CUPY_DEVICE void resample_apart(const Interpolate &p, const T *image, const Where &where, int count, O *output,
                                unsigned pitch) {
    CUPY_NO_UNROLL
    for (int r = 0; r < count; ++r)
        output[(long long)r * pitch] = interpolated<O>(
            resample_edge<A, N, T, W>(p, image, where(r, 0), where(r, A > 1 ? 1 : 0), where(r, A - 1)));
}

// R pixels below each other of order 1 in single precision: coordinates are sums of numbers of 2^-32.
template <int A, int R, class T, class O, class Where>
CUPY_DEVICE void lerp_rows(const Interpolate &p, const T *image, const Where &where, int count, O *output,
                           unsigned pitch) {
    constexpr double kOne = 4294967296.0, kSafe = 1.0 / (1 << 28);      // more than R steps are wrong by
    long long at[A], step[A];
    bool inside = true, outside = false;
    CUPY_UNROLL
    for (int a = 0; a < A; ++a) {
        const Between run(where, count, a);
        inside = inside && run.inside((int)p.length[a]) && p.length[a] > 1;
        outside = outside || run.outside(p, (int)p.length[a]);
        at[a] = inside ? (long long)(run.first * kOne) : 0;
        step[a] = inside && count > 1 ? (long long)(where.step(a) * kOne) : 0;
        inside = inside && (run.low >= kSafe || (unsigned)step[a] == 0);
    }
    if (outside) return fill_rows<O, float>(p, count, output, pitch);
    if (!inside) return resample_apart<A, 2, T, O, float>(p, image, where, count, output, pitch);
    float values[R];
    CUPY_UNROLL
    for (int r = 0; r < R; ++r) {
        int start[A];
        float weights[A][2];
        CUPY_UNROLL
        for (int a = 0; a < A; ++a) {
            // Rows that are not there are the first. The last pixel is the right one of a pair.
            const long long place = at[a] + (r < count ? r * step[a] : 0);
            const int below = (int)(place >> 32), most = (int)p.length[a] - 2;
            start[a] = below < most ? below : most;
            weights[a][1] = below > most ? 1.0f : (float)((unsigned)place >> 8) * (1.0f / (1 << 24));
            weights[a][0] = 1 - weights[a][1];
        }
        values[r] = sum_inside<A, 2, false>(p, image, start, weights);
    }
    CUPY_UNROLL
    for (int r = 0; r < R; ++r)
        if (r < count) output[(long long)r * pitch] = interpolated<O>(values[r]);
}

// R pixels below each other, or the first `count` of them: all are read at once where all coefficients are inside.
template <int A, int N, int R, class T, class O, class W, class Where>
CUPY_DEVICE void resample_rows(const Interpolate &p, const T *image, const Where &where, int count, O *output,
                               unsigned pitch) {
    int start[R][A];
    W weights[R][A][N];
    bool inside = true;
    CUPY_UNROLL
    for (int r = 0; r < R; ++r) {
        CUPY_UNROLL
        for (int a = 0; a < A; ++a) {
            const double x = where(r < count ? (double)r : 0.0, a);
            const bool fits = inside_support<N>(x, (int)p.length[a], p.padding, start[r][a], weights[r][a]);
            inside = inside && fits;
        }
    }
    if (inside) {
        W values[R];
        CUPY_UNROLL
        for (int r = 0; r < R; ++r) values[r] = sum_inside<A, N, false>(p, image, start[r], weights[r]);
        CUPY_UNROLL
        for (int r = 0; r < R; ++r)
            if (r < count) output[(long long)r * pitch] = interpolated<O>(values[r]);
        return;
    }
    resample_apart<A, N, T, O, W>(p, image, where, count, output, pitch);
}

// R pixels below each other of order 0, whose coordinates are sums of numbers of 2^-32 where none lies so close to the
// middle between two pixels that rounding could tell.
template <int A, int R, class T, class O, class W, class Where>
CUPY_DEVICE void nearest_rows(const Interpolate &p, const T *image, const Where &where, int count, O *output,
                              unsigned pitch) {
    constexpr double kOne = 4294967296.0;
    constexpr unsigned kClose = 16;                 // more than R steps, and rounding of sizes below, are wrong by
    constexpr float kLargest = 1 << 20;
    long long at[A], step[A];
    bool inside = true, outside = false;
    CUPY_UNROLL
    for (int a = 0; a < A; ++a) {
        const Between run(where, count, a);
        inside = inside && run.inside((int)p.length[a]) && where.size(a) < kLargest;
        outside = outside || run.outside(p, (int)p.length[a]);
        at[a] = inside ? (long long)((run.first + 0.5) * kOne) : 0;
        step[a] = inside && count > 1 ? (long long)(where.step(a) * kOne) : 0;
    }
    if (outside) return fill_rows<O, W>(p, count, output, pitch);
    unsigned from[R];
    CUPY_UNROLL
    for (int r = 0; r < R; ++r) {
        from[r] = 0;
        CUPY_UNROLL
        for (int a = 0; a < A; ++a) {
            const long long place = at[a] + (r < count ? r * step[a] : 0);
            inside = inside && (unsigned)place - kClose <= ~0u - 2 * kClose;
            from[r] += (unsigned)(place >> 32) * (unsigned)p.step[a];
        }
    }
    if (!inside) return resample_rows<A, 1, R, T, O, W>(p, image, where, count, output, pitch);
    T items[R];
    CUPY_UNROLL
    for (int r = 0; r < R; ++r) items[r] = image[from[r]];
    CUPY_UNROLL
    for (int r = 0; r < R; ++r)
        if (r < count) output[(long long)r * pitch] = nearest_value<T, O, W>(items[r]);
}

// Images one after the other, each with coordinates that a mapping makes. A call makes R pixels below each other; rows
// of an image are `(shape[1] + R - 1) / R` calls.
template <int A, bool cubic, bool by_matrix, class T, class O, class W>
CUPY_DEVICE void transform_images(const Interpolate &p, long long call) {
    constexpr int R = cubic ? 1 : A == 2 && is_same<W, float>::value ? kSingleRows : kResampleRows;
    unsigned left = (unsigned)call, places[A], lengths[A];
    CUPY_UNROLL
    for (int a = 0; a < A; ++a) lengths[a] = (unsigned)p.shape[a + 1];
    const unsigned rows = lengths[A - 2];
    lengths[A - 2] = (rows + R - 1) / R;
    CUPY_UNROLL
    for (int a = A - 1; a >= 0; --a) {
        const unsigned above = a > 0 || p.shape[0] > 1 ? left / lengths[a] : 0;
        places[a] = left - above * lengths[a];
        left = above;
    }
    places[A - 2] *= R;
    lengths[A - 2] = rows;
    unsigned first = left;                       // the row of the first pixel in the output
    CUPY_UNROLL
    for (int a = 0; a < A - 1; ++a) first = first * lengths[a] + places[a];
    const T *image = static_cast<const T *>(p.input) + (long long)left * p.stride[0];
    O *output = static_cast<O *>(p.output) + (long long)first * lengths[A - 1] + places[A - 1];
    const int count = rows - places[A - 2] < R ? (int)(rows - places[A - 2]) : R;
    const Mapping<A, by_matrix> where(p, places);
    const unsigned pitch = lengths[A - 1];
    if constexpr (cubic) return resample_rows<A, 4, R, T, O, W>(p, image, where, count, output, pitch);
    if (p.order == 0) return nearest_rows<A, R, T, O, W>(p, image, where, count, output, pitch);
    if constexpr (is_same<W, float>::value) lerp_rows<A, R>(p, image, where, count, output, pitch);
    else resample_rows<A, 2, R, T, O, W>(p, image, where, count, output, pitch);
}

}  // namespace ndimage
}  // namespace cupy

#define CUPY_TEMPLATE(name, map, function, ...) map(name, cupy::ndimage::Interpolate, cupy::ndimage::function<__VA_ARGS__>)
