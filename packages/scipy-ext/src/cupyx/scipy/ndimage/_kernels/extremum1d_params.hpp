// What least and greatest items of windows along one axis are found by; the launch packs the same fields.
#pragma once

namespace cupy {
namespace ndimage {

constexpr int kExtremumRun = 16;       // outputs of a call on SIMT targets
constexpr int kExtremumBuffer = 4096;  // on the host: outputs of a call, `kExtremumLanes` lines at once at most
constexpr int kExtremumLanes = 64;
constexpr int kExtremumPixels = 512;   // on the host, with any footprint: outputs of a call, of one row

// The array is (outer, length, inner); an item is a run of outputs along the length, on the host of `lanes` lines.
struct Extremum1d {
    const void *input;
    void *output;
    long long count;
    long long length, inner;
    long long runs;                    // of a line
    int run = kExtremumRun, lanes = 1; // of a call
    int size, before;
    int mode;
    double constant;
};

constexpr bool least = false, greatest = true;      // which item is looked for

template <bool greatest, class T> CUPY_DEVICE T better(T a, T b) {
    return greatest ? (b > a ? b : a) : (b < a ? b : a);
}

}  // namespace ndimage
}  // namespace cupy
