// What a least or greatest item along one axis is given.
#pragma once

namespace cupy {
namespace ndimage {

constexpr int kExtremumRun = 16;       // outputs of a call

// The array is (outer, length, inner); an item is a run of outputs along the length.
struct Extremum1d {
    const void *input;
    void *output;
    long long count;
    long long length, inner;
    long long runs;                    // of a line
    int size, before;
    int mode;
    double constant;
};

}  // namespace ndimage
}  // namespace cupy
