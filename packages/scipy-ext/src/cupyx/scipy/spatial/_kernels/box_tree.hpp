// A walk through a tree of boxes, the nearer half first.
#pragma once

#include "device/map.hpp"

namespace cupy {
namespace spatial {

constexpr int kHeld = 16;           // neighbours that a thread holds in registers
constexpr int kDepth = 48;          // nodes that wait to be looked at

// Neighbours of points; `kind` is 1 for the sum of differences, 2 of their squares, 0 for the largest, 3 for any power.
struct Neighbours {
    const double *points;           // (items, dimensions), in the order of the tree
    const double *boxes;
    const long long *order;
    const double *queries;          // (count, dimensions)
    const long long *sequence;      // (count): the order in which they are asked, near ones together
    const double *period;           // (dimensions): lengths after which space repeats, 0 where it does not; or null
    const double *radii = nullptr;          // (count), or (1) with `same_radius`; null if all have `radius`
    const double *weights = nullptr;        // of items, in their own order
    double *distances = nullptr;            // (count, neighbours), or of keys
    long long *found = nullptr;             // the same shape: items; or keys
    const long long *offsets = nullptr;     // (count): where the keys of each begin
    long long *counts = nullptr;            // (count): how many each has
    double *sums = nullptr;                 // (count): weights of items within the radius
    long long count, items, leaves, neighbours = 0;
    double power, bound = 0, radius = 0;
    int dimensions, kind, same_radius = 0;
    unsigned long long *written = nullptr;  // of keys in any order: how many there are, of which the first
    long long room = 0;                     // `room` are kept
};

// Distances to a power, added up over coordinates: `KIND` as in `Neighbours`, `DIMENSIONS` if they are known.
template <int KIND, int DIMENSIONS, bool REPEATS> struct Space {
    const Neighbours &p;
    int dimensions;

    CUPY_DEVICE Space(const Neighbours &given) : p(given), dimensions(DIMENSIONS ? DIMENSIONS : given.dimensions) {}

    CUPY_DEVICE double term(double apart) const {
        if (KIND == 2) return apart * apart;
        return KIND == 3 ? pow(apart, p.power) : apart;
    }

    CUPY_DEVICE double combined(double sum, double term) const {
        if (KIND == 0) return sum > term ? sum : term;
        return sum + term;
    }

    CUPY_DEVICE double rooted(double sum) const {
        if (KIND == 2) return sqrt(sum);
        return KIND == 3 ? pow(sum, 1 / p.power) : sum;
    }

    // How far a number is from an interval, in space that repeats after `period` unless that is 0.
    CUPY_DEVICE double outside(double x, double low, double high, int d) const {
        const double below = low - x, above = x - high;
        double apart = below > above ? below : above;
        apart = apart > 0 ? apart : 0.0;
        if (REPEATS) {
            const double period = p.period[d];
            if (period > 0 && apart > 0) {
                const double around = x < low ? x + period - high : low - (x - period);
                const double wrapped = around > 0 ? around : 0.0;
                apart = wrapped < apart ? wrapped : apart;
            }
        }
        return apart;
    }

    CUPY_DEVICE double to_box(long long node, const double *x) const {
        const double *box = p.boxes + node * 2 * dimensions;
        double sum = 0;
        CUPY_UNROLL
        for (int d = 0; d < dimensions; ++d)
            sum = combined(sum, term(outside(x[d], box[d], box[dimensions + d], d)));
        return sum;
    }

    CUPY_DEVICE double to_point(long long place, const double *x) const {
        const double *y = p.points + place * dimensions;
        double sum = 0;
        CUPY_UNROLL
        for (int d = 0; d < dimensions; ++d) sum = combined(sum, term(outside(x[d], y[d], y[d], d)));
        return sum;
    }
};

// `visit(place, distance)` for points of leaves below `node` that are not farther than `limit()` at that time.
template <class Space, class Visit, class Limit>
CUPY_DEVICE void walk(const Space &space, const double *x, Visit visit, Limit limit, long long node = 1) {
    const Neighbours &p = space.p;
    long long waiting[kDepth];
    double distances[kDepth];
    int depth = 0;
    double apart = space.to_box(node, x);
    for (;;) {
        if (!(apart > limit())) {
            if (node >= p.leaves) {
                const long long leaf = node - p.leaves, end = p.items * (leaf + 1) / p.leaves;
                for (long long k = p.items * leaf / p.leaves; k < end; ++k) visit(k, space.to_point(k, x));
            } else {
                const double left = space.to_box(2 * node, x), right = space.to_box(2 * node + 1, x);
                const bool swap = right < left;
                const double near = swap ? right : left, far = swap ? left : right;
                if (!(far > limit()) && depth < kDepth) {
                    waiting[depth] = 2 * node + (swap ? 0 : 1);
                    distances[depth++] = far;
                }
                node = 2 * node + (swap ? 1 : 0);
                apart = near;
                continue;
            }
        }
        if (depth == 0) return;
        node = waiting[--depth];
        apart = distances[depth];
    }
}

// `RUN(space)` for the one that is asked for; those that are asked for most know their number of coordinates.
#define CUPY_IN_SPACE(p, RUN)                                       \
    if ((p).period) {                                               \
        if ((p).kind == 2) return RUN((Space<2, 0, true>(p)));      \
        if ((p).kind == 1) return RUN((Space<1, 0, true>(p)));      \
        if ((p).kind == 0) return RUN((Space<0, 0, true>(p)));      \
        return RUN((Space<3, 0, true>(p)));                         \
    }                                                               \
    if ((p).kind == 2 && (p).dimensions == 2) return RUN((Space<2, 2, false>(p))); \
    if ((p).kind == 2 && (p).dimensions == 3) return RUN((Space<2, 3, false>(p))); \
    if ((p).kind == 2) return RUN((Space<2, 0, false>(p)));         \
    if ((p).kind == 1) return RUN((Space<1, 0, false>(p)));         \
    if ((p).kind == 0) return RUN((Space<0, 0, false>(p)));         \
    return RUN((Space<3, 0, false>(p)))

}  // namespace spatial
}  // namespace cupy
