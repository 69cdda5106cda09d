// The number of its region for each pixel, in the order of the regions' first pixels; 0 beside them.
#pragma once

#include "device/map.hpp"
#include "label_tile_params.hpp"
#include "window.hpp"

namespace cupy {
namespace ndimage {

// Four pixels a call.
template <class O> CUPY_DEVICE void label_final(const LabelTile &p, long long item) {
    const unsigned size = p.images * p.height * p.width, from = (unsigned)item * 4;
    O *labels = static_cast<O *>(p.labels) + from;
    unsigned parents[4] = {~0u, ~0u, ~0u, ~0u}, known = ~0u;
    const bool whole = from + 4 <= size;
    if (whole) {
        unpack<4>(p.parents + from, parents);
    } else {
        for (unsigned k = 0; from + k < size; ++k) parents[k] = p.parents[from + k];
    }
    O found[4], label = O(0);
    CUPY_UNROLL
    for (int k = 0; k < 4; ++k) {
        if (parents[k] != known) {
            known = parents[k];
            label = O(0);
            if (known != ~0u) {
                // The first pixels of regions within tiles know those of their regions.
                const unsigned root = p.parents[known], row = root / p.width, x = root - row * p.width;
                const unsigned word = row * p.row_words + x / 32;
                label = cast<O>(p.counts[word] - platform::count_ones(p.roots[word] >> (x & 31)) + 1);
            }
        }
        found[k] = label;
    }
    if (whole) {
        pack<4>(found, labels);
    } else {
        for (unsigned k = 0; from + k < size; ++k) labels[k] = found[k];
    }
}

}  // namespace ndimage
}  // namespace cupy

#define CUPY_TEMPLATE(name, O) CUPY_MAP_KERNEL(name, cupy::ndimage::LabelTile, cupy::ndimage::label_final<O>)
