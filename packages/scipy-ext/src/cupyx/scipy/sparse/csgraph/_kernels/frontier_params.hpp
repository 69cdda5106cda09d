// What a pass over the nodes of one level of a breadth-first search is given.
#pragma once

namespace cupy {
namespace graph {

constexpr int kClaim = 0, kCount = 1, kTake = 2;

struct Frontier {
    const void *indices, *indptr;
    void *nodes_of_level;          // in the order of the search
    void *claims;                  // of each node the first edge that reaches it; 0: it has been reached before
    void *counts;                  // nodes that each node of the level reaches first; then the end of their places
    void *next = nullptr;          // the next level
    void *predecessors = nullptr;
    long long nodes, edges;
    long long count;
    int pass;
};

}  // namespace graph
}  // namespace cupy
