// Histograms on the host: each share of the items has a row of bins of its own; the caller adds the rows up.
#pragma once

#include "histogram_params.hpp"

namespace cupy {
namespace histograms {

template <class W, class T, class Bin>
CUPY_DEVICE void share(const Histogram &p, unsigned block, unsigned grid, Bin bin_at) {
    const long long stop = p.size * (block + 1) / grid;
    const W *weights = static_cast<const W *>(p.weights);
    for (long long i = p.size * block / grid; i < stop; ++i) {
        const long long bin = bin_at(i);
        if (bin < 0) continue;
        if constexpr (is_same<W, bool>::value) ++(static_cast<long long *>(p.sums) + block * p.bins)[bin];
        else (static_cast<double *>(p.sums) + block * p.bins)[bin] += (double)weights[i];
    }
}

template <class T, class C, class W> void run(const Histogram &p, unsigned block, unsigned grid) {
    const HistogramAxis axis = p.axis[0];
    const T *items = static_cast<const T *>(axis.items);
    if (p.axes > 1)
        share<W, T>(p, block, grid, [&](long long i) { return joint_bin<C, T>(p, i); });
    else if (axis.mode == kItemIsBin)
        share<W, T>(p, block, grid, [&](long long i) { return bin_of<kItemIsBin, C>(axis, items[i * axis.stride]); });
    else if (axis.mode == kEqualBins)
        share<W, T>(p, block, grid, [&](long long i) { return bin_of<kEqualBins, C>(axis, items[i * axis.stride]); });
    else
        share<W, T>(p, block, grid, [&](long long i) { return bin_of<kSearchedBins, C>(axis, items[i * axis.stride]); });
}

}  // namespace histograms
}  // namespace cupy

#define CUPY_TEMPLATE(name, T, C, W)                                                              \
    CUPY_EXPORT const int name##__info[] = {0, 1, (int)sizeof(cupy::Histogram)};                  \
    CUPY_EXPORT void name(void **params, unsigned block, unsigned grid) {                         \
        cupy::histograms::run<T, C, W>(*static_cast<const cupy::Histogram *>(params[0]), block, grid); \
    }
