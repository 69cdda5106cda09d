// Each pixel's root as its parent, and which pixels are roots.
#pragma once

#include "device/map.hpp"
#include "label_step_params.hpp"
#include "union_find.hpp"

namespace cupy {
namespace ndimage {

template <class Word> CUPY_DEVICE void label_roots(const LabelStep &p, long long i) {
    bool first = false;
    if (static_cast<const boolean *>(p.object)[i]) {
        Word *parents = static_cast<Word *>(p.parents);
        const Word root = root_of(parents, (Word)i);
        parents[i] = root;
        first = root == (Word)i;
    }
    static_cast<bool *>(p.roots)[i] = first;
}

}  // namespace ndimage
}  // namespace cupy

#define CUPY_TEMPLATE(name, Word) CUPY_MAP_KERNEL(name, cupy::ndimage::LabelStep, cupy::ndimage::label_roots<Word>)
