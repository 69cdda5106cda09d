// Triangular systems, and incomplete factors in the pattern of the matrix: row after row, each as soon as the rows it
// needs are done.
//
// On GPUs some lanes of a warp take a row.  Blocks draw tickets, so that a row waits only for rows that are drawn
// already; rows of one block hand their results to each other in shared memory.  Results are their own flags: what is
// not there yet is a number that none is.  Where lanes run in lockstep, nobody may wait in a loop of his own for his
// neighbour: so a pass of one loop does what can be done.  The scheme without levels is that of Liu, Li, Hogg, Duff and
// Vinter, Euro-Par 2016.
#pragma once

#include "device/sparse.hpp"

namespace cupy {
namespace sparse {

template <class T> CUPY_DEVICE T root(T x) { return sqrt(x); }
template <class T> CUPY_DEVICE complex<T> root(complex<T> x) { return complex<T>(sqrt(x.re), T(0)); }
template <class T> CUPY_DEVICE T squared(T x) { return x * x; }
template <class T> CUPY_DEVICE complex<T> squared(complex<T> x) { return complex<T>(norm(x), T(0)); }
template <class T> CUPY_DEVICE T conjugate(T x) { return conj(x); }

#ifdef CUPY_HOST

// A block solves for some of the `count` columns of x, into out.
template <class T, class I> void solve_triangular(const SolveTriangular &p, unsigned block, unsigned grid) {
    const I *indices = index_array<I>(p.a.indices);
    const Starts<I> starts = starts_of<I>(p.a);
    const T *data = static_cast<const T *>(p.a.data), *x = static_cast<const T *>(p.x);
    T *out = static_cast<T *>(p.out);
    const int64 begin = p.columns * block / grid, end = p.columns * (block + 1) / grid;
    for (int64 k = 0; k < p.a.rows; ++k) {
        const int64 row = p.upper ? p.a.rows - 1 - k : k;
        T *to = out + row * p.columns;
        for (int64 c = begin; c < end; ++c) to[c] = x[row * p.columns + c];
        T diagonal = zero<T>();
        const int64 stop = starts[row + 1];
        for (int64 i = starts[row]; i < stop; ++i) {
            const int64 column = indices[i];
            if (!within(column, p.a.rows)) continue;
            if (column == row) diagonal += data[i];
            else if ((column > row) == (p.upper != 0))
                for (int64 c = begin; c < end; ++c) to[c] -= data[i] * out[column * p.columns + c];
        }
        if (!p.unit_diagonal)
            for (int64 c = begin; c < end; ++c) to[c] = to[c] / diagonal;
    }
}

// The row `above`, which is done, is subtracted from the items [at, stop), of which the first lies in its column.
template <class T, class I> void subtract_row(const Factor &p, int64 at, int64 stop) {
    const I *indices = index_array<I>(p.a.indices);
    const int64 *diagonal = p.diagonal, above = indices[at], end = starts_of<I>(p.a)[above + 1];
    T *items = static_cast<T *>(p.data);
    const T factor = items[at] / (diagonal[above] < 0 ? zero<T>() : items[diagonal[above]]);
    items[at] = factor;
    for (int64 i = diagonal[above] < 0 ? end : diagonal[above] + 1; i < end; ++i) {
        const int64 mine = lower_bound(indices, at + 1, stop, indices[i]);
        if (mine < stop && indices[mine] == indices[i]) items[mine] -= factor * items[i];
    }
}

// The item `at` of the Cholesky factor, of a row from `start` on.
template <class T, class I> void complete(const Factor &p, int64 row, int64 start, int64 at) {
    const I *indices = index_array<I>(p.a.indices);
    const Starts<I> starts = starts_of<I>(p.a);
    const int64 *diagonal = p.diagonal, above = indices[at];
    T *items = static_cast<T *>(p.data);
    T rest = items[at];
    const int64 first = starts[above], end = diagonal[above] < 0 ? starts[above + 1] : diagonal[above];
    for (int64 i = start; i < at; ++i) {
        const int64 its = above == row ? i : lower_bound(indices, first, end, indices[i]);
        if (above == row) rest -= squared(items[i]);
        else if (its < end && indices[its] == indices[i]) rest -= items[i] * conjugate(items[its]);
    }
    items[at] = above == row ? root(rest) : T(rest / (diagonal[above] < 0 ? zero<T>() : items[diagonal[above]]));
}

// The matrix's items become those of its incomplete factors; columns ascend in each row.
template <class T, class I, bool Cholesky> void factor(const Factor &p, unsigned, unsigned) {
    const I *indices = index_array<I>(p.a.indices);
    const Starts<I> starts = starts_of<I>(p.a);
    for (int64 row = 0; row < p.a.rows; ++row) {
        const int64 start = starts[row], stop = starts[row + 1];
        const int64 last = lower_bound(indices, start, stop, row + Cholesky);
        for (int64 at = lower_bound(indices, start, last, 0); at < last; ++at) {
            if (!within(indices[at], row + Cholesky)) continue;
            if constexpr (Cholesky) complete<T, I>(p, row, start, at);
            else subtract_row<T, I>(p, at, stop);
        }
    }
}

#endif

}  // namespace sparse
}  // namespace cupy

#ifndef CUPY_HOST
#include "device/sparse_ilu.hpp"
#include "device/sparse_substitute.hpp"
#endif
