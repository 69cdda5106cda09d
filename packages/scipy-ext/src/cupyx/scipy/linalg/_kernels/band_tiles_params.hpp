// What the solution of tridiagonal systems by tiles is given.
#pragma once

namespace cupy {
namespace linalg {

struct BandTiles {
    const void *bands;          // (batch, lower + upper + 1, n)
    const void *b;              // (batch, n)
    void *x;                    // the same
    void *nodes;                // (batch, tiles, kFactors)
    void *edges;                // (batch, tiles + 1, 2): unknowns of interfaces
    int *unusual;               // not zero afterwards if an item is not finite; may be null
    int *status;                // the same if a pivot is zero and all items are finite
    long long n, tiles;
    int lower, upper;
};

// Threads of a block, for matrices of fewer rows than a tile of many threads has and for others, and of the one that solves
// many tiles; rows of a thread.
constexpr int kFewThreads = 32, kManyThreads = 128, kMostThreads = 512, kTileRun = 8;

// A node is two equations of the unknowns of two interfaces: the last of the run before and the first of this one, the
// last of this one and the first of the next; and their right-hand sides.  Merged nodes leave, in the right one's place,
// the two rows by which the unknowns between them are found.  Behind a tile's node it says whether a pivot was zero.
constexpr int kNode = 10, kFailed = kNode, kFactors = 14;

}  // namespace linalg
}  // namespace cupy
