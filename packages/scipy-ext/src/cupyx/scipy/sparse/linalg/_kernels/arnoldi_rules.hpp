// What becomes of the sums of a pass, and of the columns of a Hessenberg matrix: one thread's work.
#pragma once

#include "krylov_common.hpp"

namespace cupy {
namespace krylov {

// In the order of their launches, the first two once more where what is left of the vector is short; kSolve, kCombine:
// after them all, for a sum of the rows.
constexpr int kProject = 0, kSubtract = 1, kSolve = 2, kCombine = 3;

// Scalars of a vector: whether what is left of it is projected again, the inverse of its norm; how far rows may be from
// orthogonal by now, how far they may come, and the relative rounding of items; then the coefficients of the pass, and
// the square of the vector's norm.
constexpr int kShort = 0, kInverse = 1, kLoss = 2, kBound = 3, kRounding = 4, kCoefficients = 5;

// Scalars of a problem of least squares: status; columns; residual; what is small enough; relative rounding. Then, of
// `size` columns at most: cosines, sines, size + 1 right sides, size solutions, and columns of size + 1 items of the
// triangle.
constexpr int kStatus = 0, kColumns = 1, kResidual = 2, kGoal = 3, kEps = 4, kArrays = 5;

// What its status may be, too: the space has ended; a vector must be projected again, and is not going to be.
constexpr int kEnded = 2, kUnsure = 3;

struct Arnoldi {
    const void *basis;             // orthonormal rows
    void *w;                       // the vector
    void *out = nullptr;           // what is left of it with norm one; the vector to which kCombine adds
    void *column;                  // its coefficients, then the norm of what is left
    void *scalars;                 // in double precision
    void *least = nullptr;         // the problem of least squares, in double precision
    void *partials;                // size + 1 sums of each block
    void *counter;
    long long count;               // items of a row
    double share;                  // of the norm, of what is left of a vector that is not short
    int vectors, size;
    int pass;
    int again = 0;                 // whether this is the second time
    int certain = 1;               // whether there is going to be a second time
    int finish = 0;                // on the host: blocks whose sums are added up
    // Where they are given, `w` first becomes the product of a matrix and the last vector; not on the host.
    const void *data = nullptr, *indices = nullptr, *indptr = nullptr;
    long long items = 0, columns = 0;
};

CUPY_DEVICE double square_of(double x) { return x * x; }
CUPY_DEVICE double square_of(complex<double> x) { return norm(x); }

template <class S> struct Least {
    S *s;
    int size;
    CUPY_DEVICE double get(int k) const { return real(s[k]); }
    CUPY_DEVICE S *cosines() const { return s + kArrays; }
    CUPY_DEVICE S *sines() const { return cosines() + size; }
    CUPY_DEVICE S *right() const { return sines() + size; }
    CUPY_DEVICE S *solution() const { return right() + size + 1; }
    CUPY_DEVICE S *column(int j) const { return solution() + size + (long long)j * (size + 1); }
};

// Whether a pass has nothing to do.
template <class S> CUPY_DEVICE bool is_idle(const Arnoldi &p) {
    const double status = p.least ? real(static_cast<const S *>(p.least)[kStatus]) : 0;
    if (p.pass >= kSolve) return status == kUnsure;
    if (status != kRunning) return true;
    return p.again && real(static_cast<const S *>(p.scalars)[kShort]) == 0;
}

// The square of a vector's norm is known, and that of its part along the basis: the norm of what is left of it follows,
// as long as that is not much shorter.
template <class T, class S> CUPY_DEVICE void keep_projection(const Arnoldi &p, S square, double along) {
    S *scalars = static_cast<S *>(p.scalars);
    const double whole = real(square);
    double left = whole - along;
    const bool is_short = !(left > p.share * p.share * whole);
    if (!(left > 0)) left = left == left ? 0 : left;
    if (!p.again) {
        // Rows that are not quite orthogonal leave their parts in the vector, which grows when it is scaled.
        const double loss = (real(scalars[kLoss]) * sqrt(whole - left) + real(scalars[kRounding]) * sqrt(whole)) /
                            sqrt(left);
        const bool far = !(loss <= real(scalars[kBound]));
        scalars[kShort] = S(is_short || far ? 1.0 : 0.0);
        if ((is_short || far) && !p.certain) static_cast<S *>(p.least)[kStatus] = S(double(kUnsure));
        if (!is_short && !far && loss > real(scalars[kLoss])) scalars[kLoss] = S(loss);
    }
    scalars[kInverse] = S(1 / sqrt(left));
    static_cast<T *>(p.column)[p.vectors] = T(S(sqrt(left)));
}

template <class S> struct Rotations {
    S c, s, r;                     // [[c, s], [-conj(s), c]] (a, b) = (r, 0)
    CUPY_DEVICE Rotations(S a, S b) {
        const double first = sqrt(square_of(a)), second = sqrt(square_of(b)), length = hypot(first, second);
        if (second == 0) {
            c = S(1.0), s = S(0.0), r = a;
        } else if (first == 0) {
            c = S(0.0), s = conj(b) * S(1 / second), r = S(second);
        } else {
            const S unit = a * S(1 / first);
            c = S(first / length), s = unit * conj(b) * S(1 / length), r = unit * S(length);
        }
    }
};

// The column j, after the rotations of those before, with the item `below`: one more rotation, and the residual.
template <class S> CUPY_DEVICE void rotate_last(const Least<S> &is, int j, S diagonal, S below, double norm) {
    const double left = sqrt(square_of(below));
    const bool ended = !(left > is.get(kEps) * norm);
    const Rotations<S> turn(diagonal, ended ? S(0.0) : below);
    is.cosines()[j] = turn.c;
    is.sines()[j] = turn.s;
    is.column(j)[j] = turn.r;
    const S g = is.right()[j];
    is.right()[j] = turn.c * g;
    is.right()[j + 1] = -conj(turn.s) * g;
    const double residual = sqrt(square_of(is.right()[j + 1]));
    is.s[kColumns] = S(double(j + 1));
    is.s[kResidual] = S(residual);
    is.s[kStatus] = S(double(residual <= is.get(kGoal) ? kConverged : ended ? kEnded : kRunning));
}

}  // namespace krylov
}  // namespace cupy
