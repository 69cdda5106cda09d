// What neighbouring lanes have together, in each of them: `lanes` is a power of two of at most 32.
#pragma once

#include "warp/exchange.hpp"

namespace cupy {
namespace warp {

template <class T, class Combine> CUPY_DEVICE T reduce(T value, unsigned lanes, Combine combine) {
    for (unsigned step = lanes / 2; step > 0; step /= 2) value = combine(value, lane_xor(value, step));
    return value;
}
template <class T> CUPY_DEVICE T sum(T value, unsigned lanes) {
    return reduce(value, lanes, [](const T &a, const T &b) { return T(a + b); });
}

}  // namespace warp
}  // namespace cupy
