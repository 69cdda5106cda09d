// Numbers of the kernels of sparse matrices.  Core reads them too, to size the grid.
#pragma once

namespace cupy {
namespace sparse {

constexpr int kThreads = 256;
constexpr int kLanes = 32;                          // that share a row, at most: neighbours that exchange values, on every target
constexpr int kItems = 8;                           // of a thread, in kernels over the items of a matrix

// Products with dense arrays.
constexpr int kAhead = 2;                           // loads of a lane in flight, where lanes take a row
constexpr int kTileItems = 8;                       // of a thread, where blocks take tiles of items
constexpr int kTile = kThreads * kTileItems;
constexpr int kLong = 64;                           // items of a lane beyond which a whole block takes the row
constexpr int kColumns = 4;                         // columns of a lane in products with matrices

// Products of two sparse matrices.
constexpr int kRunLevels = 3;
constexpr int kRun = 1 << kRunLevels;               // products of a thread
constexpr int kProducts = kThreads * kRun;
constexpr int kBins = 7;                            // of rows, by their products: up to 2**5 to 2**9, 2**11, more
constexpr int kShortLevel = 5, kLongLevel = 11;
constexpr int level_of(int bin) { return bin < kBins - 2 ? kShortLevel + bin : kLongLevel; }

// Incomplete factors.
constexpr int kHeldBytes = 16384;                   // of the rows of a block
constexpr int kPairs = 4;                           // items of two rows that meet, known before the row above is done

}  // namespace sparse
}  // namespace cupy
