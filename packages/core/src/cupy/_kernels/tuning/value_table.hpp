// Numbers of the SIMT tables with a place for each value.  Core reads them too, to size the grid.
#pragma once

namespace cupy {
namespace tables {

constexpr int kThreads = 1024;
constexpr int kWords = 12 << 10;                // that fit into shared memory
constexpr int loads_in_flight(int itemsize) { return itemsize < 4 ? 16 : 8; }   // of a thread

}  // namespace tables
}  // namespace cupy
