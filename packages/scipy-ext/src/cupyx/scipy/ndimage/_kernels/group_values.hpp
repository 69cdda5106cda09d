// Extrema and medians of groups from keys; 0 and NaN for groups without items.
#pragma once

#include "device/map.hpp"
#include "rank_key.hpp"

namespace cupy {
namespace ndimage {

struct GroupValues {
    const unsigned long long *low;        // keys of each group: of the least item, or
    const unsigned long long *high;       // of the greatest
    const unsigned long long *sorted;     // or the sorted keys of all pixels, for medians
    const unsigned long long *counts;     // items of the groups, and
    const long long *ends;                // where they end
    void *least, *greatest, *median;
    long long count;
};

// M is the type of medians.
template <class T, class M> CUPY_DEVICE void group_values(const GroupValues &p, long long group) {
    using Key = rank_key<T>;
    if (p.median) {
        const long long items = (long long)p.counts[group], start = p.ends[group] - items;
        M median = limits<M>::nan();
        if (items > 0) {
            const T a = Key::item((typename Key::type)p.sorted[start + (items - 1) / 2]);
            const T b = Key::item((typename Key::type)p.sorted[start + items / 2]);
            median = M((cast<M>(a) + cast<M>(b)) / M(2));
        }
        static_cast<M *>(p.median)[group] = median;
        return;
    }
    const bool empty = p.low[group] > p.high[group];
    static_cast<T *>(p.least)[group] = empty ? T(0) : Key::item((typename Key::type)p.low[group]);
    static_cast<T *>(p.greatest)[group] = empty ? T(0) : Key::item((typename Key::type)p.high[group]);
}

}  // namespace ndimage
}  // namespace cupy

#define CUPY_TEMPLATE(name, T, M) CUPY_MAP_KERNEL(name, cupy::ndimage::GroupValues, cupy::ndimage::group_values<T, M>)
