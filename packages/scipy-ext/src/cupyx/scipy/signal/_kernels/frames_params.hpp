// What the cutting of a signal into frames is given; the launch packs the same fields.
#pragma once

namespace cupy {
namespace signal {

constexpr int kFrameRun = 4;           // samples of an item

// Frame f of a line has sample start + f * step + j of it at place (j - roll) modulo `width`, for j below `taps`: less
// the frame's mean, times the window.  All else is zero.  `count` is lines * frames * runs of a frame.
struct Frames {
    const void *x, *window;
    const void *means = 0;             // (lines, frames) or null
    void *out;                         // (lines, frames, width)
    long long count, length, frames, step, start, taps, width, roll = 0;
};

}  // namespace signal
}  // namespace cupy
