// The nearest neighbours of points, equal distances in the order of items.
#pragma once

#include "box_tree.hpp"

namespace cupy {
namespace spatial {

// Neighbours so far, the nearest first.
struct Best {
    double *distances;
    long long *items;
    long long count, size;

    CUPY_DEVICE bool before(double d, long long item, long long k) const {
        return d < distances[k] || (d == distances[k] && item < items[k]);
    }

    CUPY_DEVICE void add(double d, long long item) {
        if (count == size && !before(d, item, count - 1)) return;
        long long k = count < size ? count++ : size - 1;
        for (; k > 0 && before(d, item, k - 1); --k) {
            distances[k] = distances[k - 1];
            items[k] = items[k - 1];
        }
        distances[k] = d;
        items[k] = item;
    }
};

template <class Space> CUPY_DEVICE void search(Space space, const double *x, Best best) {
    const Neighbours &p = space.p;
    const double bound = p.bound < 0 ? p.bound : space.term(p.bound);      // rounded as distances are
    walk(space, x,
         [&](long long place, double d) {
             if (d < bound && !(best.count == best.size && d > best.distances[best.size - 1]))
                 best.add(d, p.order[place]);
         },
         [&]() { return best.count == best.size ? best.distances[best.size - 1] : bound; });
    for (long long k = 0; k < best.count; ++k) best.distances[k] = space.rooted(best.distances[k]);
    for (long long k = best.count; k < best.size; ++k) {
        best.distances[k] = limits<double>::infinity();
        best.items[k] = p.items;
    }
}

template <class Space> CUPY_DEVICE void nearest_in(const Space &space, long long query) {
    const Neighbours &p = space.p;
    const double *x = p.queries + query * p.dimensions;
    double *distances = p.distances + query * p.neighbours;
    long long *found = p.found + query * p.neighbours;
    if (p.neighbours > kHeld) return search(space, x, {distances, found, 0, p.neighbours});
    double held[kHeld];
    long long items[kHeld];
    search(space, x, {held, items, 0, p.neighbours});
    for (long long k = 0; k < p.neighbours; ++k) {
        distances[k] = held[k];
        found[k] = items[k];
    }
}

CUPY_DEVICE void nearest(const Neighbours &p, long long index) {
    const long long query = p.sequence ? p.sequence[index] : index;
    if (query < 0 || query >= p.count) return;
#define CUPY_RUN(space) nearest_in(space, query)
    CUPY_IN_SPACE(p, CUPY_RUN);
#undef CUPY_RUN
}

}  // namespace spatial
}  // namespace cupy

#define CUPY_TEMPLATE(name, T) CUPY_MAP_KERNEL(name, cupy::spatial::Neighbours, cupy::spatial::nearest)
