// Eigenvalues and eigenvectors of tridiagonal matrices without end, whose eigenvectors decay.
//
// Pivots from the first and from the last row meet in one row.  What stands there is a function of the shift: Newton's
// steps for it are those of Rayleigh quotients, and signs of pivots count eigenvalues (B. N. Parlett and I. S. Dhillon,
// Linear Algebra Appl. 267, 1997).
//
// A matrix has `diagonal(k)`, `up(k)` in row k and column k + 1, and `down(k)` in row k + 1 and column k, whose product
// is not negative.
#pragma once

#include "poly.hpp"

namespace cupy {
namespace special {

struct Rows {
    int first, meet, last;
    CUPY_DEVICE int count() const { return last - first + 1; }
};
template <class M> CUPY_DEVICE double beside(const M &a, int k) { return sqrt(a.up(k) * a.down(k)); }

// Rows where eigenvectors of eigenvalues from `low` to `high` around the one of number `index` are not below `tiny`;
// they meet where the last of these begin to decay.
template <class M>
CUPY_CALLED Rows rows_of(const M &a, int index, double low, double high, double tiny, int most) {
    int first = index, meet = index;
    while (meet < index + most && a.diagonal(meet + 1) - high < 2 * beside(a, meet)) ++meet;
    int last = meet;
    for (double size = 1, decay = 1; size > tiny && last < meet + most; ++last) {
        const double b = beside(a, last);
        decay = b / (a.diagonal(last + 1) - high - b * decay);
        size *= decay;
    }
    for (double size = 1, decay = 1; size > tiny && first > 0; --first) {
        const double b = beside(a, first - 1), rest = low - a.diagonal(first - 1);
        decay = rest < 2 * b ? 1 : b / (rest - b * decay);
        size *= decay;
    }
    return {first, meet, last};
}

CUPY_DEVICE double kept_from_zero(double pivot, double x) {
    const double least_one = 1e-20 * (1 + fabs(x));
    return fabs(pivot) < least_one ? -least_one : pivot;
}

struct Meeting {
    double value, slope;
    int below;      // eigenvalues below the shift
};
template <class M> CUPY_CALLED Meeting meeting(const M &a, const Rows &rows, double x) {
    Meeting at{a.diagonal(rows.meet) - x, -1, 0};
    for (int side = 0; side < 2; ++side) {
        const int step = side == 0 ? 1 : -1;
        double square = 0, inverse = 1, slope = 0;      // of the pivot
        for (int k = side == 0 ? rows.first : rows.last; k != rows.meet; k += step) {
            const double less = square * inverse, pivot = kept_from_zero(a.diagonal(k) - x - less, x);
            slope = -1 + less * inverse * slope;
            inverse = 1 / pivot;
            at.below += pivot < 0;
            const int edge = side == 0 ? k : k - 1;
            square = a.up(edge) * a.down(edge);
        }
        const double less = square * inverse;
        at.value -= less;
        at.slope += less * inverse * slope;
    }
    at.below += at.value < 0;
    return at;
}

// Eigenvalues are changed by squares of what is left out of eigenvectors.
constexpr double kTinyForValues = 1e-11;

// The eigenvalue of number `index`, which lies from `low` to `high`.
template <class M> CUPY_CALLED double eigenvalue(const M &a, int index, double low, double high, double guess) {
    constexpr int kMost = 100000;
    const Rows rows = rows_of(a, index, low, high, kTinyForValues, kMost);
    if (isnan(low) || isnan(high) || rows.last - index >= kMost) return nan();
    const int wanted = index - rows.first;
    double x = guess > low && guess < high ? guess : 0.5 * (low + high);
    for (int k = 0; k < 200; ++k) {
        const Meeting at = meeting(a, rows, x);
        const double step = -at.value / at.slope, next = x + step;
        const bool ours = at.below == wanted ? step >= 0 : at.below == wanted + 1 && step <= 0;
        // Next to a pole of the function steps are small too, and its slope is great.
        if (ours && fabs(step) <= 1e-10 * (fabs(x) + fabs(a.up(rows.meet))) && at.slope > -1e8) return next;
        if (at.below > wanted) high = x;
        else low = x;
        x = ours && next > low && next < high ? next : 0.5 * (low + high);
        if (!(x > low && x < high)) break;
    }
    return x;
}

// The eigenvector of an eigenvalue, one in the row where pivots meet: row k is v[k - first].
template <class M> CUPY_CALLED void eigenvector(const M &a, const Rows &rows, double x, double *v) {
    v -= rows.first;
    double pivot = 1;
    for (int k = rows.first; k < rows.meet; ++k) {
        const double before = k > rows.first ? a.up(k - 1) * a.down(k - 1) / pivot : 0;
        pivot = kept_from_zero(a.diagonal(k) - x - before, x);
        v[k] = -a.up(k) / pivot;
    }
    for (int k = rows.last; k > rows.meet; --k) {
        const double after = k < rows.last ? a.up(k) * a.down(k) / pivot : 0;
        pivot = kept_from_zero(a.diagonal(k) - x - after, x);
        v[k] = -a.down(k - 1) / pivot;
    }
    v[rows.meet] = 1;
    for (int k = rows.meet - 1; k >= rows.first; --k) v[k] *= v[k + 1];
    for (int k = rows.meet + 1; k <= rows.last; ++k) v[k] *= v[k - 1];
}

}  // namespace special
}  // namespace cupy
