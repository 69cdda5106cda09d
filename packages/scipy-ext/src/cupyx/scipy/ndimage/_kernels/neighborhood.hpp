// Goes through the neighbourhood of a pixel.
#pragma once

#include "boundary.hpp"

namespace cupy {
namespace ndimage {

constexpr int kAxes = 32;
constexpr int kCloseTaps = 49;
constexpr int kHostRun = 32, kDeviceRun = 8;    // outputs of a call of `correlate_run`
constexpr int kHostRanks = 32;                  // of a call of rank_small.hpp on the host
constexpr int kBoxRun = 4;                      // values of a call of rank_box.hpp, each of one pixel or two

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
    int invert = 0;                  // of binary filters: erode the complement; of ranks: they count from the greatest
    int centre = 0;                  // of binary filters: the footprint holds its own pixel
    int axis = 0, lines = 0;       // runs of outputs lie along this axis; taps are lines of weights along it
    int size = 0, pitch = 0;       // weights of a line, and from one line to the next
    int close = 0;                 // whether the steps of all taps are here too
    int close_steps[kCloseTaps];
    double constant, constant_imag;
};

template <class T> CUPY_DEVICE T constant_of(const Neighborhood &p) {
    if constexpr (is_complex<T>::value) {
        using part = typename T::value_type;
        return T((part)p.constant, (part)p.constant_imag);
    } else {
        return cast<T>(p.constant);
    }
}

// `visit(tap, from)` for every tap of pixel `i`, until it returns false; `from` is the item that the tap falls on, or -1
// for the constant.  `D` axes at most; Index holds every number of an item.
template <int D, class Index, class Visit>
CUPY_DEVICE void each_place(const Neighborhood &p, long long i, Visit visit) {
    const int ndim = D <= 3 ? D : p.ndim;
    long long at[D];
    bool inside = true;
    Index left = (Index)i;
    for (int axis = ndim - 1; axis >= 0; --axis) {
        const Index length = (Index)p.shape[axis], rest = left / length;
        at[axis] = (long long)(left - rest * length);
        left = rest;
        inside = inside && at[axis] >= p.low[axis] && at[axis] + p.high[axis] < p.shape[axis];
    }
    if (inside) {
        if (p.close) {
            for (int tap = 0; tap < p.taps; ++tap)
                if (!visit(tap, i + p.close_steps[tap])) return;
            return;
        }
        for (int tap = 0; tap < p.taps; ++tap)
            if (!visit(tap, i + p.steps[tap])) return;
        return;
    }
    for (int tap = 0; tap < p.taps; ++tap) {
        long long from = 0;
        for (int axis = 0; axis < ndim && from >= 0; ++axis) {
            const long long place = resolve(at[axis] + p.places[tap * ndim + axis], p.shape[axis], p.mode[axis]);
            from = place < 0 ? -1 : from * p.shape[axis] + place;
        }
        if (!visit(tap, from)) return;
    }
}

// The same with the arithmetic that the image needs; three axes have code of their own.
template <class Visit> CUPY_DEVICE void places(const Neighborhood &p, long long i, Visit visit) {
    if (p.ndim <= 3 && p.first + p.count < 1ll << 31) each_place<3, unsigned>(p, i, visit);
    else each_place<kAxes, unsigned long long>(p, i, visit);
}

// `visit(tap, value)` for every tap of pixel `i`, until it returns false.
template <class T, class Visit> CUPY_DEVICE void neighbors(const Neighborhood &p, long long i, Visit visit) {
    const T *input = static_cast<const T *>(p.input);
    const T constant = constant_of<T>(p);
    places(p, i, [&](int tap, long long from) { return visit(tap, from < 0 ? constant : input[from]); });
}

}  // namespace ndimage
}  // namespace cupy
