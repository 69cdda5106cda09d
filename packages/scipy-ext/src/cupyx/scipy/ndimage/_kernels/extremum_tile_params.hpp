// What least and greatest items of boxes over two axes are given; the launch packs the same fields.
#pragma once

namespace cupy {
namespace ndimage {

constexpr int kExtremumThreads = 256;
constexpr int kExtremumWide = 64;      // outputs of a block along the last axis
constexpr int kExtremumHigh = 64;      // along the one before
constexpr int kExtremumNarrow = 32;    // below this width most of a tile would be empty

// The array is (images, height, width). Window i along an axis are the `size` items from i - before on.
struct ExtremumTile {
    const void *input;
    void *output;
    long long height, width;
    int across, down;                  // blocks of an image
    int size[2], before[2], mode[2];
    int pitch;                         // of the rows in shared memory: an odd number
    double constant;
};

}  // namespace ndimage
}  // namespace cupy
