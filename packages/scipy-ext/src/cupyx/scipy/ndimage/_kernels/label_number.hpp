// The number of its region for each pixel, in the order of the regions' first pixels; 0 beside them.
#pragma once

#include "device/map.hpp"
#include "label_step_params.hpp"

namespace cupy {
namespace ndimage {

template <class Word, class O> CUPY_DEVICE void label_number(const LabelStep &p, long long i) {
    const Word *numbers = static_cast<const Word *>(p.numbers), *parents = static_cast<const Word *>(p.parents);
    static_cast<O *>(p.labels)[i] = static_cast<const boolean *>(p.object)[i] ? cast<O>(numbers[parents[i]]) : O(0);
}

}  // namespace ndimage
}  // namespace cupy

#define CUPY_TEMPLATE(name, Word, O) \
    CUPY_MAP_KERNEL(name, cupy::ndimage::LabelStep, cupy::ndimage::label_number<Word, O>)
