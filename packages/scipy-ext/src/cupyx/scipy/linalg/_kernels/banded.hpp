// Banded systems in parts: runs of rows are eliminated side by side, each with partial pivoting among its own rows.
//
// A run of m rows from s on, of a matrix with `width` = lower + upper diagonals beside the main one, has m - width
// columns that no other row touches: from s + upper on.  They are eliminated one after the other.  Width + 1 rows are
// active at any time, so that every pivot is the largest of those that LAPACK would consider; width rows are left,
// with items in the width columns before the inner ones and the width columns behind them.  Together the rows that are
// left are a banded system again, with 3 width - 2 diagonals beside the main one.
#pragma once

#include "device/map.hpp"
#include "pivot.hpp"

namespace cupy {
namespace linalg {

// Matrices (batch, n, n) with `lower` and `upper` diagonals beside the main one, of which item (i, j) is
// bands[upper + i - j, j].  Each is cut into `parts` runs of rows; what is eliminated inside a run is in `factors`
// and `pivots`, for (step, field) with all runs of all matrices next to each other.
struct Banded {
    const void *bands;          // (batch, lower + upper + 1, n)
    void *factors;              // (steps, 3 width + 1, batch * parts)
    int *pivots;                // (steps, batch * parts)
    void *reduced;              // bands (batch, 3 width - 1, parts * width) of what is left
    void *scratch;              // (width + 1) (2 width + 1) items for each run, where threads hold too few; or null
    void *x;                    // (batch, n, columns): right-hand sides, and then solutions
    void *rest;                 // (batch, parts * width, columns): those of what is left, and then their solutions
    int *status;                // not zero afterwards if a pivot is zero
    long long count;            // runs, or runs times right-hand sides
    long long n, parts, columns, runs;
    int lower, upper;
};

// Diagonals beside the main one up to which the rows of a run are held by a thread.
constexpr int kHeld = 6;

struct Run {
    long long matrix, part, start, rows;

    CUPY_DEVICE Run(const Banded &p, long long run) {
        matrix = run / p.parts;
        part = run - matrix * p.parts;
        start = p.n * part / p.parts;
        rows = p.n * (part + 1) / p.parts - start;
    }
};

// A row as (before: width, window: width + 1): its items in the columns before the inner ones, and in those from the
// next inner one on.
template <class T> struct Rows {
    T *items;
    int width;

    CUPY_DEVICE T &before(int row, int k) const { return items[row * (2 * width + 1) + k]; }
    CUPY_DEVICE T &window(int row, int k) const { return items[row * (2 * width + 1) + width + k]; }
};

template <class T> CUPY_DEVICE T band_item(const Banded &p, long long matrix, long long i, long long j) {
    if (j < 0 || j >= p.n || i - j > p.lower || j - i > p.upper) return T(0);
    const T *bands = static_cast<const T *>(p.bands) + matrix * (p.lower + p.upper + 1) * p.n;
    return bands[(p.upper + i - j) * p.n + j];
}

template <class T> CUPY_DEVICE void eliminate(const Banded &p, long long index, T *held) {
    const Run run(p, index);
    const int width = p.lower + p.upper, fields = 3 * width + 1;
    const Rows<T> rows{held, width};
    const long long inner = run.start + p.upper, steps = run.rows - width;
    for (int row = 0; row < width; ++row) {
        for (int k = 0; k < width; ++k)
            rows.before(row, k) = band_item<T>(p, run.matrix, run.start + row, run.start - p.lower + k);
        for (int k = 0; k <= width; ++k)
            rows.window(row, k) = band_item<T>(p, run.matrix, run.start + row, inner + k);
    }
    T *factors = static_cast<T *>(p.factors) + index;
    bool failed = false;
    for (long long step = 0; step < steps; ++step) {
        const long long row = run.start + width + step;
        for (int k = 0; k < width; ++k) rows.before(width, k) = T(0);
        for (int k = 0; k <= width; ++k) rows.window(width, k) = band_item<T>(p, run.matrix, row, inner + step + k);
        int pivot = 0;
        for (int other = 1; other <= width; ++other)
            if (size_of(rows.window(other, 0)) > size_of(rows.window(pivot, 0))) pivot = other;
        // The pivot's row comes to the end, and the last into its place.
        for (int k = 0; k <= 2 * width && pivot != width; ++k) {
            T &one = rows.before(pivot, k), &last = rows.before(width, k);
            const T kept = one;
            one = last;
            last = kept;
        }
        const T head = rows.window(width, 0);
        failed = failed || head == T(0);
        T *to = factors + step * fields * p.runs;
        for (int k = 0; k <= 2 * width; ++k) to[(width + k) * p.runs] = rows.before(width, k);
        for (int other = 0; other < width; ++other) {
            const T factor = rows.window(other, 0) / head;
            to[other * p.runs] = factor;
            for (int k = 0; k < width; ++k) rows.before(other, k) -= factor * rows.before(width, k);
            for (int k = 1; k <= width; ++k)
                rows.window(other, k - 1) = rows.window(other, k) - factor * rows.window(width, k);
            rows.window(other, width) = T(0);
        }
        p.pivots[step * p.runs + index] = pivot;
    }
    if (failed) *p.status = 1;
    // What is left: columns from part * width - lower on.
    const long long n = p.parts * width;
    const int upper = width + p.upper - 1;
    T *reduced = static_cast<T *>(p.reduced) + run.matrix * (3 * width - 1) * n;
    for (int row = 0; row < width; ++row)
        for (int k = 0; k < 2 * width; ++k) {
            const long long i = run.part * width + row, j = run.part * width - p.lower + k;
            const T item = k < width ? rows.before(row, k) : rows.window(row, k - width);
            if (j >= 0 && j < n) reduced[(upper + i - j) * n + j] = item;
        }
}

template <class T> CUPY_DEVICE void factor(const Banded &p, long long run) {
    const int width = p.lower + p.upper;
    if (width <= kHeld) {
        T held[(kHeld + 1) * (2 * kHeld + 1)];
        eliminate<T>(p, run, held);
    } else eliminate<T>(p, run, static_cast<T *>(p.scratch) + run * (width + 1) * (2 * width + 1));
}

// The same steps for right-hand sides: inner items stay in place, the others go to `rest`, which holds the active ones
// meanwhile.
template <class T> CUPY_DEVICE void forward(const Banded &p, long long index) {
    const long long at = index / p.columns, column = index - at * p.columns;
    const Run run(p, at);
    const int width = p.lower + p.upper, fields = 3 * width + 1;
    T *x = static_cast<T *>(p.x) + (run.matrix * p.n + run.start) * p.columns + column;
    T *rest = static_cast<T *>(p.rest) + (run.matrix * p.parts + run.part) * width * p.columns + column;
    for (int k = 0; k < width; ++k) rest[k * p.columns] = x[k * p.columns];
    const T *factors = static_cast<const T *>(p.factors) + at;
    const long long steps = run.rows - width;
    for (long long step = 0; step < steps; ++step) {
        const int pivot = p.pivots[step * p.runs + at];
        T value = x[(width + step) * p.columns];
        if (pivot >= 0 && pivot < width) {
            const T last = value;
            value = rest[pivot * p.columns];
            rest[pivot * p.columns] = last;
        }
        const T *from = factors + step * fields * p.runs;
        for (int k = 0; k < width; ++k) rest[k * p.columns] -= from[k * p.runs] * value;
        x[(p.upper + step) * p.columns] = value;
    }
}

// Items beside the inner ones are known; those follow from the last to the first.
template <class T> CUPY_DEVICE void backward(const Banded &p, long long index) {
    const long long at = index / p.columns, column = index - at * p.columns;
    const Run run(p, at);
    const int width = p.lower + p.upper, fields = 3 * width + 1;
    const long long n = p.parts * width, first = run.part * width;
    T *x = static_cast<T *>(p.x) + (run.matrix * p.n + run.start) * p.columns + column;
    const T *rest = static_cast<const T *>(p.rest) + run.matrix * n * p.columns + column;
    const long long steps = run.rows - width;
    for (int k = 0; k < p.upper; ++k) x[k * p.columns] = rest[(first + k) * p.columns];
    for (int k = 0; k < p.lower; ++k)
        x[(run.rows - p.lower + k) * p.columns] = rest[(first + p.upper + k) * p.columns];
    const T *factors = static_cast<const T *>(p.factors) + at;
    for (long long step = steps - 1; step >= 0; --step) {
        const T *from = factors + (step * fields + width) * p.runs;
        T sum = x[(p.upper + step) * p.columns];
        for (int k = 0; k < width; ++k) {
            const long long j = first - p.lower + k;
            if (j >= 0 && j < n) sum -= from[k * p.runs] * rest[j * p.columns];
        }
        for (int k = 1; k <= width; ++k) {
            const long long next = step + k;          // counted from the first inner item; behind them come others
            const long long j = first + p.upper + next - steps;
            if (next < steps) sum -= from[(width + k) * p.runs] * x[(p.upper + next) * p.columns];
            else if (j < n) sum -= from[(width + k) * p.runs] * rest[j * p.columns];
        }
        x[(p.upper + step) * p.columns] = sum / from[width * p.runs];
    }
}

}  // namespace linalg
}  // namespace cupy

#define CUPY_TEMPLATE(name, stage, T) CUPY_MAP_KERNEL(name, cupy::linalg::Banded, cupy::linalg::stage<T>)
