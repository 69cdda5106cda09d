// Sorts of the items of a warp's threads, in an order that the caller gives.
#pragma once

#include <cub/block/block_merge_sort.cuh>
#include <cub/warp/warp_values.cuh>
#include "toolkit_begin.hpp"

namespace cub {

template <class K, int items, int width = 32, class V = NullType> class WarpMergeSort {
public:
    struct TempStorage {
        SharedValues<K, width * items> keys;
        SharedValues<V, width * items> values;
    };

    explicit WarpMergeSort(TempStorage &storage) : storage_(storage) {}

    template <class Less> void Sort(K (&keys)[items], Less less) {
        V none[items];
        sort(keys, none, less, width * items);
    }
    template <class Less> void Sort(K (&keys)[items], V (&values)[items], Less less) {
        sort(keys, values, less, width * items);
    }
    template <class Less> void Sort(K (&keys)[items], Less less, int count, K) {
        V none[items];
        sort(keys, none, less, count);
    }
    template <class Less> void Sort(K (&keys)[items], V (&values)[items], Less less, int count, K) {
        sort(keys, values, less, count);
    }
    template <class... A> void StableSort(A &&...a) { Sort(a...); }

private:
    template <class Less> void sort(K (&keys)[items], V (&values)[items], Less less, int count) {
        const int first = cupy::simt::lane() % width * items;
        K *const all_keys = storage_.keys.values;
        V *const all_values = storage_.values.values;
        for (int k = 0; k < items; ++k) all_keys[first + k] = keys[k], all_values[first + k] = values[k];
        __syncwarp(lanes_of_part<width>());
        if (first == 0) sort_pairs(all_keys, all_values, count, less);
        __syncwarp(lanes_of_part<width>());
        for (int k = 0; k < items; ++k) keys[k] = all_keys[first + k], values[k] = all_values[first + k];
        __syncwarp(lanes_of_part<width>());
    }

    TempStorage &storage_;
};

}  // namespace cub

#include "toolkit_end.hpp"
