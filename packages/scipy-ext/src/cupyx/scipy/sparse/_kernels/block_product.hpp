// Rows of dense blocks times a dense array: an item of the result.
#pragma once

#include "device/map.hpp"
#include "device/sparse.hpp"

namespace cupy {
namespace sparse {

struct BlockProduct {
    const void *data, *indices, *indptr, *x;
    void *out;
    long long rows, items, width;       // rows of blocks, blocks, blocks side by side
    long long height, length;           // of a block
    long long columns;                  // of x
    long long count;                    // of the result
};

template <class T, class I> CUPY_DEVICE void multiply_blocks(const BlockProduct &p, long long i) {
    const bool single = p.columns == 1;
    const long long row = single ? i : i / p.columns, column = single ? 0 : i - row * p.columns;
    const long long block_row = row / p.height, size = p.height * p.length;
    const bool there = within(block_row, p.rows);
    const Starts<I> starts{index_array<I>(p.indptr), p.items};
    const I *indices = index_array<I>(p.indices);
    const T *data = static_cast<const T *>(p.data) + (row - block_row * p.height) * p.length;
    const T *x = static_cast<const T *>(p.x) + column;
    T sum = zero<T>();
    const long long stop = there ? starts[block_row + 1] : 0;
    for (long long block = there ? starts[block_row] : 0; block < stop; ++block) {
        if (!within(indices[block], p.width)) continue;
        const T *items = data + block * size, *other = x + (long long)indices[block] * p.length * p.columns;
        for (long long k = 0; k < p.length; ++k) sum = add(sum, multiply(items[k], other[k * p.columns]));
    }
    static_cast<T *>(p.out)[i] = sum;
}

}  // namespace sparse
}  // namespace cupy

#define CUPY_TEMPLATE(name, T, I) \
    CUPY_MAP_KERNEL(name, cupy::sparse::BlockProduct, cupy::sparse::multiply_blocks<T, I>)
