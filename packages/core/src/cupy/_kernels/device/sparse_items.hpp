// Values of sparse matrices: sums of duplicates, dense copies, values at coordinates.
#pragma once

#include "device/sparse.hpp"

namespace cupy {
namespace sparse {

// out: of each of `count` runs, which start at y (int64) and end with `size`, the sum of the items, which lie at
// places x (int64) if that is not null.  A run is cut into parts, a row of out.
template <class T> CUPY_DEVICE void sum_run(const Sparse &p, int64 work, int lane, bool valid) {
    T sum = zero<T>();
    if (valid) {
        const int64 run = work / p.parts, part = work % p.parts;
        const int64 *starts = index_array<int64>(p.y), *places = index_array<int64>(p.x);
        const T *data = static_cast<const T *>(p.data);
        const int64 start = starts[run], length = (run + 1 < p.count ? starts[run + 1] : p.size) - start;
        const int64 stop = start + length * (part + 1) / p.parts;
        CUPY_UNROLL
        for (int64 i = start + length * part / p.parts + lane; i < stop; i += p.lanes)
            sum = add(sum, data[places ? places[i] : i]);
    }
    sum = sum_of_lanes(sum, p.lanes);
    if (valid && lane == 0) static_cast<T *>(p.out)[work] = sum;
}

// out: a dense matrix of zeros, to whose items those of the matrix are added.  A row is `count` items from the
// next, a column `parts`.
template <class T, class I>
CUPY_DEVICE void add_to_dense(const Sparse &p, int64 item, int64 row, unsigned) {
    const int64 at = row * p.count + (int64)index_array<I>(p.indices)[item] * p.parts;
    const T value = static_cast<const T *>(p.data)[item];
    if (p.option) static_cast<T *>(p.out)[at] = value;
    else add_to(static_cast<T *>(p.out) + at, value);
}

// out: the sum of the items in row x and column y (int64 both); option: columns ascend.
template <class T, class I> CUPY_DEVICE void look_up(const Sparse &p, int64 i) {
    const int64 row = index_array<int64>(p.x)[i], column = index_array<int64>(p.y)[i];
    const I *indices = index_array<I>(p.indices);
    int64 at = index_array<I>(p.indptr)[row];
    const int64 stop = index_array<I>(p.indptr)[row + 1];
    if (p.option) at = lower_bound(indices, at, stop, column);
    T sum = zero<T>();
    for (; at < stop; ++at) {
        if ((int64)indices[at] == column) sum = add(sum, static_cast<const T *>(p.data)[at]);
        else if (p.option) break;
    }
    static_cast<T *>(p.out)[i] = sum;
}

#ifdef CUPY_HOST

// See count_columns: x are places of the columns for each block; out: items, more: their rows.
template <class T, class I> void move_columns(const Sparse &p, unsigned block, unsigned grid) {
    const I *indptr = index_array<I>(p.indptr), *indices = index_array<I>(p.indices);
    const T *data = static_cast<const T *>(p.data);
    T *out = static_cast<T *>(p.out);
    I *rows = static_cast<I *>(p.more);
    int64 *places = static_cast<int64 *>(const_cast<void *>(p.x)) + block * p.columns;
    const int64 stop = block + 1 == grid ? p.rows : share(indptr, p.rows, block + 1, grid);
    for (int64 row = share(indptr, p.rows, block, grid); row < stop; ++row)
        for (int64 i = indptr[row]; i < (int64)indptr[row + 1]; ++i) {
            const int64 to = places[indices[i]]++;
            rows[to] = (I)row;
            out[to] = data[i];
        }
}

#endif

}  // namespace sparse
}  // namespace cupy
