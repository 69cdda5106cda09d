// How a tree of boxes is built.
#pragma once

#include "device/map.hpp"
#include "box_tree_params.hpp"

namespace cupy {
namespace spatial {

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

}  // namespace spatial
}  // namespace cupy

#define CUPY_TEMPLATE(name, step, T) CUPY_MAP_KERNEL(name, cupy::spatial::BoxTree, cupy::spatial::step)
