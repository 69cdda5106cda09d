// Counts of the items of a block's threads.
#pragma once

#include <cub/block/block_values.cuh>
#include "toolkit_begin.hpp"

namespace cub {

enum BlockHistogramAlgorithm { BLOCK_HISTO_SORT, BLOCK_HISTO_ATOMIC };

template <class T, int X, int items, int bins, BlockHistogramAlgorithm = BLOCK_HISTO_SORT, int Y = 1, int Z = 1, int = 0>
class BlockHistogram {
public:
    struct TempStorage {};

    BlockHistogram() = default;
    explicit BlockHistogram(TempStorage &) {}

    template <class Counter> void InitHistogram(Counter (&counts)[bins]) {
        for (int k = int(cupy::simt::thread_number()); k < bins; k += X * Y * Z) counts[k] = 0;
        __syncthreads();
    }
    template <class Counter> void Composite(T (&in)[items], Counter (&counts)[bins]) {
        for (int k = 0; k < items; ++k)
            if ((unsigned long long)in[k] < (unsigned long long)bins) ++counts[in[k]];  // threads take turns
        __syncthreads();
    }
    template <class Counter> void Histogram(T (&in)[items], Counter (&counts)[bins]) {
        InitHistogram(counts);
        Composite(in, counts);
    }
};

}  // namespace cub

#include "toolkit_end.hpp"
