// What a round of relaxations is given: each active node offers its neighbours a way.
#pragma once

namespace cupy {
namespace graph {

constexpr int kRelax = 0, kPredecessors = 1;

struct Relax {
    const void *data;              // weights; null: all are one
    const void *indices, *indptr;
    void *distances;               // of each source and node
    void *active = nullptr;        // whether a node's distance has changed, of each source and node
    void *next = nullptr;
    void *changed = nullptr;       // set if any distance has
    void *predecessors = nullptr;
    double limit;
    long long nodes, edges;
    long long count;
    int pass;
};

}  // namespace graph
}  // namespace cupy
