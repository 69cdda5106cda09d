// A row of a sparse matrix times a vector, or the part of one of the lanes that take the row.
#pragma once

#include "device/sparse_bounds.hpp"
#include "kernel.hpp"

namespace cupy {
namespace krylov {

constexpr int kAhead = 4;          // items of a row that a lane reads at a time

// The sum of some items of a row times a vector: `vector(column)`.
template <class T, class I, class Vector>
CUPY_DEVICE T part_of_row(const T *data, const I *indices, long long first, long long stop, int lanes, long long columns,
                          const Vector &vector) {
    T product(0);
    for (long long k = first; k < stop; k += kAhead * lanes) {
        I column[kAhead];
        T value[kAhead], item[kAhead];
        CUPY_UNROLL
        for (int a = 0; a < kAhead; ++a) {
            const long long at = k + a * lanes;
            column[a] = at < stop ? indices[at] : I(-1);
            value[a] = at < stop ? data[at] : T(0);
        }
        CUPY_UNROLL
        for (int a = 0; a < kAhead; ++a) {
            const bool there = sparse::within(column[a], columns);
            item[a] = there ? vector(column[a]) : T(0);
            if (!there) value[a] = T(0);
        }
        CUPY_UNROLL
        for (int a = 0; a < kAhead; ++a) product = product + value[a] * item[a];
    }
    return product;
}

constexpr int kStaged = 1 << 15;   // bytes of products that a block keeps

// The same of a whole row, the one of this thread, where the block has one for each: its items are read side by side,
// as they lie, unless there are too many.
template <int threads, class T, class I, class Vector>
CUPY_DEVICE T row_of_block(const T *data, const I *indices, const sparse::Starts<I> &starts, long long base,
                           long long rows, long long columns, const Vector &vector) {
    alignas(16) CUPY_SHARED unsigned char raw[kStaged];
    T *products = reinterpret_cast<T *>(raw);
    const long long thread = platform::thread_index(), row = base + thread;
    const long long first = starts[base], last = starts[base + threads < rows ? base + threads : rows];
    const long long start = row < rows ? starts[row] : 0, stop = row < rows ? starts[row + 1] : 0;
    if (first > last || last - first > (long long)(kStaged / sizeof(T)))
        return part_of_row(data, indices, start, stop, 1, columns, vector);
    platform::barrier();           // until the block has read those of the rows before
    for (long long k = first + thread; k < last; k += kAhead * threads) {
        I column[kAhead];
        T value[kAhead];
        CUPY_UNROLL
        for (int a = 0; a < kAhead; ++a) {
            const long long at = k + a * threads;
            column[a] = at < last ? indices[at] : I(-1);
            value[a] = at < last ? data[at] : T(0);
        }
        CUPY_UNROLL
        for (int a = 0; a < kAhead; ++a) {
            const bool there = sparse::within(column[a], columns);
            value[a] = there ? value[a] * vector(column[a]) : T(0);
        }
        CUPY_UNROLL
        for (int a = 0; a < kAhead; ++a)
            if (k + a * threads < last) products[k + a * threads - first] = value[a];
    }
    platform::barrier();
    T product(0);
    if (start >= first && stop <= last)
        for (long long k = start; k < stop; ++k) product = product + products[k - first];
    return product;
}

}  // namespace krylov
}  // namespace cupy
