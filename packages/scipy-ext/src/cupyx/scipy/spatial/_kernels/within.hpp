// Items within a radius of points: how many, or which; pairs of items.
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
                 p.found[at] = item;
                 if (p.rows) p.rows[at] = query;
                 if (p.distances) p.distances[at] = space.rooted(d);
                 ++at;
             },
             [&]() { return limit; });
}

// Pairs on their way to a list that all threads share.
struct SharedPairs {
    static constexpr int kAtOnce = 16;
    const Neighbours &p;
    long long held[kAtOnce];
    int size;

    CUPY_DEVICE void add(long long pair) {
        held[size++] = pair;
        if (size == kAtOnce) flush();
    }

    CUPY_DEVICE void flush() {
        unsigned long long at, seen = 0;
        do {
            at = seen;
            seen = platform::compare_and_swap(p.written, at, at + (unsigned long long)size);
        } while (seen != at);
        for (int k = 0; k < size; ++k)
            if ((long long)at + k < p.room) p.found[at + k] = held[k];
        size = 0;
    }
};

// Pairs of the item at a place with those at later ones, as smaller * items + larger: the later items of its leaf, then
// the halves that lie behind on the way up.
template <class Space> CUPY_DEVICE void pairs_in(const Space &space, long long place) {
    const Neighbours &p = space.p;
    const double radius = p.radii[0], limit = space.term(radius);
    const double *x = p.points + place * p.dimensions;
    const long long item = p.order[place];
    const bool counts = !p.found;
    long long at = p.offsets ? p.offsets[place] : 0;
    const long long first = at, end = p.offsets ? at + p.counts[place] : 0;
    SharedPairs shared{p, {}, 0};
    auto visit = [&](long long other, double d) {
        if (d > limit) return;
        const long long number = p.order[other];
        const long long pair = item < number ? item * p.items + number : number * p.items + item;
        if (p.written) shared.add(pair);
        else if (counts) ++at;
        else if (at < end) p.found[at++] = pair;
    };
    if (radius >= 0) {
        const long long leaf = ((place + 1) * p.leaves - 1) / p.items, after = p.items * (leaf + 1) / p.leaves;
        for (long long other = place + 1; other < after; ++other) visit(other, space.to_point(other, x));
        for (long long node = p.leaves + leaf; node > 1; node /= 2)
            if (node % 2 == 0) walk(space, x, visit, [&]() { return limit; }, node + 1);
    }
    if (p.written) shared.flush();
    else if (counts) p.counts[place] = at - first;
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
