// What the solution of narrow banded systems by a tree is given.
#pragma once

namespace cupy {
namespace linalg {

// Each matrix is cut into `groups` runs of rows; or that many groups of `parts` nodes of the level below are merged.  A
// node is as many equations as there are unknowns in an interface, 2 half: (left interface, right interface, right-hand
// side).  Arrays have their last axis over all parts, or groups, of all matrices, in this order: of the nodes of a
// group, part by part, the first of all groups lie beside each other, then the second, and so on.
struct BandNodes {
    const void *bands;          // (batch, lower + upper + 1, n)
    void *x;                    // (batch, n): right-hand sides, and then solutions
    void *factors;              // (steps, 4 half + 1, batch * groups) of runs; (2 half, 6 half + 1, batch * parts)
    const void *nodes;          // (2 half, 4 half + 1, batch * parts): those that are merged
    void *merged;               // (2 half, 4 half + 1, batch * groups)
    void *inside;               // (4 half, batch * parts): unknowns of both interfaces of parts
    void *outside;              // (4 half, batch * groups)
    int *status;                // not zero afterwards if a pivot is zero
    long long count;            // batch * groups
    long long n, parts, groups;
    int lower, upper, half;
};

constexpr int kMostHalf = 2;    // diagonals on a side
constexpr int kMerged = 16;     // nodes that a thread merges

}  // namespace linalg
}  // namespace cupy
