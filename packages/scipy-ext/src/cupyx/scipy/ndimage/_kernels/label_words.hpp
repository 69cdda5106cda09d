// Images of bits for labelling over tiles: what its passes are given, and runs of pixels within words of 32.
#pragma once

#include "union_find.hpp"

namespace cupy {
namespace ndimage {

constexpr int kLabelWide = 4;          // words of a tile along a row
constexpr int kLabelHigh = 64;         // rows of a tile
constexpr int kLabelThreads = 256;
constexpr int kLabelLeading = 32;

// Images of bytes, one after the other; rows of 32 pixels a word. A word has room for `1 << place_bits` runs of pixels that
// belong together, one after the other; a run has the number of a run of its region as its parent.
struct LabelTile {
    const void *object;
    unsigned *words;                   // of pixels
    unsigned *parents;                 // of runs
    unsigned *roots;                   // bits of the runs of each word that are the first of their regions (within a
                                       // tile, before regions have been followed to their end)
    unsigned *counts = nullptr;        // of these in each word; or sums of them up to and with each word
    void *labels = nullptr;
    const int *links = nullptr;        // to rows of other planes: the rows between, and the pixel beside, of each
    long long count = 0;
    unsigned height, width, images;
    unsigned across, down;             // tiles of an image
    unsigned row_words;
    unsigned place_bits;
    int left, up, up_left, up_right;   // whether these neighbours are in the same region
    int packs = 0;                     // whether 16 pixels, or four labels, may be read or written at once
    int link_count = 0, axes = 0;      // of the planes
    long long shape[kLabelLeading];
};

// The first pixels of the runs of a word; all of its pixels where neighbours along rows are not joined.
CUPY_DEVICE unsigned run_starts(const LabelTile &p, unsigned word) { return p.left ? word & ~(word << 1) : word; }

// Which of its word's runs a pixel belongs to.
CUPY_DEVICE unsigned run_of(unsigned starts, unsigned bit) {
    return (unsigned)platform::count_ones(starts & ((2u << bit) - 1)) - 1;
}

// Pixels of a word that are to be joined with those `step` beside them in another row, of which `other` is the word
// there; of neighbours that belong to the same runs one.
CUPY_DEVICE unsigned pixels_to_join(const LabelTile &p, unsigned word, unsigned other, int step) {
    const bool rows = p.left && p.up;
    const unsigned both = word & other;
    if (step == 0) return both & ~(p.left ? both << 1 : 0u);
    if (step < 0) return word & other << 1 & ~(rows ? both | word << 1 : 0u);
    return word & other >> 1 & ~(rows ? both | word >> 1 : 0u);
}

// The words and runs of all images.
struct LabelRuns32 {
    const LabelTile &p;
    Forest<unsigned> forest;

    CUPY_DEVICE explicit LabelRuns32(const LabelTile &params) : p(params), forest{params.parents} {}
    CUPY_DEVICE unsigned word(unsigned row, unsigned x) const { return p.words[row * p.row_words + x / 32]; }
    CUPY_DEVICE bool has(unsigned row, unsigned x) const { return word(row, x) >> (x & 31) & 1; }
    CUPY_DEVICE unsigned run(unsigned row, unsigned x) const {
        return (row * p.row_words + x / 32 << p.place_bits) + run_of(run_starts(p, word(row, x)), x & 31);
    }
    CUPY_DEVICE void join(unsigned row, unsigned x, unsigned other_row, unsigned other_x) const {
        join_shortening(forest, run(row, x), run(other_row, other_x));
    }
};

}  // namespace ndimage
}  // namespace cupy
