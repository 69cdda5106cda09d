// Numbers of the pixels of labelled regions, for sorting and for counting.
#pragma once

#include "groups.hpp"

namespace cupy {
namespace ndimage {

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
