// Numbers of the SIMT decompositions of small matrices.  Core reads them too, to size the grid.
#pragma once

namespace cupy {

// LU factors: a thread holds a matrix of at most kTinyRows, a lane a row of one of at most kSmallRows.
constexpr int kTinyRows = 4, kTinyThreads = 128;
constexpr int kSmallRows = 32;                  // neighbours that exchange values, on every target
constexpr int kSmallColumns = 4;                // right-hand sides that a lane holds at once
constexpr int kSmallSlice = 32;                 // right-hand sides of a block

constexpr int kHouseholderTogether = 4;         // columns that lanes reflect at once

}  // namespace cupy
