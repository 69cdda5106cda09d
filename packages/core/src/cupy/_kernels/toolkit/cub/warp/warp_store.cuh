// Writes of a warp's threads, several items each.
#pragma once

#include <cub/item_access.cuh>
#include "toolkit_begin.hpp"

namespace cub {

enum WarpStoreAlgorithm { WARP_STORE_DIRECT, WARP_STORE_STRIPED, WARP_STORE_VECTORIZE, WARP_STORE_TRANSPOSE };

template <class T, int items, WarpStoreAlgorithm algorithm = WARP_STORE_DIRECT, int width = 32, int = 0>
class WarpStore : public ItemWrites<T, items, PlaceInWarp<width, items, algorithm == WARP_STORE_STRIPED>> {
    using ItemWrites<T, items, PlaceInWarp<width, items, algorithm == WARP_STORE_STRIPED>>::ItemWrites;
};

}  // namespace cub

#include "toolkit_end.hpp"
