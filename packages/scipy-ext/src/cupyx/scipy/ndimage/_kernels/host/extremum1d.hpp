// The least or greatest item of a window along one axis, on the host.
//
// A call makes a run of outputs of neighbouring lines at once, so that it goes through its buffer item by item whichever
// the axis is.  Short windows are doubled; of long ones, what all outputs of a run share is gone through once.
#pragma once

#include "boundary.hpp"
#include "device/map.hpp"
#include "extremum1d_params.hpp"
#include "split.hpp"

namespace cupy {
namespace ndimage {

// The lines of a call; row k lies k places after the first of the first window.
template <class T> struct Lines {
    const Extremum1d &p;
    const T *input;
    long long first;
    int lanes;

    // Rows `from` to `until` of all lines, one after the other.
    void read(long long from, long long until, T *to) const {
        const long long low = from + first < 0 ? (until < -first ? until : -first) : from;
        const long long inside = p.length - first < until ? p.length - first : until, high = inside > low ? inside : low;
        for (long long k = from; k < low; ++k) to = beside(k, to);
        if (lanes == p.inner) {
            const T *at = input + (low + first) * lanes;
            for (long long j = 0; j < (high - low) * lanes; ++j) to[j] = at[j];
            to += (high - low) * lanes;
        } else {
            for (long long k = low; k < high; ++k) to = row(input + (first + k) * p.inner, to);
        }
        for (long long k = high; k < until; ++k) to = beside(k, to);
    }
    T *row(const T *at, T *to) const {
        for (int j = 0; j < lanes; ++j) to[j] = at[j];
        return to + lanes;
    }
    T *beside(long long k, T *to) const {
        const long long at = resolve(first + k, p.length, p.mode);
        if (at >= 0) return row(input + at * p.inner, to);
        for (int j = 0; j < lanes; ++j) to[j] = cast<T>(p.constant);
        return to + lanes;
    }
};

template <bool greatest, class T, class O> void extremum1d(const Extremum1d &p, long long i) {
    T items[2 * kExtremumBuffer];
    long long line = i;
    const long long column = split(line, (p.inner + p.lanes - 1) / p.lanes) * p.lanes, start = split(line, p.runs) * p.run;
    const int lanes = (int)(p.inner - column < p.lanes ? p.inner - column : p.lanes);
    const int rows = (int)(p.length - start < p.run ? p.length - start : p.run);
    const long long offset = line * p.length * p.inner + column;
    const Lines<T> lines{p, static_cast<const T *>(p.input) + offset, start - p.before, lanes};
    O *output = static_cast<O *>(p.output) + offset + start * p.inner;
    const auto put = [&](O *to, const T *from, const T *others, int count) {
        for (int j = 0; j < count; ++j) to[j] = cast<O>(better<greatest>(from[j], others[j]));
    };
    if (p.size <= p.run) {
        // Windows of a power of two by doubling; two of them that overlap are any window.
        lines.read(0, rows + p.size - 1, items);
        int left = (rows + p.size - 1) * lanes, span = 1;
        for (; 2 * span <= p.size; span *= 2) {
            left -= span * lanes;
            for (int j = 0; j < left; ++j) items[j] = better<greatest>(items[j], items[j + span * lanes]);
        }
        const int rest = (p.size - span) * lanes, together = lanes == p.inner ? rows : 1;
        for (int r = 0; r < rows; r += together)
            put(output + r * p.inner, items + r * lanes, items + r * lanes + rest, together * lanes);
        return;
    }
    T *shared = items + (rows - 1) * lanes, *next = shared + lanes;
    lines.read(0, rows, items);
    for (long long k = rows; k < p.size; ++k) {
        lines.read(k, k + 1, next);
        for (int j = 0; j < lanes; ++j) shared[j] = better<greatest>(shared[j], next[j]);
    }
    for (int j = (rows - 1) * lanes - 1; j >= 0; --j) items[j] = better<greatest>(items[j], items[j + lanes]);
    put(output, items, items, lanes);
    T *behind = next + lanes;           // what windows after the first end with
    for (int r = 1; r < rows; ++r) {
        lines.read(p.size + r - 1, p.size + r, r == 1 ? behind : next);
        if (r > 1)
            for (int j = 0; j < lanes; ++j) behind[j] = better<greatest>(behind[j], next[j]);
        put(output + r * p.inner, items + r * lanes, behind, lanes);
    }
}

}  // namespace ndimage
}  // namespace cupy

#define CUPY_TEMPLATE(name, which, T, O) \
    CUPY_MAP_KERNEL(name, cupy::ndimage::Extremum1d, cupy::ndimage::extremum1d<cupy::ndimage::which, T, O>)
