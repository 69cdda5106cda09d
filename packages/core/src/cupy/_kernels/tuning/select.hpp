// Numbers of selections by flags.  Core reads them too, to size the grid.
#pragma once

namespace cupy {

constexpr int kSelectThreads = 256;
constexpr int kSelectRun = 32;                                  // flags of a thread
constexpr int kSelectTile = kSelectThreads * kSelectRun;
constexpr int kSelectMostTotals = 1024;                         // threads of the running total
constexpr int kSelectTotals = 16;                               // totals of a thread at a time

}  // namespace cupy
