// Eigenvalues and eigenvectors of batched Hermitian matrices: brought to tridiagonal form by reflections, then iterated by
// implicit QL steps.  A block holds a matrix in shared memory; a thread has a row.
#pragma once

#include "device/dense.hpp"

namespace cupy {

struct Tridiagonal {
    const void *a;          // (batch, n, n), rows contiguous; one triangle is read
    void *w;                // (batch, n), real, ascending
    void *v;                // (batch, n, n), vectors are columns; null where they are not wanted
    int *info;              // not zero afterwards if the iteration did not converge for a matrix; may be null
    int n, lower;
};

namespace tridiagonal {

using namespace dense;

constexpr int kSteps = 60;          // for an eigenvalue

template <class T> struct Problem {
    using Real = real_of<T>;

    T *a, *z;               // the matrix, then its reflections; the vectors
    T *tops, *products;     // first items of reflections; the matrix times one of them
    T *below;               // the second diagonal before it is made real
    Real *factors, *d, *e;  // of reflections; diagonals
    Real *next_d, *next_e;  // what a step makes of them
    int n, pitch, thread, threads;
    bool vectors;           // whether they are wanted (a null pointer would not be known to be of shared memory)

    CUPY_DEVICE T &at(int i, int j) const { return a[i * pitch + j]; }

    CUPY_DEVICE Real load(const T *from, bool lower) {
        Real most(0);
        for (int k = thread; k < n * n; k += threads) {
            const int i = k / n, j = k - i * n;
            if (i != j && (i > j) != lower) continue;
            const T item = i == j ? T(real(from[k])) : from[k];
            most = larger(most, size_of(item));
            at(i, j) = item;
            if (i != j) at(j, i) = conj(item);
        }
        return most;
    }

    CUPY_DEVICE void scale(Real by) {
        for (int k = thread; k < n * n; k += threads) {
            T &item = at(k / n, k % n);
            item = item * by;
        }
    }

    // A column below the diagonal becomes one item; v is (top, what is below), and the reflection 1 - factor v v^H.
    CUPY_DEVICE void reflect(int k) {
        const int first = k + 1;
        Real rest(0);
        for (int i = first + 1; i < n; ++i) rest += squared(at(i, k));
        const T head = at(first, k);
        T left = head, top(0);
        Real factor(0);
        if (rest >= vanishing<Real>()) {
            const Real size = sqrt(squared(head) + rest), start = length(head);
            left = start == 0 ? T(-size) : T(head * (-size / start));
            top = head - left;
            factor = 2 / (squared(top) + rest);
        }
        // p = factor A v, a row a thread
        const int row = first + thread;
        T mine(0);
        if (row < n && factor != 0) {
            mine = at(row, first) * top;
            for (int j = first + 1; j < n; ++j) mine += at(row, j) * at(j, k);
            mine = mine * factor;
            products[row] = mine;
        }
        platform::barrier();
        if (row < n && factor != 0) {
            Real shared = real(inner(top, products[first]));
            for (int i = first + 1; i < n; ++i) shared += real(inner(at(i, k), products[i]));
            shared = shared * factor / 2;
            const T v = row == first ? top : at(row, k);
            const T w = mine - v * shared;
            for (int j = first; j < n; ++j) {
                const T other = j == first ? top : at(j, k);
                at(row, j) -= v * conj(T(products[j] - other * shared)) + w * conj(other);
            }
        }
        if (thread == 0) {
            tops[k] = top;
            factors[k] = factor;
            below[k] = left;
        }
        platform::barrier();
    }

    CUPY_DEVICE void reduce() {
        for (int k = 0; k + 2 < n; ++k) reflect(k);
        if (thread == 0 && n > 1) below[n - 2] = at(n - 1, n - 2);
        platform::barrier();
        for (int i = thread; i < n; i += threads) {
            d[i] = real(at(i, i));
            e[i] = i + 1 < n ? length(below[i]) : Real(0);
        }
        if (vectors) collect(thread);
        platform::barrier();
    }

    // A column of the product of the reflections, with the phase that makes the second diagonal real.
    CUPY_DEVICE void collect(int c) {
        if (c >= n) return;
        T *column = z + c, phase(1);
        for (int i = 0; i < n; ++i) column[i * pitch] = T(0);
        for (int k = 0; k < c; ++k) {
            const Real size = length(below[k]);
            if (size != 0) phase *= below[k] * (1 / size);
        }
        column[c * pitch] = phase;
        for (int k = c - 1 < n - 3 ? c - 1 : n - 3; k >= 0; --k) {
            T *from = column + (k + 1) * pitch;
            T sum = inner(tops[k], *from);
            for (int i = k + 2; i < n; ++i) sum += inner(at(i, k), column[i * pitch]);
            sum = sum * factors[k];
            *from -= tops[k] * sum;
            for (int i = k + 2; i < n; ++i) column[i * pitch] -= at(i, k) * sum;
        }
    }

    // The end of the block from row `first` on that does not fall apart.
    CUPY_DEVICE int end_of(int first) const {
        const Real least = sqrt(vanishing<Real>());
        for (int base = first; base < n; base += kLanes) {
            const int i = base + thread % (int)kLanes;
            bool apart = i == n - 1;
            if (i < n - 1) {
                const Real beside = limits<Real>::epsilon() * (fabs(d[i]) + fabs(d[i + 1]));
                apart = fabs(e[i]) <= (beside < least ? least : beside);
            }
            const unsigned found = platform::ballot(apart);
            if (found) return base + 31 - platform::leading_zeros(found & (0u - found));
        }
        return n - 1;
    }

    // One implicit step from `last` up to `first`: everybody computes the rotations, and turns a row of the vectors.
    CUPY_DEVICE void step(int first, int last) {
        const bool turns = vectors && thread < n;
        T *row = z + thread * pitch, right = turns ? row[last] : T(0);
        Real g = (d[first + 1] - d[first]) / (2 * e[first]), r = sqrt(g * g + 1);
        g = d[last] - d[first] + e[first] / (g + (g < 0 ? -r : r));
        Real s(1), c(1), p(0), above = d[last];
        int i = last - 1;
        for (; i >= first; --i) {
            const Real side = e[i], f = s * side, b = c * side, square = f * f + g * g;
            if (square < vanishing<Real>()) break;
            const Real inverse = inverse_root(square);
            s = f * inverse;
            c = g * inverse;
            g = above - p;
            above = d[i];
            r = (above - g) * s + 2 * c * b;
            p = s * r;
            if (thread == 0) {
                next_e[i + 1] = square * inverse;
                next_d[i + 1] = g + p;
            }
            g = c * r - b;
            if (turns) {
                const T left = row[i];
                row[i + 1] = s * left + c * right;
                right = c * left - s * right;
            }
        }
        if (turns) row[i + 1] = right;
        if (thread == 0) {
            next_d[i + 1] = above - p;
            next_e[i + 1] = i < first ? g : Real(0);
        }
        platform::barrier();
        for (int k = i + 1 + thread; k <= last; k += threads) {
            d[k] = next_d[k];
            e[k] = k < last ? next_e[k] : Real(0);
        }
        platform::barrier();
    }

    CUPY_DEVICE bool iterate() {
        for (int first = 0; first < n; ++first)
            for (int steps = 0;; ++steps) {
                const int last = end_of(first);
                if (last == first) break;
                if (steps == kSteps) return false;
                platform::barrier();
                step(first, last);
            }
        return true;
    }

    // Values in ascending order and their vectors; those of equal value stay in order.
    CUPY_DEVICE void store(Real *values, T *columns, Real unit) {
        int *place = reinterpret_cast<int *>(next_d);
        for (int i = thread; i < n; i += threads) {
            const Real mine = d[i];
            int rank = 0;
            for (int j = 0; j < n; ++j) rank += d[j] < mine || (d[j] == mine && j < i);
            place[rank] = i;
            values[rank] = mine * unit;
        }
        platform::barrier();
        for (int k = thread; vectors && k < n * n; k += threads) {
            const int i = k / n;
            columns[k] = z[i * pitch + place[k - i * n]];
        }
    }
};

template <class T> CUPY_DEVICE void run(const Tridiagonal &p, void *shared) {
    using Real = real_of<T>;
    CUPY_SHARED Real partial[kLanes];
    const long long matrix = platform::block_index();
    const int n = p.n;
    Problem<T> x;
    x.n = n;
    x.pitch = n | 1;
    x.thread = platform::thread_index();
    x.threads = platform::thread_count();
    x.a = static_cast<T *>(shared);
    x.z = x.a + n * x.pitch;
    x.vectors = p.v != nullptr;
    x.tops = x.a + n * x.pitch * (p.v ? 2 : 1);
    x.products = x.tops + n;
    x.below = x.products + n;
    x.factors = reinterpret_cast<Real *>(x.below + n);
    x.d = x.factors + n;
    x.e = x.d + n;
    x.next_d = x.e + n;
    x.next_e = x.next_d + n;
    Real *values = static_cast<Real *>(p.w) + matrix * n;
    T *vectors = p.v ? static_cast<T *>(p.v) + matrix * n * n : nullptr;
    const Real most = largest_of_block(x.load(static_cast<const T *>(p.a) + matrix * n * n, p.lower), partial);
    if (!(most <= limits<Real>::max())) {       // as LAPACK does, without a failure
        for (int k = x.thread; k < n; k += x.threads) values[k] = limits<Real>::nan();
        for (int k = x.thread; vectors && k < n * n; k += x.threads) vectors[k] = T(limits<Real>::nan());
        return;
    }
    const Real unit = power_below(most);
    platform::barrier();
    if (unit != 1) x.scale(1 / unit);
    platform::barrier();
    x.reduce();
    const bool converged = x.iterate();
    if (x.thread == 0 && !converged && p.info) *p.info = 1;
    platform::barrier();
    x.store(values, vectors, unit);
}

}  // namespace tridiagonal
}  // namespace cupy

#define CUPY_TRIDIAGONAL(name, T)                                                           \
    CUPY_KERNEL CUPY_LAUNCH_BOUNDS(128) name(CUPY_GRID_CONSTANT const Tridiagonal params) { \
        CUPY_DYNAMIC_SHARED(memory);                                                        \
        tridiagonal::run<T>(params, memory);                                                \
    }
