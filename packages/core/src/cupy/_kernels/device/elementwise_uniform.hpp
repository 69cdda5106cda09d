// A stretch of a contiguous output whose inputs are constant along its rows: the values of the rows are in shared
// memory, and a block writes the stretch by vectors of them.
#pragma once

#include "device/unaligned.hpp"

namespace cupy {
namespace simt {

// V items from the item `x` of a row on, whose value is the first.
template <int V, class T> CUPY_DEVICE void spread(T (&to)[V], const T *values, const Divider &length, unsigned x) {
    if constexpr (sizeof(T) < 4) {
        if (length.divisor >= V) {      // two rows at the most
            Fetched<V, T> two;
            const int left = (int)(length.divisor - x);
            two.values(values, left);
            two.take(to);
            return;
        }
    }
    constexpr int each = sizeof(T) == 1 ? 4 : V;        // short code: bytes go word by word
    unsigned words[V * sizeof(T) / 4];
    CUPY_NO_UNROLL
    for (int c = 0; c < V; c += each) {
        T part[each];
        CUPY_UNROLL
        for (int j = 0; j < each; ++j) {
            unsigned row, place;
            divide(x + c + j, length, row, place);
            part[j] = values[row];
        }
        CUPY_UNROLL
        for (int k = 1; k < V / each; ++k) words[k - 1] = words[k];
        memcpy(reinterpret_cast<char *>(words) + (V - each) * sizeof(T), part, sizeof part);
    }
    memcpy(to, words, sizeof to);
}

// From `begin` on, the item `x` of the first row, and before `stop`.
template <class T>
CUPY_DEVICE void write_rows(T *to, const T *values, const Divider &length, unsigned x, unsigned begin, unsigned stop) {
    constexpr int V = tuning::kVectorBytes / sizeof(T);
    CUPY_NO_UNROLL
    for (unsigned at = begin + platform::thread_index() * V; at < stop; at += tuning::kThreads * V) {
        T items[V];
        unsigned row, place;
        divide(x + at - begin, length, row, place);
        spread(items, values + row, length, place);
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
