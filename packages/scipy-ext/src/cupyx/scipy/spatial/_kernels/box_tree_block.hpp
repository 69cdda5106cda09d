// How one block builds the tree of boxes of a few points: runs are sorted in shared memory, level by level, across the
// widest side of their cell.
#pragma once

#include "box_tree_build.hpp"
#include "kernel.hpp"

namespace cupy {
namespace spatial {

// In shared memory: keys of places (nodes of the level, then coordinates), and the items that are there.
struct Places {
    double *value;      // at least 2 kTreeThreads
    int *node, *item;
    int count;          // a power of two

    // A total order: no two places have the same item.
    CUPY_DEVICE bool behind(int a, int b) const {
        if (node[a] != node[b]) return node[a] > node[b];
        if (value[a] != value[b]) return value[a] > value[b];
        return item[a] > item[b];
    }

    CUPY_DEVICE void sort() const {
        for (int run = 2; run <= count; run *= 2)
            for (int apart = run / 2; apart > 0; apart /= 2) {
                for (int k = platform::thread_index(); k < count / 2; k += kTreeThreads) {
                    const int a = 2 * k - (k & (apart - 1)), b = a + apart;
                    if (behind(a, b) != !(a & run)) continue;
                    const double value_before = value[a];
                    const int node_before = node[a], item_before = item[a];
                    value[a] = value[b], node[a] = node[b], item[a] = item[b];
                    value[b] = value_before, node[b] = node_before, item[b] = item_before;
                }
                platform::barrier();
            }
    }
};

CUPY_DEVICE int widest(const double *box, int dimensions) {
    int axis = 0;
    for (int d = 1; d < dimensions; ++d)
        if (box[dimensions + d] - box[d] > box[dimensions + axis] - box[axis]) axis = d;
    return axis;
}

// The box of everything.
CUPY_DEVICE void enclose_all(const BoxTree &p, double *shared) {
    const int thread = platform::thread_index(), n = p.dimensions;
    double *lows = shared, *highs = shared + kTreeThreads;
    for (int d = 0; d < n; ++d) {
        double low = limits<double>::infinity(), high = -low;
        for (long long k = thread; k < p.items; k += kTreeThreads) {
            const double x = p.points[k * n + d];
            low = x < low ? x : low;
            high = x > high ? x : high;
        }
        lows[thread] = low, highs[thread] = high;
        platform::barrier();
        for (int half = kTreeThreads / 2; half > 0; half /= 2) {
            if (thread < half) {
                const double other = lows[thread + half], above = highs[thread + half];
                if (other < lows[thread]) lows[thread] = other;
                if (above > highs[thread]) highs[thread] = above;
            }
            platform::barrier();
        }
        if (thread == 0) p.boxes[2 * n + d] = lows[0], p.boxes[3 * n + d] = highs[0];
        platform::barrier();
    }
}

CUPY_DEVICE void build(const BoxTree &p, Places places) {
    const int thread = platform::thread_index(), n = p.dimensions, items = (int)p.items, leaves = (int)p.leaves;
    enclose_all(p, places.value);
    for (int k = thread; k < places.count; k += kTreeThreads) places.item[k] = k;
    // On the way down the boxes of nodes are their cells.
    for (int nodes = 1; nodes < leaves; nodes *= 2) {
        for (int k = thread; k < places.count; k += kTreeThreads) {
            const int node = k < items ? (int)(((long long)(k + 1) * nodes - 1) / items) : nodes, item = places.item[k];
            places.node[k] = node;      // runs begin at items * node / nodes
            places.value[k] = k < items ? p.points[(long long)item * n + widest(p.boxes + (nodes + node) * 2 * n, n)]
                                        : 0.0;
        }
        platform::barrier();
        places.sort();
        for (int k = thread; k < nodes; k += kTreeThreads) {
            const double *box = p.boxes + (nodes + k) * 2 * n;
            double *below = p.boxes + (nodes + k) * 4 * n;
            const double cut = places.value[(long long)items * (2 * k + 1) / (2 * nodes)];
            for (int d = 0; d < 2 * n; ++d) below[d] = below[2 * n + d] = box[d];
            const int axis = widest(box, n);
            below[n + axis] = below[2 * n + axis] = cut;
        }
        platform::barrier();
    }
    for (int k = thread; k < items; k += kTreeThreads) p.order[k] = places.item[k];
    platform::barrier();
    BoxTree level = p;
    for (level.level = leaves; level.level > 0; level.level /= 2) {
        for (int k = thread; k < level.level; k += kTreeThreads) enclose(level, k);
        platform::barrier();
    }
}

}  // namespace spatial
}  // namespace cupy

#undef CUPY_TEMPLATE
#define CUPY_TEMPLATE(name, T)                                                                     \
    CUPY_KERNEL CUPY_LAUNCH_BOUNDS(cupy::spatial::kTreeThreads)                                    \
        name(CUPY_GRID_CONSTANT const cupy::spatial::BoxTree p) {                                  \
        CUPY_DYNAMIC_SHARED(shared);                                                               \
        int count = 2 * cupy::spatial::kTreeThreads;                                               \
        while (count < p.items) count *= 2;                                                        \
        double *value = reinterpret_cast<double *>(shared);                                        \
        int *node = reinterpret_cast<int *>(value + count);                                        \
        cupy::spatial::build(p, cupy::spatial::Places{value, node, node + count, count});          \
    }
