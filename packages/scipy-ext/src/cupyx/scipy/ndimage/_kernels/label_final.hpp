// The number of its region for each pixel, in the order of the regions' first pixels; 0 beside them.
#pragma once

#include "device/map.hpp"
#include "label_words_of.hpp"
#include "window.hpp"

namespace cupy {
namespace ndimage {

template <class O> CUPY_DEVICE O label_of(const LabelTile &p, unsigned run) {
    // The first runs of regions within tiles know those of their regions.
    const unsigned root = p.parents[p.parents[run]], word = root / p.places;
    return cast<O>(p.counts[word] - platform::count_ones(p.roots[word] >> (root - word * p.places)) + 1);
}

// Up to four pixels of a row a call.
template <class O> CUPY_DEVICE void label_final(const LabelTile &p, long long item) {
    const unsigned calls = (p.width + 3) / 4, row = (unsigned)item / calls;
    const unsigned x = ((unsigned)item - row * calls) * 4, place = row * p.row_words + x / 32;
    const unsigned word = p.words[place], starts = run_starts(p, word);
    O found[4], label = O(0);
    CUPY_UNROLL
    for (int k = 0; k < 4; ++k) {
        const unsigned bit = (x & 31) + k;
        const bool has = word >> bit & 1;
        if (has && (k == 0 || starts >> bit & 1)) label = label_of<O>(p, place * p.places + run_of(starts, bit));
        found[k] = has ? label : O(0);
    }
    O *labels = static_cast<O *>(p.labels) + (unsigned long long)row * p.width + x;
    if (p.packs) {
        pack<4>(found, labels);
    } else {
        CUPY_UNROLL
        for (unsigned k = 0; k < 4; ++k)
            if (x + k < p.width) labels[k] = found[k];
    }
}

}  // namespace ndimage
}  // namespace cupy

#define CUPY_TEMPLATE(name, O) CUPY_MAP_KERNEL(name, cupy::ndimage::LabelTile, cupy::ndimage::label_final<O>)
