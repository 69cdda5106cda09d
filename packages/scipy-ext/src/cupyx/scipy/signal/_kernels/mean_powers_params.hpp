// What the mean powers of a signal's frames are given; the launch packs the same fields.
#pragma once

namespace cupy {
namespace signal {

constexpr int kMeanThreads = 512;      // of the longest transform, of 4096 samples

// Frames as in frame_spectra_params.hpp, of `transform` samples with their zeros.  Written are, for each chunk of
// `chunk` pairs of frames, sums of the squares of bins 0 to half, times `scale`, and doubled where they stand for two.
struct MeanPowers {
    const void *x, *window;
    const void *roots;                 // exp(-2 pi i k / transform)
    void *out;                         // (lines, chunks, transform / 2 + 1)
    long long lines, length, frames, step, start, chunks;
    int taps, transform, chunk;
    bool centred = false, whole = false;     // whole: taps are as many as the transform has samples
    double scale = 1;
};

}  // namespace signal
}  // namespace cupy
