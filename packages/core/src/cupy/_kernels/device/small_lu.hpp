// LU factors of batched matrices of at most kSmallRows rows, and what follows from them, in one launch: a row is a lane's.
//
// Rows do not move: each lane knows the place of its row, and pivots are chosen as LAPACK chooses them.
#pragma once

#include "kernel.hpp"
#include "tuning/decompose.hpp"
#include "warp/exchange.hpp"

namespace cupy {

struct SmallLu {
    const void *a;          // (batch, n, n), rows contiguous
    const void *b;          // (batch, n, count); null for unit matrices
    void *x;                // solutions, determinants or their signs
    void *logarithms;       // of the absolute values of determinants
    int *info;              // not zero afterwards if a matrix is singular; null where that is no failure
    const int *unusual;     // if it is not zero, another error comes first, and info stays; may be null
    long long batch, count;
    int slices;             // blocks that share the right-hand sides of a matrix, kSmallSlice columns each
    int n;
    int lanes;              // for a matrix: a power of two, at least n
    int work;               // 0 solve, 1 determinant, 2 its sign and logarithm
};

namespace small_lu {

constexpr unsigned kLanes = kSmallRows;

template <class T> CUPY_DEVICE T across(T value, unsigned with) {
    return warp::lane_at(value, (platform::thread_index() & (kLanes - 1)) ^ with);
}

template <class T> CUPY_DEVICE T magnitude(T x) { return x < 0 ? -x : x; }
template <class T> CUPY_DEVICE T magnitude(complex<T> x) { return magnitude(x.re) + magnitude(x.im); }
template <class T> CUPY_DEVICE T length(T x) { return magnitude(x); }
template <class T> CUPY_DEVICE T length(complex<T> x) { return abs(x); }

CUPY_DEVICE void fail(const SmallLu &p, int failed) {
    if (p.info && !(p.unusual && *p.unusual)) *p.info = failed;
}

// What the lanes of a matrix know of it.
template <class T> struct Factors {
    T *rows;                // of this matrix in shared memory
    T *row;                 // this lane's
    unsigned first, mine;   // lanes of the warp: the first of this matrix, and this one from there
    int n, pitch, lanes;
    int place;              // of this lane's row among the factors
    int failed;             // see SmallLu::info
    bool odd;               // whether the permutation is
    bool has_row;

    CUPY_DEVICE void load(const T *from, bool there) {
        CUPY_UNROLL
        for (int i = 0; i < n; ++i)
            if (has_row) rows[i * pitch + mine] = there ? from[i * n + mine] : T(0);
        platform::warp_barrier();
    }

    CUPY_DEVICE void factor() {
        using Real = decltype(magnitude(T(0)));
        place = mine;
        failed = 0;
        odd = false;
        for (int k = 0; k < n; ++k) {
            Real best = has_row && place >= k ? magnitude(row[k]) : Real(-1);
            if (best != best) best = limits<Real>::infinity();
            unsigned token = place * kLanes + mine;
            for (int step = lanes / 2; step > 0; step /= 2) {
                const Real other = across(best, step);
                const unsigned its_token = across(token, step);
                if (other > best || (other == best && its_token < token)) {
                    best = other;
                    token = its_token;
                }
            }
            const unsigned pivot = token % kLanes;
            const int from = token / kLanes;
            odd ^= from != k;
            if (place == k) place = from;
            if (mine == pivot) place = k;
            if (best == 0) {
                if (!failed) failed = k + 1;
            } else if (has_row && place > k) {
                const T *top = rows + pivot * pitch;
                const T factor = row[k] / top[k];
                row[k] = factor;
                CUPY_UNROLL
                for (int j = k + 1; j < n; ++j) row[j] -= factor * top[j];
            }
            platform::warp_barrier();
        }
    }

    // Solve for some columns, of which each lane brings the items of its row and keeps those of its place.
    CUPY_DEVICE void solve(T (&x)[kSmallColumns], const unsigned char *owners, T inverse) const {
        for (int k = 0; k < n - 1; ++k) {
            const unsigned from = first + owners[k];
            const bool below = has_row && place > k;
            const T factor = below ? row[k] : T(0);
            CUPY_UNROLL
            for (int c = 0; c < kSmallColumns; ++c) {
                const T above = warp::lane_at(x[c], from);
                if (below) x[c] -= factor * above;
            }
        }
        for (int k = n - 1; k >= 0; --k) {
            const unsigned from = first + owners[k];
            const bool over = has_row && place < k;
            const T factor = over ? row[k] : T(0);
            CUPY_UNROLL
            for (int c = 0; c < kSmallColumns; ++c) {
                if (has_row && place == k) x[c] *= inverse;
                const T below = warp::lane_at(x[c], from);
                if (over) x[c] -= factor * below;
            }
        }
    }
};

template <class T> CUPY_DEVICE void solve_columns(const SmallLu &p, const Factors<T> &f, unsigned char *owners,
                                                  long long matrix, long long first) {
    if (f.has_row) owners[f.place] = f.mine;
    platform::warp_barrier();
    const bool there = f.has_row && matrix < p.batch;
    const T inverse = f.has_row ? T(1) / f.row[f.place] : T(0);
    const T *b = p.b ? static_cast<const T *>(p.b) + (matrix * f.n + f.mine) * p.count : nullptr;
    T *out = static_cast<T *>(p.x) + (matrix * f.n + f.place) * p.count;
    const long long end = first + kSmallSlice < p.count ? first + kSmallSlice : p.count;
    for (long long column = first; column < end; column += kSmallColumns) {
        T x[kSmallColumns];
        CUPY_UNROLL
        for (int c = 0; c < kSmallColumns; ++c) {
            x[c] = T(column + c == f.mine ? 1 : 0);
            if (b) x[c] = there && column + c < end ? b[column + c] : T(0);
        }
        f.solve(x, owners, inverse);
        CUPY_UNROLL
        for (int c = 0; c < kSmallColumns; ++c)
            if (there && column + c < end) out[column + c] = x[c];
    }
}

template <class T> CUPY_DEVICE void determine(const SmallLu &p, const Factors<T> &f, long long matrix) {
    using Real = decltype(magnitude(T(0)));
    const T diagonal = f.has_row ? f.row[f.place] : T(1);
    const Real size = length(diagonal);
    T product = p.work == 1 ? diagonal : size == 0 ? T(0) : T(diagonal / size);
    Real sum = p.work == 1 ? Real(0) : log(size);
    for (int step = f.lanes / 2; step > 0; step /= 2) {
        product = T(product * across(product, step));
        sum += across(sum, step);
    }
    if (f.mine != 0 || matrix >= p.batch) return;
    static_cast<T *>(p.x)[matrix] = f.odd ? T(-product) : product;
    if (p.work == 2) static_cast<Real *>(p.logarithms)[matrix] = sum;
}

template <class T> CUPY_DEVICE void run(const SmallLu &p) {
    CUPY_SHARED T items[kLanes * (kLanes + 1)];
    CUPY_SHARED unsigned char owners[kLanes];
    Factors<T> f;
    const unsigned lane = platform::thread_index();
    f.n = p.n;
    f.pitch = p.n | 1;      // odd, so that a column lies in different banks
    f.lanes = p.lanes;
    f.mine = lane & (p.lanes - 1);
    f.first = lane - f.mine;
    f.has_row = (int)f.mine < p.n;
    f.rows = items + f.first * (p.lanes + 1);
    f.row = f.rows + f.mine * f.pitch;
    const unsigned block = platform::block_index() / p.slices, slice = platform::block_index() % p.slices;
    const long long matrix = (long long)block * (kLanes / p.lanes) + f.first / p.lanes;
    f.load(static_cast<const T *>(p.a) + matrix * p.n * p.n, matrix < p.batch);
    f.factor();
    if (f.mine == 0 && slice == 0 && matrix < p.batch && f.failed) fail(p, f.failed);
    if (p.work) determine(p, f, matrix);
    else solve_columns(p, f, owners + f.first, matrix, (long long)slice * kSmallSlice);
}

}  // namespace small_lu
}  // namespace cupy

#define CUPY_SMALL_LU(name, T)                                                       \
    CUPY_KERNEL CUPY_LAUNCH_BOUNDS(32) name(CUPY_GRID_CONSTANT const SmallLu params) { \
        small_lu::run<T>(params);                                                    \
    }
