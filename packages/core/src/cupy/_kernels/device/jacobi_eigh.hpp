// Eigenvalues and eigenvectors of batched Hermitian matrices by Jacobi's method, all pairs of a round at once.
#pragma once

#include "device/dense.hpp"

namespace cupy {

struct JacobiEigh {
    const void *a;          // (batch, n, n), rows contiguous; one triangle is read
    void *w;                // (batch, n), real, ascending
    void *v;                // (batch, n, n), vectors are columns; null where they are not wanted
    int *info;              // not zero afterwards if the iteration did not converge for a matrix; may be null
    long long batch;
    int n, lower;
    int lanes;              // for a matrix: a power of two; several matrices share a block of 32 threads
    int words;              // items of shared memory for a matrix, see `jacobi_eigh::words` of the launcher
};

namespace jacobi_eigh {

using namespace dense;

constexpr int kSweeps = 40;

// A matrix and its vectors in shared memory, with an axis of zeros where their number is odd.
template <class T> struct Problem {
    using Real = real_of<T>;

    T *a, *v;
    Rotation<T> *rotations;
    int n, even, pairs, pitch, lane, lanes;

    CUPY_DEVICE void load(const T *from, bool lower, bool there) {
        for (int k = lane; k < even * even; k += lanes) {
            const int i = k / even, j = k % even;
            T item(0);
            if (there && i < n && j < n) {
                item = (i >= j) == lower || i == j ? from[i * n + j] : conj(from[j * n + i]);
                if (i == j) item = T(real(item));
            }
            a[i * pitch + j] = item;
            if (v && i < n) v[i * pitch + j] = T(i == j ? 1 : 0);
        }
    }

    // The size below which what is off the diagonal does not matter.
    CUPY_DEVICE Real limit() const {
        const int near = lanes < (int)kLanes ? lanes : kLanes;
        Real most(0);
        for (int k = 0; k < n; ++k)
            for (int i = lane % near; i < n; i += near) most = larger(most, size_of(a[k * pitch + i]));
        most = largest_over(most, near);
        return limits<Real>::epsilon() * most;
    }

    // Rotations of one round; the largest item off the diagonal comes back.
    CUPY_DEVICE Real prepare(int round, Real worst) {
        for (int k = lane; k < pairs; k += lanes) {
            const Pair at(round, k, even);
            const T off = a[at.first * pitch + at.second];
            const Real size = size_of(off);
            Rotation<T> rotation{Real(0), T(0)};
            if (size != 0) {
                const Real xx = real(a[at.first * pitch + at.first]), yy = real(a[at.second * pitch + at.second]);
                rotation = Rotation<T>::of(xx, yy, off, fabs(xx) + fabs(yy) + size);
            }
            rotations[k] = rotation;
            worst = larger(worst, size);
        }
        return worst;
    }

    // Each pair of pairs is four items that nobody else reads or writes.
    CUPY_DEVICE void turn_matrix(int round, int width, int shift) {
        for (int k = lane; k < pairs << shift; k += lanes) {
            const int i = k >> shift, j = k & (width - 1);
            if (j >= pairs) continue;
            const Pair row(round, i, even), column(round, j, even);
            T *top = a + row.first * pitch, *bottom = a + row.second * pitch;
            T x = top[column.first], y = top[column.second], z = bottom[column.first], w = bottom[column.second];
            const Rotation<T> left = rotations[i], right = rotations[j];
            right.turn(x, y);
            right.turn(z, w);
            const Rotation<T> adjoint{left.less, conj(left.s)};
            adjoint.turn(x, z);
            adjoint.turn(y, w);
            if (i == j) {
                x = T(real(x));
                w = T(real(w));
                z = conj(y);
            }
            top[column.first] = x;
            top[column.second] = y;
            bottom[column.first] = z;
            bottom[column.second] = w;
        }
    }

    CUPY_DEVICE void turn_vectors(int round, int width, int shift) {
        for (int k = lane; k < pairs << shift; k += lanes) {
            const int i = k & (width - 1);
            if (i >= n) continue;
            const Pair at(round, k >> shift, even);
            T *row = v + i * pitch;
            T x = row[at.first], y = row[at.second];
            rotations[k >> shift].turn(x, y);
            row[at.first] = x;
            row[at.second] = y;
        }
    }

    CUPY_DEVICE void fill(Real value) {
        for (int k = lane; k < n * n; k += lanes) {
            const int i = k / n, j = k - i * n;
            if (i == j) a[i * pitch + i] = T(value);
            if (v) v[i * pitch + j] = T(value);
        }
    }

    // Values in ascending order and their vectors; those of equal value stay in order.
    CUPY_DEVICE void store(Real *values, T *vectors, bool there) {
        int *place = reinterpret_cast<int *>(rotations);
        for (int i = lane; i < n; i += lanes) place[i] = i;     // ranks are not all different where values are NaN
        platform::barrier();
        for (int i = lane; i < n; i += lanes) {
            const Real mine = real(a[i * pitch + i]);
            int rank = 0;
            for (int j = 0; j < n; ++j) {
                const Real other = real(a[j * pitch + j]);
                rank += other < mine || (other == mine && j < i);
            }
            place[rank] = i;
            if (there) values[mine == mine ? rank : i] = mine;
        }
        platform::barrier();
        for (int k = lane; vectors && there && k < n * n; k += lanes) {
            const int i = k / n;
            vectors[k] = v[i * pitch + place[k - i * n]];
        }
    }
};

template <class T> CUPY_DEVICE void run(const JacobiEigh &p, void *memory) {
    using Real = real_of<T>;
    CUPY_SHARED int again[2];
    const int thread = platform::thread_index(), group = thread / p.lanes;
    const long long matrix = (long long)platform::block_index() * (platform::thread_count() / p.lanes) + group;
    const bool there = matrix < p.batch;
    Problem<T> x;
    x.n = p.n;
    x.even = p.n + (p.n & 1);
    x.pairs = x.even / 2;
    x.pitch = x.even + 1;       // odd, so that a column lies in different banks
    x.lane = thread % p.lanes;
    x.lanes = p.lanes;
    x.a = static_cast<T *>(memory) + (long long)group * p.words;
    x.v = p.v ? x.a + x.even * x.pitch : nullptr;
    x.rotations = reinterpret_cast<Rotation<T> *>(x.a + x.even * x.pitch * (p.v ? 2 : 1));
    x.load(static_cast<const T *>(p.a) + matrix * p.n * p.n, p.lower, there);
    if (thread < 2) again[thread] = 0;
    platform::barrier();
    const Real limit = x.limit();
    const bool finite = limit <= limits<Real>::max();
    const int blocks = power_at_least(x.pairs), rows = power_at_least(p.n);
    int block_shift = 0, row_shift = 0;
    while (1 << block_shift < blocks) ++block_shift;
    while (1 << row_shift < rows) ++row_shift;
    bool converged = false, more = true;
    for (int sweep = 0; sweep < kSweeps && more; ++sweep) {
        Real worst(0);
        for (int round = 0; round < x.even - 1; ++round) {
            worst = x.prepare(round, worst);
            platform::barrier();
            x.turn_matrix(round, blocks, block_shift);
            if (x.v) x.turn_vectors(round, rows, row_shift);
            platform::barrier();
        }
        if (p.lanes <= (int)kLanes) worst = largest_over(worst, p.lanes);
        converged = worst <= limit || !finite;
        if (!converged) again[sweep & 1] = 1;
        platform::barrier();
        more = again[sweep & 1];
        if (p.lanes > (int)kLanes) converged = !more;
        if (thread == 0) again[(sweep + 1) & 1] = 0;
        platform::barrier();
    }
    if (x.lane == 0 && there && !converged && p.info) *p.info = 1;
    if (!finite) x.fill(limits<Real>::nan());       // as LAPACK does, without a failure
    x.store(static_cast<Real *>(p.w) + matrix * p.n, p.v ? static_cast<T *>(p.v) + matrix * p.n * p.n : nullptr,
            there);
}

}  // namespace jacobi_eigh
}  // namespace cupy

#define CUPY_JACOBI_EIGH(name, T)                                                          \
    CUPY_KERNEL CUPY_LAUNCH_BOUNDS(256) name(CUPY_GRID_CONSTANT const JacobiEigh params) { \
        CUPY_DYNAMIC_SHARED(memory);                                                       \
        jacobi_eigh::run<T>(params, memory);                                               \
    }
