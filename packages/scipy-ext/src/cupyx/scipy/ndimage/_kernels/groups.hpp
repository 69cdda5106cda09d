// Which group of labels a pixel belongs to, and passes over the pixels.
#pragma once

#include "device/map.hpp"
#include "rank_key.hpp"
#include "split.hpp"

namespace cupy {
namespace ndimage {

// A call takes `run` pixels `width` apart. A pixel belongs to group `table[label - low]`, or to the place of its label
// in `sorted`; to group 0 where there are no labels, or the labels are only asked whether they are above 0.
struct Groups {
    const void *input;
    const void *labels = nullptr;
    const int *table = nullptr;
    const void *sorted = nullptr;
    long long count;
    long long size, width;
    int run;
    int groups;
    int above = 0;                 // whether all labels above 0 are one group
    long long low = 0, range = 0;  // of the table
    // Sums, which are added to; of the parts of complex numbers one after the other. Each call adds to one of `copies`
    // (a power of two) of these tables, so that few threads wait for each other; on the host to the one that is its own.
    int copies = 1;
    double *sums = nullptr;
    unsigned long long *counts = nullptr;
    const double *centres = nullptr;                // sum squares of the distance from these
    long long inner = 0, length = 0;                // sum items times their coordinate along an axis
    // Keys of the least and the greatest items, and their positions.
    unsigned long long *least = nullptr, *greatest = nullptr;
    unsigned long long *first = nullptr, *last = nullptr;
    // Keys with their groups, for sorting.
    unsigned long long *keys = nullptr;
    // Bins of histograms.
    const double *edges = nullptr;
    int bins = 0;
    long long *places = nullptr;
};

// The group of pixel `i`, or -1.
template <class L> CUPY_DEVICE int group_of(const Groups &p, long long i) {
    const L *labels = static_cast<const L *>(p.labels);
    if (labels == nullptr) return 0;
    const L label = labels[i];
    if (p.above) return label > L(0) ? 0 : -1;
    if (p.table) {
        const long long place = (long long)label - p.low;
        return place >= 0 && place < p.range ? p.table[place] : -1;
    }
    const L *sorted = static_cast<const L *>(p.sorted);
    int low = 0, high = p.groups;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (sorted[middle] < label) low = middle + 1;
        else high = middle;
    }
    return low < p.groups && sorted[low] == label ? low : -1;
}

// `take(pixel, group)` for the pixels of a call, and `done(group)` after each run of pixels of one group.
template <class L, class Take, class Done>
CUPY_DEVICE void runs_of_groups(const Groups &p, long long call, Take take, Done done) {
    long long band = call;
    const long long column = split(band, p.width);
    long long i = band * p.run * p.width + column;
    int now = -1;
    for (int k = 0; k < p.run && i < p.size; ++k, i += p.width) {
        const int group = group_of<L>(p, i);
        if (group != now) {
            if (now >= 0) done(now);
            now = group;
        }
        if (group >= 0) take(i, group);
    }
    if (now >= 0) done(now);
}

// A word set to the lesser or greater of it and a value that other threads change it to as well.
template <bool greatest> CUPY_DEVICE void keep(unsigned long long *at, unsigned long long value) {
    unsigned long long seen = *static_cast<const volatile unsigned long long *>(at);
    while (greatest ? value > seen : value < seen) {
        const unsigned long long before = platform::compare_and_swap(at, seen, value);
        if (before == seen) return;
        seen = before;
    }
}

// Keys of the least and greatest items of groups; then, where those are known, positions of them.
template <class T, class L> CUPY_DEVICE void extrema_of_runs(const Groups &p, long long call) {
    using Key = rank_key<T>;
    const T *input = static_cast<const T *>(p.input);
    constexpr unsigned long long top = ~0ull;
    unsigned long long low = top, high = 0, first = top, last = 0;
    const bool places = p.first || p.last;
    runs_of_groups<L>(p, call, [&](long long i, int group) {
        const unsigned long long key = Key::of(input[i]);
        if (places) {
            const unsigned long long place = (unsigned long long)i;
            if (p.first && key == p.least[group] && place < first) first = place;
            if (p.last && key == p.greatest[group]) last = place;
        } else {
            low = key < low ? key : low;
            high = key > high ? key : high;
        }
    }, [&](int group) {
        if (places) {
            if (p.first) keep<false>(p.first + group, first);
            if (p.last) keep<true>(p.last + group, last);
        } else {
            if (p.least) keep<false>(p.least + group, low);
            if (p.greatest) keep<true>(p.greatest + group, high);
        }
        low = first = top;
        high = last = 0;
    });
}

// What pixel `i` of a group adds to sums: its item, or the square of its distance from the group's centre; imaginary parts
// of centres lie `pitch` behind the real ones.
template <class T>
CUPY_DEVICE void summand(const Groups &p, long long i, int group, const double *centres, int pitch, double &re, double &im) {
    const T item = static_cast<const T *>(p.input)[i];
    im = 0;
    if constexpr (is_complex<T>::value) {
        re = (double)item.re;
        im = (double)item.im;
    } else {
        re = cast<double>(item);
    }
    if (!p.centres) return;
    re -= centres[group];
    if constexpr (is_complex<T>::value) im -= centres[pitch + group];
    re = re * re + im * im;
    im = 0;
}

// Sorting keys: the group above, the item's own key below it where that fits; pixels of no group come last.
template <class T, class L> CUPY_DEVICE void group_keys(const Groups &p, long long i) {
    const int group = group_of<L>(p, i);
    unsigned long long key = (unsigned long long)(group < 0 ? p.groups : group);
    if constexpr (sizeof(T) <= 4)
        key = key << 32 | (unsigned long long)rank_key<T>::of(static_cast<const T *>(p.input)[i]);
    p.keys[i] = key;
}

// The bin of each pixel's item, those of a group after those of the group before; one number more for those of none.
// Bins hold their lower edge, the last one both.
template <class T, class L> CUPY_DEVICE void group_bins(const Groups &p, long long i) {
    const int group = group_of<L>(p, i);
    const double *edges = p.edges, value = cast<double>(static_cast<const T *>(p.input)[i]);
    const double first = edges[0], last = edges[p.bins];
    long long found = (long long)p.groups * p.bins;
    if (group >= 0 && value >= first && value <= last) {
        // Edges lie about as far apart.
        const double guess = (value - first) * (p.bins / (last - first));
        int bin = guess >= p.bins ? p.bins - 1 : guess > 0 ? (int)guess : 0;
        while (bin > 0 && value < edges[bin]) --bin;
        while (bin + 1 < p.bins && value >= edges[bin + 1]) ++bin;
        found = (long long)group * p.bins + bin;
    }
    p.places[i] = found;
}

}  // namespace ndimage
}  // namespace cupy
