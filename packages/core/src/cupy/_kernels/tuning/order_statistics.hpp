// Numbers of the SIMT selections by rank.  Core reads them too, to size the grid.
#pragma once

namespace cupy {
namespace statistics {

// Counts of a byte of the keys.
constexpr int kThreads = 256;
constexpr int kItems = 16;                      // of a thread
constexpr int kCounters = 8192;                 // of a block: several copies of each count, against conflicts

// A sample that bounds the ranks, and the filter of what lies between.
constexpr int kSample = 4096;                   // items of a row
constexpr int kSampleThreads = 256;
constexpr int kSampleShare = 64;                // items of the sample that a block ranks
constexpr int kFilterThreads = 256;
constexpr double kDeviations = 4, kSlack = 3;   // a rank leaves its interval once in 10000 times
constexpr int filter_items(int key) { return key == 8 ? 8 : 16; }

}  // namespace statistics
}  // namespace cupy
