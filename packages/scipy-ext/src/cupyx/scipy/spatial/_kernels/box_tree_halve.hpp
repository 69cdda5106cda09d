// Halving on the host: items are parted in place across the widest side of their box, down to the leaves.
#pragma once

#include "box_tree_params.hpp"
#include "device/map.hpp"

namespace cupy {
namespace spatial {

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

#define CUPY_TEMPLATE(name, T) CUPY_MAP_KERNEL(name, cupy::spatial::BoxTree, cupy::spatial::halve)
