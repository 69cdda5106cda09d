// What the passes of labelling over tiles are given; the launches pack the same fields.
#pragma once

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

}  // namespace ndimage
}  // namespace cupy
