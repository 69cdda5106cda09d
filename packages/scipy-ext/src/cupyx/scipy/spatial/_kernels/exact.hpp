// Orientation and in-circle tests of points in the plane, always with the right sign.
//
// Sources: J. R. Shewchuk, Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates, 1997 (the
// stages and their error bounds); O. Devillers and M. Teillaud, Perturbations for Delaunay and Weighted Delaunay
// Triangulations, 2011 (four points of one circle are told apart by raising them off the paraboloid, each by more
// than all after it).
//
// Coordinates are at most 1, and 0 or at least 2^-kSmallest, so that products of four are exact in `Sum`.  If all are
// multiples of 2^-kWhole (`whole`), as those of lattices are, little of that is needed.
#pragma once

#include "kernel.hpp"

namespace cupy {
namespace spatial {

constexpr int kWhole = 24;
constexpr int kSmallest = 187;          // bits below one of the least coordinate
constexpr int kLowest = 4 * (kSmallest + 53);           // of products of four
constexpr int kLimbs = 34;              // of 32 bits

struct Pair { double high, low; };      // a number that is their sum, rounded to `high`

CUPY_DEVICE Pair two_sum(double a, double b) {
    const double s = a + b, t = s - a;
    return {s, (a - (s - t)) + (b - t)};
}
CUPY_DEVICE Pair two_difference(double a, double b) { return two_sum(a, -b); }
CUPY_DEVICE Pair two_product(double a, double b) {
    const double p = platform::product(a, b);
    return {p, fma(a, b, -p)};
}

CUPY_DEVICE Pair operator-(Pair a) { return {-a.high, -a.low}; }
CUPY_DEVICE Pair operator+(Pair a, Pair b) {
    Pair s = two_sum(a.high, b.high), t = two_sum(a.low, b.low);
    s = two_sum(s.high, s.low + t.high);
    return two_sum(s.high, s.low + t.low);
}
CUPY_DEVICE Pair operator*(Pair a, Pair b) {
    const Pair p = two_product(a.high, b.high);
    return two_sum(p.high, p.low + (platform::product(a.high, b.low) + platform::product(a.low, b.high)));
}

// A sum without rounding: fixed point, carries added up at the end.
struct Sum {
    long long limbs[kLimbs];

    CUPY_DEVICE Sum() {
        for (int k = 0; k < kLimbs; ++k) limbs[k] = 0;
    }

    CUPY_DEVICE void add(double x) {
        const unsigned long long bits = platform::bits_as<unsigned long long>(x);
        const int exponent = (int)(bits >> 52 & 2047);
        if (x == 0) return;
        const unsigned long long fraction = bits & ((1ull << 52) - 1);
        const unsigned long long number = exponent ? fraction | 1ull << 52 : fraction;
        const int at = (exponent ? exponent : 1) - 1075 + kLowest;
        const int limb = at >> 5, shift = at & 31;
        if (at < 0 || limb + 2 >= kLimbs) return;
        const unsigned long long low = (number & 0xffffffffull) << shift, high = (number >> 32) << shift;
        const long long parts[3] = {(long long)(low & 0xffffffffull),
                                    (long long)((low >> 32) + (high & 0xffffffffull)), (long long)(high >> 32)};
        for (int k = 0; k < 3; ++k) limbs[limb + k] += x < 0 ? -parts[k] : parts[k];
    }

    CUPY_DEVICE void add_product(Pair a, Pair b) {
        for (int i = 0; i < 4; ++i) {
            const Pair p = two_product(i & 1 ? a.low : a.high, i & 2 ? b.low : b.high);
            add(p.high);
            add(p.low);
        }
    }

    CUPY_DEVICE void add_product(Pair a, Pair b, Pair c, Pair d) {
        for (int i = 0; i < 16; ++i) {
            const double x = i & 1 ? a.low : a.high, y = i & 2 ? b.low : b.high;
            const double z = i & 4 ? c.low : c.high, w = i & 8 ? d.low : d.high;
            if (x == 0 || y == 0 || z == 0 || w == 0) continue;
            const Pair p = two_product(x, y), q = two_product(z, w);
            for (int k = 0; k < 4; ++k) {
                const Pair r = two_product(k & 1 ? p.low : p.high, k & 2 ? q.low : q.high);
                add(r.high);
                add(r.low);
            }
        }
    }

    CUPY_DEVICE int sign() {
        long long carry = 0, rest = 0;
        for (int k = 0; k < kLimbs - 1; ++k) {
            const long long x = limbs[k] + carry;
            carry = x >> 32;
            rest |= x & 0xffffffffll;
        }
        const long long top = limbs[kLimbs - 1] + carry;
        return top < 0 ? -1 : top > 0 || rest ? 1 : 0;
    }
};

struct Point { double x, y; };
struct Vector { Pair x, y; };

CUPY_DEVICE Vector between(Point a, Point b) { return {two_difference(b.x, a.x), two_difference(b.y, a.y)}; }

CUPY_DEVICE double magnitude(double x) { return x < 0 ? -x : x; }
CUPY_DEVICE int sign_of(double x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }

CUPY_CALLED int exact_orientation(Point a, Point b, Point c) {
    const Vector u = between(a, b), v = between(a, c);
    const Pair first = u.x * v.y, second = u.y * v.x, difference = first + -second;
    if (magnitude(difference.high) > 1e-30 * (magnitude(first.high) + magnitude(second.high)))
        return sign_of(difference.high);
    Sum sum;
    sum.add_product(u.x, v.y);
    sum.add_product(-u.y, v.x);
    return sum.sign();
}

// 1 if a, b, c turn left, 0 if they are on a line.
CUPY_DEVICE int orientation(Point a, Point b, Point c, bool whole) {
    const double first = (b.x - a.x) * (c.y - a.y), second = (b.y - a.y) * (c.x - a.x);
    const double difference = first - second;
    if (whole || magnitude(difference) > 4.5e-16 * (magnitude(first) + magnitude(second))) return sign_of(difference);
    return exact_orientation(a, b, c);
}

// Which of b and c is farther from a: 1 for b.
CUPY_CALLED int exact_farther(Point a, Point b, Point c) {
    const Vector u = between(a, b), v = between(a, c);
    Sum sum;
    sum.add_product(u.x, u.x);
    sum.add_product(u.y, u.y);
    sum.add_product(-v.x, v.x);
    sum.add_product(-v.y, v.y);
    return sum.sign();
}

// What the in-circle test of a, b, c is for other points, relative to a: inside where
// x * s.x + y * s.y + z * |s|^2 is negative; `*_bound` are sums of magnitudes.
struct Circle {
    double x, y, z, x_bound, y_bound, z_bound;

    CUPY_DEVICE Circle() {}
    CUPY_DEVICE Circle(Point a, Point b, Point c) {
        const double bx = b.x - a.x, by = b.y - a.y, cx = c.x - a.x, cy = c.y - a.y;
        const double b2 = bx * bx + by * by, c2 = cx * cx + cy * cy;
        x = by * c2 - b2 * cy;
        y = b2 * cx - bx * c2;
        z = bx * cy - by * cx;
        x_bound = magnitude(by) * c2 + b2 * magnitude(cy);
        y_bound = b2 * magnitude(cx) + magnitude(bx) * c2;
        z_bound = magnitude(bx * cy) + magnitude(by * cx);
    }

    // 1 inside, -1 outside, 0 if rounding hides it.
    CUPY_DEVICE int side(double sx, double sy) const {
        const double s2 = sx * sx + sy * sy, value = x * sx + y * sy + z * s2;
        const double bound = x_bound * magnitude(sx) + y_bound * magnitude(sy) + z_bound * s2;
        return value > 2e-15 * bound ? -1 : value < -2e-15 * bound ? 1 : 0;
    }
};

CUPY_CALLED int exact_in_circle(Point a, Point b, Point c, Point d) {
    const Vector v[3] = {between(a, b), between(a, c), between(a, d)};
    Pair total = {0, 0};
    double bound = 0;
    for (int k = 0; k < 3; ++k) {
        const Vector p = v[k], q = v[(k + 1) % 3], r = v[(k + 2) % 3];
        const Pair square = p.x * p.x + p.y * p.y, first = q.x * r.y, second = q.y * r.x;
        total = total + square * (first + -second);
        bound += square.high * (magnitude(first.high) + magnitude(second.high));
    }
    if (magnitude(total.high) > 1e-29 * bound) return -sign_of(total.high);
    Sum sum;
    for (int k = 0; k < 3; ++k) {
        const Vector p = v[k], q = v[(k + 1) % 3], r = v[(k + 2) % 3];
        sum.add_product(p.x, p.x, q.x, r.y);
        sum.add_product(p.y, p.y, q.x, r.y);
        sum.add_product(-p.x, p.x, q.y, r.x);
        sum.add_product(-p.y, p.y, q.y, r.x);
    }
    return -sum.sign();
}

// The same of multiples of 2^-kWhole: all but the last products have at most 51 bits.
CUPY_CALLED int whole_in_circle(Point a, Point b, Point c, Point d) {
    const Point v[3] = {{b.x - a.x, b.y - a.y}, {c.x - a.x, c.y - a.y}, {d.x - a.x, d.y - a.y}};
    Pair total = {0, 0};
    for (int k = 0; k < 3; ++k) {
        const Point p = v[k], q = v[(k + 1) % 3], r = v[(k + 2) % 3];
        total = total + two_product(p.x * p.x + p.y * p.y, q.x * r.y - q.y * r.x);
    }
    return -sign_of(total.high);
}

// Whether d is in the circle of a, b, c, which turn left; no two are equal. The four have different ranks: where all are
// on the circle, the least is raised.
CUPY_CALLED bool in_circle_surely(Point a, Point b, Point c, Point d, long long ra, long long rb, long long rc,
                                  long long rd, bool whole) {
    const int sign = whole ? whole_in_circle(a, b, c, d) : exact_in_circle(a, b, c, d);
    if (sign) return sign > 0;
    if (rd < ra && rd < rb && rd < rc) return false;
    if (ra < rb && ra < rc) return orientation(b, c, d, whole) > 0;
    if (rb < rc) return orientation(c, a, d, whole) > 0;
    return orientation(a, b, d, whole) > 0;
}

}  // namespace spatial
}  // namespace cupy
