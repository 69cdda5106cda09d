// What a histogram is told, and the bin of an item: the same on every target.
#pragma once

#include "kernel.hpp"
#include "tuning/one_pass.hpp"

namespace cupy {

constexpr int kHistogramAxes = 16;

enum HistogramMode { kItemIsBin = 0, kEqualBins = 1, kSearchedBins = 2 };

struct HistogramAxis {
    const void *items;
    const void *edges;              // bins + 1, ascending; or null: equal bins from `first` to `last`, `step` wide
    long long stride;               // between items, in items
    long long bins;
    double first, last, step;
    double scale;                   // of equal bins: x lies near (x - first) * scale
    double margin;                  // so near to an edge, the edge itself decides
    int mode;
    float rough;                    // the margin of places in float32; 1 where those are of no use
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

// C is the type in which items and edges are compared.
template <class C> CUPY_DEVICE C edge_of(const HistogramAxis &axis, long long k) {
    if constexpr (is_floating<C>::value) {
        if (!axis.edges) return k < axis.bins ? platform::product((C)k, (C)axis.step) + (C)axis.first : (C)axis.last;
    }
    return static_cast<const C *>(axis.edges)[k];
}

// Items outside have the bin -1.
template <class C> CUPY_DEVICE int equal_bin(const HistogramAxis &axis, C x) {
    const int last = (int)axis.bins - 1;
    const C place = (x - (C)axis.first) * (C)axis.scale;
    const C margin = (C)axis.margin;
    // Compared before it is cast: of a range that is hardly a number wide the place is infinite or not a number.
    int at = !(place >= (C)0) ? 0 : place < (C)last ? (int)place : last;
    if (at > last) at = last;
    const C inside = place - (C)at;
    if (inside > margin && inside < (C)1 - margin) return at;
    if (!(x >= edge_of<C>(axis, 0) && x <= edge_of<C>(axis, axis.bins))) return -1;
    while (x < edge_of<C>(axis, at)) --at;
    while (at < last && x >= edge_of<C>(axis, at + 1)) ++at;
    return at;
}

// Several searches side by side, so that none waits for another; without branches, which no processor
// could foresee.
template <int N, class C> CUPY_DEVICE void searched_bins(const HistogramAxis &axis, const C (&x)[N], int (&bin)[N]) {
    const C *edges = static_cast<const C *>(axis.edges);
    const C first = edges[0], last = edges[axis.bins];
    CUPY_UNROLL
    for (int k = 0; k < N; ++k) bin[k] = 0;
    for (int count = (int)axis.bins; count > 1;) {
        const int half = count / 2;
        CUPY_UNROLL
        for (int k = 0; k < N; ++k) bin[k] = edges[bin[k] + half] <= x[k] ? bin[k] + half : bin[k];
        count -= half;
    }
    CUPY_UNROLL
    for (int k = 0; k < N; ++k) bin[k] = x[k] >= first && x[k] <= last ? bin[k] : -1;
}

template <int Mode, class C, int N, class T>
CUPY_DEVICE void bins_of(const HistogramAxis &axis, const T (&x)[N], long long (&bin)[N]) {
    if constexpr (Mode == kSearchedBins) {
        C items[N];
        int found[N];
        CUPY_UNROLL
        for (int k = 0; k < N; ++k) items[k] = cast<C>(x[k]);
        searched_bins<N, C>(axis, items, found);
        CUPY_UNROLL
        for (int k = 0; k < N; ++k) bin[k] = found[k];
    } else {
        CUPY_UNROLL
        for (int k = 0; k < N; ++k) {
            if constexpr (Mode == kEqualBins) {
                bin[k] = equal_bin<C>(axis, cast<C>(x[k]));
            } else {
                const long long at = cast<long long>(x[k]);
                bin[k] = at >= 0 && at < axis.bins ? at : -1;
            }
        }
    }
}

template <int Mode, class C, class T> CUPY_DEVICE long long bin_of(const HistogramAxis &axis, T x) {
    const T items[1] = {x};
    long long bin[1];
    bins_of<Mode, C, 1>(axis, items, bin);
    return bin[0];
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
