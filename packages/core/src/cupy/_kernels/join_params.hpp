// The parameter block of a join: what core fills and kernels read.
//
// Sources stand side by side in every row of the output; lengths count words, which all addresses and
// lengths are multiples of.  Plain C++17, no includes.
#pragma once

#ifndef CUPY_DEVICE
#define CUPY_DEVICE inline   // read by core
#endif

#include "params.hpp"

namespace cupy {

constexpr int kJoinThreads = 256;
constexpr int kJoinFew = 8;           // sources of the small parameter block, and of the large one
constexpr int kJoinMany = 96;

// Words that a block copies; words and vectors that a thread has on their way where sources are short.
CUPY_DEVICE constexpr int join_words(int width) { return width >= 16 ? 4 : 8; }
CUPY_DEVICE constexpr int join_tile(int width) { return kJoinThreads * join_words(width); }
CUPY_DEVICE constexpr int join_vector(int width) { return width >= 16 ? 1 : 16 / width; }
CUPY_DEVICE constexpr int join_vectors(int width) { return width >= 16 ? 4 : 2; }

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
