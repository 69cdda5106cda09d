// Sparse matrix times dense vectors, on the host: blocks take rows with about as many items.
#pragma once

#include "device/sparse.hpp"

namespace cupy {
namespace sparse {

template <class T, class I> void matvec(const SpMV &p, unsigned block, unsigned grid) {
    const I *indptr = index_array<I>(p.a.indptr), *indices = index_array<I>(p.a.indices);
    const T *data = static_cast<const T *>(p.a.data), *x = static_cast<const T *>(p.x);
    T *out = static_cast<T *>(p.out);
    each_row<I>(p.a, block, grid, [&](int64 row) {
        T sum = zero<T>();
        for (int64 i = indptr[row]; i < (int64)indptr[row + 1]; ++i) sum = add(sum, multiply(data[i], x[indices[i]]));
        out[row] = sum;
    });
}

// Each block adds to a row of out of its own.
template <class T, class I, bool Conjugate> void add_columns(const SpMV &p, unsigned block, unsigned grid) {
    const I *indices = index_array<I>(p.a.indices);
    const T *data = static_cast<const T *>(p.a.data), *x = static_cast<const T *>(p.x);
    T *out = static_cast<T *>(p.out) + block * p.columns;
    each_item<I>(p.a, block, grid, [&](int64 item, int64 row) {
        T *to = out + (int64)indices[item];
        if constexpr (Conjugate) *to = add(*to, multiply(conj(data[item]), x[row]));
        else *to = add(*to, multiply(data[item], x[row]));
    });
}

template <class T, class I> void add_coordinates(const SpMVCoordinates &p, unsigned, unsigned) {
    const I *rows = index_array<I>(p.rows), *indices = index_array<I>(p.columns);
    const T *data = static_cast<const T *>(p.data), *x = static_cast<const T *>(p.x);
    for (int64 i = 0; i < p.nnz; ++i) add_to(static_cast<T *>(p.out) + rows[i], multiply(data[i], x[indices[i]]));
}

template <class T, class I> void matmat(const SpMM &p, unsigned block, unsigned grid) {
    const I *indptr = index_array<I>(p.a.indptr), *indices = index_array<I>(p.a.indices);
    const T *data = static_cast<const T *>(p.a.data), *x = static_cast<const T *>(p.x);
    each_row<I>(p.a, block, grid, [&](int64 row) {
        T *CUPY_RESTRICT out = static_cast<T *>(p.out) + row * p.columns;
        for (int64 c = 0; c < p.columns; ++c) out[c] = zero<T>();
        for (int64 i = indptr[row]; i < (int64)indptr[row + 1]; ++i) {
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
