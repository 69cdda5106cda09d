// Numbers of the SIMT searches in sorted arrays.  Core reads them too, to size the grid.
#pragma once

namespace cupy {

constexpr int kSearchThreads = 512;
constexpr int kSearchBytes = 48128;             // of shared memory for items
constexpr int kSearchFilter = 8192;             // words of bits
constexpr int search_runs(int itemsize) { return itemsize < 4 ? 1 : 2; }        // of 16 bytes, on their way of a thread

}  // namespace cupy
