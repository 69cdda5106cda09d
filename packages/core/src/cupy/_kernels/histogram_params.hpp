// What a histogram is told, and the bin of an item: the same on every target.
#pragma once

#include "kernel.hpp"

namespace cupy {

constexpr int kHistogramAxes = 16;

enum HistogramMode { kItemIsBin = 0, kEqualBins = 1, kSearchedBins = 2 };

struct HistogramAxis {
    const void *items;
    const void *edges;              // bins + 1, ascending
    long long stride;               // between items, in items
    long long bins;
    double first, scale;            // of equal bins: x lies near (x - first) * scale
    double margin;                  // so near to an edge, the edge itself decides
    int mode;
    int unused;
};

struct Histogram {
    const void *weights;            // or null
    void *sums;                     // int64, or double with weights
    long long size;                 // items of an axis
    long long bins;                 // of all axes
    int axes;
    int copies;                     // binary logarithm of the copies of the bins in shared memory; -1: none
    HistogramAxis axis[kHistogramAxes];
};

// C is the type in which items and edges are compared.  Items outside have the bin -1.
template <class C> CUPY_DEVICE int equal_bin(const HistogramAxis &axis, C x) {
    const C *edges = static_cast<const C *>(axis.edges);
    const int last = (int)axis.bins - 1;
    const C place = (x - (C)axis.first) * (C)axis.scale;
    const C margin = (C)axis.margin;
    int at = place >= (C)0 ? (int)place : 0;
    if (at > last) at = last;
    const C inside = place - (C)at;
    if (inside > margin && inside < (C)1 - margin) return at;
    if (!(x >= edges[0] && x <= edges[axis.bins])) return -1;
    while (x < edges[at]) --at;
    while (at < last && x >= edges[at + 1]) ++at;
    return at;
}

template <class C> CUPY_DEVICE long long searched_bin(const HistogramAxis &axis, C x) {
    const C *edges = static_cast<const C *>(axis.edges);
    if (!(x >= edges[0] && x <= edges[axis.bins])) return -1;
    // Without branches, which no processor could foresee.
    long long low = 0, count = axis.bins;
    while (count > 1) {
        const long long half = count / 2;
        low = edges[low + half] <= x ? low + half : low;
        count -= half;
    }
    return low;
}

template <int Mode, class C, class T> CUPY_DEVICE long long bin_of(const HistogramAxis &axis, T x) {
    if constexpr (Mode == kItemIsBin) {
        const long long bin = cast<long long>(x);
        return bin >= 0 && bin < axis.bins ? bin : -1;
    } else if constexpr (Mode == kEqualBins) {
        return equal_bin<C>(axis, cast<C>(x));
    } else {
        return searched_bin<C>(axis, cast<C>(x));
    }
}

// The bin of item i of all axes together, the last axis running fastest.
template <class C, class T> CUPY_DEVICE long long joint_bin(const Histogram &p, long long i) {
    long long at = 0;
    for (int k = 0; k < p.axes; ++k) {
        const HistogramAxis &axis = p.axis[k];
        const T x = static_cast<const T *>(axis.items)[i * axis.stride];
        const long long bin = axis.mode == kEqualBins ? bin_of<kEqualBins, C>(axis, x)
                                                      : bin_of<kSearchedBins, C>(axis, x);
        if (bin < 0) return -1;
        at = at * axis.bins + bin;
    }
    return at;
}

}  // namespace cupy
