// Items within a radius of points: how many, or which; pairs of items.
#pragma once

#include "box_tree.hpp"

namespace cupy {
namespace spatial {

CUPY_DEVICE double radius_of(const Neighbours &p, long long query) {
    return p.radii ? p.radii[p.same_radius ? 0 : query] : p.radius;
}

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
                 ++count;
                 if (p.weights && item >= 0 && item < p.items) sum += p.weights[item];
             },
             [&]() { return limit; });
    if (p.counts) p.counts[query] = count;
    if (p.sums) p.sums[query] = sum;
}

// Keys that one thread finds, ``row * items + item``: written to a run of its own, or only counted; or, by the few
// threads of the host, sent in packets to a list that all share.
struct Found {
    const Neighbours &p;
    const long long index;
    long long many = 0;

    CUPY_DEVICE Found(const Neighbours &given, long long number) : p(given), index(number) {}

    CUPY_DEVICE void add(long long key, double distance) {
#ifndef CUPY_SIMT
        if (p.written) {
            held[many % kAtOnce] = key;
            apart[many % kAtOnce] = distance;
            if (++many % kAtOnce == 0) send(kAtOnce);
            return;
        }
#endif
        if (p.offsets && many < p.counts[index]) write(p.offsets[index] + many, key, distance);
        ++many;
    }

    CUPY_DEVICE void finish() {
#ifndef CUPY_SIMT
        if (p.written) send((int)(many % kAtOnce));
#endif
        if (p.counts && !p.offsets) p.counts[index] = many;
    }

    CUPY_DEVICE void write(long long place, long long key, double distance) {
        p.found[place] = key;
        if (p.distances) p.distances[place] = distance;
    }

#ifndef CUPY_SIMT
    static constexpr int kAtOnce = 16;
    long long held[kAtOnce];
    double apart[kAtOnce];

    void send(int size) {
        unsigned long long at, seen = 0;
        do {
            at = seen;
            seen = platform::compare_and_swap(p.written, at, at + (unsigned long long)size);
        } while (seen != at);
        for (int k = 0; k < size; ++k)
            if ((long long)at + k < p.room) write((long long)at + k, held[k], apart[k]);
    }
#endif
};

template <class Space> CUPY_DEVICE void list_in(const Space &space, long long query) {
    const Neighbours &p = space.p;
    const double radius = radius_of(p, query), limit = space.term(radius);
    Found found(p, query);
    if (radius >= 0)
        walk(space, p.queries + query * p.dimensions,
             [&](long long place, double d) {
                 if (d > limit) return;
                 found.add(query * p.items + p.order[place], p.distances ? space.rooted(d) : 0.0);
             },
             [&]() { return limit; });
    found.finish();
}

// Pairs of the item at a place with those at later ones, the smaller as row: the later items of its leaf, then the
// halves that lie behind on the way up.
template <class Space> CUPY_DEVICE void pairs_in(const Space &space, long long place) {
    const Neighbours &p = space.p;
    const double radius = radius_of(p, place), limit = space.term(radius);
    const double *x = p.points + place * p.dimensions;
    const long long item = p.order[place];
    Found found(p, place);
    auto visit = [&](long long other, double d) {
        if (d > limit) return;
        const long long number = p.order[other];
        found.add(item < number ? item * p.items + number : number * p.items + item, 0.0);
    };
    if (radius >= 0) {
        const long long leaf = ((place + 1) * p.leaves - 1) / p.items, after = p.items * (leaf + 1) / p.leaves;
        for (long long other = place + 1; other < after; ++other) visit(other, space.to_point(other, x));
        for (long long node = p.leaves + leaf; node > 1; node /= 2)
            if (node % 2 == 0) walk(space, x, visit, [&]() { return limit; }, node + 1);
    }
    found.finish();
}

#define CUPY_QUERY(name, function)                                                  \
    CUPY_DEVICE void name(const Neighbours &p, long long index) {                   \
        const long long query = p.sequence ? p.sequence[index] : index;             \
        if (query < 0 || query >= p.count) return;                                  \
        CUPY_IN_SPACE(p, function);                                                 \
    }
#define CUPY_COUNT(space) count_in(space, query)
#define CUPY_LIST(space) list_in(space, query)
#define CUPY_PAIRS(space) pairs_in(space, query)
CUPY_QUERY(count_within, CUPY_COUNT)
CUPY_QUERY(list_within, CUPY_LIST)
CUPY_QUERY(pairs_within, CUPY_PAIRS)
#undef CUPY_QUERY
#undef CUPY_COUNT
#undef CUPY_LIST
#undef CUPY_PAIRS

}  // namespace spatial
}  // namespace cupy

#define CUPY_TEMPLATE(name, function, T) CUPY_MAP_KERNEL(name, cupy::spatial::Neighbours, cupy::spatial::function)
