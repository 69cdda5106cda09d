// What a correlation along one axis is given; the launch packs the same fields.
#pragma once

namespace cupy {
namespace ndimage {

constexpr int kInlineBytes = 1024;

// On SIMT targets.
constexpr int kThreads = 256;
constexpr int kLanes = 32;         // threads across the lines
constexpr int kAcross = 16;        // inner sizes from which on lanes lie across
constexpr int kRun = 8;            // values that a thread computes
constexpr int kDirectTaps = 8;     // up to which each value reads memory itself next to the last axis
constexpr int kDirect = 4;         // values of a thread there
constexpr int kRowReach = 4;       // items on either side of an output up to which rows are read by packs
constexpr int kRowBytes = 8;       // of a thread there, but at least four items

constexpr int kUnknown = 2;

// The array is (outer, length, inner); output i is the sum of weights[k] * input[i - before + k], over `divisor`.
struct Correlate1d {
    const void *input;
    void *output;
    const void *device_weights;    // those that do not fit `inline_weights`, or lie on the device; or null
    long long outer, length, inner;
    int taps, before;
    int mode;
    int runs;                      // runs of a line in one block
    int lines;                     // lines in one block; 0: no stretches, each value reads memory itself
    int chunk;                     // taps that are staged for at once
    int pole = 0;                  // whether the weights are powers of one number from the middle on
    int symmetric = 0;             // 1 or -1 where there is a tap in the middle and those around it are equal or opposite;
                                   // or kUnknown
    double constant, divisor;
    alignas(16) unsigned char inline_weights[kInlineBytes];
};

}  // namespace ndimage
}  // namespace cupy
