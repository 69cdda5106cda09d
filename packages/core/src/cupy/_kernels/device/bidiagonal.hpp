// Singular values alone of batched matrices: brought to bidiagonal form by reflections from both sides, whose values are
// then cut out between two bounds by counting (Demmel and Kahan, SIAM J. Sci. Stat. Comput. 11, 1990, section 3.3).
// A block holds a matrix in shared memory.
#pragma once

#include "device/dense.hpp"

namespace cupy {

struct Bidiagonal {
    const void *a;          // (batch, m, n), rows contiguous
    void *s;                // (batch, k), k = min(m, n), real, descending
    int *info;              // not zero afterwards if a matrix has an item that is not finite; may be null
    int m, n;
    int lanes;              // that share a row or a column: a power of two of at most 32
    int cuts;               // of what is left around a value at once, by a lane each: such a power too
};

namespace bidiagonal {

using namespace dense;

template <class T> struct Problem : Columns<T> {
    using Real = real_of<T>;
    using Columns<T>::at;
    using Columns<T>::n;
    using Columns<T>::rows;
    using Columns<T>::thread;
    using Columns<T>::threads;

    Real *squares;          // of the two diagonals: d[0], e[0], d[1], e[1], ..., 2 n - 1 of them
    int lane, lanes;

    // Lines first, first + 1, ... are reflected so that `first`, from item `head` on, is that item alone; the square of its
    // length comes to `square`.  A team has a line, and finds the reflection for itself: nobody waits.
    template <class Item> CUPY_DEVICE void reflect(int first, int lines, int head, int end, Real &square, Item item) {
        const int teams = threads / lanes;
        for (int base = first; base < lines; base += teams) {
            const int line = base + thread / lanes;
            const bool there = line < lines;
            const T above = there ? item(line, head) : T(0);        // before a neighbour writes it
            Real rest(0);
            T sum(0);
            for (int i = head + 1 + lane; there && i < end; i += lanes) {
                const T v = item(first, i);
                rest += squared(v);
                sum += inner(v, item(line, i));
            }
            rest = warp::sum(rest, lanes);
            sum = warp::sum(sum, lanes);
            if (!there) continue;
            const T start = item(first, head);
            const Real whole = squared(start) + rest;
            if (line == first) {
                if (lane == 0) square = whole;
                continue;
            }
            if (rest < vanishing<Real>()) continue;
            const Real size = sqrt(whole), length = dense::length(start);
            const T top = start == T(0) ? T(size) : T(start * ((length + size) / length));
            sum = (inner(top, above) + sum) * (1 / (size * (size + length)));      // 2 / (|top|² + rest)
            if (lane == 0) item(line, head) = above - top * sum;
            for (int i = head + 1 + lane; i < end; i += lanes) item(line, i) -= item(first, i) * sum;
        }
    }

    CUPY_DEVICE void reduce() {
        for (int k = 0; k < n; ++k) {
            reflect(k, n, k, rows, squares[2 * k], [this](int line, int i) -> T & { return this->at(i, line); });
            platform::barrier();
            if (k + 1 == n) break;
            reflect(k, rows, k + 1, n, squares[2 * k + 1], [this](int line, int i) -> T & { return this->at(line, i); });
            platform::barrier();
        }
    }

    // How many singular values are below a positive number: as many as pivots of the symmetric matrix of twice the size,
    // whose diagonal is zero and which has d[0], e[0], d[1], ... beside it, are negative beyond its n negative ones.
    CUPY_DEVICE int below(Real value) const {
        const Real least = limits<Real>::min() * 16;
        int negative = 1;
        Real pivot = -value;
        for (int i = 0; i < 2 * n - 1; ++i) {
            pivot = -value - squares[i] / pivot;
            if (fabs(pivot) < least) pivot = -least;
            negative += pivot < 0;
        }
        return negative - n;
    }

    // The value of which `place` are smaller; 0 if that is far below what rounding hides.  All threads call it; teams of
    // `cuts` lanes have one.
    CUPY_DEVICE Real cut(int place, int cuts, Real bound) {
        const Real near = limits<Real>::epsilon();
        const Real width = Real(1) / (cuts + 1), least = bound * near * near;
        Real low(0), high = bound;
        const int mine = thread % cuts + 1;
        for (;;) {
            const bool more = high - low > near * high && high > least;
            if (!platform::ballot(more)) break;
            const Real at = low + (high - low) * (mine * width);
            const bool inside = more && at > low && at < high, beyond = inside && below(at) > place;
            const Real above = largest_over(inside && !beyond ? at : low, cuts);
            const Real under = -largest_over(beyond ? -at : -high, cuts);
            if (!platform::ballot(above > low || under < high)) break;      // nothing lies between
            low = above;
            high = under > above ? under : above;
        }
        return high > least ? high : Real(0);
    }
};

template <class T> CUPY_DEVICE void run(const Bidiagonal &p, void *shared) {
    using Real = real_of<T>;
    CUPY_SHARED Real partial[kLanes];
    const long long matrix = platform::block_index();
    const bool wide = p.n > p.m;
    Problem<T> x;
    x.thread = platform::thread_index();
    x.threads = platform::thread_count();
    x.rows = wide ? p.n : p.m;
    x.n = wide ? p.m : p.n;
    x.pitch = x.rows | 1;
    x.lanes = p.lanes;
    x.lane = x.thread % p.lanes;
    x.x = static_cast<T *>(shared);
    x.squares = reinterpret_cast<Real *>(x.x + x.n * x.pitch);
    Real *s = static_cast<Real *>(p.s) + matrix * x.n;
    const Real most = largest_of_block(x.load(static_cast<const T *>(p.a) + matrix * p.m * p.n, wide), partial);
    if (!(most <= limits<Real>::max())) {
        for (int i = x.thread; i < x.n; i += x.threads) s[i] = limits<Real>::nan();
        if (x.thread == 0 && p.info) *p.info = 1;
        return;
    }
    const Real unit = power_below(most);
    platform::barrier();
    x.scale(1 / unit);
    platform::barrier();
    x.reduce();
    Real bound(0);          // no value is larger than the largest sum of neighbours
    for (int i = x.thread; i < 2 * x.n - 1; i += x.threads) {
        const Real next = i + 1 < 2 * x.n - 1 ? sqrt(x.squares[i + 1]) : Real(0);
        bound = larger(bound, sqrt(x.squares[i]) + next);
    }
    bound = largest_of_block(bound, partial) * (1 + 8 * limits<Real>::epsilon());
    const int teams = x.threads / p.cuts;
    for (int first = 0; first < x.n; first += teams) {
        const int k = first + x.thread / p.cuts;
        const Real value = x.cut(k < x.n ? x.n - 1 - k : 0, p.cuts, bound);
        if (k < x.n && x.thread % p.cuts == 0) s[k] = value * unit;
    }
}

}  // namespace bidiagonal
}  // namespace cupy

#define CUPY_BIDIAGONAL(name, T)                                                           \
    CUPY_KERNEL CUPY_LAUNCH_BOUNDS(512) name(CUPY_GRID_CONSTANT const Bidiagonal params) { \
        CUPY_DYNAMIC_SHARED(memory);                                                       \
        bidiagonal::run<T>(params, memory);                                                \
    }
