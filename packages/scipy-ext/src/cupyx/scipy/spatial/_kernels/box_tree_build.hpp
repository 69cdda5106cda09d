// How a tree of boxes is built.
#pragma once

#include "device/map.hpp"

namespace cupy {
namespace spatial {

constexpr int kLeaf = 8;            // items of a leaf at most
constexpr int kTreeThreads = 512;   // of a block that builds a tree

// A complete binary tree over points, halved again and again across the widest side.  Nodes count from 1, those below
// node i are 2 i and 2 i + 1; the last `leaves` nodes share the points evenly.  A node's box is (2, dimensions): lower
// and upper corner.
struct BoxTree {
    const double *points;           // (items, dimensions)
    double *boxes = nullptr;        // (2 leaves, 2, dimensions)
    const double *start = nullptr;  // (2, dimensions): the box of everything
    unsigned long long *codes = nullptr;    // (items): places along Morton's curve
    long long *order = nullptr;     // (items): which item is at each place
    long long count, items, leaves = 0, level = 0;
    int dimensions, one = 0;
};

// Places of items along Morton's curve.
CUPY_DEVICE void code(const BoxTree &p, long long item) {
    const int used = p.dimensions < 63 ? p.dimensions : 63;
    const int bits = 63 / used < 21 ? 63 / used : 21;
    const double cells = (double)(1ull << bits);
    unsigned long long result = 0;
    for (int d = 0; d < used; ++d) {
        const double low = p.start[d], size = p.start[p.dimensions + d] - low;
        double at = size > 0 ? (p.points[item * p.dimensions + d] - low) / size * cells : 0.0;
        at = at > 0 ? at : 0.0;
        unsigned long long cell = at < cells ? (unsigned long long)at : (1ull << bits) - 1;
        for (int bit = 0; bit < bits; ++bit, cell >>= 1) result |= (cell & 1) << (bit * used + d);
    }
    p.codes[item] = result;
}

// Boxes of a level of a tree: of its leaves from their items, or of the nodes above from those below.
CUPY_DEVICE void enclose(const BoxTree &p, long long index) {
    const long long node = p.level + index;
    const int n = p.dimensions;
    double *box = p.boxes + node * 2 * n;
    for (int d = 0; d < n; ++d) {
        double low = limits<double>::infinity(), high = -low;
        if (p.level == p.leaves) {
            const long long end = p.items * (index + 1) / p.leaves;
            for (long long k = p.items * index / p.leaves; k < end; ++k) {
                const long long item = p.order[k];
                if (item < 0 || item >= p.items) continue;
                const double x = p.points[item * n + d];
                low = x < low ? x : low;
                high = x > high ? x : high;
            }
        } else {
            const double *below = p.boxes + node * 4 * n;
            low = below[d] < below[2 * n + d] ? below[d] : below[2 * n + d];
            high = below[n + d] > below[3 * n + d] ? below[n + d] : below[3 * n + d];
        }
        box[d] = low;
        box[n + d] = high;
    }
}

// On the host items are halved instead of sorted: parted in place across the widest side of their box, down to the
// leaves.
//
// Items in [first, last) of `order` are parted so that none before `cut` lies behind one after it along an axis, by
// Hoare's selection with pivots from places that no order of items foresees.
CUPY_DEVICE void part(const BoxTree &p, long long first, long long last, long long cut, int axis) {
    const auto at = [&](long long place) { return p.points[p.order[place] * p.dimensions + axis]; };
    unsigned long long state = 88172645463325252ull;
    const auto any = [&]() {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        return at(first + (long long)(state % (unsigned long long)(last - first)));
    };
    while (last - first > 1) {
        const double a = any(), b = any(), c = any();
        const double low = a < b ? a : b, high = a < b ? b : a;
        const double pivot = c < low ? low : c > high ? high : c;
        long long i = first, j = last - 1;
        while (i <= j) {
            while (at(i) < pivot) ++i;
            while (pivot < at(j)) --j;
            if (i > j) break;
            const long long item = p.order[i];
            p.order[i++] = p.order[j];
            p.order[j--] = item;
        }
        if (cut <= j) last = j + 1;
        else if (cut >= i) first = i;
        else return;
    }
}

// The box of a node among `nodes` of its level, whose items are then halved unless it is a leaf.
CUPY_DEVICE void split(const BoxTree &p, long long node, long long nodes) {
    const int n = p.dimensions;
    const long long index = node - nodes, first = p.items * index / nodes, last = p.items * (index + 1) / nodes;
    double *low = p.boxes + node * 2 * n, *high = low + n;
    for (int d = 0; d < n; ++d) {
        low[d] = limits<double>::infinity();
        high[d] = -low[d];
    }
    for (long long k = first; k < last; ++k) {
        const double *x = p.points + p.order[k] * n;
        for (int d = 0; d < n; ++d) {
            low[d] = x[d] < low[d] ? x[d] : low[d];
            high[d] = x[d] > high[d] ? x[d] : high[d];
        }
    }
    if (node >= p.leaves) return;
    int widest = 0;
    for (int d = 1; d < n; ++d)
        if (high[d] - low[d] > high[widest] - low[widest]) widest = d;
    part(p, first, last, p.items * (2 * index + 1) / (2 * nodes), widest);
}

// Node `level + index`, and the nodes below it unless `one` level is wanted.
CUPY_DEVICE void halve(const BoxTree &p, long long index) {
    long long nodes = p.level;
    for (long long first = p.level + index, width = 1; first < 2 * p.leaves; first *= 2, width *= 2, nodes *= 2) {
        for (long long k = 0; k < width; ++k) split(p, first + k, nodes);
        if (p.one) return;
    }
}

}  // namespace spatial
}  // namespace cupy

#define CUPY_TEMPLATE(name, step, T) CUPY_MAP_KERNEL(name, cupy::spatial::BoxTree, cupy::spatial::step)
