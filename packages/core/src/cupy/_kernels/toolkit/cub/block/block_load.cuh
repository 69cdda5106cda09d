// Reads items of a block, several by each thread.
#pragma once

#include <cub/item_access.cuh>
#include "toolkit_begin.hpp"

namespace cub {

enum BlockLoadAlgorithm {
    BLOCK_LOAD_DIRECT, BLOCK_LOAD_STRIPED, BLOCK_LOAD_VECTORIZE, BLOCK_LOAD_TRANSPOSE, BLOCK_LOAD_WARP_TRANSPOSE,
    BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED
};

template <class T, int X, int items, BlockLoadAlgorithm algorithm = BLOCK_LOAD_DIRECT, int Y = 1, int Z = 1, int = 0>
class BlockLoad : public ItemReads<T, items, PlaceInBlock<X * Y * Z, items, algorithm == BLOCK_LOAD_STRIPED>> {
    using ItemReads<T, items, PlaceInBlock<X * Y * Z, items, algorithm == BLOCK_LOAD_STRIPED>>::ItemReads;
};

}  // namespace cub

#include "toolkit_end.hpp"
