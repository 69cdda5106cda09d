// Stars of the Delaunay triangulation: the triangles of each point, one after the other around it. An item is a point.
#pragma once

#include "device/map.hpp"
#include "delaunay_params.hpp"

namespace cupy {
namespace spatial {

struct Star {
    const Stars &p;
    const long long from;
    int owned = 0;
    long long visited = 0, counted = 0;

    CUPY_DEVICE Star(const Stars &given, long long point) : p(given), from(point) {}

    // A point; with `mirror` -1 everything is seen in a mirror, and left is right.
    CUPY_DEVICE Point at(long long k, double mirror) const { return {p.points[2 * k], mirror * p.points[2 * k + 1]}; }

    struct Box { double x0, y0, x1, y1; };
    CUPY_DEVICE Box box(long long node, double mirror) const {
        const double *b = p.boxes + 4 * node;
        if (mirror > 0) return {b[0], b[1], b[2], b[3]};
        return {b[0], -b[3], b[2], -b[1]};
    }
    CUPY_DEVICE static double apart(Box b, Point x) {
        const double dx = x.x < b.x0 ? b.x0 - x.x : x.x > b.x1 ? x.x - b.x1 : 0.0;
        const double dy = x.y < b.y0 ? b.y0 - x.y : x.y > b.y1 ? x.y - b.y1 : 0.0;
        return dx * dx + dy * dy;
    }

    // `visit(place)` for points of leaves; of two nodes the one nearer to `x` first, none that `skip(box)` names.
    template <class Skip, class Visit> CUPY_DEVICE void walk(Point x, double mirror, Skip skip, Visit visit) {
        int waiting[kDepth];
        int depth = 0;
        int node = 1;
        if (skip(box(1, mirror))) return;
        for (;;) {
            if (node >= p.leaves) {
                const long long leaf = node - p.leaves, end = p.count * (leaf + 1) / p.leaves;
                ++visited;
                for (long long k = p.count * leaf / p.leaves; k < end; ++k) visit(k);
            } else {
                const Box left = box(2 * node, mirror), right = box(2 * node + 1, mirror);
                const bool no_left = skip(left), no_right = skip(right);
                if (!no_left || !no_right) {
                    const bool second = no_left || (!no_right && apart(right, x) < apart(left, x));
                    if (!no_left && !no_right && depth < kDepth) waiting[depth++] = 2 * node + (second ? 0 : 1);
                    node = 2 * node + (second ? 1 : 0);
                    continue;
                }
            }
            do {
                if (depth == 0) return;
                node = waiting[--depth];
            } while (skip(box(node, mirror)));
        }
    }

    CUPY_DEVICE long long nearest() {
        const Point x = at(from, 1);
        double least = limits<double>::infinity();
        long long found = -1;
        walk(x, 1, [&](Box b) { return apart(b, x) * (1 - 1e-14) > least; }, [&](long long k) {
            if (k == from) return;
            const Point y = at(k, 1);
            const double dx = y.x - x.x, dy = y.y - x.y, d = dx * dx + dy * dy;
            if (d > least * (1 + 1e-14)) return;
            if (found >= 0 && d > least * (1 - 1e-14) &&
                (p.whole ? d >= least : exact_farther(x, at(found, 1), y) <= 0))
                return;
            least = d;
            found = k;
        });
        return found;
    }

    // The point left of a, b whose circle with them is empty; -1 if there is nothing on the left.
    CUPY_DEVICE long long third(long long to, double mirror) {
        const Point a = at(from, mirror), b = at(to, mirror);
        const double bx = b.x - a.x, by = b.y - a.y;
        const Point aim = {a.x + 0.5 * (bx - by), a.y + 0.5 * (by + bx)};
        long long found = -1;
        Point c = a;
        Circle circle;
        walk(aim, mirror,
             [&](Box q) {
                 const double x0 = q.x0 - a.x, x1 = q.x1 - a.x, y0 = q.y0 - a.y, y1 = q.y1 - a.y;
                 const double x = -x0 > x1 ? -x0 : x1, y = -y0 > y1 ? -y0 : y1;      // largest magnitudes
                 const double left = (bx > 0 ? y1 : y0) * bx - (by > 0 ? x0 : x1) * by;
                 if (p.whole ? left <= 0 : left < -4e-15 * (magnitude(bx) * y + magnitude(by) * x)) return true;
                 if (found < 0) return false;
                 const double least = lowest(circle.x, circle.z, x0, x1) + lowest(circle.y, circle.z, y0, y1);
                 return least > 8e-15 * (circle.x_bound * x + circle.y_bound * y + circle.z_bound * (x * x + y * y));
             },
             [&](long long k) {
                 if (k == from || k == to || k == found) return;
                 const Point d = at(k, mirror);
                 const int side = found < 0 ? 1 : circle.side(d.x - a.x, d.y - a.y);
                 if (side < 0 || orientation(a, b, d, p.whole) <= 0) return;
                 if (side == 0 && !in_circle_surely(a, b, c, d, p.order[from], p.order[to], p.order[found], p.order[k],
                                                     p.whole))
                     return;
                 found = k;
                 c = d;
                 circle = Circle(a, b, c);
             });
        return found;
    }

    // The least of slope * x + bend * x^2 in an interval.
    CUPY_DEVICE static double lowest(double slope, double bend, double x0, double x1) {
        const double first = (slope + bend * x0) * x0, last = (slope + bend * x1) * x1;
        const double least = first < last ? first : last;
        if (!(bend > 0)) return least;
        const double bottom = -slope / (2 * bend);
        return bottom > x0 && bottom < x1 ? 0.5 * slope * bottom : least;
    }

    CUPY_DEVICE void write(long long b, long long c) {
        if (b < from || c < from) return;
        if (owned < kOwned) {
            int *place = p.places + 2 * (kOwned * from + owned++);
            place[0] = (int)b;
            place[1] = (int)c;
            return;
        }
        unsigned at, seen = 0;
        do {
            at = seen;
            seen = platform::compare_and_swap(p.written, at, at + 1);
        } while (seen != at);
        if (at >= 2 * p.count) return;
        int *triangle = p.more + 3 * (long long)at;
        triangle[0] = (int)from;
        triangle[1] = (int)b;
        triangle[2] = (int)c;
    }

    // Whether this star, or all together, have taken more leaves than a triangulation by halves is worth.
    CUPY_DEVICE bool is_too_much() {
        const unsigned rounds = (unsigned)((visited - counted) / kRound);
        counted += (long long)rounds * kRound;
        platform::add(p.written + 2, rounds);
        return visited > p.patience || platform::compare_and_swap(p.written + 2, 0u, 0u) > p.budget;
    }

    // Triangles around the point from the neighbour `start` on; whether they come back to it.
    CUPY_DEVICE bool turn(long long start, double mirror) {
        long long b = start;
        do {
            const long long c = third(b, mirror);
            if (c < 0) return false;
            if (visited - counted > kRound && is_too_much()) {
                p.written[1] = 1;
                return true;
            }
            if (mirror > 0) write(b, c);
            else write(c, b);
            b = c;
        } while (b != start);
        return true;
    }
};

CUPY_DEVICE void delaunay_star(const Stars &p, long long from) {
    Star star(p, from);
    const long long start = p.written[1] ? -1 : star.nearest();     // one star given up: so are all
    if (start >= 0 && !star.turn(start, 1)) star.turn(start, -1);
    p.owned[from] = star.owned;
}

}  // namespace spatial
}  // namespace cupy

#define CUPY_TEMPLATE(name, T) CUPY_MAP_KERNEL(name, cupy::spatial::Stars, cupy::spatial::delaunay_star)
