// Regions of neighbouring tiles joined along the tiles' borders, and those of neighbouring planes.
#pragma once

#include "device/map.hpp"
#include "label_words_of.hpp"

namespace cupy {
namespace ndimage {

// First the rows that tiles begin with, then the columns, image by image.
CUPY_DEVICE void label_borders(const LabelTile &p, long long item) {
    constexpr unsigned kWide = kLabelWide * 32;
    const unsigned rows = (p.down - 1) * p.width, columns = (p.across - 1) * p.height;
    const unsigned plane = (unsigned)item / (rows + columns), image = plane * p.height;
    unsigned i = (unsigned)item - plane * (rows + columns), x, y;
    const LabelRuns32 runs(p);
    const bool joins = p.left && p.up;
    if (i < rows) {
        y = image + (i / p.width + 1) * kLabelHigh;
        x = i % p.width;
        if (!runs.has(y, x)) return;
        const bool before = x > 0, behind = x + 1 < p.width, up = runs.has(y - 1, x);
        // Where both neighbours to the left belong to it too, those have been joined, or will be.
        if (p.up && up && !(p.left && before && runs.has(y, x - 1) && runs.has(y - 1, x - 1)))
            runs.join(y, x, y - 1, x);
        if (joins && up) return;
        if (p.up_left && before && runs.has(y - 1, x - 1) && !(joins && runs.has(y, x - 1)))
            runs.join(y, x, y - 1, x - 1);
        if (p.up_right && behind && runs.has(y - 1, x + 1) && !(joins && runs.has(y, x + 1)))
            runs.join(y, x, y - 1, x + 1);
    } else {
        i -= rows;
        x = (i / p.height + 1) * kWide;
        y = i % p.height;
        const bool first = y == 0;
        const bool inside = y % kLabelHigh != 0;
        y += image;
        const bool here = runs.has(y, x), left = runs.has(y, x - 1);
        const bool up = !first && runs.has(y - 1, x), up_left = !first && runs.has(y - 1, x - 1);
        if (p.left && here && left && !(p.up && inside && up && up_left)) runs.join(y, x, y, x - 1);
        if (p.up_left && here && up_left) runs.join(y, x, y - 1, x - 1);
        if (p.up_right && left && up) runs.join(y, x - 1, y - 1, x);
    }
}

// A pixel's neighbours in rows of other planes.
CUPY_DEVICE void label_planes(const LabelTile &p, long long item) {
    const LabelRuns32 runs(p);
    const unsigned place = (unsigned)(item / 32), bit = (unsigned)item % 32, word = p.words[place];
    if (!(word >> bit & 1)) return;
    const unsigned row = place / p.row_words, x = (place - row * p.row_words) * 32 + bit;
    for (int k = 0; k < p.link_count; ++k) {
        const int *step = p.links + (p.axes + 1) * k, beside = step[p.axes];
        unsigned left = row, other = 0, stride = 1;
        bool inside = true;
        for (int axis = p.axes - 1; axis >= 0; --axis) {
            const unsigned length = (unsigned)p.shape[axis], at = left % length + (unsigned)step[axis];
            left /= length;
            inside = inside && at < length;
            other += at * stride;
            stride *= length;
        }
        const long long to = (long long)x + beside;
        if (!inside || to < 0 || to >= p.width || !runs.has(other, (unsigned)to)) continue;
        // Where the pixels to the left of both belong to their runs, those have been joined, or will be.
        if (p.left && bit && to % 32 && word >> (bit - 1) & 1 && runs.has(other, (unsigned)to - 1)) continue;
        runs.join(row, x, other, (unsigned)to);
    }
}

}  // namespace ndimage
}  // namespace cupy

#define CUPY_TEMPLATE(name, pass, T) CUPY_MAP_KERNEL(name, cupy::ndimage::LabelTile, cupy::ndimage::pass)
