// The parameter block of repeating long runs: whole vectors of 4, 8 or 16 bytes, read once and written many times.
#pragma once

#include "params.hpp"
#include "tuning/one_pass.hpp"

namespace cupy {

struct Copies {
    const void *items;                // both at multiples of a vector's size
    void *output;
    unsigned vectors;                 // of all runs together, below 2^31
    unsigned count;                   // copies of each run
    unsigned share;                   // copies that one block writes
    Divider run;                      // vectors of a run
};

}  // namespace cupy
