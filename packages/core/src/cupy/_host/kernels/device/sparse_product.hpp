// Sparse matrix times dense vectors, on the host: blocks take rows with about as many items.
#pragma once

#include "device/sparse.hpp"

namespace cupy {
namespace sparse {

template <class T, class I> void matvec(const Sparse &p, unsigned block, unsigned grid) {
    const I *indptr = index_array<I>(p.indptr), *indices = index_array<I>(p.indices);
    const T *data = static_cast<const T *>(p.data), *x = static_cast<const T *>(p.x);
    T *out = static_cast<T *>(p.out);
    const int64 stop = block + 1 == grid ? p.rows : share(indptr, p.rows, block + 1, grid);
    for (int64 row = share(indptr, p.rows, block, grid); row < stop; ++row) {
        T sum = zero<T>();
        for (int64 i = indptr[row]; i < (int64)indptr[row + 1]; ++i) sum = add(sum, multiply(data[i], x[indices[i]]));
        out[row] = sum;
    }
}

// Each block adds to a row of out of its own.
template <class T, class I, bool Conjugate> void add_columns(const Sparse &p, unsigned block, unsigned grid) {
    const I *indptr = index_array<I>(p.indptr), *indices = index_array<I>(p.indices);
    const T *data = static_cast<const T *>(p.data), *x = static_cast<const T *>(p.x);
    T *out = static_cast<T *>(p.out) + block * p.columns;
    const int64 stop = block + 1 == grid ? p.rows : share(indptr, p.rows, block + 1, grid);
    for (int64 row = share(indptr, p.rows, block, grid); row < stop; ++row)
        for (int64 i = indptr[row]; i < (int64)indptr[row + 1]; ++i) {
            T *to = out + (int64)indices[i];
            if constexpr (Conjugate) *to = add(*to, multiply(conj(data[i]), x[row]));
            else *to = add(*to, multiply(data[i], x[row]));
        }
}

template <class T, class I> void add_coordinates(const Sparse &p, unsigned, unsigned) {
    const I *rows = index_array<I>(p.y), *indices = index_array<I>(p.indices);
    const T *data = static_cast<const T *>(p.data), *x = static_cast<const T *>(p.x);
    for (int64 i = 0; i < p.size; ++i) add_to(static_cast<T *>(p.out) + rows[i], multiply(data[i], x[indices[i]]));
}

template <class T, class I> void matmat(const Sparse &p, unsigned block, unsigned grid) {
    const I *indptr = index_array<I>(p.indptr), *indices = index_array<I>(p.indices);
    const T *data = static_cast<const T *>(p.data), *x = static_cast<const T *>(p.x);
    const int64 stop = block + 1 == grid ? p.rows : share(indptr, p.rows, block + 1, grid);
    for (int64 row = share(indptr, p.rows, block, grid); row < stop; ++row) {
        T *CUPY_RESTRICT out = static_cast<T *>(p.out) + row * p.count;
        for (int64 c = 0; c < p.count; ++c) out[c] = zero<T>();
        for (int64 i = indptr[row]; i < (int64)indptr[row + 1]; ++i) {
            const T value = data[i];
            const T *CUPY_RESTRICT other = x + (int64)indices[i] * p.count;
            for (int64 c = 0; c < p.count; ++c) out[c] = add(out[c], multiply(value, other[c]));
        }
    }
}

}  // namespace sparse
}  // namespace cupy

#define CUPY_SPARSE_COLUMNS(name, T, I, conjugate) \
    CUPY_SPARSE_BLOCKS(name, cupy::sparse::add_columns<T, I, conjugate>)
