// Which tile a block makes, on SIMT targets: of images in rows and columns of tiles, `across` and `down` of an image.
#pragma once

namespace cupy {
namespace ndimage {

struct TilePlace {
    unsigned column, row;          // of the tile
    unsigned image;
};

template <class Params> CUPY_DEVICE TilePlace place_of_tile(const Params &p) {
    const unsigned block = platform::block_index(), above = block / p.across;
    return {block % p.across, above % p.down, above / p.down};
}

}  // namespace ndimage
}  // namespace cupy
