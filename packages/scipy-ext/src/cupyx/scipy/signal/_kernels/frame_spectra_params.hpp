// What the transforms of a signal's frames are given; the launch packs the same fields.
#pragma once

namespace cupy {
namespace signal {

constexpr int kFrameThreads = 512;     // of the longest transform, of 8192 samples

// Frame f of a line begins at sample start + f * step and has `taps` of them, less their mean if `centred`, times the
// window, with zeros up to 2 * `half`; `half` is a power of two.  Beyond the ends of the line are zeros.  Written are
// half + 1 bins of each frame: spectra, their squares times `scale`, or the sums of these over `chunk` frames.  Bins
// that stand for two are doubled if `doubled`.  With `paired`, frames are whole and begin at even places that lie on
// multiples of two samples in memory.
struct FrameSpectra {
    const void *x, *window;
    const void *roots;                 // exp(-2 pi i k / (2 half))
    void *out;                         // (lines, frames, half + 1) or (lines, chunks, half + 1)
    long long lines, length, frames, step, start, chunks;
    int taps, half, chunk = 1, result = 0;      // 0: spectra, 1: powers, 2: sums of powers
    bool centred = false, doubled = false, paired = false;
    double scale = 1;
};

}  // namespace signal
}  // namespace cupy
