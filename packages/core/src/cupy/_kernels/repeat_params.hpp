// The parameter block of repeating short runs: each run of `inner` items so many times.
#pragma once

#include "params.hpp"
#include "tuning/one_pass.hpp"

namespace cupy {

struct Repeat {
    const void *items;
    void *output;                     // 16-byte aligned
    unsigned size;                    // items of the output, below 2^31
    unsigned inner;
    Divider group;                    // items of the output that come from one run
};

}  // namespace cupy
