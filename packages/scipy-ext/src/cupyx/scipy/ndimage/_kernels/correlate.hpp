// Correlation with weights: over any footprint, and over a box.
#pragma once

#include "device/map.hpp"
#include "neighborhood.hpp"
#include "split.hpp"
#include "window.hpp"

namespace cupy {
namespace ndimage {

// W is the type of weights and sums.
template <class T, class O, class W> CUPY_DEVICE void correlate(const Neighborhood &p, long long i) {
    const W *weights = static_cast<const W *>(p.weights), constant = constant_of<W>(p);
    const T *input = static_cast<const T *>(p.input);
    W sum = W(0);
    places(p, i, [&](int tap, long long from) {
        const W weight = weights[tap];
        if (weight == W(0)) return true;                 // what lies under it may be infinite
        sum += product_for<O>(weight, from < 0 ? constant : cast<W>(input[from]));
        return true;
    });
    static_cast<O *>(p.output)[i] = item_of<O>(sum);
}

// Over a box a call makes a run of outputs along one axis.
//
// Weights are lines along that axis, steps and places those of the lines' first taps. On GPUs the runs lie across the
// rows, so that values move through registers and lanes read next to each other; on the host along the rows, where
// loops over them vectorise.
#ifdef CUPY_HOST
constexpr int kCorrelateRun = kHostRun;
#else
constexpr int kCorrelateRun = kDeviceRun;
#endif

template <class T, class W>
CUPY_DEVICE void inner_run(const T *from, long long step, const W *weights, int size, W *sums) {
#ifdef CUPY_HOST
    W local[kCorrelateRun];
    for (int j = 0; j < kCorrelateRun; ++j) local[j] = sums[j];
    for (long long k = 0; k < size; ++k) {
        const W weight = weights[k];
        if (weight == W(0)) continue;                    // what lies under it may be infinite
        const T *at = from + k;
        for (int j = 0; j < kCorrelateRun; ++j) local[j] += weight * cast<W>(at[j]);
    }
    for (int j = 0; j < kCorrelateRun; ++j) sums[j] = local[j];
#else
    window<kCorrelateRun, 4, W, true>([from, step](int i, int count, W *to) {
        const T *at = from + i * step;
        CUPY_UNROLL
        for (int j = 0; j < kCorrelateRun; ++j, at += step)
            if (j < count) to[j] = cast<W>(*at);
    }, weights, size, sums);
#endif
}

template <class T, class O, class W> CUPY_DEVICE void correlate_run(const Neighborhood &p, long long call) {
    const T *input = static_cast<const T *>(p.input);
    const W *weights = static_cast<const W *>(p.weights);
    const int axis = p.axis, ndim = p.ndim;
    long long at[kAxes], step = 1, offset = 0, stride = 1;
    bool inside = true;
    long long left = call;
    for (int k = ndim - 1; k >= 0; --k) {
        const long long length = p.shape[k], calls = k == axis ? (length + kCorrelateRun - 1) / kCorrelateRun : length;
        at[k] = split(left, calls);
        int more = 0;
        if (k == axis) {
            at[k] *= kCorrelateRun;
            step = stride;
            more = kCorrelateRun - 1;
        }
        inside = inside && at[k] >= p.low[k] && at[k] + p.high[k] + more < length;
        offset += at[k] * stride;
        stride *= length;
    }
    W sums[kCorrelateRun];
    CUPY_UNROLL
    for (int j = 0; j < kCorrelateRun; ++j) sums[j] = W(0);
    const long long rest = p.shape[axis] - at[axis];
    const int count = (int)(rest < kCorrelateRun ? rest : kCorrelateRun);
    const W constant = constant_of<W>(p);
    // Beside an edge along the other axes only lines are elsewhere: threads stay together with their neighbours.
    const bool along = at[axis] >= p.low[axis] && at[axis] + p.high[axis] + kCorrelateRun - 1 < p.shape[axis];
    for (int line = 0; line < p.lines; ++line) {
        const long long first = at[axis] + p.places[line * ndim + axis];
        long long from = offset + p.steps[line];
        bool known = true;
        if (!inside) {
            from = 0;
            for (int k = 0; k < ndim; ++k) {
                long long place = along ? first : 0;
                if (k != axis) place = resolve(at[k] + p.places[line * ndim + k], p.shape[k], p.mode[k]);
                known = known && place >= 0;
                from = from * p.shape[k] + place;
            }
        }
        if (known && along) {
            inner_run(input + from, step, weights + line * p.pitch, p.size, sums);
            continue;
        }
        const auto item = [&](long long i) {
            const long long place = known ? resolve(first + i, p.shape[axis], p.mode[axis]) : -1;
            return place < 0 ? constant : cast<W>(input[from + place * step]);
        };
#ifdef CUPY_HOST
        W staged[2 * kCorrelateRun];
        for (int done = 0; done < p.size; done += kCorrelateRun) {
            const int size = p.size - done < kCorrelateRun ? p.size - done : kCorrelateRun;
            const int whole = size + kCorrelateRun - 1;
            const long long left = p.shape[axis] - first - done;
            const int end = left < 0 ? 0 : left < whole ? (int)left : whole;
            const int begin = first + done >= 0 ? 0 : -first - done < end ? (int)(-first - done) : end;
            const T *run = input + from + (first + done) * step;
            for (int i = 0; i < begin; ++i) staged[i] = item(done + i);
            for (int i = begin; i < end; ++i) staged[i] = known ? cast<W>(run[i * step]) : constant;
            for (int i = end; i < whole; ++i) staged[i] = item(done + i);
            inner_run(staged, 1, weights + line * p.pitch + done, size, sums);
        }
#else
        edge_window<kCorrelateRun, W, true>(item, weights + line * p.pitch, p.size, sums);
#endif
    }
    O *output = static_cast<O *>(p.output) + offset;
    CUPY_UNROLL
    for (int j = 0; j < kCorrelateRun; ++j)
        if (j < count) output[j * step] = item_of<O>(sums[j]);
}

}  // namespace ndimage
}  // namespace cupy

#define CUPY_TEMPLATE(name, function, T, O, W) \
    CUPY_MAP_KERNEL(name, cupy::ndimage::Neighborhood, cupy::ndimage::function<T, O, W>)
