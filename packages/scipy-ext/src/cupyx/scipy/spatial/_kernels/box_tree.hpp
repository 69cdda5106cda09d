// A walk through a tree of boxes, the nearer half first.
#pragma once

#include "device/map.hpp"
#include "box_tree_params.hpp"

namespace cupy {
namespace spatial {

CUPY_DEVICE double term(int kind, double power, double apart) {
    if (kind == 2) return apart * apart;
    return kind == 3 ? pow(apart, power) : apart;
}

CUPY_DEVICE double combined(int kind, double sum, double term) {
    if (kind == 0) return sum > term ? sum : term;
    return sum + term;
}

// Distances to the power, as `term` has them, back to distances.
CUPY_DEVICE double rooted(int kind, double power, double sum) {
    if (kind == 2) return sqrt(sum);
    return kind == 3 ? pow(sum, 1 / power) : sum;
}

// How far a number is from an interval, in space that repeats after `period` unless that is 0.
CUPY_DEVICE double outside(double x, double low, double high, double period) {
    double apart = x < low ? low - x : x > high ? x - high : 0.0;
    if (period > 0 && apart > 0) {
        const double before = low - (x - period), after = x + period - high;
        // The interval's image on either side: one of both is nearer than half of the period.
        const double other = x < low ? after : before;
        const double wrapped = x < low ? (x + period > high ? other : 0.0) : (x - period < low ? other : 0.0);
        apart = wrapped < apart ? wrapped : apart;
    }
    return apart;
}

CUPY_DEVICE double box_distance(const Neighbours &p, long long node, const double *x) {
    const double *box = p.boxes + node * 2 * p.dimensions;
    double sum = 0;
    for (int d = 0; d < p.dimensions; ++d)
        sum = combined(p.kind, sum, term(p.kind, p.power, outside(x[d], box[d], box[p.dimensions + d],
                                                                  p.period ? p.period[d] : 0.0)));
    return sum;
}

CUPY_DEVICE double point_distance(const Neighbours &p, long long place, const double *x) {
    const double *y = p.points + place * p.dimensions;
    double sum = 0;
    for (int d = 0; d < p.dimensions; ++d)
        sum = combined(p.kind, sum, term(p.kind, p.power, outside(x[d], y[d], y[d], p.period ? p.period[d] : 0.0)));
    return sum;
}

// `visit(place, distance)` for points of leaves that are not farther than `limit()` at that time.
template <class Visit, class Limit>
CUPY_DEVICE void walk(const Neighbours &p, const double *x, Visit visit, Limit limit) {
    long long waiting[kDepth];
    double distances[kDepth];
    int depth = 0;
    long long node = 1;
    double apart = box_distance(p, 1, x);
    for (;;) {
        if (!(apart > limit())) {
            if (node >= p.leaves) {
                const long long first = (node - p.leaves) * kLeaf;
                for (long long k = first; k < first + kLeaf && k < p.items; ++k) visit(k, point_distance(p, k, x));
            } else {
                const double left = box_distance(p, 2 * node, x), right = box_distance(p, 2 * node + 1, x);
                const bool swap = right < left;
                if (depth < kDepth) {
                    waiting[depth] = 2 * node + (swap ? 0 : 1);
                    distances[depth++] = swap ? left : right;
                }
                node = 2 * node + (swap ? 1 : 0);
                apart = swap ? right : left;
                continue;
            }
        }
        if (depth == 0) return;
        node = waiting[--depth];
        apart = distances[depth];
    }
}

}  // namespace spatial
}  // namespace cupy
