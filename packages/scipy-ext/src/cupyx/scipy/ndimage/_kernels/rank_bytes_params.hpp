// What ranks of bytes in boxes are given.
#pragma once

namespace cupy {
namespace ndimage {

constexpr int kRankThreads = 64;       // of a block, each with a histogram of its own
constexpr int kRankRows = 64;          // outputs of a thread down a column

// The array is (slices, height, width).
struct RankBytes {
    const void *input;
    void *output;
    long long slices, height, width;
    int across, down;                  // blocks of a slice
    int size[2], before[2], mode[2];   // of the box, along the last two axes
    int rank;
    double constant;
};

}  // namespace ndimage
}  // namespace cupy
