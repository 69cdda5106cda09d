// Histograms on the host: each share of the items has a row of bins of its own; the caller adds the rows up.
#pragma once

#include "histogram_params.hpp"

namespace cupy {
namespace histograms {

constexpr int kItems = 16;          // whose bins are found together

// Adds items to the bins of a share.
template <class W> struct Share {
    const Histogram &p;
    const W *weights;
    void *sums;

    Share(const Histogram &p, unsigned block)
        : p(p), weights(static_cast<const W *>(p.weights)), sums(static_cast<char *>(p.sums) + 8 * block * p.bins) {}

    CUPY_DEVICE void add(long long bin, long long i) const {
        if (bin < 0) return;
        if constexpr (is_same<W, boolean>::value) ++static_cast<long long *>(sums)[bin];
        else static_cast<double *>(sums)[bin] += (double)weights[i];
    }
};

template <int Mode, class C, class T, class W>
CUPY_DEVICE void one_axis(const Histogram &p, const Share<W> &share, long long i, long long stop) {
    const HistogramAxis axis = p.axis[0];
    const T *items = static_cast<const T *>(axis.items);
    // Only searches gain from being side by side.
    for (; Mode == kSearchedBins && i + kItems <= stop; i += kItems) {
        T x[kItems];
        long long bin[kItems];
        for (int k = 0; k < kItems; ++k) x[k] = items[(i + k) * axis.stride];
        bins_of<Mode, C, kItems>(axis, x, bin);
        for (int k = 0; k < kItems; ++k) share.add(bin[k], i + k);
    }
    for (; i < stop; ++i) share.add(bin_of<Mode, C>(axis, items[i * axis.stride]), i);
}

template <class T, class C, class W> void run(const Histogram &p, unsigned block, unsigned grid) {
    const Share<W> share(p, block);
    const long long start = p.size * block / grid, stop = p.size * (block + 1) / grid;
    if (p.axes > 1) {
        for (long long i = start; i < stop; ++i) share.add(joint_bin<C, T>(p, i), i);
    } else if (p.axis[0].mode == kItemIsBin) {
        one_axis<kItemIsBin, C, T>(p, share, start, stop);
    } else if (p.axis[0].mode == kEqualBins) {
        one_axis<kEqualBins, C, T>(p, share, start, stop);
    } else {
        one_axis<kSearchedBins, C, T>(p, share, start, stop);
    }
}

}  // namespace histograms
}  // namespace cupy

#define CUPY_TEMPLATE(name, T, C, W)                                                              \
    CUPY_EXPORT const int name##__info[] = {0, 1, (int)sizeof(cupy::Histogram)};                  \
    CUPY_EXPORT void name(void **params, unsigned block, unsigned grid) {                         \
        cupy::histograms::run<T, C, W>(*static_cast<const cupy::Histogram *>(params[0]), block, grid); \
    }
