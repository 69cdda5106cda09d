// A walk through a tree of boxes, the nearer half first.
#pragma once

#include "device/map.hpp"
#include "box_tree_params.hpp"

namespace cupy {
namespace spatial {

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
