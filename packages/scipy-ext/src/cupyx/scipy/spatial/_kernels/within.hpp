// Items within a radius of points: how many, or which.
#pragma once

#include "box_tree.hpp"

namespace cupy {
namespace spatial {

CUPY_DEVICE double radius_of(const Neighbours &p, long long query) { return p.radii[p.same_radius ? 0 : query]; }

CUPY_DEVICE void count_within(const Neighbours &p, long long index) {
    const long long query = p.sequence ? p.sequence[index] : index;
    if (query < 0 || query >= p.count) return;
    const double radius = radius_of(p, query), limit = term(p.kind, p.power, radius);
    long long count = 0;
    double sum = 0;
    if (radius >= 0)
        walk(p, p.queries + query * p.dimensions,
             [&](long long place, double d) {
                 const long long item = p.order[place];
                 if (d > limit || (p.above && item <= query)) return;
                 ++count;
                 if (p.weights && item >= 0 && item < p.items) sum += p.weights[item];
             },
             [&]() { return limit; });
    if (p.counts) p.counts[query] = count;
    if (p.sums) p.sums[query] = sum;
}

CUPY_DEVICE void list_within(const Neighbours &p, long long index) {
    const long long query = p.sequence ? p.sequence[index] : index;
    if (query < 0 || query >= p.count) return;
    const double radius = radius_of(p, query), limit = term(p.kind, p.power, radius);
    long long at = p.offsets[query];
    const long long end = at + p.counts[query];
    if (radius >= 0)
        walk(p, p.queries + query * p.dimensions,
             [&](long long place, double d) {
                 const long long item = p.order[place];
                 if (d > limit || (p.above && item <= query) || at >= end) return;
                 p.found[at] = item;
                 if (p.rows) p.rows[at] = query;
                 if (p.distances) p.distances[at] = rooted(p.kind, p.power, d);
                 ++at;
             },
             [&]() { return limit; });
}

}  // namespace spatial
}  // namespace cupy
