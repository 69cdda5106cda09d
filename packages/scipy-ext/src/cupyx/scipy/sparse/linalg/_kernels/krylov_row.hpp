// A row of a sparse matrix times a vector, or the part of one of the lanes that take the row.
#pragma once

#include "device/sparse_bounds.hpp"
#include "kernel.hpp"

namespace cupy {
namespace krylov {

constexpr int kAhead = 2;          // items of a row that a lane reads at a time

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

}  // namespace krylov
}  // namespace cupy
