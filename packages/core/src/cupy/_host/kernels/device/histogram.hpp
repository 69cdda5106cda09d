// Histograms on the host: each share of the items has a row of bins of its own; the caller adds the rows up.
#pragma once

#include "histogram_params.hpp"

namespace cupy {
namespace histograms {

constexpr int kItems = 16;          // whose bins are searched together
constexpr int kPlaced = 64;         // whose bins are calculated together; of fewer GCC makes no loop, and so no vectors

// The bins of a share.  Few are counted on the stack: threads do not write to one another's cache lines there, and items
// of one bin have several counters, as an increment waits for the last one of the same.
template <class W> class Share {
  public:
    static constexpr bool kCounts = is_same<W, boolean>::value;
    using Sum = typename conditional<kCounts, long long, double>::type;

    Share(const Histogram &p, unsigned block)
        : weights_(static_cast<const W *>(p.weights)), row_(static_cast<Sum *>(p.sums) + block * p.bins), bins_(p.bins),
          few_(p.bins <= kFew), shift_(few_ && kCounts ? kCopies : 0), sums_(few_ ? own_ : row_) {
        for (long long k = 0; few_ && k < bins_ << shift_; ++k) own_[k] = 0;
    }
    ~Share() {
        for (long long k = 0; few_ && k < bins_ << shift_; ++k) row_[k >> shift_] += own_[k];
    }

    CUPY_DEVICE void add(long long bin, long long i) {
        if (bin < 0) return;
        if constexpr (kCounts) ++sums_[(bin << shift_) + (i & ((1 << shift_) - 1))];
        else sums_[bin] += (double)weights_[i];
    }

  private:
    static constexpr int kFew = 256, kCopies = kCounts ? 2 : 0;        // copies as a binary logarithm
    const W *weights_;
    Sum *row_;
    long long bins_;
    bool few_;
    int shift_;
    Sum *sums_;
    Sum own_[kFew << kCopies];
};

// As equal_bin, side by side, without a branch where no item lies near an edge: two bins would mispredict every other.
template <class C, class T>
CUPY_DEVICE void equal_bins(const HistogramAxis &axis, const T (&x)[kPlaced], long long (&bin)[kPlaced]) {
    const int last = (int)axis.bins - 1;
    const C first = (C)axis.first, scale = (C)axis.scale, margin = (C)axis.margin, most = (C)last;
    C item[kPlaced];
    int found[kPlaced], clear[kPlaced], all = 1;
    for (int k = 0; k < kPlaced; ++k) item[k] = cast<C>(x[k]);
    for (int k = 0; k < kPlaced; ++k) {
        const C place = (item[k] - first) * scale, above = place > (C)0 ? place : (C)0;     // 0 for what is no number
        const int at = (int)(above < most ? above : most);
        found[k] = at < last ? at : last;
        const C inside = place - (C)found[k];
        all &= clear[k] = (inside > margin) & (inside < (C)1 - margin);
    }
    for (int k = 0; k < kPlaced; ++k) bin[k] = found[k];
    for (int k = 0; !all && k < kPlaced; ++k)
        if (!clear[k]) bin[k] = equal_bin<C>(axis, item[k]);
}

template <int Mode, class C, class T, class W>
CUPY_DEVICE void one_axis(const Histogram &p, Share<W> &share, long long i, long long stop) {
    const HistogramAxis axis = p.axis[0];
    const T *items = static_cast<const T *>(axis.items);
    constexpr bool kIsPlaced = Mode == kEqualBins && is_floating<C>::value;
    constexpr int N = kIsPlaced ? kPlaced : kItems;
    for (; Mode != kItemIsBin && i + N <= stop; i += N) {
        T x[N];
        long long bin[N];
        for (int k = 0; k < N; ++k) x[k] = items[(i + k) * axis.stride];
        if constexpr (kIsPlaced) equal_bins<C>(axis, x, bin);
        else bins_of<Mode, C, N>(axis, x, bin);
        for (int k = 0; k < N; ++k) share.add(bin[k], i + k);
    }
    for (; i < stop; ++i) share.add(bin_of<Mode, C>(axis, items[i * axis.stride]), i);
}

template <class T, class C, class W> void run(const Histogram &p, unsigned block, unsigned grid) {
    Share<W> share(p, block);
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
