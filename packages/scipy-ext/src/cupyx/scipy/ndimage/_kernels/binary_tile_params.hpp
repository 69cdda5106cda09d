// What steps of binary erosion on packed pixels are given; the launch packs the same fields.
#pragma once

namespace cupy {
namespace ndimage {

constexpr int kBinaryThreads = 256;
constexpr int kBinaryWide = 32;        // words of a tile along a row, at most
constexpr int kBinaryHigh = 32;        // rows of a tile
constexpr int kBinaryReach = 15;       // rows that a structure reaches up or down, at most
constexpr int kBinaryRows = 31;
constexpr int kBinaryBeside = 32;      // pixels that all steps of a pass reach to either side, at most

// Images of bytes. A pixel stays where the pixels of all structures' taps are set. Row r of a structure lies
// first_row + r rows on; bit d + 31 of its taps is the pixel d to the right.
struct BinaryTile {
    const void *input;
    void *output;
    const void *mask = nullptr;        // bytes: where it is 0 the output is the input; or null
    int *changed = nullptr;            // set to 1 where the last step changes a pixel; or null
    long long height, width;
    int across, down;                  // blocks of an image
    int wide;                          // words of a tile along a row
    int shift;                         // 2^shift groups of 16 pixels of a row are taken at once
    int steps, parts;                  // steps of a pass; structures of a step, 1 or 2
    int above, below;                  // rows beyond the tile that all steps reach
    int packs;                         // whether rows may be read and written 16 bytes at a time
    int invert, border;                // erode the complement; what lies beyond the edges
    int first_row[2], rows[2];
    unsigned long long taps[2][kBinaryRows];
};

}  // namespace ndimage
}  // namespace cupy
