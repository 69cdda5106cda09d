// What a correlation with a small square of weights is given; the launch packs the same fields.
#pragma once

namespace cupy {
namespace ndimage {

constexpr int kSquareThreads = 128;
constexpr int kSquareWide = 128;       // outputs of a block along the last axis: four of each of 32 threads
constexpr int kSquareHigh = 16;        // along the one before
constexpr int kSquareTaps = 49;

// The array is (images, height, width). The middle of the weights lies on the output.
struct CorrelateTile {
    const void *input;
    void *output;
    long long height, width;
    int across, down;                  // blocks of an image
    int mode[2];
    int packs;                         // whether rows may be read and written four items at a time
    double constant;
    const void *device_weights = nullptr;  // the weights in the type of the sums, where only the device knows them
    int reversed = 0;                      // whether those lie in reverse order
    float singles[kSquareTaps];        // the weights, in the type of the sums
    double doubles[kSquareTaps];
};

}  // namespace ndimage
}  // namespace cupy
