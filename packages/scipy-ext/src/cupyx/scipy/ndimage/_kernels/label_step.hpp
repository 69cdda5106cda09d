// The passes of labelling before and after regions are joined.
#pragma once

#include "device/map.hpp"
#include "label_step_params.hpp"
#include "union_find.hpp"

namespace cupy {
namespace ndimage {

// Every pixel of an object as a region, or as one with the run of pixels before it.
template <class Word> CUPY_DEVICE void label_start(const LabelStep &p, long long i) {
    const boolean *object = static_cast<const boolean *>(p.object);
    if (!object[i]) return;
    long long first = i;
    if (p.joined) {
        const long long start = i - i % p.length, stop = i - i % kLabelRun;
        while (first > start && first > stop && object[first - 1]) --first;
    }
    static_cast<Word *>(p.parents)[i] = (Word)first;
}

// Each pixel's root as its parent, and which pixels are roots.
template <class Word> CUPY_DEVICE void label_roots(const LabelStep &p, long long i) {
    bool first = false;
    if (static_cast<const boolean *>(p.object)[i]) {
        Word *parents = static_cast<Word *>(p.parents);
        const Word root = root_of(Forest<Word>{parents}, (Word)i);
        parents[i] = root;
        first = root == (Word)i;
    }
    static_cast<bool *>(p.roots)[i] = first;
}

// The number of its region for each pixel, in the order of the regions' first pixels; 0 beside them.
template <class Word, class O> CUPY_DEVICE void label_number(const LabelStep &p, long long i) {
    const Word *numbers = static_cast<const Word *>(p.numbers), *parents = static_cast<const Word *>(p.parents);
    static_cast<O *>(p.labels)[i] = static_cast<const boolean *>(p.object)[i] ? cast<O>(numbers[parents[i]]) : O(0);
}

}  // namespace ndimage
}  // namespace cupy

#define CUPY_TEMPLATE(name, step, ...) CUPY_MAP_KERNEL(name, cupy::ndimage::LabelStep, cupy::ndimage::step<__VA_ARGS__>)
