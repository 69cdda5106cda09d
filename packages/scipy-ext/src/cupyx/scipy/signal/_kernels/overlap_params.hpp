// What the adding of frames is given; the launch packs the same fields.
#pragma once

namespace cupy {
namespace signal {

constexpr int kOverlapRun = 4;         // samples of an item

// Output i of a line is the sum over frames f of item (j - roll) modulo `width` of the frame, times window[j], where
// j = i + start - f * step lies below `taps`; over the sum of squares of the window there, if `normalized`.
struct Overlap {
    const void *frames, *window;       // (lines, frames, width); null: ones
    void *out;
    long long count, size, number, step, start, taps, width, roll = 0;
    int normalized = 0;
    double scale = 1;
};

}  // namespace signal
}  // namespace cupy
