// Items of compressed rows times, or over, those of a dense array at the same places.
#pragma once

#include "device/map.hpp"
#include "device/sparse.hpp"

namespace cupy {
namespace sparse {

struct ItemsByDense {
    const void *data, *indices, *indptr, *dense;
    void *out, *out_rows;       // (count)
    long long rows, columns;
    long long down, across;     // between items of the dense array, from row to row and from column to column
    long long count;
    int inverse;                // whether its items are divided by
};

template <class T, class I> CUPY_DEVICE void take_items(const ItemsByDense &p, long long i) {
    const Starts<I> starts{index_array<I>(p.indptr), p.count};
    const long long row = row_of(starts, 0, p.rows - 1, i), column = index_array<I>(p.indices)[i];
    T factor = zero<T>();
    if (within(row, p.rows) && within(column, p.columns))
        factor = static_cast<const T *>(p.dense)[row * p.down + column * p.across];
    if (p.inverse) factor = T(1) / factor;
    static_cast<T *>(p.out)[i] = multiply(static_cast<const T *>(p.data)[i], factor);
    static_cast<I *>(p.out_rows)[i] = I(row);
}

}  // namespace sparse
}  // namespace cupy

#define CUPY_TEMPLATE(name, T, I) \
    CUPY_MAP_KERNEL(name, cupy::sparse::ItemsByDense, cupy::sparse::take_items<T, I>)
