// Connected regions by union-find: every pixel is joined with the neighbours before it.
//
// Trees of parents grow towards smaller numbers by compare and swap, so that the root of a region is its first pixel,
// in whatever order threads run (Komura 2015; Allegretti, Bolelli and Grana 2020 compare such methods).
#pragma once

#include "device/map.hpp"
#include "neighborhood.hpp"
#include "union_find.hpp"

namespace cupy {
namespace ndimage {

// The output holds parents; the input says what is object.
template <class Word> CUPY_DEVICE void label(const Neighborhood &p, long long i) {
    const bool *object = static_cast<const bool *>(p.input);
    if (!object[i]) return;
    Word *parents = static_cast<Word *>(p.output);
    places(p, i, [&](int, long long from) {
        if (from >= 0 && object[from]) join(parents, (Word)i, (Word)from);
        return true;
    });
}

}  // namespace ndimage
}  // namespace cupy

#define CUPY_TEMPLATE(name, T, Word) CUPY_MAP_KERNEL(name, cupy::ndimage::Neighborhood, cupy::ndimage::label<Word>)
