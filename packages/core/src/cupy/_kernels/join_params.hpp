// The parameter block of a join: what core fills and kernels read.
//
// Sources stand side by side in every row of the output; lengths count words, which all addresses and
// lengths are multiples of.  Plain C++17.
#pragma once

#include "params.hpp"
#include "tuning/one_pass.hpp"

namespace cupy {

constexpr int kJoinFew = 8;           // sources of the small parameter block, and of the large one
constexpr int kJoinMany = 96;

struct JoinSource {
    const char *items;
    long long pitch;                  // bytes from one row to the next
    long long end;                    // words of an output row up to the end of this source
    long long tiles;                  // tiles of an output row up to there
};

struct JoinHead {
    char *output;
    long long pitch;                  // bytes from one output row to the next
    long long rows;
    unsigned count;                   // sources
    unsigned dense;                   // 1: output rows follow each other, and 16 bytes may be written at once
    Divider by_row;                   // words of a row
    Divider by_source;                // words, or tiles, of every source, or 0 where they differ
};

template <int most> struct Join {
    JoinHead head;
    JoinSource sources[most];
};

}  // namespace cupy
