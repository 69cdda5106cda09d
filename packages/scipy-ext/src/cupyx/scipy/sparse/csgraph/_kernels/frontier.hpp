// One level of a breadth-first search, in the order in which one thread would find it: a node belongs to the edge of
// the lowest number that reaches it.
#pragma once

#include "device/atomic.hpp"
#include "device/map.hpp"
#include "device/sparse_bounds.hpp"

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

template <class I> CUPY_DEVICE void visit(const Frontier &p, long long i) {
    const I *indices = static_cast<const I *>(p.indices);
    const sparse::Starts<I> starts{static_cast<const I *>(p.indptr), p.edges};
    unsigned long long *claims = static_cast<unsigned long long *>(p.claims);
    long long *counts = static_cast<long long *>(p.counts);
    const int *level = static_cast<const int *>(p.nodes_of_level);
    const long long node = level[i], start = starts[node], stop = starts[node + 1];
    long long found = 0, place = p.pass == kTake && i ? counts[i - 1] : 0;
    for (long long e = start; e < stop; ++e) {
        const long long to = indices[e];
        if (!sparse::within(to, p.nodes)) continue;
        const unsigned long long mine = ((unsigned long long)(i + 1) << 32) + (unsigned long long)(e - start);
        if (p.pass == kClaim) {
            atomic_update(claims + to, [=](unsigned long long old) { return old < mine ? old : mine; });
        } else if (claims[to] == mine) {
            if (p.pass == kTake) {
                static_cast<int *>(p.next)[place + found] = (int)to;
                static_cast<int *>(p.predecessors)[to] = (int)node;
                claims[to] = 0;
            }
            ++found;
        }
    }
    if (p.pass == kCount) counts[i] = found;
}

}  // namespace graph
}  // namespace cupy

#define CUPY_TEMPLATE(name, I) CUPY_MAP_KERNEL(name, cupy::graph::Frontier, cupy::graph::visit<I>)
