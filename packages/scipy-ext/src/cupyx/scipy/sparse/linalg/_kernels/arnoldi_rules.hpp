// What becomes of the sums of a pass, and of the columns of a Hessenberg matrix: one thread's work.
#pragma once

#include "kernel.hpp"
#include "arnoldi_params.hpp"
#include "krylov_wide.hpp"

namespace cupy {
namespace krylov {

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
    if (status != 0) return true;
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
    const bool broken = !(left > is.get(kEps) * norm);
    const Rotations<S> turn(diagonal, broken ? S(0.0) : below);
    is.cosines()[j] = turn.c;
    is.sines()[j] = turn.s;
    is.column(j)[j] = turn.r;
    const S g = is.right()[j];
    is.right()[j] = turn.c * g;
    is.right()[j + 1] = -conj(turn.s) * g;
    const double residual = sqrt(square_of(is.right()[j + 1]));
    is.s[kColumns] = S(double(j + 1));
    is.s[kResidual] = S(residual);
    is.s[kStatus] = S(residual <= is.get(kGoal) ? 1.0 : broken ? 2.0 : 0.0);
}

}  // namespace krylov
}  // namespace cupy
