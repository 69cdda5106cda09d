// The parameter block of repeating short runs: each run of `inner` items so many times.
#pragma once

#include "params.hpp"

namespace cupy {

constexpr int kRepeatThreads = 256;

// Items that a thread writes at once, and how often it does.
CUPY_DEVICE constexpr int repeat_vector(int width) { return width >= 16 ? 1 : 16 / width; }
constexpr int kRepeatVectors = 4;

struct Repeat {
    const void *items;
    void *output;                     // 16-byte aligned
    unsigned size;                    // items of the output, below 2^31
    unsigned inner;
    Divider group;                    // items of the output that come from one run
};

}  // namespace cupy
