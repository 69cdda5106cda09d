// Correlation of every line along one axis with a row of weights, on the host.
//
// A block is a share of the lines.  Lines along the last axis are staged with their halo; others are
// summed row by row, so that the inner axis vectorises.
#pragma once

#include "boundary.hpp"
#include "correlate1d_params.hpp"
#include "window.hpp"

namespace cupy {
namespace ndimage {

constexpr int kChunk = 512;

template <class O, class W> void put(O *output, const W *sums, long long count, double divisor) {
    if (divisor == 1) {
        for (long long j = 0; j < count; ++j) output[j] = item_of<O>(sums[j]);
    } else {
        for (long long j = 0; j < count; ++j) output[j] = item_of<O>(sums[j] / W(divisor));
    }
}

// Adds the products of all taps in SciPy's order, so that whole numbers come out alike: of symmetric taps the middle
// first, then pairs from the ends on; of others the last, then those from the first on. `row(k)` is what lies under a
// tap for all outputs.
template <class W, class Row> void add_taps(const Correlate1d &p, const W *weights, long long count, W *sums, Row row) {
    const int half = p.taps / 2, last = p.taps - 1, first = p.symmetric ? half : last;
    const auto middle = row(first, 0);
    for (long long j = 0; j < count; ++j) sums[j] = weights[first] * middle[j];
    if (p.symmetric) {
        for (int k = 0; k < half; ++k) {
            const auto left = row(k, 0), right = row(last - k, 1);
            const W weight = weights[k];
            if (p.symmetric > 0) {
                for (long long j = 0; j < count; ++j) sums[j] += (left[j] + right[j]) * weight;
            } else {
                for (long long j = 0; j < count; ++j) sums[j] += (left[j] - right[j]) * weight;
            }
        }
    } else {
        for (int k = 0; k < last; ++k) {
            const auto at = row(k, 0);
            const W weight = weights[k];
            for (long long j = 0; j < count; ++j) sums[j] += weight * at[j];
        }
    }
}

// Weights gain * pole^|k|, coefficients of splines: the sums from either side follow from their neighbours'.
template <class W> struct Powers {
    int half;
    W gain, pole;
    Powers(const Correlate1d &p, const W *weights)
        : half(p.taps / 2), gain(weights[half]), pole(p.pole && half ? weights[half + 1] / gain : W(0)) {}
};

// Of a run of a line, with the items that the windows reach on both sides.
template <class W> void powers_along(const Powers<W> &of, const W *staged, long long count, W *sums, W *behind) {
    W up = 0, down = 0;
    for (int k = 0; k < of.half; ++k) {
        up = staged[k] + of.pole * up;
        down = of.pole * staged[count + 2 * of.half - 1 - k] + of.pole * down;
    }
    const W *items = staged + of.half;
    for (long long j = 0, i = count - 1; j < count; ++j, --i) {
        sums[j] = up = items[j] + of.pole * up;
        behind[i] = down;
        down = of.pole * items[i] + of.pole * down;
    }
    for (long long j = 0; j < count; ++j) sums[j] = of.gain * (sums[j] + behind[j]);
}

constexpr int kPowerRows = 64, kPowerColumns = 64;

// Of rows of a line below each other. `row(i, c)` is the item of row i, which may lie outside, in column c.
template <class T, class O, class W>
void powers_down(const Correlate1d &p, const Powers<W> &of, const T *input, long long first, long long rows,
                 long long left, long long columns, O *output) {
    W up[kPowerColumns] = {}, down[kPowerColumns] = {}, ups[kPowerRows][kPowerColumns];
    const auto each = [&](long long i, auto use) {
        const long long at = resolve(i, p.length, p.mode);
        const T *items = input + at * p.inner + left;
        for (long long c = 0; c < columns; ++c) use(c, at < 0 ? W(p.constant) : cast<W>(items[c]));
    };
    for (int k = of.half; k > 0; --k) each(first - k, [&](long long c, W item) { up[c] = item + of.pole * up[c]; });
    for (long long j = 0; j < rows; ++j)
        each(first + j, [&](long long c, W item) { ups[j][c] = up[c] = item + of.pole * up[c]; });
    for (int k = of.half; k > 0; --k)
        each(first + rows - 1 + k, [&](long long c, W item) { down[c] = of.pole * (item + down[c]); });
    for (long long j = rows - 1; j >= 0; --j) {
        for (long long c = 0; c < columns; ++c) ups[j][c] = of.gain * (ups[j][c] + down[c]);
        put(output + j * p.inner + left, ups[j], columns, p.divisor);
        each(first + j, [&](long long c, W item) { down[c] = of.pole * (item + down[c]); });
    }
}

// Where the items lie that windows reach beyond the ends of a line: the same for runs of one place in other lines.
struct Halo {
    long long first = -1, count = 0;               // of the run
    long long before = 0, behind = 0;              // staged items from `before` up to `behind` are the line's
    long long places[2 * kChunk];

    template <class T, class W>
    void stage(const Correlate1d &p, const T *input, long long run, long long items, W *staged) {
        const long long start = run - p.before, all = items + p.taps - 1;
        if (run != first || items != count) {
            first = run;
            count = items;
            before = start < 0 ? (-start < all ? -start : all) : 0;
            behind = p.length - start < all ? p.length - start : all;
            for (long long j = 0; j < before; ++j) places[j] = resolve(start + j, p.length, p.mode);
            for (long long j = behind; j < all; ++j) places[j] = resolve(start + j, p.length, p.mode);
        }
        const auto beyond = [&](long long from, long long to) {
            for (long long j = from; j < to; ++j) staged[j] = places[j] < 0 ? W(p.constant) : cast<W>(input[places[j]]);
        };
        beyond(0, before);
        for (long long j = before; j < behind; ++j) staged[j] = cast<W>(input[start + j]);
        beyond(behind, all);
    }
};

constexpr int kPowerLines = 16, kPowerRun = 128;        // beside each other: steps of one line wait for each other

// Of a run of some lines after each other.
template <class T, class O, class W>
void powers_beside(const Correlate1d &p, const Powers<W> &of, Halo &halo, const T *input, long long lines,
                   long long first, long long count, O *output) {
    W row[2 * kPowerRun], items[2 * kPowerRun][kPowerLines], sums[kPowerRun][kPowerLines];
    W up[kPowerLines] = {}, down[kPowerLines] = {};
    const long long all = count + 2 * of.half;
    for (int l = 0; l < kPowerLines; ++l) {
        if (l < lines) halo.stage(p, input + l * p.length, first, count, row);
        for (long long j = 0; j < all; ++j) items[j][l] = row[j];
    }
    for (long long j = 0; j < of.half; ++j)
        for (int l = 0; l < kPowerLines; ++l) {
            up[l] = items[j][l] + of.pole * up[l];
            down[l] = of.pole * (items[all - 1 - j][l] + down[l]);
        }
    for (long long j = 0; j < count; ++j)
        for (int l = 0; l < kPowerLines; ++l) sums[j][l] = up[l] = items[of.half + j][l] + of.pole * up[l];
    for (long long j = count - 1; j >= 0; --j)
        for (int l = 0; l < kPowerLines; ++l) {
            sums[j][l] = of.gain * (sums[j][l] + down[l]);
            down[l] = of.pole * (items[of.half + j][l] + down[l]);
        }
    for (int l = 0; l < lines; ++l) {
        for (long long j = 0; j < count; ++j) row[j] = sums[j][l];
        put(output + l * p.length + first, row, count, p.divisor);
    }
}

// Runs of a block's lines, of `most` items or rows at most. They begin at the same places whatever the number of blocks
// is, as what follows from its neighbours rounds by where it began.
template <class F>
void each_run(const Correlate1d &p, long long lines, long long most, unsigned block, unsigned grid, F use) {
    const long long of_line = (p.length + most - 1) / most, runs = lines * of_line;
    for (long long run = runs * block / grid; run < runs * (block + 1) / grid; ++run) {
        const long long first = run % of_line * most;
        use(run / of_line, first, p.length - first < most ? p.length - first : most);
    }
}

template <class T, class O, class W>
void correlate1d(const Correlate1d &p, unsigned block, unsigned grid) {
    const W *weights = p.device_weights ? static_cast<const W *>(p.device_weights)
                                        : reinterpret_cast<const W *>(p.inline_weights);
    const T *whole = static_cast<const T *>(p.input);
    O *results = static_cast<O *>(p.output);
    const Powers<W> powers(p, weights);
    W sums[kChunk], staged[2 * kChunk];
    if (p.inner > 1 && p.pole) {
        each_run(p, p.outer, kPowerRows, block, grid, [&](long long line, long long first, long long count) {
            const T *input = whole + line * p.length * p.inner;
            O *output = results + (line * p.length + first) * p.inner;
            for (long long left = 0; left < p.inner; left += kPowerColumns) {
                const long long columns = p.inner - left < kPowerColumns ? p.inner - left : kPowerColumns;
                powers_down(p, powers, input, first, count, left, columns, output);
            }
        });
        return;
    }
    Halo halo;
    if (p.inner == 1 && p.pole && p.taps <= kPowerRun && p.outer > kPowerLines / 4) {
        const long long groups = (p.outer + kPowerLines - 1) / kPowerLines;
        each_run(p, groups, kPowerRun, block, grid, [&](long long group, long long first, long long count) {
            const long long line = group * kPowerLines, left = p.outer - line;
            powers_beside(p, powers, halo, whole + line * p.length, left < kPowerLines ? left : kPowerLines, first, count,
                          results + line * p.length);
        });
        return;
    }
    if (p.inner == 1 && p.taps <= kChunk) {
        W behind[kChunk];
        each_run(p, p.outer, kChunk, block, grid, [&](long long line, long long first, long long count) {
            halo.stage(p, whole + line * p.length, first, count, staged);
            if (p.pole) powers_along(powers, staged, count, sums, behind);
            else add_taps(p, weights, count, sums, [&](int k, int) { return staged + k; });
            put(results + line * p.length + first, sums, count, p.divisor);
        });
        return;
    }
    const long long rows = p.outer * p.length;
    const long long begin = rows * block / grid, end = rows * (block + 1) / grid;
    for (long long at = begin; at < end; ++at) {
        const long long line = at / p.length, row = at % p.length;
        const T *input = whole + line * p.length * p.inner;
        O *output = results + at * p.inner;
        for (long long left = 0; left < p.inner; left += kChunk) {
            const long long count = p.inner - left < kChunk ? p.inner - left : kChunk;
            add_taps(p, weights, count, sums, [&](int k, int which) -> const W * {
                const long long i = resolve(row - p.before + k, p.length, p.mode);
                W *to = staged + which * kChunk;
                const T *source = input + i * p.inner + left;
                if constexpr (is_same<T, W>::value) {
                    if (i >= 0) return source;
                }
                for (long long j = 0; j < count; ++j) to[j] = i < 0 ? W(p.constant) : cast<W>(source[j]);
                return to;
            });
            put(output + left, sums, count, p.divisor);
        }
    }
}

}  // namespace ndimage
}  // namespace cupy

#define CUPY_TEMPLATE(name, T, O, W)                                                            \
    CUPY_EXPORT const int name##__info[] = {0, 1, (int)sizeof(cupy::ndimage::Correlate1d)};     \
    CUPY_EXPORT void name(void **params, unsigned block, unsigned grid) {                       \
        cupy::ndimage::correlate1d<T, O, W>(                                                    \
            *static_cast<const cupy::ndimage::Correlate1d *>(params[0]), block, grid);          \
    }
