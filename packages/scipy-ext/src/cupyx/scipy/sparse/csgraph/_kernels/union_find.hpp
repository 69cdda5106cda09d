// Components of graphs by union-find (Jaiganesh and Burtscher, HPDC 2018), and Borůvka's rounds for spanning trees.
#pragma once

#include "device/atomic.hpp"
#include "device/map.hpp"
#include "device/sparse_bounds.hpp"

namespace cupy {
namespace graph {

constexpr unsigned kNone = 4294967295;      // a component has no edge to another

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

CUPY_DEVICE unsigned now(const unsigned *at) { return *static_cast<const volatile unsigned *>(at); }

// The root of a node; on the way each second node is hung one place higher.
CUPY_DEVICE unsigned root_of(unsigned *parent, unsigned x) {
    unsigned above = now(parent + x);
    while (above != x) {
        const unsigned next = now(parent + above);
        if (next != above) platform::compare_and_swap(parent + x, above, next);
        x = above;
        above = next;
    }
    return x;
}

CUPY_DEVICE void hook(unsigned *parent, unsigned a, unsigned b) {
    a = root_of(parent, a);
    b = root_of(parent, b);
    while (a != b) {
        const unsigned high = a > b ? a : b, low = a > b ? b : a;
        if (platform::compare_and_swap(parent + high, high, low) == high) return;
        a = root_of(parent, high);
        b = root_of(parent, low);
    }
}

CUPY_DEVICE void lower(unsigned *at, unsigned value) {
    if (now(at) > value) atomic_update(at, [=](unsigned old) { return old < value ? old : value; });
}

template <class I> CUPY_DEVICE void pass(const UnionFind &p, long long i) {
    const I *row = static_cast<const I *>(p.row), *col = static_cast<const I *>(p.col);
    unsigned *parent = static_cast<unsigned *>(p.parent), *lightest = static_cast<unsigned *>(p.lightest);
    unsigned *next = static_cast<unsigned *>(p.next);
    const long long *order = static_cast<const long long *>(p.order);
    const auto inside = [&](long long edge) {
        return sparse::within(row[edge], p.nodes) && sparse::within(col[edge], p.nodes);
    };
    switch (p.pass) {
    case kHook:
        if (inside(i)) hook(parent, (unsigned)row[i], (unsigned)col[i]);
        return;
    case kFlatten: {
        unsigned x = (unsigned)i;
        while (parent[x] != x) x = parent[x];
        next[i] = x;
        return;
    }
    case kLightest: {
        const long long edge = order[i];
        if (!inside(edge)) return;
        const unsigned a = parent[row[edge]], b = parent[col[edge]];
        if (a == b) return;
        lower(lightest + a, (unsigned)i);
        lower(lightest + b, (unsigned)i);
        return;
    }
    case kJoin: {
        next[i] = parent[i];
        const unsigned place = lightest[i];
        if (parent[i] != (unsigned)i || place == kNone) return;
        const long long edge = order[place];
        const unsigned a = parent[row[edge]], b = parent[col[edge]], other = a == (unsigned)i ? b : a;
        if (lightest[other] == place && (unsigned)i < other) return;        // both chose it: the lower one stays
        next[i] = other;
        static_cast<unsigned char *>(p.chosen)[edge] = 1;
        return;
    }
    }
}

}  // namespace graph
}  // namespace cupy

#define CUPY_TEMPLATE(name, I) CUPY_MAP_KERNEL(name, cupy::graph::UnionFind, cupy::graph::pass<I>)
