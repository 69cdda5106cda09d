// What the steps from marked pixels to whole regions are given.
#pragma once

namespace cupy {
namespace ndimage {

struct Reach {
    const void *regions;               // the number of each pixel's region, or 0; at most as many as there are pixels
    const void *marked;                // bytes
    const void *start;                 // bytes: pixels that are reached anyway
    void *touched;                     // a byte for each number, 0 at first
    void *output;                      // bytes
    long long count;
};

}  // namespace ndimage
}  // namespace cupy
