// Which pixels are the first of their regions, as bits, and how many there are in each word, on SIMT targets.
#pragma once

#include "label_tile_params.hpp"

namespace cupy {
namespace ndimage {

// A warp makes kLabelWords words, each of 32 pixels that lie next to each other.
CUPY_DEVICE void label_words(const LabelTile &p) {
    const int thread = platform::thread_index(), lane = thread % 32;
    const long long words = (long long)p.images * p.height * p.row_words;
    const long long first = ((long long)platform::block_index() * (kLabelThreads / 32) + thread / 32) * kLabelWords;
    if (first >= words) return;
    unsigned mine = 0;
    long long row = first / p.row_words;
    unsigned word = (unsigned)(first - row * p.row_words);
    CUPY_UNROLL
    for (int k = 0; k < kLabelWords; ++k) {
        const unsigned x = word * 32 + lane, at = (unsigned)row * p.width + x;
        const bool root = first + k < words && x < p.width && p.parents[at] == at;
        const unsigned found = platform::ballot(root);
        if (lane == k) mine = found;
        if (++word == p.row_words) {
            word = 0;
            ++row;
        }
    }
    if (first + lane < words) {
        p.roots[first + lane] = mine;
        p.counts[first + lane] = platform::count_ones(mine);
    }
}

}  // namespace ndimage
}  // namespace cupy

#define CUPY_TEMPLATE(name, T)                                                                                  \
    CUPY_KERNEL CUPY_LAUNCH_BOUNDS(cupy::ndimage::kLabelThreads)                                                \
        name(CUPY_GRID_CONSTANT const cupy::ndimage::LabelTile params) { cupy::ndimage::label_words(params); }
