// What a convolution by blocks is given; the launch packs the same fields.
#pragma once

namespace cupy {
namespace signal {

constexpr int kBlockTransform = 4096, kLongTransform = 8192;   // items of the longest transforms of both kernels

// Lines of `length` samples are convolved with `taps` taps; `size` samples of each result are kept, the first at
// `begin`.  Blocks of `transform` samples overlap by taps - 1.  Two blocks of a real signal are transformed together, as
// real and imaginary part.  Stage 0 writes the transforms of the taps, over `transform`, to `response`; stage 1
// convolves.  `groups` pairs of blocks (or blocks of a complex signal) make a line.
struct OverlapSave {
    const void *x;
    const void *roots;                 // exp(-2 pi i k / transform)
    void *response;                    // (responses, transform)
    void *out;
    long long length, size = 0, begin = 0, groups = 1;
    int stage, taps, transform, responses = 1;
};

}  // namespace signal
}  // namespace cupy
