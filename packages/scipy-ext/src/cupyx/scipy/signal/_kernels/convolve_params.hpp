// What a direct convolution is given; the launch packs the same fields.
#pragma once

namespace cupy {
namespace signal {

constexpr int kConvolveAxes = 8;
constexpr int kConvolveRun = 8;        // outputs of an item, next to each other along the last axis

// out[i] is the sum over k of h[k] * x[i + start - k]; all arrays are C-contiguous, and `count` is the number of runs.
// Beyond its ends x is `fill` (boundary 0), repeats (1), or is reflected with its edges doubled (2).
struct Convolve {
    const void *x, *h;
    void *out;
    long long count;
    int ndim, boundary = 0;
    long long length[kConvolveAxes], taps[kConvolveAxes], size[kConvolveAxes], start[kConvolveAxes];
    const void *fill = 0;              // null: zero
};

}  // namespace signal
}  // namespace cupy
