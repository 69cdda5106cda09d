// Items within a radius of points: how many, or which.
#pragma once

#include "box_tree.hpp"

namespace cupy {
namespace spatial {

CUPY_DEVICE double radius_of(const Neighbours &p, long long query) { return p.radii[p.same_radius ? 0 : query]; }

template <class Space> CUPY_DEVICE void count_in(const Space &space, long long query) {
    const Neighbours &p = space.p;
    const double radius = radius_of(p, query), limit = space.term(radius);
    long long count = 0;
    double sum = 0;
    if (radius >= 0)
        walk(space, p.queries + query * p.dimensions,
             [&](long long place, double d) {
                 if (d > limit) return;
                 const long long item = p.order[place];
                 if (p.above && item <= query) return;
                 ++count;
                 if (p.weights && item >= 0 && item < p.items) sum += p.weights[item];
             },
             [&]() { return limit; });
    if (p.counts) p.counts[query] = count;
    if (p.sums) p.sums[query] = sum;
}

template <class Space> CUPY_DEVICE void list_in(const Space &space, long long query) {
    const Neighbours &p = space.p;
    const double radius = radius_of(p, query), limit = space.term(radius);
    long long at = p.offsets[query];
    const long long end = at + p.counts[query];
    if (radius >= 0)
        walk(space, p.queries + query * p.dimensions,
             [&](long long place, double d) {
                 if (d > limit || at >= end) return;
                 const long long item = p.order[place];
                 if (p.above && item <= query) return;
                 p.found[at] = item;
                 if (p.rows) p.rows[at] = query;
                 if (p.distances) p.distances[at] = space.rooted(d);
                 ++at;
             },
             [&]() { return limit; });
}

#define CUPY_QUERY(name, function)                                                  \
    CUPY_DEVICE void name(const Neighbours &p, long long index) {                   \
        const long long query = p.sequence ? p.sequence[index] : index;             \
        if (query < 0 || query >= p.count) return;                                  \
        CUPY_IN_SPACE(p, function);                                                 \
    }
#define CUPY_COUNT(space) count_in(space, query)
#define CUPY_LIST(space) list_in(space, query)
CUPY_QUERY(count_within, CUPY_COUNT)
CUPY_QUERY(list_within, CUPY_LIST)
#undef CUPY_QUERY
#undef CUPY_COUNT
#undef CUPY_LIST

}  // namespace spatial
}  // namespace cupy

#define CUPY_TEMPLATE(name, function, T) CUPY_MAP_KERNEL(name, cupy::spatial::Neighbours, cupy::spatial::function)
