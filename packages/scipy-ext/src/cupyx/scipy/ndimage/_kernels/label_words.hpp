// The first runs of regions, out of those of regions within tiles, and how many there are in each word.
#pragma once

#include "device/map.hpp"
#include "label_words_of.hpp"

namespace cupy {
namespace ndimage {

CUPY_DEVICE void label_words(const LabelTile &p, long long word) {
    const Forest<unsigned> forest{p.parents};
    unsigned left = p.roots[word], first = 0;
    while (left) {
        const unsigned lowest = left & (0u - left);
        const unsigned run = ((unsigned)word << p.place_bits) + 31 - platform::leading_zeros(lowest);
        left ^= lowest;
        // Nothing but last roots may be written here: the next kernel takes a single step.
        const unsigned root = root_of(forest, run);
        if (root == run) first |= lowest;
        else forest[run] = root;
    }
    p.roots[word] = first;
    p.counts[word] = platform::count_ones(first);
}

}  // namespace ndimage
}  // namespace cupy

#define CUPY_TEMPLATE(name, T) CUPY_MAP_KERNEL(name, cupy::ndimage::LabelTile, cupy::ndimage::label_words)
