// Simplices that hold points: of several the one with the least number.
#pragma once

#include "device/map.hpp"
#include "box_tree_params.hpp"

namespace cupy {
namespace spatial {

// Whether barycentric coordinates are in the unit simplex, up to a tolerance.
CUPY_DEVICE bool holds(const Locate &p, long long item, const double *x) {
    const int n = p.dimensions;
    const double *transform = p.transforms + item * (n + 1) * n, *origin = transform + n * n;
    double last = 1;
    for (int i = 0; i < n; ++i) {
        double c = 0;
        for (int j = 0; j < n; ++j) c += transform[i * n + j] * (x[j] - origin[j]);
        if (!(c >= -p.tolerance && c <= 1 + p.tolerance)) return false;
        last -= c;
    }
    return last >= -p.tolerance && last <= 1 + p.tolerance;
}

CUPY_DEVICE bool in_box(const Locate &p, long long node, const double *x) {
    const double *box = p.boxes + node * 2 * p.dimensions;
    for (int d = 0; d < p.dimensions; ++d)
        if (!(x[d] >= box[d] && x[d] <= box[p.dimensions + d])) return false;
    return true;
}

CUPY_DEVICE void locate(const Locate &p, long long query) {
    const double *x = p.queries + query * p.dimensions;
    long long waiting[kDepth];
    int depth = 0;
    long long best = -1;
    waiting[depth++] = 1;
    while (depth) {
        const long long node = waiting[--depth];
        if (!in_box(p, node, x)) continue;
        if (node < p.leaves) {
            if (depth + 2 <= kDepth) {
                waiting[depth++] = 2 * node + 1;
                waiting[depth++] = 2 * node;
            }
            continue;
        }
        const long long leaf = node - p.leaves, end = p.items * (leaf + 1) / p.leaves;
        for (long long k = p.items * leaf / p.leaves; k < end; ++k) {
            const long long item = p.order[k];
            if (item >= 0 && item < p.items && (best < 0 || item < best) && holds(p, item, x)) best = item;
        }
    }
    p.found[query] = (int)best;
}

}  // namespace spatial
}  // namespace cupy

#define CUPY_TEMPLATE(name, T) CUPY_MAP_KERNEL(name, cupy::spatial::Locate, cupy::spatial::locate)
