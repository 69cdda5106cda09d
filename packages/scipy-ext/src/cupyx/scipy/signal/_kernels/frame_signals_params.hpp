// What the inverse transforms of spectra are given; the launch packs the same fields.
#pragma once

namespace cupy {
namespace signal {

constexpr int kSignalThreads = 512;    // of the longest transform, to 8192 samples

// Each of `frames` rows of half + 1 bins becomes 2 * `half` real samples; `half` is a power of two.
struct FrameSignals {
    const void *spectra;
    const void *roots;                 // exp(-2 pi i k / (2 half))
    void *out;                         // (frames, 2 half)
    long long frames;
    int half;
};

}  // namespace signal
}  // namespace cupy
