// Parameter block of the kernels that draw random numbers; `_core/random_fill.pyx` fills the same struct.
#pragma once

#include "tuning/one_pass.hpp"

namespace cupy {

constexpr int kFillParameters = 4;
constexpr int kFillRounds = 10;         // of Philox

// A parameter of a distribution: one value for all items, or an array with one for each.
struct FillParameter {
    const void *data;               // null: `bits` holds the value
    unsigned long long bits;        // of a double or an int64
};

struct RandomFill {
    unsigned words[8];              // state of the bit generator before its first number
    unsigned long long position;    // streams that earlier draws have used
    const void *table;              // what a generator needs to jump to a stream
    void *out;
    long long size;                 // items
    long long inner;                // values of an item, for distributions over vectors
    const unsigned long long *replayed;     // of a graph: where a replay finds what is added to `position`
    unsigned arrays;                // whether any parameter is an array
    unsigned aligned;               // whether `out` may be written 16 bytes at a time
    unsigned repeat;                // steps of a thread, on devices
    unsigned unused;
    unsigned schedule[kFillRounds][2];      // keys of Philox's rounds
    FillParameter parameters[kFillParameters];
};

}  // namespace cupy
