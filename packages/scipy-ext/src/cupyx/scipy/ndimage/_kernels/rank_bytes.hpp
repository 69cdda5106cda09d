// Ranks of bytes in boxes: a thread goes down a column, its histogram in shared memory.
#pragma once

#include "sliding_histogram.hpp"
#include "tile.hpp"

namespace cupy {
namespace ndimage {

template <class T, class O> CUPY_DEVICE void rank_bytes(const RankBytes &p, unsigned char *shared) {
    const TilePlace at = place_of_tile(p);
    const long long x = (long long)at.column * kRankThreads + platform::thread_index();
    const long long y = (long long)at.row * kRankRows, slice = at.image;
    const long long end = p.height - y < kRankRows ? p.height : y + kRankRows;
    if (x < p.width)
        rank_column<T, O>(p, slice, x, y, end, reinterpret_cast<uint16 *>(shared) + platform::thread_index(),
                          kRankThreads);
}

}  // namespace ndimage
}  // namespace cupy

#define CUPY_TEMPLATE(name, T, O)                                                    \
    CUPY_KERNEL CUPY_LAUNCH_BOUNDS(cupy::ndimage::kRankThreads)                      \
        name(CUPY_GRID_CONSTANT const cupy::ndimage::RankBytes params) {             \
        CUPY_DYNAMIC_SHARED(cupy_histograms);                                        \
        cupy::ndimage::rank_bytes<T, O>(params, cupy_histograms);                    \
    }
