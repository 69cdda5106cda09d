// Every pixel of an object as a region, or as one with the run of pixels before it.
#pragma once

#include "device/map.hpp"
#include "label_step_params.hpp"

namespace cupy {
namespace ndimage {

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

}  // namespace ndimage
}  // namespace cupy

#define CUPY_TEMPLATE(name, Word) CUPY_MAP_KERNEL(name, cupy::ndimage::LabelStep, cupy::ndimage::label_start<Word>)
