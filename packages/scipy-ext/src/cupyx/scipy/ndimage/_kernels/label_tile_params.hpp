// What the passes of labelling over tiles are given; the launches pack the same fields.
#pragma once

namespace cupy {
namespace ndimage {

constexpr int kLabelThreads = 256;
constexpr int kLabelEdge = 64;         // pixels of a tile along both axes

// Images of bytes, one after the other. A pixel has the number of a pixel of its region as its parent, and the last of
// all numbers if it is none.
struct LabelTile {
    const void *object;
    unsigned *parents;
    unsigned *roots = nullptr;         // bits of the pixels that are the first of their regions (within a tile, before
                                       // regions have been followed to their end); rows are whole words
    unsigned *counts = nullptr;        // of these in each word; or sums of them up to and with each word
    void *labels = nullptr;
    long long count = 0;
    unsigned height, width, images;
    unsigned across, down;             // tiles of an image
    unsigned row_words;
    int left, up, up_left, up_right;   // whether these neighbours are in the same region
};

}  // namespace ndimage
}  // namespace cupy
