// Regions of neighbouring tiles joined along the tiles' borders.
#pragma once

#include "device/map.hpp"
#include "label_tile_params.hpp"
#include "union_find.hpp"

namespace cupy {
namespace ndimage {

// First the rows that tiles begin with, then the columns, image by image.
CUPY_DEVICE void label_borders(const LabelTile &p, long long item) {
    const unsigned rows = (p.down - 1) * p.width, columns = (p.across - 1) * p.height;
    unsigned i = (unsigned)(item % (rows + columns)), x, y;
    const unsigned image = (unsigned)(item / (rows + columns)) * p.height * p.width;
    const bool row = i < rows;
    if (row) {
        y = (i / p.width + 1) * kLabelEdge;
        x = i % p.width;
    } else {
        i -= rows;
        x = (i / p.height + 1) * kLabelEdge;
        y = i % p.height;
    }
    unsigned *parents = p.parents;
    const unsigned here = image + y * p.width + x, none = ~0u;
    const auto set = [&](unsigned at) { return parents[at] != none; };
    const bool is_set = set(here), joins = p.left && p.up;
    if (row) {
        if (!is_set) return;
        const unsigned above = here - p.width;
        const bool before = x > 0, behind = x + 1 < p.width, up = set(above);
        // Where both neighbours to the left belong to it too, those have been joined, or will be.
        if (p.up && up && !(p.left && before && set(here - 1) && set(above - 1))) join_shortening(parents, here, above);
        if (joins && up) return;
        if (p.up_left && before && set(above - 1) && !(joins && set(here - 1)))
            join_shortening(parents, here, above - 1);
        if (p.up_right && behind && set(above + 1) && !(joins && set(here + 1)))
            join_shortening(parents, here, above + 1);
    } else {
        const bool left = set(here - 1);
        if (p.left && is_set && left && !(p.up && y % kLabelEdge && set(here - p.width) && set(here - p.width - 1)))
            join_shortening(parents, here, here - 1);
        if (y == 0) return;
        if (p.up_left && is_set && set(here - p.width - 1)) join_shortening(parents, here, here - p.width - 1);
        if (p.up_right && left && set(here - p.width)) join_shortening(parents, here - 1, here - p.width);
    }
}

}  // namespace ndimage
}  // namespace cupy

#define CUPY_TEMPLATE(name, T) CUPY_MAP_KERNEL(name, cupy::ndimage::LabelTile, cupy::ndimage::label_borders)
