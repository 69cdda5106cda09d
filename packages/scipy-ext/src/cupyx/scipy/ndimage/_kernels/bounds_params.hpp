// What the search for the boxes around labels is given.
#pragma once

namespace cupy {
namespace ndimage {

constexpr int kBoundsAxes = 32;

// `bounds` are, for each label and axis, the first index and one behind the last.
struct Bounds {
    const void *input;
    unsigned long long *bounds;
    long long count, size, width;
    int run, ndim;
    long long labels;
    long long shape[kBoundsAxes];
};

}  // namespace ndimage
}  // namespace cupy
