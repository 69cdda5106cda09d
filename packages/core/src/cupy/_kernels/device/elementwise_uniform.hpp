// A stretch of a contiguous output whose inputs are constant along its rows: the values of the rows are in shared
// memory, and a block writes the stretch by vectors of them.
#pragma once

#include "device/unaligned.hpp"

namespace cupy {
namespace simt {

// From `begin` on, the item `x` of the first row, and before `stop`.
template <class T>
CUPY_DEVICE void write_rows(T *to, const T *values, const Divider &length, unsigned x, unsigned begin, unsigned stop) {
    constexpr int V = tuning::kVectorBytes / sizeof(T);
    CUPY_NO_UNROLL
    for (unsigned at = begin + platform::thread_index() * V; at < stop; at += tuning::kThreads * V) {
        T items[V];
        unsigned row, place;
        divide(x + at - begin, length, row, place);
        Fetched<V, T> fetched;
        fetched.values(values + row, length.divisor, length.divisor - place);
        fetched.take(items);
        if (at + V <= stop) {
            store_vector(to + at, items);
        } else {
            CUPY_NO_UNROLL
            for (unsigned j = at; j < stop; ++j) {
                to[j] = values[row];
                if (++place == length.divisor) {
                    place = 0;
                    ++row;
                }
            }
        }
    }
}

}  // namespace simt
}  // namespace cupy
