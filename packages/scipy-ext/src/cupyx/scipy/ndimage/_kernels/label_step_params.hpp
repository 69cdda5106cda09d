// What the passes before and after the joining of regions are given.
#pragma once

namespace cupy {
namespace ndimage {

constexpr int kLabelRun = 16;      // pixels of a line that start as one region where neighbours along it are joined

struct LabelStep {
    const void *object;            // bytes
    void *parents;
    const void *numbers;           // how many roots there are up to each pixel, or null
    void *roots;                   // bytes: whether a pixel is the first of its region; or null
    void *labels;
    long long count;
    long long length;              // of a line along the last axis
    int joined;                    // whether neighbours along it are
};

}  // namespace ndimage
}  // namespace cupy
