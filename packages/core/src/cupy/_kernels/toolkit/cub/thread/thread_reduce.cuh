// Reductions and scans of the items of one thread.
#pragma once

#include <cub/operators.cuh>
#include "toolkit_begin.hpp"

namespace cub {

template <class T, int items, class Op, class First> First ThreadReduce(const T (&values)[items], Op combine, First first) {
    for (int k = 0; k < items; ++k) first = combine(first, First(values[k]));
    return first;
}
template <class T, int items, class Op> T ThreadReduce(const T (&values)[items], Op combine) {
    T total = values[0];
    for (int k = 1; k < items; ++k) total = combine(total, values[k]);
    return total;
}
// Both give what all items are together.
template <class T, int items, class Op> T ThreadScanInclusive(const T (&in)[items], T (&out)[items], Op combine) {
    T total = in[0];
    for (int k = 0; k < items; ++k) {
        if (k) total = combine(total, in[k]);
        out[k] = total;
    }
    return total;
}
template <class T, int items, class Op>
T ThreadScanExclusive(const T (&in)[items], T (&out)[items], Op combine, T first) {
    for (int k = 0; k < items; ++k) {
        const T next = combine(first, in[k]);
        out[k] = first;
        first = next;
    }
    return first;
}

}  // namespace cub

#include "toolkit_end.hpp"
