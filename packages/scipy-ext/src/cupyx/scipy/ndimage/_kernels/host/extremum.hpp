// The least or the greatest item of a neighbourhood, on the host: tap by tap for a run of a row, so that loops vectorise.
#pragma once

#include "boundary.hpp"
#include "device/map.hpp"
#include "extremum1d_params.hpp"
#include "neighborhood.hpp"
#include "raised.hpp"
#include "split.hpp"

namespace cupy {
namespace ndimage {

// What every item is at least as good as.
template <bool greatest, class T> T worst() {
    if constexpr (!greatest) return T(limits<T>::infinity());
    else if constexpr (is_floating<T>::value) return -limits<T>::infinity();
    else return T(limits<T>::lowest());
}

// With weights (doubles), the least value minus its weight, or the greatest value plus its weight.
template <bool greatest, bool weighted, class T, class O>
void extremum_run(const Neighborhood &p, long long row, long long first, int count) {
    const T *input = static_cast<const T *>(p.input);
    const double *weights = static_cast<const double *>(p.weights);
    const T constant = constant_of<T>(p);
    const int last = p.ndim - 1;
    const long long length = p.shape[last];
    long long at[kAxes], left = row;
    for (int axis = last - 1; axis >= 0; --axis) at[axis] = split(left, p.shape[axis]);
    T best[kExtremumPixels];
    double single[weighted ? kExtremumPixels : 1];      // of the first tap, which does not wrap
    for (int tap = 0; tap < p.taps; ++tap) {
        const int *place = p.places + tap * p.ndim;
        long long from = 0;
        for (int axis = 0; axis < last && from >= 0; ++axis) {
            const long long line = resolve(at[axis] + place[axis], p.shape[axis], p.mode[axis]);
            from = line < 0 ? -1 : from * p.shape[axis] + line;
        }
        const T height = weighted ? cast<T>(weights[tap]) : T(0);
        const auto take = [&](int begin, int end, auto item) {
            if (tap) {
                for (int j = begin; j < end; ++j) {
                    T next = item(j);
                    if constexpr (weighted) next = raised<greatest>(next, height);
                    best[j] = better<greatest>(best[j], next);
                }
            } else if constexpr (weighted) {
                for (int j = begin; j < end; ++j) {
                    single[j] = raised<greatest>(cast<double>(item(j)), weights[0]);
                    best[j] = worst<greatest, T>();
                }
            } else {
                for (int j = begin; j < end; ++j) best[j] = item(j);
            }
        };
        if (from < 0) {
            take(0, count, [=](int) { return constant; });
            continue;
        }
        // Pixels of the run under which the tap lies inside of the row.
        const long long move = first + place[last], behind = length - move;
        const T *line = input + from * length;
        const int low = move >= 0 ? 0 : -move < count ? (int)-move : count;
        const int high = behind < low ? low : behind < count ? (int)behind : count;
        const auto beside = [=, &p](int j) {
            const long long i = beyond(move + j, length, p.mode[last]);
            return i < 0 ? constant : line[i];
        };
        if (low) take(0, low, beside);
        take(low, high, [=](int j) { return line[move + j]; });
        if (high < count) take(high, count, beside);
    }
    O *output = static_cast<O *>(p.output) + row * length + first;
    if constexpr (weighted) {
        for (int j = 0; j < count; ++j) {
            const double others = cast<double>(best[j]);
            const bool other = p.taps > 1 && (greatest ? others > single[j] : others < single[j]);
            output[j] = cast<O>(other ? others : single[j]);
        }
    } else {
        for (int j = 0; j < count; ++j) output[j] = cast<O>(best[j]);
    }
}

template <bool greatest, class T, class O> void extremum(const Neighborhood &p, long long call) {
    const long long length = p.shape[p.ndim - 1];
    const long long first = split(call, (length + kExtremumPixels - 1) / kExtremumPixels) * kExtremumPixels;
    const int count = (int)(length - first < kExtremumPixels ? length - first : kExtremumPixels);
    if (p.weights) extremum_run<greatest, true, T, O>(p, call, first, count);
    else extremum_run<greatest, false, T, O>(p, call, first, count);
}

}  // namespace ndimage
}  // namespace cupy

#define CUPY_TEMPLATE(name, which, T, O) \
    CUPY_MAP_KERNEL(name, cupy::ndimage::Neighborhood, cupy::ndimage::extremum<cupy::ndimage::which, T, O>)
