// QR decompositions of batched matrices that fit into shared memory, by reflections as LAPACK makes them.
#pragma once

#include "device/dense.hpp"
#include "tuning/decompose.hpp"

namespace cupy {

struct Householder {
    const void *a;          // (batch, m, n), rows contiguous
    void *q;                // (batch, m, width); null where it is not wanted
    void *r;                // (batch, rows, n), zeros below the diagonal; null where reflections are wanted
    void *packed;           // (batch, n, m): the columns as LAPACK leaves them; null unless they are wanted
    void *tau;              // (batch, min(m, n)), with `packed`
    int m, n;
    int width, rows;
    int lanes;              // that share a column: a power of two of at most 32
};

namespace householder {

using namespace dense;

template <class T> struct Problem {
    using Real = real_of<T>;

    T *x, *tau;             // columns, `pitch` apart, and factors of reflections
    int m, n, k, pitch, thread, threads, lane, lanes;

    CUPY_DEVICE int team() const { return thread / lanes; }
    CUPY_DEVICE int teams() const { return threads / lanes; }
    // The first item of this lane from `top` on: each lane keeps to its own items of every column.
    CUPY_DEVICE int from(int top) const { return top + ((lane - top) & (lanes - 1)); }

    CUPY_DEVICE Real load(const T *from) {
        Real most(0);
        for (int t = thread; t < m * n; t += threads) {
            const int i = t / n, j = t - i * n;
            most = larger(most, size_of(from[t]));
            x[j * pitch + i] = from[t];
        }
        return most;
    }

    CUPY_DEVICE void scale(Real by) {
        for (int t = thread; t < m * n; t += threads) {
            const int j = t / m;
            T &item = x[j * pitch + t - j * m];
            item = item * by;
        }
    }

    // Columns `count` apart become (1 - factor v v^H) times them, where v is `by` times items of `mirror` after `top`,
    // at which it is one.
    template <int kCount>
    CUPY_DEVICE void reflect(T *columns, int apart, const T *mirror, int top, T by, T factor, bool there) const {
        T sums[kCount];
        CUPY_UNROLL
        for (int c = 0; c < kCount; ++c) sums[c] = T(0);
        const int end = there ? m : 0;
        for (int i = from(top); i < end; i += lanes) {
            const T item = i == top ? T(1) : mirror[i] * by;
            CUPY_UNROLL
            for (int c = 0; c < kCount; ++c) sums[c] += inner(item, columns[c * apart + i]);
        }
        CUPY_UNROLL
        for (int c = 0; c < kCount; ++c) sums[c] = factor * warp::sum(sums[c], lanes);
        for (int i = from(top); i < end; i += lanes) {
            const T item = i == top ? T(1) : mirror[i] * by;
            CUPY_UNROLL
            for (int c = 0; c < kCount; ++c) columns[c * apart + i] -= sums[c] * item;
        }
    }

    // Everybody computes the reflection of the same column.
    CUPY_DEVICE void step(int j) {
        T *mirror = x + j * pitch;
        Real rest(0);
        for (int i = from(j + 1); i < m; i += lanes) rest += squared(mirror[i]);
        rest = warp::sum(rest, lanes);
        const T head = mirror[j];
        T factor(0), by(0), beta = head;
        const Real square = squared(head) + rest;
        if ((rest != 0 || imag(head) != 0) && square >= vanishing<Real>()) {
            const Real size = sqrt(square);
            const Real left = real(head) < 0 ? size : -size;
            factor = (T(left) - head) / left;
            by = T(1) / (head - T(left));
            beta = T(left);
        }
        int first = j + 1;
        for (; n - first >= kHouseholderTogether * teams(); first += kHouseholderTogether * teams())
            reflect<kHouseholderTogether>(x + (first + team()) * pitch, teams() * pitch, mirror, j, by, conj(factor), true);
        for (; first < n; first += teams()) {
            const bool there = first + team() < n;
            reflect<1>(x + (there ? first + team() : 0) * pitch, 0, mirror, j, by, conj(factor), there);
        }
        platform::barrier();
        if (team() == j % teams()) {        // nobody reads this column before Q is made
            for (int i = from(j + 1); i < m; i += lanes) mirror[i] = mirror[i] * by;
            if (lane == 0) {
                mirror[j] = beta;
                tau[j] = factor;
            }
        }
    }

    // Reflect the unit vectors, `kCount` for a team at once, in memory of its own.
    template <int kCount> CUPY_DEVICE void store_q(T *q, int width, T *memory) const {
        T *mine = memory + team() * (kCount * pitch);
        for (int first = team(); first - team() < width; first += kCount * teams()) {
            for (int c = 0; c < kCount; ++c)
                for (int i = lane; i < m; i += lanes) mine[c * pitch + i] = T(i == first + c * teams() ? 1 : 0);
            for (int j = k - 1; j >= 0; --j) reflect<kCount>(mine, pitch, x + j * pitch, j, T(1), tau[j], true);
            for (int c = 0; c < kCount; ++c) {
                const int column = first + c * teams();
                for (int i = lane; column < width && i < m; i += lanes)
                    q[(long long)i * width + column] = mine[c * pitch + i];
            }
        }
    }
};

template <class T> CUPY_DEVICE void run(const Householder &p, void *shared) {
    using Real = real_of<T>;
    CUPY_SHARED Real partial[kLanes];
    const long long matrix = platform::block_index();
    Problem<T> x;
    x.m = p.m;
    x.n = p.n;
    x.k = p.m < p.n ? p.m : p.n;
    x.pitch = p.m | 1;
    x.thread = platform::thread_index();
    x.threads = platform::thread_count();
    x.lanes = p.lanes;
    x.lane = x.thread % p.lanes;
    x.x = static_cast<T *>(shared);
    x.tau = x.x + x.n * x.pitch;
    T *columns = x.tau + x.k;
    const Real unit = power_below(largest_of_block(x.load(static_cast<const T *>(p.a) + matrix * p.m * p.n), partial));
    platform::barrier();
    if (unit != 1) x.scale(1 / unit);
    platform::barrier();
    for (int j = 0; j < x.k; ++j) x.step(j);
    platform::barrier();
    if (p.r) {
        T *r = static_cast<T *>(p.r) + matrix * p.rows * p.n;
        for (int t = x.thread; t < p.rows * p.n; t += x.threads) {
            const int i = t / p.n, j = t - i * p.n;
            r[t] = i <= j ? x.x[j * x.pitch + i] * unit : T(0);
        }
    }
    if (p.packed) {
        T *packed = static_cast<T *>(p.packed) + matrix * p.m * p.n, *tau = static_cast<T *>(p.tau) + matrix * x.k;
        for (int t = x.thread; t < p.m * p.n; t += x.threads) {
            const int j = t / p.m, i = t - j * p.m;
            const T item = x.x[j * x.pitch + i];
            packed[t] = i <= j ? T(item * unit) : item;
        }
        for (int j = x.thread; j < x.k; j += x.threads) tau[j] = x.tau[j];
    }
    T *q = static_cast<T *>(p.q) + matrix * p.m * p.width;
    if (!p.q) return;
    if (p.width > x.teams()) x.template store_q<kHouseholderTogether>(q, p.width, columns);
    else x.template store_q<1>(q, p.width, columns);
}

}  // namespace householder
}  // namespace cupy

#define CUPY_HOUSEHOLDER(name, T)                                                           \
    CUPY_KERNEL CUPY_LAUNCH_BOUNDS(512) name(CUPY_GRID_CONSTANT const Householder params) { \
        CUPY_DYNAMIC_SHARED(memory);                                                        \
        householder::run<T>(params, memory);                                                \
    }
