// Histograms on SIMT targets: each block counts in shared memory, then adds its counts to the result.
//
// W is the type of the weights, or bool when every item counts one.  With few bins there are several
// copies of them, taken by neighbouring threads, which so meet neither in a bin nor in a bank.  Bins
// that do not fit are changed in place.
#pragma once

#include "histogram_params.hpp"

namespace cupy {
namespace histograms {

constexpr int kThreads = kHistogramThreads, kItems = kHistogramItems;

template <class W> struct sums_of {
    using local = double;
    using global = double;
};
template <> struct sums_of<boolean> {
    using local = unsigned;
    using global = unsigned long long;
};

template <class C> CUPY_CALLED int settled_bin(const HistogramAxis &axis, C x) { return equal_bin<C>(axis, x); }

// Bins of most items by float32, whatever the items are; those near an edge are compared with it.
template <class C, int N, class T>
CUPY_DEVICE void equal_bins(const HistogramAxis &axis, const T (&x)[N], long long (&bin)[N]) {
    constexpr float kShift = 12582912;      // 1.5 * 2**23: a sum with it has no fraction
    const float first = (float)axis.first, scale = (float)axis.scale, most = 0.5f - axis.rough;
    CUPY_UNROLL
    for (int k = 0; k < N; ++k) {
        const float middle = (cast<float>(x[k]) - first) * scale - 0.5f, shifted = middle + kShift;
        const int at = platform::bits_as<int>(shifted) - platform::bits_as<int>(kShift);
        const bool sure = fabsf(middle - (shifted - kShift)) < most && (unsigned)at < (unsigned)axis.bins;
        bin[k] = sure ? at : settled_bin<C>(axis, cast<C>(x[k]));
    }
}

template <class T, class C, class W> struct Counter {
    using Local = typename sums_of<W>::local;
    using Global = typename sums_of<W>::global;
    const Histogram &p;
    Local *shared;
    const int lane;                 // the copy of this thread

    // Bins in shared memory have short numbers.
    template <bool Shared> CUPY_DEVICE void add(long long bin, long long i) const {
        if (Shared ? (int)bin < 0 : bin < 0) return;
        Local weight = 1;
        if constexpr (!is_same<W, boolean>::value) weight = (Local)static_cast<const W *>(p.weights)[i];
        if constexpr (Shared) platform::add_and_return(shared + (((int)bin << p.copies) | lane), weight);
        else platform::add_and_return(static_cast<Global *>(p.sums) + bin, (Global)weight);
    }

    static CUPY_DEVICE void load(T (&x)[kItems], const T *from, long long stride) {
        if (stride == 1) {
            CUPY_UNROLL
            for (int k = 0; k < kItems; ++k) x[k] = from[k * kThreads];
        } else {
            CUPY_UNROLL
            for (int k = 0; k < kItems; ++k) x[k] = from[k * kThreads * stride];
        }
    }

    // The next tile is on its way while the bins of one are counted.
    template <int Mode, bool Shared> CUPY_DEVICE void one_axis() const {
        const HistogramAxis &axis = p.axis[0];
        const long long stride = axis.stride, tile = kThreads * kItems, step = tile * platform::block_count();
        const T *items = static_cast<const T *>(axis.items);
        long long start = tile * platform::block_index() + platform::thread_index();
        const long long last = p.size - tile + platform::thread_index();     // where a whole tile may start
        T next[kItems];
        if (start <= last) load(next, items + start * stride, stride);
        for (; start <= last; start += step) {
            T x[kItems];
            CUPY_UNROLL
            for (int k = 0; k < kItems; ++k) x[k] = next[k];
            if (start + step <= last) load(next, items + (start + step) * stride, stride);
            long long bin[kItems];
            if constexpr (Mode == kEqualBins) equal_bins<C>(axis, x, bin);
            else bins_of<Mode, C, kItems>(axis, x, bin);
            CUPY_UNROLL
            for (int k = 0; k < kItems; ++k) add<Shared>(bin[k], start + k * kThreads);
        }
        const long long stop = start - last < tile ? p.size : start;
        for (long long i = start; i < stop; i += kThreads) add<Shared>(bin_of<Mode, C>(axis, items[i * stride]), i);
    }

    template <bool Shared> CUPY_DEVICE void several_axes() const {
        const long long step = (long long)kThreads * platform::block_count();
        for (long long i = (long long)kThreads * platform::block_index() + platform::thread_index(); i < p.size;
             i += step)
            add<Shared>(joint_bin<C, T>(p, i), i);
    }

    template <bool Shared> CUPY_DEVICE void all() const {
        if (p.axes > 1) several_axes<Shared>();
        else if (p.axis[0].mode == kItemIsBin) one_axis<kItemIsBin, Shared>();
        else if (p.axis[0].mode == kEqualBins) one_axis<kEqualBins, Shared>();
        else one_axis<kSearchedBins, Shared>();
    }

    CUPY_DEVICE void run() const {
        if (p.copies < 0) {
            all<false>();
            return;
        }
        const int bins = (int)p.bins, copies = 1 << p.copies;
        for (int k = platform::thread_index(); k < bins << p.copies; k += kThreads) shared[k] = 0;
        platform::barrier();
        all<true>();
        platform::barrier();
        for (int bin = platform::thread_index(); bin < bins; bin += kThreads) {
            Global sum = 0;
            // Neighbours start at different copies, for the banks' sake.
            for (int k = 0; k < copies; ++k) sum += shared[(bin << p.copies) | ((k + bin) & (copies - 1))];
            if (sum != 0) platform::add_and_return(static_cast<Global *>(p.sums) + bin, sum);
        }
    }
};

}  // namespace histograms
}  // namespace cupy

#define CUPY_TEMPLATE(name, T, C, W)                                                              \
    CUPY_KERNEL CUPY_LAUNCH_RESIDENT(cupy::histograms::kThreads, 2)                               \
        name(CUPY_GRID_CONSTANT const cupy::Histogram params) {                                   \
        CUPY_DYNAMIC_SHARED(cupy_bins);                                                           \
        using Counter = cupy::histograms::Counter<T, C, W>;                                       \
        Counter{params, reinterpret_cast<typename Counter::Local *>(cupy_bins),                   \
                params.copies > 0 ? (int)cupy::platform::thread_index() & ((1 << params.copies) - 1) : 0} \
            .run();                                                                               \
    }
