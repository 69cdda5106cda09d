// Writes items of a block, several by each thread.
#pragma once

#include <cub/item_access.cuh>
#include "toolkit_begin.hpp"

namespace cub {

enum BlockStoreAlgorithm {
    BLOCK_STORE_DIRECT, BLOCK_STORE_STRIPED, BLOCK_STORE_VECTORIZE, BLOCK_STORE_TRANSPOSE, BLOCK_STORE_WARP_TRANSPOSE,
    BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED
};

template <class T, int X, int items, BlockStoreAlgorithm algorithm = BLOCK_STORE_DIRECT, int Y = 1, int Z = 1, int = 0>
class BlockStore : public ItemWrites<T, items, PlaceInBlock<X * Y * Z, items, algorithm == BLOCK_STORE_STRIPED>> {
    using ItemWrites<T, items, PlaceInBlock<X * Y * Z, items, algorithm == BLOCK_STORE_STRIPED>>::ItemWrites;
};

}  // namespace cub

#include "toolkit_end.hpp"
