// Shortest ways by rounds of relaxations of the nodes whose distances have changed.
#pragma once

#include "device/atomic.hpp"
#include "device/map.hpp"
#include "device/sparse_bounds.hpp"

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

template <class I> CUPY_DEVICE void relax(const Relax &p, long long i) {
    const I *indices = static_cast<const I *>(p.indices);
    const sparse::Starts<I> starts{static_cast<const I *>(p.indptr), p.edges};
    const double *data = static_cast<const double *>(p.data);
    double *distances = static_cast<double *>(p.distances);
    unsigned char *active = static_cast<unsigned char *>(p.active), *next = static_cast<unsigned char *>(p.next);
    const long long source = i / p.nodes, node = i - source * p.nodes, base = source * p.nodes;
    if (p.pass == kRelax) {
        if (!active[i]) return;
        active[i] = 0;
    }
    const double mine = *static_cast<const volatile double *>(distances + i);
    if (!(mine < limits<double>::infinity())) return;
    const long long stop = starts[node + 1];
    for (long long e = starts[node]; e < stop; ++e) {
        const long long to = indices[e];
        if (!sparse::within(to, p.nodes)) continue;
        const double offered = mine + (data ? data[e] : 1.0);
        double *at = distances + base + to;
        if (p.pass == kPredecessors) {
            // the lowest of the nodes from which a shortest way comes
            unsigned *best = static_cast<unsigned *>(p.predecessors) + base + to;
            if (offered == *at && mine < *at)
                atomic_update(best, [=](unsigned old) { return old < (unsigned)node ? old : (unsigned)node; });
            continue;
        }
        if (!(offered < *static_cast<const volatile double *>(at)) || offered > p.limit) continue;
        bool lowered = false;
        atomic_update(at, [&](double old) { lowered = offered < old; return lowered ? offered : old; });
        if (lowered) {
            next[base + to] = 1;
            *static_cast<volatile unsigned *>(p.changed) = 1;
        }
    }
}

}  // namespace graph
}  // namespace cupy

#define CUPY_TEMPLATE(name, I) CUPY_MAP_KERNEL(name, cupy::graph::Relax, cupy::graph::relax<I>)
