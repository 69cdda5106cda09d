// The parameter block of a selection by flags.  Plain C++17.
#pragma once

#include "tuning/select.hpp"

namespace cupy {

struct Select {
    const unsigned char *flags;     // bool, contiguous
    long long *totals;                  // by tile; then the running total before it, and the whole behind
    const void *items;              // to select from, or null: positions are written
    void *out;
    long long size;
    long long tiles;
};

}  // namespace cupy
