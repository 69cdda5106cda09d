// What a pass over edges or nodes of a graph that is being joined together is given.
#pragma once

namespace cupy {
namespace graph {

constexpr int kHook = 0, kFlatten = 1, kLightest = 2, kJoin = 3;

struct UnionFind {
    const void *row, *col;         // of the edges
    void *parent;                  // of each node; a root is its own
    const void *order = nullptr;   // edges by weight
    void *lightest = nullptr;      // for each component the place in `order` of its lightest edge
    void *next = nullptr;          // parents after the round
    void *chosen = nullptr;        // whether an edge belongs to the tree
    long long nodes;
    long long count;
    int pass;
};

}  // namespace graph
}  // namespace cupy
