// Sums of exponentials without overflow, in one pass: an accumulator stands for exp(most) (1 + rest).
#pragma once

#include "device/reduce_types.hpp"
#include "math/real.hpp"

namespace cupy {

// Nothing yet is most = -infinity, rest = -1.
template <class T> struct LogSum {
    T most, rest;
};
template <class T> CUPY_DEVICE LogSum<T> merge(const LogSum<T> &a, const LogSum<T> &b) {
    if (a.most != a.most) return a;
    const bool swapped = !(a.most >= b.most);   // a NaN is kept
    const LogSum<T> &high = swapped ? b : a, &low = swapped ? a : b;
    const T scale = high.most == low.most ? T(1) : exp(low.most - high.most);
    return {high.most, high.rest + (1 + low.rest) * scale};
}

}  // namespace cupy
