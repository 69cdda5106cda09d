// Singular value decompositions of batched matrices: all disjoint pairs of columns are rotated at once (Hestenes).
#pragma once

#include "device/dense.hpp"

namespace cupy {

struct JacobiSvd {
    const void *a;          // (batch, m, n), rows contiguous
    void *s;                // (batch, k), k = min(m, n), real, descending
    void *u;                // (batch, m, width if m >= n, else m); null where vectors are not wanted
    void *vh;               // (batch, n if m >= n, else width, n)
    void *memory;           // of the matrices where shared memory does not hold them; else null
    int *info;              // not zero afterwards if the iteration did not converge for a matrix; may be null
    long long words;        // items of `memory` for a matrix
    int m, n;
    int width;              // of the longer side's vectors: k, or max(m, n)
    int lanes;              // that share a pair of columns: a power of two of at most 32
};

namespace jacobi_svd {

using namespace dense;

constexpr int kSweeps = 40;

// The columns, and what they are rotated by.
template <class T> struct Problem : Columns<T> {
    using Real = real_of<T>;
    using Columns<T>::column;
    using Columns<T>::n;
    using Columns<T>::rows;
    using Columns<T>::thread;
    using Columns<T>::threads;

    T *v;                   // n columns of n items; null if vectors are not wanted
    Real *sizes;            // of columns, then of rows
    int *order;             // the column of each singular value
    int width, pitch_v;     // columns with those that are to be completed

    CUPY_DEVICE void start_vectors() {
        for (int k = thread; v && k < n * n; k += threads) {
            const int i = k / n, j = k - i * n;
            v[i * pitch_v + j] = T(i == j ? 1 : 0);
        }
    }

    // Make two columns orthogonal; whether they were far from it comes back. All threads call it, some without a pair.
    CUPY_DEVICE bool rotate(Pair at, bool there, int lane, int lanes, Real limit) {
        const int rows = there ? this->rows : 0;
        T *a = column(at.first), *b = column(at.second);
        Real aa(0), bb(0);
        T ab(0);
        for (int i = lane; i < rows; i += lanes) {
            const T y = a[i], z = b[i];
            aa += squared(y);
            bb += squared(z);
            ab += inner(y, z);
        }
        aa = warp::sum(aa, lanes);
        bb = warp::sum(bb, lanes);
        ab = warp::sum(ab, lanes);
        if (!there || aa < vanishing<Real>() || bb < vanishing<Real>()) return false;
        const Real unit = inverse_power(aa + bb), near = limits<Real>::epsilon() * unit, angle = squared(ab * unit);
        const Real least = (near * aa) * (near * bb);
        if (angle <= least) return false;
        const Rotation<T> rotation = Rotation<T>::of(aa, bb, ab, aa + bb);
        for (int i = lane; i < rows; i += lanes) rotation.turn(a[i], b[i]);
        T *c = v + at.first * pitch_v, *d = v + at.second * pitch_v;
        for (int i = lane; v && i < n; i += lanes) rotation.turn(c[i], d[i]);
        return angle > limit * least;
    }

    CUPY_DEVICE void measure(int lane, int lanes) {
        for (int first = 0; first < n; first += threads / lanes) {
            const int k = first + thread / lanes;
            Real sum(0);
            for (int i = lane; k < n && i < rows; i += lanes) sum += squared(column(k)[i]);
            sum = sqrt(warp::sum(sum, lanes));
            if (lane == 0 && k < n) sizes[k] = sum;
        }
    }

    CUPY_DEVICE void sort() {
        for (int i = thread; i < width; i += threads) order[i] = i;     // ranks are not all different for NaN
        platform::barrier();
        for (int i = thread; i < n; i += threads) {
            const Real mine = sizes[i];
            int rank = 0;
            for (int j = 0; j < n; ++j) rank += sizes[j] > mine || (sizes[j] == mine && j < i);
            order[rank] = i;
        }
        platform::barrier();
    }

    // Fill a column so that it is orthogonal to those before it, from the axis that they hold least of.
    CUPY_DEVICE void complete(int place) {
        Real *held = sizes + n;
        T *mine = column(order[place]);
        for (int i = thread; i < rows; i += threads) {
            Real sum(0);
            for (int j = 0; j < place; ++j) sum += squared(column(order[j])[i]);
            held[i] = sum;
        }
        platform::barrier();
        int axis = 0;
        for (int i = 1; i < rows; ++i)
            if (held[i] < held[axis]) axis = i;
        for (int i = thread; i < rows; i += threads) mine[i] = T(i == axis ? 1 : 0);
        platform::barrier();
        for (int pass = 0; pass < 2; ++pass) {
            T *products = reinterpret_cast<T *>(sizes + n + rows + ((n + rows) & 1));
            for (int j = thread; j < place; j += threads) {
                T sum(0);
                for (int i = 0; i < rows; ++i) sum += inner(column(order[j])[i], mine[i]);
                products[j] = sum;
            }
            platform::barrier();
            for (int i = thread; i < rows; i += threads) {
                T item = mine[i];
                for (int j = 0; j < place; ++j) item -= products[j] * column(order[j])[i];
                mine[i] = item;
            }
            platform::barrier();
        }
        Real sum(0);
        for (int i = 0; i < rows; ++i) sum += squared(mine[i]);
        const Real by = 1 / sqrt(sum);
        platform::barrier();
        for (int i = thread; i < rows; i += threads) mine[i] = mine[i] * by;
        platform::barrier();
    }

    // Left vectors of length one, `width` of them.
    CUPY_DEVICE void normalize() {
        int rank = 0;
        while (rank < n && sizes[order[rank]] > sqrt(vanishing<Real>())) ++rank;
        for (int k = thread; k < rank * rows; k += threads) {
            const int i = k / rows;
            T &item = column(order[i])[k - i * rows];
            item = item / sizes[order[i]];
        }
        platform::barrier();
        for (int place = rank; place < width; ++place) complete(place);
    }
};

template <class T> CUPY_DEVICE void run(const JacobiSvd &p, void *shared) {
    using Real = real_of<T>;
    CUPY_SHARED int again[2];
    CUPY_SHARED Real partial[kLanes];
    const long long matrix = platform::block_index();
    const bool wide = p.n > p.m;
    Problem<T> x;
    x.thread = platform::thread_index();
    x.threads = platform::thread_count();
    x.rows = wide ? p.n : p.m;
    x.n = wide ? p.m : p.n;
    x.width = p.width;
    x.pitch = x.rows | 1;
    x.pitch_v = x.n | 1;
    x.x = p.memory ? static_cast<T *>(p.memory) + matrix * p.words : static_cast<T *>(shared);
    T *end = x.x + (p.u ? x.width : x.n) * x.pitch;
    x.v = p.u ? end : nullptr;
    if (p.u) end += x.n * x.pitch_v;
    x.order = reinterpret_cast<int *>(end);
    x.sizes = reinterpret_cast<Real *>(end + x.width);
    const Real most = largest_of_block(x.load(static_cast<const T *>(p.a) + matrix * p.m * p.n, wide), partial);
    x.start_vectors();
    const Real unit = power_below(most);
    platform::barrier();
    x.scale(1 / unit);
    if (x.thread < 2) again[x.thread] = 0;
    platform::barrier();
    const Real limit = (Real)x.rows;    // squares of cosines, in those of the type's precision, that rounding explains
    const int even = x.n + (x.n & 1), lane = x.thread % p.lanes, teams = x.threads / p.lanes;
    bool more = most <= limits<Real>::max();
    for (int sweep = 0; sweep < kSweeps && more; ++sweep) {
        bool turned = false;
        for (int round = 0; round < even - 1; ++round) {
            for (int first = 0; first < even / 2; first += teams) {
                const int k = first + x.thread / p.lanes;
                const Pair at(round, k < even / 2 ? k : 0, even);
                const bool there = k < even / 2 && at.first < x.n && at.second < x.n;
                turned |= x.rotate(at, there, lane, p.lanes, limit);
            }
            platform::barrier();
        }
        if (turned) again[sweep & 1] = 1;
        platform::barrier();
        more = again[sweep & 1];
        if (x.thread == 0) again[(sweep + 1) & 1] = 0;
        platform::barrier();
    }
    if (x.thread == 0 && (more || !(most <= limits<Real>::max())) && p.info) *p.info = 1;
    x.measure(lane, p.lanes);
    platform::barrier();
    x.sort();
    Real *s = static_cast<Real *>(p.s) + matrix * x.n;
    for (int i = x.thread; i < x.n; i += x.threads) s[i] = x.sizes[x.order[i]] * unit;
    if (!p.u) return;
    x.normalize();
    T *u = static_cast<T *>(p.u) + matrix * p.m * (wide ? p.m : p.width);
    T *vh = static_cast<T *>(p.vh) + matrix * p.n * (wide ? p.width : p.n);
    T *tall = wide ? vh : u, *square = wide ? u : vh;
    for (int k = x.thread; k < x.rows * p.width; k += x.threads) {
        const int stride = wide ? x.rows : p.width, i = k / stride, j = k - i * stride;
        tall[k] = wide ? conj(x.column(x.order[i])[j]) : x.column(x.order[j])[i];
    }
    for (int k = x.thread; k < x.n * x.n; k += x.threads) {
        const int i = k / x.n, j = k - i * x.n;
        square[k] = wide ? x.v[x.order[j] * x.pitch_v + i] : conj(x.v[x.order[i] * x.pitch_v + j]);
    }
}

}  // namespace jacobi_svd
}  // namespace cupy

#define CUPY_JACOBI_SVD(name, T)                                                          \
    CUPY_KERNEL CUPY_LAUNCH_BOUNDS(512) name(CUPY_GRID_CONSTANT const JacobiSvd params) { \
        CUPY_DYNAMIC_SHARED(memory);                                                      \
        jacobi_svd::run<T>(params, memory);                                               \
    }
