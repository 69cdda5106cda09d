// An image in tiles of four by four pixels: what lies around a point is in few lines of the memory.
#pragma once

#include "device/map.hpp"
#include "window.hpp"

namespace cupy {
namespace ndimage {

// An image of float32 in tiles of four by four; height and width are whole tiles.
struct InTiles {
    const float *input;
    float *output;
    long long count;
    unsigned width;
};

// A call moves four pixels of a row; calls next to each other write what lies next to each other.
CUPY_DEVICE void in_tiles(const InTiles &p, long long call) {
    const unsigned packs = p.width / 4, tile = (unsigned)call / 4, row = tile / packs, column = tile - row * packs;
    float items[4];
    unpack<4>(p.input + (row * 4 + (unsigned)call % 4) * (unsigned long long)p.width + column * 4, items);
    cupy::ndimage::pack<4>(items, p.output + call * 4);
}

}  // namespace ndimage
}  // namespace cupy

#define CUPY_TEMPLATE(name, T) CUPY_MAP_KERNEL(name, cupy::ndimage::InTiles, cupy::ndimage::in_tiles)
