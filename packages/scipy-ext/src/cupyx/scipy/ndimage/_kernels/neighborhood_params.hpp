// What a function of the neighbourhood of each pixel is given.
#pragma once

namespace cupy {
namespace ndimage {

constexpr int kAxes = 32;
constexpr int kCloseTaps = 49;

// The input is an array of `ndim` axes in C order; a tap of the footprint lies `places[tap][axis]` pixels from the
// pixel it belongs to, `steps[tap]` items where nothing is beyond an edge.
struct Neighborhood {
    const void *input;
    void *output;
    const void *weights = nullptr;           // of the taps, or null
    const void *mask = nullptr;              // bytes: where it is 0 the output is the input; or null
    const long long *steps;
    const int *places;
    int *changed = nullptr;                  // set to 1 where an output differs from its input; or null
    long long first = 0;           // pixel of the first call
    long long count;
    long long shape[kAxes];
    int low[kAxes], high[kAxes];   // pixels that the footprint reaches before and behind, along each axis
    int mode[kAxes];
    int ndim, taps;
    int rank = 0;                    // which item in order, of rank filters
    int invert = 0;                  // of binary filters: erode the complement
    int centre = 0;                  // of binary filters: the footprint holds its own pixel
    int axis = 0, lines = 0;       // runs of outputs lie along this axis; taps are lines of weights along it
    int size = 0, pitch = 0;       // weights of a line, and from one line to the next
    int close = 0;                 // whether the steps of all taps are here too
    int close_steps[kCloseTaps];
    double constant, constant_imag;
};

}  // namespace ndimage
}  // namespace cupy
