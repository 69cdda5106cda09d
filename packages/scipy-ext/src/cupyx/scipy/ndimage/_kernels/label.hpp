// Connected regions by union-find: every pixel is joined with the neighbours before it.
//
// Trees of parents grow towards smaller numbers by compare and swap, so that the root of a region is its first pixel,
// in whatever order threads run (Komura 2015; Allegretti, Bolelli and Grana 2020 compare such methods).
#pragma once

#include "device/map.hpp"
#include "label_step_params.hpp"
#include "neighborhood.hpp"
#include "split.hpp"
#include "union_find.hpp"

namespace cupy {
namespace ndimage {

// The output holds parents; the input says what is object.
template <class Word> CUPY_DEVICE void label(const Neighborhood &p, long long i) {
    const boolean *object = static_cast<const boolean *>(p.input);
    if (!object[i]) return;
    Word *parents = static_cast<Word *>(p.output);
    // Where neighbours along a line are joined and the pixels to the left of both belong to the object, those two
    // have been joined, or will be.
    const bool follows = p.centre && i > 0 && object[i - 1];
    long long line = i;
    const long long length = p.shape[p.ndim - 1], x = split(line, length);
    places(p, i, [&](int tap, long long from) {
        if (from < 0 || !object[from]) return true;
        const int along = p.places[tap * p.ndim + p.ndim - 1];
        if (x > 0 && along == -1 && from == i - 1) {
            if (p.centre && i % kLabelRun) return true;
        } else if (follows && x > 0 && x + along > 0 && object[from - 1]) {
            return true;
        }
    join(Forest<Word>{parents}, (Word)i, (Word)from);
        return true;
    });
}

}  // namespace ndimage
}  // namespace cupy

#define CUPY_TEMPLATE(name, T, Word) CUPY_MAP_KERNEL(name, cupy::ndimage::Neighborhood, cupy::ndimage::label<Word>)
