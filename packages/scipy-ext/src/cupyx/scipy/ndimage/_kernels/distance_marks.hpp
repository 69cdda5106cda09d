// The first and the last site of each chunk of a line.
#pragma once

#include "distance.hpp"

namespace cupy {
namespace ndimage {

CUPY_DEVICE void distance_marks(const Distance &p, long long item) {
    long long rest = item;
    const long long column = split(rest, p.inner), chunk = split(rest, p.chunks);
    const long long start = chunk * kDistanceChunk, line = rest * p.length * p.inner + column;
    const uint8 *input = static_cast<const uint8 *>(p.input) + line;
    int first = -1, last = -1;
    for (long long i = start; i < start + kDistanceChunk && i < p.length; ++i) {
        if (input[i * p.inner]) continue;
        if (first < 0) first = (int)i;
        last = (int)i;
    }
    p.marks[2 * item] = first;
    p.marks[2 * item + 1] = last;
}

}  // namespace ndimage
}  // namespace cupy

#define CUPY_TEMPLATE(name, G) CUPY_MAP_KERNEL(name, cupy::ndimage::Distance, cupy::ndimage::distance_marks)
