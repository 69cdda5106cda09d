// Structures of sparse matrices as they may be: they were right when the matrix was made, but arrays can be changed by
// hand.  Every kernel reads starts of rows and columns by way of these, so that none leads out of an array; what comes
// of a wrong structure is no result, but harms nothing.
#pragma once

#include "sparse_params.hpp"

namespace cupy {
namespace sparse {

template <class I> CUPY_DEVICE const I *index_array(const void *array) { return static_cast<const I *>(array); }

// Whether there is such a row or column: one comparison.
template <class I> CUPY_DEVICE bool within(I index, int64 count) { return (uint64)(int64)index < (uint64)count; }

// Starts of rows, each at one of the items or behind them.  A row may end before it starts: it has no items.
template <class I> struct Starts {
    const I *indptr;
    int64 items;

    CUPY_DEVICE int64 operator[](int64 row) const {
        const int64 start = (int64)indptr[row];
        return start < 0 ? 0 : start < items ? start : items;
    }
    // Of a row that may end before it starts: where it starts.
    CUPY_DEVICE int64 end(int64 row) const {
        const int64 start = (*this)[row], stop = (*this)[row + 1];
        return start < stop ? stop : start;
    }
};
template <class I, class A> CUPY_DEVICE Starts<I> starts_of(const A &a) { return {index_array<I>(a.indptr), a.items}; }

}  // namespace sparse
}  // namespace cupy
