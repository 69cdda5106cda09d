// The number of its region for each pixel, in the order of the regions' first pixels; 0 beside them.
#pragma once

#include "device/map.hpp"
#include "label_words_of.hpp"
#include "window.hpp"

namespace cupy {
namespace ndimage {

// Up to four pixels of a row a call. Two of the runs that they belong to are followed side by side.
template <class O> CUPY_DEVICE void label_final(const LabelTile &p, long long item) {
    const unsigned calls = (p.width + 3) / 4, row = (unsigned)item / calls;
    const unsigned x = ((unsigned)item - row * calls) * 4, place = row * p.row_words + x / 32, shift = x & 31;
    const unsigned word = p.words[place], starts = run_starts(p, word), here = word >> shift & 15;
    O found[4] = {};
    for (unsigned left = here & (starts >> shift | 1); left;) {
        const unsigned rest = left & (left - 1), pair[2] = {left, rest ? rest : left};
        left = rest & (rest - 1);
        unsigned bits[2], roots[2];
        CUPY_UNROLL
        for (int k = 0; k < 2; ++k) {
            bits[k] = 31 - platform::leading_zeros(pair[k] & (0u - pair[k]));
            roots[k] = p.parents[(place << p.place_bits) + run_of(starts, shift + bits[k])];
        }
        CUPY_UNROLL
        for (int k = 0; k < 2; ++k) {
            // The first runs of regions within tiles know those of their regions.
            const unsigned root = p.parents[roots[k]], first = root >> p.place_bits;
            const unsigned later = p.roots[first] >> (root & (1u << p.place_bits) - 1);
            const O label = cast<O>(p.counts[first] - platform::count_ones(later) + 1);
            CUPY_UNROLL
            for (unsigned i = 0; i < 4; ++i)
                if (i >= bits[k]) found[i] = here >> i & 1 ? label : O(0);
        }
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
