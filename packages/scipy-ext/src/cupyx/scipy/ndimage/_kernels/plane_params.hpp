// What a filter along two neighbouring axes at once is given; the launch packs the same fields.
#pragma once

namespace cupy {
namespace ndimage {

constexpr int kPlaneThreads = 320; // of columns with their halo, runs are whole turns of so many
constexpr int kPlaneMeanThreads = 256;
constexpr int kPoleRun = 16;       // outputs down a column where weights are powers of a pole
constexpr int kPlaneTaps = 64;     // along an axis, at most
constexpr int kPlaneWide = 128;    // outputs of a block along the last axis
constexpr int kPlaneHigh = 64;     // along the one before

// The array is (slices, height, width).  First along the height, then along the width: sums of weights[k] * input
// [i - before + k], over `divisor`.
struct Plane {
    const void *input;
    void *output;
    long long height, width;
    int across, down;              // blocks of a slice
    int taps[2], before[2], mode[2];
    int pitch;                     // of the rows in shared memory: four more than a multiple of 32
    int vector;                    // whether rows of the output may be written 16 bytes at a time
    double constant, divisor[2];
    alignas(16) float weights[2][kPlaneTaps];
};

}  // namespace ndimage
}  // namespace cupy
