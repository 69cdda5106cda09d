// The parameter block of a selection by flags.  Plain C++17, no includes.
#pragma once

namespace cupy {

constexpr int kSelectThreads = 256;
constexpr int kSelectRun = 16;                                  // flags of a thread
constexpr int kSelectTile = kSelectThreads * kSelectRun;
constexpr int kSelectMostTotals = 1024;                         // threads of the running total

struct Select {
    const unsigned char *flags;     // bool, contiguous
    long long *totals;                  // by tile; then the running total before it, and the whole behind
    const void *items;              // to select from, or null: positions are written
    void *out;
    long long size;
    long long tiles;
};

}  // namespace cupy
