// Sorts of the items of a block's threads, in an order that the caller gives.
#pragma once

#include <cub/block/block_values.cuh>
#include <cub/util_type.cuh>
#include "toolkit_begin.hpp"

namespace cub {

// A stable sort of keys, and of values beside them, by insertion in order from one thread.
template <class K, class V, class Less> void sort_pairs(K *keys, V *values, int count, Less less) {
    for (int width = 1; width < count; width *= 2)          // merge runs by rotating what is smaller to the front
        for (int first = 0; first + width < count; first += 2 * width) {
            int left = first, middle = first + width;
            const int last = middle + width < count ? middle + width : count;
            while (left < middle && middle < last) {
                if (!less(keys[middle], keys[left])) {
                    ++left;
                    continue;
                }
                const K key = keys[middle];
                const V value = values[middle];
                for (int k = middle; k > left; --k) keys[k] = keys[k - 1], values[k] = values[k - 1];
                keys[left] = key, values[left] = value;
                ++left, ++middle;
            }
        }
}

template <class K, int X, int items, class V = NullType, int Y = 1, int Z = 1> class BlockMergeSort {
    using Keys = BlockValues<K, X * Y * Z, items>;
    using Values = BlockValues<V, X * Y * Z, items>;

public:
    struct TempStorage {
        typename Keys::TempStorage keys;
        typename Values::TempStorage values;
    };

    explicit BlockMergeSort(TempStorage &storage) : keys_(storage.keys), values_(storage.values) {}

    template <class Less> void Sort(K (&keys)[items], Less less) {
        V none[items];
        Sort(keys, none, less);
    }
    template <class Less> void Sort(K (&keys)[items], V (&values)[items], Less less) {
        Sort(keys, values, less, X * Y * Z * items);
    }
    template <class Less> void Sort(K (&keys)[items], Less less, int count, K) {
        V none[items];
        Sort(keys, none, less, count);
    }
    template <class Less> void Sort(K (&keys)[items], V (&values)[items], Less less, int count, K) {
        Sort(keys, values, less, count);
    }
    template <class... A> void StableSort(A &&...a) { Sort(a...); }

    // As it is, or striped over the threads when it is done.
    template <class Less>
    void Sort(K (&keys)[items], V (&values)[items], Less less, int count, int (*place)(int) = Keys::blocked) {
        keys_.put(keys);
        values_.put(values);
        if (Keys::thread() == 0) sort_pairs(keys_.values(), values_.values(), count, less);
        keys_.get(keys, place);
        values_.get(values, place);
    }

private:
    Keys keys_;
    Values values_;
};

}  // namespace cub

#include "toolkit_end.hpp"
