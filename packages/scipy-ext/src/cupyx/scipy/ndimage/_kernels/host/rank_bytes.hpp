// Ranks of bytes in boxes, on the host: a block takes a share of the columns.
#pragma once

#include "device/map.hpp"
#include "sliding_histogram.hpp"

namespace cupy {
namespace ndimage {

template <class T, class O> void rank_bytes(const RankBytes &p, unsigned block, unsigned grid) {
    uint16 histogram[256];
    const long long columns = p.slices * p.width;
    for (long long at = columns * block / grid; at < columns * (block + 1) / grid; ++at)
        rank_column<T, O>(p, at / p.width, at % p.width, 0, p.height, histogram, 1);
}

}  // namespace ndimage
}  // namespace cupy

#define CUPY_TEMPLATE(name, T, O) CUPY_RANGE_KERNEL(name, cupy::ndimage::RankBytes, cupy::ndimage::rank_bytes<T, O>)
