// Mathieu functions: characteristic values and coefficients by tridiagonal matrices (DLMF 28.4), modified functions by
// products of Bessel functions (DLMF 28.24).
#pragma once

#include "bessel01.hpp"
#include "elementary.hpp"
#include "tridiagonal.hpp"

namespace cupy {
namespace special {

constexpr int kMathieuTerms = 96;

// For coefficients of cosines or sines of (2 k + offset) x.
struct MathieuMatrix {
    double q;
    bool sine;
    int offset;

    CUPY_DEVICE MathieuMatrix(double q_, bool sine_, int m) : q(q_), sine(sine_), offset(m % 2 ? 1 : sine_ ? 2 : 0) {}
    CUPY_DEVICE double frequency(int k) const { return 2.0 * k + offset; }
    CUPY_DEVICE double diagonal(int k) const {
        const double f = frequency(k);
        return k == 0 && offset == 1 ? 1 + (sine ? -q : q) : f * f;
    }
    CUPY_DEVICE double up(int k) const { return q; }
    CUPY_DEVICE double down(int k) const { return k == 0 && offset == 0 ? 2 * q : q; }
};

CUPY_CALLED double mathieu_value(const MathieuMatrix &a, int m) {
    const int index = (m - a.offset) / 2;
    const double square = (double)m * m, h = sqrt(a.q), s = 2.0 * m + (a.sine ? -1 : 1);
    const double low = square - 2 * a.q;
    double high = square + 2 * a.q, guess = a.diagonal(index);
    // Next to the bottom of the well values are those of an oscillator: DLMF 28.8.1.
    const double well = -2 * a.q + 2 * s * h;
    if (well < high) {
        const Rows rows = rows_of(a, index, low, well, kTinyForValues, 100000);
        if (meeting(a, rows, well).below > index - rows.first) {
            high = well;
            guess = well - 0.125 * (s * s + 1);
        }
    }
    return a.q == 0 ? square : eigenvalue(a, index, most(low, -2 * a.q - 1), high, guess);
}
CUPY_CALLED double mathieu_of(bool sine, double m, double q) {
    if (!(m >= (sine ? 1 : 0) && m < 1e9) || m != floor(m) || isnan(q)) return nan();
    const int n = (int)m;
    return mathieu_value(MathieuMatrix(fabs(q), q < 0 && n % 2 ? !sine : sine, n), n);   // DLMF 28.2.26
}
CUPY_CALLED double mathieu_a(double m, double q) { return mathieu_of(false, m, q); }
CUPY_CALLED double mathieu_b(double m, double q) { return mathieu_of(true, m, q); }

// Coefficients of the function of order m, normalized by DLMF 28.4.9; none if they are too many.
struct MathieuSeries {
    MathieuMatrix matrix;
    Rows rows;
    double v[kMathieuTerms];

    CUPY_DEVICE double &operator[](int k) { return v[k - rows.first]; }
    CUPY_CALLED MathieuSeries(bool sine, int m, double q) : matrix(q, sine, m) {
        const int index = (m - matrix.offset) / 2;
        const double value = mathieu_value(matrix, m);
        rows = rows_of(matrix, index, value, value, 1e-20, 2 * kMathieuTerms);
        if (!usable()) return;
        eigenvector(matrix, rows, value, v);
        double sum = 0;
        for (int k = rows.first; k <= rows.last; ++k)
            sum += ((*this)[k]) * ((*this)[k]) * (k == 0 && matrix.offset == 0 ? 2 : 1);
        // The function is cos m x or sin m x without q, and its last coefficients, zero then only, keep their signs.
        const int last = q == 0 ? index : rows.last;
        const double sign = parity_sign(last - index) * ((*this)[last] < 0 ? -1 : 1);
        for (int k = 0; k < rows.count(); ++k) v[k] *= sign / sqrt(sum);
    }
    CUPY_DEVICE bool usable() const { return rows.count() <= kMathieuTerms; }
};

CUPY_CALLED void mathieu_angular(bool sine, double m, double q, double x, double &value, double &slope) {
    value = slope = nan();
    if (!(m >= 0 && m < 1e9) || m != floor(m) || !(fabs(q) < 1e300) || isnan(x)) return;
    const int n = (int)m;
    double sign = 1, turned = 1;
    if (q < 0) {                                            // DLMF 28.2.34
        sign = parity_sign(n / 2 + (sine && n % 2 == 0));
        turned = -1;
        x = 90 - x;
        if (n % 2) sine = !sine;
    }
    if (sine && n == 0) {
        value = slope = 0;
        return;
    }
    MathieuSeries series(sine, n, fabs(q));
    if (!series.usable()) return;
    double even = 0, odd = 0;
    const double degrees = x - 360 * rint(x / 360);
    for (int k = series.rows.last; k >= series.rows.first; --k) {
        const double f = series.matrix.frequency(k), angle = (f * degrees - 360 * rint(f * degrees / 360)) * kDegree;
        const double c = cos(angle), s = sin(angle), part = series[k];
        even += part * (sine ? s : c);
        odd += part * f * (sine ? c : -s);
    }
    value = sign * even;
    slope = sign * turned * odd;
}
CUPY_DEVICE void mathieu_cem(double m, double q, double x, double &value, double &slope) {
    mathieu_angular(false, m, q, x, value, slope);
}
CUPY_DEVICE void mathieu_sem(double m, double q, double x, double &value, double &slope) {
    mathieu_angular(true, m, q, x, value, slope);
}

// Bessel functions of orders from zero, and of orders from another one.
struct BesselRuns {
    int from;
    double near[kMathieuTerms + 2], far[kMathieuTerms + 2];

    CUPY_DEVICE void keep(int n, int count, double y) {
        if (n < count) near[n] = y;
        if (n >= from && n < from + count) far[n - from] = y;
    }
    CUPY_DEVICE void upwards(int count, double u, double before, double now) {
        keep(0, count, before);
        keep(1, count, now);
        for (int n = 1; n < from + count - 1; ++n) {
            const double next = isinf(now) ? now : 2 * n / u * now - before;
            before = now;
            now = next;
            keep(n + 1, count, now);
        }
    }
    CUPY_DEVICE void downwards(int count, double u) {      // Miller's algorithm
        const int top = from + count, start = top + 24 + (int)(8 * cbrt((double)top));
        double after = 0, now = 1e-300, sum = 0;
        for (int n = start; n >= 0; --n) {
            keep(n, count, now);
            if (n % 2 == 0) sum += n == 0 ? now : 2 * now;
            const double before = 2 * n / u * now - after;
            after = now;
            now = before;
            if (fabs(now) > 1e250) scale(1e-250, count, now, after, sum);
        }
        double unused = 0;
        scale(1 / sum, count, unused, unused, unused);
    }
    CUPY_DEVICE void scale(double by, int count, double &a, double &b, double &c) {
        a *= by;
        b *= by;
        c *= by;
        for (int n = 0; n < count; ++n) {
            near[n] *= by;
            far[n] *= by;
        }
    }
    CUPY_CALLED BesselRuns(bool second, double u, int from_, int count) : from(from_) {
        for (int n = 0; n < count; ++n) near[n] = far[n] = 0;
        if (second) upwards(count, u, y0_called(u), y1_called(u));
        else if (u > from + count) upwards(count, u, j0_called(u), j1_called(u));
        else downwards(count, u);
    }
};
// What an order and the one above it make of a derivative by the argument, times the argument.
CUPY_DEVICE double bessel_slope(int n, double u, double y, double above) { return n * y - (y == 0 ? 0 : u * above); }

CUPY_CALLED void mathieu_modified(bool sine, bool second, double m, double q, double x, double &value, double &slope) {
    value = slope = nan();
    if (!(m >= (sine ? 1 : 0) && m < 1e9) || m != floor(m) || !(q > 0 && q < 1e300) || isnan(x) || isinf(x)) return;
    const int order = (int)m;
    MathieuSeries series(sine, order, q);
    if (!series.usable()) return;
    const int first = series.rows.first, last = series.rows.last, offset = series.matrix.offset;
    int s = first;
    for (int k = first; k <= last; ++k)
        if (fabs(series[k]) > fabs(series[s])) s = k;
    const double h = sqrt(q), u = h * exp(-x), w = h * exp(x), sign = sine ? -1 : 1;
    const int count = last - first + 2;
    const BesselRuns left(false, u, first + s + offset, count), right(second, w, first + s + offset, count);
    value = slope = 0;
    for (int k = last; k >= first; --k) {
        const int n = k > s ? k - s : s - k, far = k - first, n_far = k + s + offset;
        const double turn = k < s && n % 2 ? -1 : 1;       // of negative orders
        const double a = turn * left.near[n], b = left.far[far], c = turn * right.near[n], d = right.far[far];
        const double da = bessel_slope(n, u, a, turn * left.near[n + 1]);
        const double db = bessel_slope(n_far, u, b, left.far[far + 1]);
        const double dc = bessel_slope(n, w, c, turn * right.near[n + 1]);
        const double dd = bessel_slope(n_far, w, d, right.far[far + 1]);
        const double part = parity_sign(k) * series[k];
        value += part * ((a == 0 ? 0 : a * d) + (b == 0 ? 0 : sign * b * c));
        slope += part * ((a == 0 ? 0 : a * dd - da * d) + (b == 0 ? 0 : sign * (b * dc - db * c)));
    }
    const double scale = parity_sign((order - offset) / 2) / series[s] / (s == 0 && offset == 0 ? 2 : 1);
    value *= scale;
    slope *= scale;
}
CUPY_DEVICE void mathieu_modcem1(double m, double q, double x, double &value, double &slope) {
    mathieu_modified(false, false, m, q, x, value, slope);
}
CUPY_DEVICE void mathieu_modsem1(double m, double q, double x, double &value, double &slope) {
    mathieu_modified(true, false, m, q, x, value, slope);
}
CUPY_DEVICE void mathieu_modcem2(double m, double q, double x, double &value, double &slope) {
    mathieu_modified(false, true, m, q, x, value, slope);
}
CUPY_DEVICE void mathieu_modsem2(double m, double q, double x, double &value, double &slope) {
    mathieu_modified(true, true, m, q, x, value, slope);
}

}  // namespace special
}  // namespace cupy
