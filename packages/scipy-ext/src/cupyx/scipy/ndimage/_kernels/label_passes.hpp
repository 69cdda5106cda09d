// Labelling over tiles, what follows on their own regions: joining across borders and planes, numbers, labels.
#pragma once

#include "device/map.hpp"
#include "label_words.hpp"
#include "window.hpp"

namespace cupy {
namespace ndimage {

// Regions of neighbouring tiles: first along the rows that tiles begin with, then the columns, image by image.
template <class T> CUPY_DEVICE void label_borders(const LabelTile &p, long long item) {
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

// Regions of neighbouring planes: a pixel's neighbours in their rows.
template <class T> CUPY_DEVICE void label_planes(const LabelTile &p, long long item) {
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

// The first runs of regions, out of those of regions within tiles, and how many there are in each word.
template <class T> CUPY_DEVICE void label_firsts(const LabelTile &p, long long word) {
    const Forest<unsigned> forest{p.parents};
    unsigned left = p.roots[word], first = 0;
    while (left) {
        const unsigned lowest = left & (0u - left);
        const unsigned run = ((unsigned)word << p.place_bits) + 31 - platform::leading_zeros(lowest);
        left ^= lowest;
        // Nothing but last roots may be written here: the next kernel takes a single step.
        const unsigned root = root_of(forest, run);
        if (root == run) first |= lowest;
        else forest[run] = root;
    }
    p.roots[word] = first;
    p.counts[word] = platform::count_ones(first);
}

// The number of its region for each pixel, in the order of the regions' first pixels; 0 beside them.
//
// Up to four pixels of a row a call. Two of the runs that they belong to are followed side by side.
template <class O> CUPY_DEVICE void label_final(const LabelTile &p, long long item) {
    const unsigned calls = (p.width + 3) / 4, row = (unsigned)item / calls;
    const unsigned x = ((unsigned)item - row * calls) * 4, place = row * p.row_words + x / 32, shift = x & 31;
    const unsigned word = p.words[place], starts = run_starts(p, word), here = word >> shift & 15;
    O found[4] = {};
    for (unsigned left = here & (starts >> shift | 1); left;) {
        const unsigned rest = left & (left - 1), pair[2] = {left, rest ? rest : left};
        left = rest & (rest - 1);
        unsigned bits[2], roots[2];
        CUPY_UNROLL
        for (int k = 0; k < 2; ++k) {
            bits[k] = 31 - platform::leading_zeros(pair[k] & (0u - pair[k]));
            roots[k] = p.parents[(place << p.place_bits) + run_of(starts, shift + bits[k])];
        }
        CUPY_UNROLL
        for (int k = 0; k < 2; ++k) {
            // The first runs of regions within tiles know those of their regions.
            const unsigned root = p.parents[roots[k]], first = root >> p.place_bits;
            const unsigned later = p.roots[first] >> (root & (1u << p.place_bits) - 1);
            const O label = cast<O>(p.counts[first] - platform::count_ones(later) + 1);
            CUPY_UNROLL
            for (unsigned i = 0; i < 4; ++i)
                if (i >= bits[k]) found[i] = here >> i & 1 ? label : O(0);
        }
    }
    O *labels = static_cast<O *>(p.labels) + (unsigned long long)row * p.width + x;
    if (p.packs) {
        pack<4>(found, labels);
    } else {
        CUPY_UNROLL
        for (unsigned k = 0; k < 4; ++k)
            if (x + k < p.width) labels[k] = found[k];
    }
}

}  // namespace ndimage
}  // namespace cupy

#define CUPY_TEMPLATE(name, step, T) CUPY_MAP_KERNEL(name, cupy::ndimage::LabelTile, cupy::ndimage::label_##step<T>)
