// What the transforms of a signal's frames are given; the launch packs the same fields.
#pragma once

namespace cupy {
namespace signal {

constexpr int kFrameThreads = 512;     // of the longest transform, of 8192 samples

// Frame f of a line begins at sample start + f * step and has `taps` of them, less their mean if `centred`, times the
// window, with zeros up to 2 * `half`; `half` is a power of two.  Beyond the ends of the line are zeros.  Written are
// half + 1 bins of each frame: spectra, or their squares if `squared`, doubled where they stand for two.
// With `paired`, frames are whole and begin at even places that lie on multiples of two samples in memory.
struct FrameSpectra {
    const void *x, *window;
    const void *roots;                 // exp(-2 pi i k / (2 half))
    void *out;                         // (lines, frames, half + 1)
    long long lines, length, frames, step, start;
    int taps, half;
    bool centred = false, squared = false, paired = false;
};

}  // namespace signal
}  // namespace cupy
