// Spheroidal wave functions: characteristic values and expansions in Legendre functions by tridiagonal matrices, radial
// functions by expansions in spherical Bessel functions and, near the foci, by Taylor steps along their equation.
// C. Flammer, "Spheroidal Wave Functions", 1957; DLMF 30.
#pragma once

#include "tridiagonal.hpp"

namespace cupy {
namespace special {

constexpr int kSpheroidalTerms = 160, kMostAbove = 198;

// For the weights w_r = d_r (2 m + r)! / r! of r = 2 k + parity; `square` is c^2, or -c^2 of oblate functions.
struct SpheroidalMatrix {
    double m, square;
    int parity;

    CUPY_DEVICE double index(int k) const { return 2.0 * k + parity; }
    CUPY_DEVICE double diagonal(int k) const {
        const double n = m + index(k);
        // n (n + 1) and the mean of c^2 x^2 over a Legendre function
        return n * (n + 1) + square * (n == 0 ? 1.0 / 3 : 0.5 - 0.5 * (4 * m * m - 1) / ((2 * n - 1) * (2 * n + 3)));
    }
    CUPY_DEVICE double up(int k) const {
        const double r = index(k), n = 2 * (m + r);
        return square * (r + 1) * (r + 2) / ((n + 3) * (n + 5));
    }
    CUPY_DEVICE double down(int k) const {
        const double r = index(k) + 2, n = 2 * (m + r);
        return square * (2 * m + r) * (2 * m + r - 1) / ((n - 3) * (n - 1));
    }
};

// A function's order, degree and parameters, where they make sense.
struct Spheroidal {
    SpheroidalMatrix matrix;
    double c, sign;        // sign: one of prolate functions, minus one of oblate ones
    int m, above, index;   // above: n - m

    CUPY_CALLED Spheroidal(double m_, double n, double c_, bool oblate) : c(c_), sign(oblate ? -1 : 1), m(-1) {
        if (!(m_ >= 0 && n >= m_ && n < 1e6 && fabs(c) < 1e6) || m_ != floor(m_) || n != floor(n)) return;
        m = (int)m_;
        above = (int)n - m;
        index = above / 2;
        matrix = {m_, sign * c * c, above % 2};
    }
    CUPY_DEVICE bool valid() const { return m >= 0; }
    CUPY_CALLED double value() const {
        if (!valid() || above > kMostAbove) return nan();
        const double n = m + above, plain = n * (n + 1), far = plain + matrix.square;
        return c == 0 ? plain : eigenvalue(matrix, index, least(plain, far), most(plain, far), matrix.diagonal(index));
    }
};

// The weights of a function with a given characteristic value.
struct SpheroidalSeries {
    Spheroidal of;
    double value;
    Rows rows;
    double w[kSpheroidalTerms];

    // `more` rows are taken beyond those that angular functions need.
    CUPY_CALLED SpheroidalSeries(const Spheroidal &of_, double value_, int more)
        : of(of_), value(value_), rows{0, 0, -1} {
        if (!of.valid() || isnan(value) || isinf(value)) return;
        rows = rows_of(of.matrix, of.index, value, value, 1e-20, 2 * kSpheroidalTerms);
        rows.last += more;
        if (rows.count() > kSpheroidalTerms) return;
        // Taylor steps feel what a rounded characteristic value lacks: a step of Newton's brings it.
        const Meeting at = meeting(of.matrix, rows, value);
        const double step = -at.value / at.slope;
        if (fabs(step) < 1e-12 * (1 + fabs(value))) value += step;
        eigenvector(of.matrix, rows, value, w);
    }
    CUPY_DEVICE bool usable() const { return rows.count() > 0 && rows.count() <= kSpheroidalTerms; }
    CUPY_DEVICE double weight(int k) const { return k < rows.first || k > rows.last ? 0 : w[k - rows.first]; }
    CUPY_CALLED double sum() const {
        double all = 0;
        for (int k = 0; k < rows.count(); ++k) all += w[k];
        return all;
    }
};

// sum of w_r g_r(x) and of its derivative, with their sizes, for Legendre functions g_r that are 1 at 1, over
// (1 - x^2)^(m / 2); `own` is g_r or, of odd r, its derivative, at x, for the degree of the function, `last` the size
// of the last term.
struct LegendreSum {
    double value, slope, size, own, last;
};
CUPY_CALLED LegendreSum legendre_sum(const SpheroidalSeries &s, double x) {
    LegendreSum found{0, 0, 0, 0, 0};
    const double m = s.of.m;
    const int end = s.of.matrix.parity + 2 * s.rows.last;
    double before = 0, now = 1, slope_before = 0, slope = 0;
    for (int r = 0;; ++r) {
        if (r % 2 == s.of.matrix.parity) {
            const double weight = s.weight(r / 2);
            found.value += weight * now;
            found.slope += weight * slope;
            found.last = fabs(weight) * (fabs(now) + (x == 0 ? fabs(slope) : 0));
            found.size += found.last;
            if (r == s.of.above) found.own = r % 2 ? slope : now;
        }
        if (r == end) return found;
        const double a = (2 * m + 2 * r + 1) / (2 * m + r + 1), b = r / (2 * m + r + 1);
        const double next = a * x * now - b * before, slope_next = a * (now + x * slope) - b * slope_before;
        before = now;
        now = next;
        slope_before = slope;
        slope = slope_next;
    }
}

// Functions are |x^2 - sign|^(m / 2) y, where
// (x^2 - sign) y'' + 2 (m + 1) x y' + (m (m + 1) - value + square x^2) y = 0;
// y and its slope are moved from x to another place by Taylor's series.
CUPY_CALLED void spheroidal_steps(const SpheroidalSeries &s, double sign, double square, double x, double to, double &y,
                                  double &slope) {
    const double m = s.of.m, base = m * (m + 1) - s.value;
    for (int step = 0; step < 2000 && x != to; ++step) {
        const double gap = sign > 0 ? fabs(fabs(x) - 1) : sqrt(x * x + 1);      // to where the equation is singular
        const double most_far = least(0.4 * gap, 2 / (fabs(s.of.c) + 1));
        const double t = fabs(to - x) <= most_far ? to - x : copysign(most_far, to - x);
        const double lead = x * x - sign, middle = base + square * x * x;
        double a[4] = {0, 0, y, slope}, power = 1, value = y, change = slope;   // coefficients k - 2 to k + 1
        for (int k = 0; k < 200; ++k) {
            const double next = -(2 * x * (k + 1) * (k + m + 1) * a[3] + (k * (k + 2 * m + 1) + middle) * a[2]
                                  + 2 * square * x * a[1] + square * a[0]) / (lead * (k + 1) * (k + 2));
            power *= t;
            const double part = next * power;          // over t
            value += (k == 0 ? slope * t : 0) + part * t;
            change += part * (k + 2);
            for (int j = 0; j < 3; ++j) a[j] = a[j + 1];
            a[3] = next;
            const double two = fabs(part * (k + 2)) + fabs(a[2] * power / t * (k + 1));
            if (k > 3 && two < 1e-18 * (fabs(change) + fabs(value))) break;
        }
        y = value;
        slope = change;
        x = fabs(to - x) <= most_far ? to : x + t;
    }
}

// Angular functions are P_n^m, or their derivatives are, at 0.
CUPY_CALLED void spheroidal_angular(const SpheroidalSeries &s, double x, double &value, double &slope) {
    value = slope = nan();
    if (!s.usable() || !(fabs(x) < 1)) return;
    const LegendreSum centre = legendre_sum(s, 0);
    const bool odd = s.of.above % 2;
    double y, change, scale = centre.own;
    if (s.of.sign < 0 && centre.size > 100 * fabs(odd ? centre.slope : centre.value)) {   // it grows from 0 on
        y = odd ? 0 : 1;
        change = odd ? 1 : 0;
        spheroidal_steps(s, 1, s.of.matrix.square, 0, x, y, change);
    } else {
        const LegendreSum at = legendre_sum(s, x);
        scale /= odd ? centre.slope : centre.value;
        y = at.value;
        change = at.slope;
    }
    for (int k = 1; k <= s.of.m; ++k) scale *= (s.of.above + 2.0 * k - 1) * (s.of.above + 2.0 * k) / (2 * k);
    const double rest = (1 - x) * (1 + x);
    scale *= pow(rest, 0.5 * s.of.m);
    value = scale * y;
    slope = scale * (change - s.of.m * x / rest * y);
}

// sum of (-1)^(k - index) w_r f_(m + r)(z) and of its derivative by z, with its size, for spherical Bessel functions.
struct BesselSum {
    double value, slope, size;

    CUPY_DEVICE void add(const SpheroidalSeries &s, int order, double z, double now, double above) {
        const int r = order - s.of.m;
        if (r < 0 || r % 2 != s.of.matrix.parity) return;
        const double weight = s.weight(r / 2) * ((r / 2 - s.of.index) % 2 ? -1 : 1);
        if (weight == 0) return;
        value += weight * now;
        slope += weight * (order / z * now - above);
        size += fabs(weight * now);
    }
    // From the rounded product c x to the exact one, by the second derivative that the equation gives.
    CUPY_CALLED void move(const SpheroidalSeries &s, double x) {
        const double m = s.of.m, c = s.of.c, by = fma(c, x, -c * x), first = c * slope - m / x * value;
        const double middle = m * (m + 1) - s.value + c * x * (c * x);
        const double second = -(2 * (m + 1) * x * first + middle * value) / (x * x - s.of.sign);
        const double bend = (second + m / x * (2 * c * slope - (m + 1) / x * value)) / (c * c);
        value += by * slope;
        slope += by * bend;
    }
};
CUPY_CALLED BesselSum bessel_sum(const SpheroidalSeries &s, bool second, double z) {
    BesselSum sum{0, 0, 0};
    const int top = s.of.m + s.of.matrix.parity + 2 * s.rows.last;
    const double zeroth = second ? -cos(z) / z : sin(z) / z;
    const double first = second ? (zeroth - sin(z)) / z : (zeroth - cos(z)) / z;
    if (second || z > top) {
        double now = zeroth, above = first;
        for (int n = 0; n <= top; ++n) {
            sum.add(s, n, z, now, above);
            const double next = isinf(above) ? above : (2 * n + 3) / z * above - now;
            now = above;
            above = next;
        }
        return sum;
    }
    const int start = top + 24 + (int)(8 * cbrt((double)top));     // Miller's algorithm
    double above = 0, now = 1e-300;
    for (int n = start; n > 0; --n) {
        sum.add(s, n, z, now, above);
        const double before = (2 * n + 1) / z * now - above;
        above = now;
        now = before;
        if (fabs(now) > 1e250) {
            now *= 1e-250;
            above *= 1e-250;
            sum = {sum.value * 1e-250, sum.slope * 1e-250, sum.size * 1e-250};
        }
    }
    sum.add(s, 0, z, now, above);
    const double scale = fabs(zeroth) >= fabs(first) || z < 0.1 ? zeroth / now : first / above;
    return {sum.value * scale, sum.slope * scale, sum.size * fabs(scale)};
}

// y and its slope at 0 of the function of the first kind.
CUPY_CALLED void spheroidal_origin(const SpheroidalSeries &s, double &y, double &slope) {
    double value = s.weight(0) / s.sum() * (s.of.index % 2 ? -1 : 1);
    const int order = s.of.m + s.of.matrix.parity;
    for (int k = 1; k <= order; ++k) value *= s.of.c / (2 * k + 1);
    y = s.of.matrix.parity ? 0 : value;
    slope = s.of.matrix.parity ? value : 0;
}

constexpr double kSpheroidalFar = 4;        // from where on expansions in Bessel functions keep their digits

CUPY_CALLED void spheroidal_radial(const SpheroidalSeries &s, bool second, double x, double &value, double &slope) {
    value = slope = nan();
    if (!s.usable() || !(s.of.sign > 0 ? x > 1 : x >= 0) || isinf(x)) return;
    const double m = s.of.m, sign = s.of.sign;
    if (s.of.c == 0) {
        value = second ? -infinity() : m + s.of.above == 0;
        slope = second ? infinity() : 0;
        return;
    }
    const double rest = x * x - sign;
    double y, change, at = most(x, kSpheroidalFar), joined = nan();
    if (!second && sign < 0 && x < kSpheroidalFar) {
        spheroidal_origin(s, y, change);
        at = 0;
    } else {
        if (!second) at = x;
        // over the factor |x^2 - sign|^(m / 2)
        BesselSum sum = bessel_sum(s, second, s.of.c * at);
        sum.move(s, at);
        const double scale = pow(at, -m) / s.sum();
        y = scale * sum.value;
        change = scale * (s.of.c * sum.slope - m / at * sum.value);
        // The slope with the factor's: of what would cancel only the difference is left.
        if (at == x) joined = scale * (s.of.c * sum.slope + m * sign / (x * rest) * sum.value);
        if (!second && sum.size > 100 * fabs(sum.value)) {
            const LegendreSum near = legendre_sum(s, x);
            const bool better = near.size * fabs(sum.value) < sum.size * fabs(near.value);
            if (better && near.last < 1e-17 * near.size) {
                const LegendreSum centre = legendre_sum(s, 0);
                spheroidal_origin(s, y, change);
                const double ratio = s.of.matrix.parity ? change / centre.slope : y / centre.value;
                y = ratio * near.value;
                change = ratio * near.slope;
                joined = nan();
            }
        }
    }
    spheroidal_steps(s, sign, s.of.c * s.of.c, at, x, y, change);
    const double scale = pow(rest, 0.5 * m);
    value = scale * y;
    slope = scale * (isnan(joined) ? change + m * x / rest * y : joined);
}

#define CUPY_SPHEROIDAL(name, oblate)                                                                                 \
    CUPY_DEVICE double name##_cv(double m, double n, double c) { return Spheroidal(m, n, c, oblate).value(); }        \
    CUPY_CALLED void name##_ang1_cv(double m, double n, double c, double cv, double x, double &y, double &slope) {    \
        spheroidal_angular(SpheroidalSeries(Spheroidal(m, n, c, oblate), cv, 0), x, y, slope);                        \
    }                                                                                                                 \
    CUPY_CALLED void name##_rad1_cv(double m, double n, double c, double cv, double x, double &y, double &slope) {    \
        spheroidal_radial(SpheroidalSeries(Spheroidal(m, n, c, oblate), cv, 4), false, x, y, slope);                  \
    }                                                                                                                 \
    CUPY_CALLED void name##_rad2_cv(double m, double n, double c, double cv, double x, double &y, double &slope) {    \
        spheroidal_radial(SpheroidalSeries(Spheroidal(m, n, c, oblate), cv, 24), true, x, y, slope);                  \
    }                                                                                                                 \
    CUPY_DEVICE void name##_ang1(double m, double n, double c, double x, double &y, double &slope) {                  \
        name##_ang1_cv(m, n, c, name##_cv(m, n, c), x, y, slope);                                                     \
    }                                                                                                                 \
    CUPY_DEVICE void name##_rad1(double m, double n, double c, double x, double &y, double &slope) {                  \
        name##_rad1_cv(m, n, c, name##_cv(m, n, c), x, y, slope);                                                     \
    }                                                                                                                 \
    CUPY_DEVICE void name##_rad2(double m, double n, double c, double x, double &y, double &slope) {                  \
        name##_rad2_cv(m, n, c, name##_cv(m, n, c), x, y, slope);                                                     \
    }
CUPY_SPHEROIDAL(pro, false)
CUPY_SPHEROIDAL(obl, true)
#undef CUPY_SPHEROIDAL

}  // namespace special
}  // namespace cupy
