// Numbers of the SIMT products of matrices.  Core reads them too, to size the grid.
#pragma once

namespace cupy {

constexpr int kMatmulThreads = 256;
constexpr int kMatmulTile = 64;             // rows and columns that a block computes
constexpr int kMatmulDepth = 16;            // terms of a sum that it holds at once
constexpr int kMatmulEach = 4;              // rows and columns of a thread
constexpr int kMatmulRowThreads = 128;      // of a block that adds up one item

}  // namespace cupy
