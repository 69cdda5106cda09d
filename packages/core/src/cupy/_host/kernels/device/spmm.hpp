// Sparse matrix times dense vectors, on the host: blocks take rows with about as many items.  In loops over single items
// a choice of numbers (those of the first column stand for one that is not there) costs less than a branch.
#pragma once

#include "device/sparse.hpp"

namespace cupy {
namespace sparse {

template <class T, class I> void matvec(const SpMV &p, unsigned block, unsigned grid) {
    const Starts<I> starts = starts_of<I>(p.a);
    const I *indices = index_array<I>(p.a.indices);
    const T *data = static_cast<const T *>(p.a.data), *x = static_cast<const T *>(p.x);
    T *out = static_cast<T *>(p.out);
    const int64 columns = p.a.columns;
    each_row<I>(p.a, block, grid, [&](int64 row) {
        T sum = zero<T>();
        const int64 stop = starts[row + 1];
        for (int64 i = starts[row]; i < stop; ++i) {
            const int64 column = indices[i];
            const bool there = within(column, columns);
            const T value = data[i], other = x[there ? column : 0];
            sum = add(sum, there ? multiply(value, other) : zero<T>());
        }
        out[row] = sum;
    });
}

// Each block adds to a row of out of its own.
template <class T, class I, bool Conjugate> void add_columns(const SpMV &p, unsigned block, unsigned grid) {
    const I *indices = index_array<I>(p.a.indices);
    const T *data = static_cast<const T *>(p.a.data), *x = static_cast<const T *>(p.x);
    const int64 columns = p.a.columns;
    T *out = static_cast<T *>(p.out) + block * columns;
    each_item<I>(p.a, block, grid, [=](int64 item, int64 row) {
        const int64 column = indices[item];
        const bool there = within(column, columns);
        T *to = out + (there ? column : 0), value = data[item];
        if constexpr (Conjugate) value = conj(value);
        *to = add(*to, there ? multiply(value, x[row]) : zero<T>());
    });
}

template <class T, class I> void add_coordinates(const SpMVCoordinates &p, unsigned, unsigned) {
    const I *rows = index_array<I>(p.rows), *indices = index_array<I>(p.columns);
    const T *data = static_cast<const T *>(p.data), *x = static_cast<const T *>(p.x);
    for (int64 i = 0; i < p.nnz; ++i)
        if (within(rows[i], p.height) && within(indices[i], p.width))
            add_to(static_cast<T *>(p.out) + rows[i], multiply(data[i], x[indices[i]]));
}

// to += value * from, of a block's share of some columns.
template <class T> void add_row(T *CUPY_RESTRICT to, T value, const T *CUPY_RESTRICT from, int64 first, int64 last) {
    for (int64 c = first; c < last; ++c) to[c] = add(to[c], multiply(value, from[c]));
}

// out, zeros at first: columns times rows of x. Blocks share the columns of x.
template <class T, class I> void add_column_rows(const SpMM &p, unsigned block, unsigned grid) {
    const I *indices = index_array<I>(p.a.indices);
    const T *data = static_cast<const T *>(p.a.data), *x = static_cast<const T *>(p.x);
    T *out = static_cast<T *>(p.out);
    const int64 columns = p.columns, width = p.a.columns;
    const int64 first = columns * block / grid, last = columns * (block + 1) / grid;
    each_item<I>(p.a, 0, 1, [=](int64 item, int64 row) {
        const int64 column = indices[item];
        if (within(column, width)) add_row(out + column * columns, data[item], x + row * columns, first, last);
    });
}

// The same of items in any order, by rows.
template <class T, class I> void add_coordinate_rows(const SpMMCoordinates &p, unsigned block, unsigned grid) {
    const I *rows = index_array<I>(p.rows), *indices = index_array<I>(p.columns);
    const T *data = static_cast<const T *>(p.data), *x = static_cast<const T *>(p.x);
    T *out = static_cast<T *>(p.out);
    const int64 count = p.count, first = count * block / grid, last = count * (block + 1) / grid;
    for (int64 i = 0; i < p.nnz; ++i)
        if (within(rows[i], p.height) && within(indices[i], p.width))
            add_row(out + (int64)rows[i] * count, data[i], x + (int64)indices[i] * count, first, last);
}

template <class T, class I> void matmat(const SpMM &p, unsigned block, unsigned grid) {
    const Starts<I> starts = starts_of<I>(p.a);
    const I *indices = index_array<I>(p.a.indices);
    const T *data = static_cast<const T *>(p.a.data), *x = static_cast<const T *>(p.x);
    each_row<I>(p.a, block, grid, [&](int64 row) {
        T *CUPY_RESTRICT out = static_cast<T *>(p.out) + row * p.columns;
        for (int64 c = 0; c < p.columns; ++c) out[c] = zero<T>();
        const int64 stop = starts[row + 1];
        for (int64 i = starts[row]; i < stop; ++i) {
            if (!within(indices[i], p.a.columns)) continue;
            const T value = data[i];
            const T *CUPY_RESTRICT other = x + (int64)indices[i] * p.columns;
            for (int64 c = 0; c < p.columns; ++c) out[c] = add(out[c], multiply(value, other[c]));
        }
    });
}

}  // namespace sparse
}  // namespace cupy

#define CUPY_SPARSE_COLUMNS(name, T, I, conjugate) \
    CUPY_SPARSE_BLOCKS(name, SpMV, cupy::sparse::add_columns<T, I, conjugate>)
