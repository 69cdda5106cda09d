// Reads of a warp's threads, several items each.
#pragma once

#include <cub/item_access.cuh>
#include "toolkit_begin.hpp"

namespace cub {

enum WarpLoadAlgorithm { WARP_LOAD_DIRECT, WARP_LOAD_STRIPED, WARP_LOAD_VECTORIZE, WARP_LOAD_TRANSPOSE };

template <class T, int items, WarpLoadAlgorithm algorithm = WARP_LOAD_DIRECT, int width = 32, int = 0>
class WarpLoad : public ItemReads<T, items, PlaceInWarp<width, items, algorithm == WARP_LOAD_STRIPED>> {
    using ItemReads<T, items, PlaceInWarp<width, items, algorithm == WARP_LOAD_STRIPED>>::ItemReads;
};

}  // namespace cub

#include "toolkit_end.hpp"
