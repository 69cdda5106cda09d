// Delaunay triangulation by halves: triangulations of points left and right of a line are joined along it.
//
// Source: L. Guibas and J. Stolfi, Primitives for the Manipulation of General Subdivisions, 1985.
#pragma once

#include "device/map.hpp"
#include "delaunay_params.hpp"

namespace cupy {
namespace spatial {

struct Subdivision {
    const Halves &p;

    CUPY_DEVICE explicit Subdivision(const Halves &given) : p(given) {}

    // Directed edges, those around their origins, and both ends.
    CUPY_DEVICE static int reversed(int e) { return e ^ 1; }
    CUPY_DEVICE int next(int e) const { return p.nexts[e]; }
    CUPY_DEVICE int previous(int e) const { return p.previous[e]; }
    CUPY_DEVICE int from(int e) const { return p.origins[e]; }
    CUPY_DEVICE int to(int e) const { return p.origins[e ^ 1]; }
    CUPY_DEVICE int along(int e) const { return previous(e ^ 1); }      // the next edge of the face on the left
    CUPY_DEVICE Point at(int k) const { return {p.points[2 * (long long)k], p.points[2 * (long long)k + 1]}; }

    CUPY_DEVICE int turn(int a, int b, int c) const { return orientation(at(a), at(b), at(c), p.whole); }
    CUPY_DEVICE bool left_of(int x, int e) const { return turn(x, from(e), to(e)) > 0; }
    CUPY_DEVICE bool right_of(int x, int e) const { return turn(x, to(e), from(e)) > 0; }
    CUPY_DEVICE bool in_circle(int a, int b, int c, int d) const {
        if (d == a || d == b || d == c) return false;
        const Point pa = at(a), pd = at(d);
        const int side = Circle(pa, at(b), at(c)).side(pd.x - pa.x, pd.y - pa.y);
        return side ? side > 0 : in_circle_surely(pa, at(b), at(c), pd, a, b, c, d, p.whole);
    }

    // What is known of a half: its hull's edges counterclockwise out of the first and clockwise out of the last point,
    // free edges, a list through `nexts` with its end, and where those begin that were never used.
    struct Half { int first, last, free, end, unused; };

    CUPY_DEVICE Half load(long long begin) const {
        const int *e = p.ends + 5 * begin;
        return {e[0], e[1], e[2], e[3], e[4]};
    }
    CUPY_DEVICE void store(long long begin, Half half) const {
        int *e = p.ends + 5 * begin;
        e[0] = half.first;
        e[1] = half.last;
        e[2] = half.free;
        e[3] = half.end;
        e[4] = half.unused;
    }

    CUPY_DEVICE int make(Half &half, int a, int b) const {
        int e = half.free;
        if (e >= 0) half.free = p.nexts[e];
        else {
            e = half.unused;
            half.unused += 2;
        }
        p.origins[e] = a;
        p.origins[e + 1] = b;
        p.nexts[e] = p.previous[e] = e;
        p.nexts[e + 1] = p.previous[e + 1] = e + 1;
        return e;
    }
    // A new edge comes after another one around their origin.
    CUPY_DEVICE void insert(int after, int e) const {
        const int then = next(after);
        p.nexts[after] = e;
        p.previous[e] = after;
        p.nexts[e] = then;
        p.previous[then] = e;
    }
    CUPY_DEVICE int connect(Half &half, int a, int b) const {
        const int after = along(a), e = make(half, to(a), from(b));
        insert(after, e);
        insert(b, e + 1);
        return e;
    }
    CUPY_DEVICE void remove(Half &half, int e) const {
        for (int k = 0; k < 2; ++k, e ^= 1) {
            p.nexts[previous(e)] = next(e);
            p.previous[next(e)] = previous(e);
            p.origins[e] = -1;
        }
        release(half, e & ~1);
    }
    CUPY_DEVICE void release(Half &half, int e) const {
        p.nexts[e] = half.free;
        if (half.free < 0) half.end = e;
        half.free = e;
    }

    // Two or three points.
    CUPY_DEVICE Half few(int begin, int end) const {
        Half half = {-1, -1, -1, -1, 6 * begin};
        const int a = make(half, begin, begin + 1);
        half.first = a;
        half.last = a + 1;
        if (end - begin == 2) return half;
        const int b = make(half, begin + 1, begin + 2), side = turn(begin, begin + 1, begin + 2);
        insert(a + 1, b);
        half.last = b + 1;
        if (side == 0) return half;
        const int c = connect(half, b, a);
        if (side < 0) {
            half.first = c + 1;
            half.last = c;
        }
        return half;
    }

    CUPY_CALLED Half join(Half l, Half r, int middle) const {
        int inner_left = l.last, inner_right = r.first;
        for (;;) {      // down to the common tangent
            if (left_of(from(inner_right), inner_left)) inner_left = along(inner_left);
            else if (right_of(from(inner_left), inner_right)) inner_right = next(inner_right ^ 1);
            else break;
        }
        Half half = {l.first, r.last, r.free, r.end, r.unused};
        for (int e = l.unused; e < 6 * middle; e += 2) release(half, e);
        if (l.free >= 0) {
            p.nexts[l.end] = half.free;
            if (half.free < 0) half.end = l.end;
            half.free = l.free;
        }
        int base = connect(half, inner_right ^ 1, inner_left);
        if (from(inner_left) == from(l.first)) half.first = base ^ 1;
        if (from(inner_right) == from(r.last)) half.last = base;
        for (;;) {
            const int b_from = from(base), b_to = to(base);
            int left = next(base ^ 1), right = previous(base);
            const bool on_left = right_of(to(left), base);
            if (on_left)
                while (in_circle(b_to, b_from, to(left), to(next(left)))) {
                    const int then = next(left);
                    remove(half, left);
                    left = then;
                }
            const bool on_right = right_of(to(right), base);
            if (on_right)
                while (in_circle(b_to, b_from, to(right), to(previous(right)))) {
                    const int then = previous(right);
                    remove(half, right);
                    right = then;
                }
            if (!on_left && !on_right) return half;
            if (!on_left || (on_right && in_circle(to(left), from(left), from(right), to(right))))
                base = connect(half, right, base ^ 1);
            else base = connect(half, base ^ 1, left ^ 1);
        }
    }
};

// Parts of a triangulation, joined from their leaves. An item is a part.
CUPY_DEVICE void delaunay_halves(const Halves &p, long long part) {
    const Subdivision s(p);
    const long long each = p.leaves / p.count;
    for (long long j = 0; j < each; ++j) {
        const long long leaf = part * each + j;
        if (p.start) {
            const long long begin = p.size * leaf / p.leaves;
            const int first = (int)begin, end = (int)(p.size * (leaf + 1) / p.leaves), middle = first + 2;
            if (end - first < 4) s.store(begin, s.few(first, end));
            else s.store(begin, s.join(s.few(first, middle), s.few(middle, end), middle));
        }
        for (long long width = 1; width < each && ((j + 1) & (2 * width - 1)) == 0; width *= 2) {
            const long long begin = p.size * (leaf + 1 - 2 * width) / p.leaves;
            const long long middle = p.size * (leaf + 1 - width) / p.leaves;
            s.store(begin, s.join(s.load(begin), s.load(middle), (int)middle));
        }
    }
}

}  // namespace spatial
}  // namespace cupy

#define CUPY_TEMPLATE(name, T) CUPY_MAP_KERNEL(name, cupy::spatial::Halves, cupy::spatial::delaunay_halves)
