// The classical Gram-Schmidt method: coefficients of a vector along a basis, then the vector without them and its norm,
// which the coefficients give: only of what is short they are made once more (Daniel, Gragg, Kaufman and Stewart,
// Math. Comp. 30, 1976). A Hessenberg matrix of them is turned to a triangle meanwhile.
#pragma once

#include "arnoldi_triangle.hpp"
#include "krylov_lanes.hpp"

namespace cupy {
namespace krylov {

constexpr int kHeld = 4;           // groups whose sums warps keep in shared memory, before they wait for each other

template <class T> constexpr int resident() { return sizeof(Wide<T>) > sizeof(double) ? kResidentComplex : kResident; }

// An item of the vector, which is made of a row of the matrix if there is one.
template <class T, class I> CUPY_DEVICE T first_item(const Arnoldi &p, long long row) {
    T *w = static_cast<T *>(p.w);
    if (!p.data) return w[row];
    const T *vector = static_cast<const T *>(p.basis) + (p.vectors - 1) * p.count;
    const sparse::Starts<I> starts{static_cast<const I *>(p.indptr), p.items};
    return w[row] = part_of_row(static_cast<const T *>(p.data), static_cast<const I *>(p.indices), starts[row],
                                starts[row + 1], 1, p.columns, [=](I column) { return vector[column]; });
}

template <class T, class I> CUPY_DEVICE void project(const Arnoldi &p, Wide<T> *shared, unsigned *last) {
    using S = Wide<T>;
    const int thread = platform::thread_index(), warp = thread / kLanes, lane = thread % kLanes;
    const unsigned blocks = platform::block_count(), block = platform::block_index();
    const long long n = p.count, step = (long long)blocks * kThreads, first = (long long)block * kThreads + thread;
    const T *basis = static_cast<const T *>(p.basis), *w = static_cast<const T *>(p.w);
    S *partials = static_cast<S *>(p.partials), *scalars = static_cast<S *>(p.scalars);
    const int results = p.vectors + 1;              // the last is the square of the norm
    for (int group = 0; group < results; group += kGroup) {
        const int left = p.vectors - group;
        S sums[kGroup];
        CUPY_UNROLL
        for (int k = 0; k < kGroup; ++k) sums[k] = S(0.0);
        const T *rows = basis + group * n;
        for (long long i = first; i < n; i += step) {
            const T x = group == 0 ? first_item<T, I>(p, i) : w[i];
            T row[kGroup];
            CUPY_UNROLL
            for (int k = 0; k < kGroup; ++k) row[k] = k < left ? rows[k * n + i] : x;
            CUPY_UNROLL
            for (int k = 0; k < kGroup; ++k)
                if (k <= left) sums[k] = sums[k] + conj(S(row[k])) * S(x);
        }
        const S sum = sum_of_group(sums, lane);
        const int held = group % (kHeld * kGroup);
        if (lane < kGroup) shared[warp * kHeld * kGroup + held + lane] = sum;
        if (held < (kHeld - 1) * kGroup && group + kGroup < results) continue;
        platform::barrier();
        if (thread < held + kGroup && group - held + thread < results) {
            S all = shared[thread];
            for (int k = 1; k < kWarps; ++k) all = all + shared[k * kHeld * kGroup + thread];
            partials[(long long)(group - held + thread) * blocks + block] = all;
        }
        platform::barrier();
    }
    if (thread < kHeld * kGroup) platform::fence();
    unsigned *counter = static_cast<unsigned *>(p.counter);
    if (!is_last(counter, last)) return;
    for (int k = warp; k < results; k += kWarps) {
        S sum(0.0);
        for (unsigned b = lane; b < blocks; b += kLanes) sum = sum + partials[(long long)k * blocks + b];
        sum = warp::sum(sum, kLanes);
        if (lane) continue;
        scalars[kCoefficients + k] = sum;
        T *column = static_cast<T *>(p.column);
        if (k < p.vectors) column[k] = p.again ? T(S(column[k]) + sum) : T(sum);
    }
    platform::barrier();
    if (warp) return;
    double along = 0;
    for (int k = lane; k < p.vectors; k += kLanes) along += square_of(scalars[kCoefficients + k]);
    along = warp::sum(along, kLanes);
    if (lane) return;
    keep_projection<T>(p, scalars[kCoefficients + p.vectors], along);
    *counter = 0;
}

template <class T> CUPY_DEVICE void subtract(const Arnoldi &p) {
    using S = Wide<T>;
    const unsigned workers = platform::block_count() - (p.least ? 1 : 0), block = platform::block_index();
    const S *scalars = static_cast<const S *>(p.scalars), *coefficients = scalars + kCoefficients;
    const bool ends = p.again || real(scalars[kShort]) == 0;
    if (block == workers) {
        if (ends && platform::thread_index() < kLanes) rotate<T>(p);
        return;
    }
    const long long n = p.count, step = (long long)workers * kThreads;
    const T *basis = static_cast<const T *>(p.basis);
    T *w = static_cast<T *>(p.w), *out = static_cast<T *>(p.out);
    const S scale = ends ? scalars[kInverse] : S(1.0);
    for (long long i = (long long)block * kThreads + platform::thread_index(); i < n; i += step) {
        S x = S(w[i]);
        for (int group = 0; group < p.vectors; group += kGroup) {
            const T *rows = basis + group * n + i;
            T row[kGroup];
            CUPY_UNROLL
            for (int k = 0; k < kGroup; ++k) row[k] = group + k < p.vectors ? rows[k * n] : T(0);
            CUPY_UNROLL
            for (int k = 0; k < kGroup; ++k)
                if (group + k < p.vectors) x = x - coefficients[group + k] * S(row[k]);
        }
        (ends ? out : w)[i] = T(x * scale);
    }
}

template <class T> CUPY_DEVICE void combine(const Arnoldi &p) {
    using S = Wide<T>;
    const Least<S> is{static_cast<S *>(p.least), p.size};
    const int count = int(is.get(kColumns));
    const S *y = is.solution();
    const long long step = (long long)platform::block_count() * kThreads;
    const T *basis = static_cast<const T *>(p.basis);
    for (long long i = (long long)platform::block_index() * kThreads + platform::thread_index(); i < p.count; i += step) {
        S x = S(static_cast<const T *>(p.out)[i]);
        for (int k = 0; k < count; ++k) x = x + y[k] * S(basis[k * p.count + i]);
        static_cast<T *>(p.out)[i] = T(x);
    }
}

template <class T, class I> CUPY_DEVICE void arnoldi(const Arnoldi &p, Wide<T> *shared, unsigned *last) {
    if (is_idle<Wide<T>>(p)) return;
    if (p.pass == kProject) project<T, I>(p, shared, last);
    else if (p.pass == kSubtract) subtract<T>(p);
    else if (p.pass == kSolve) solve<T>(p);
    else combine<T>(p);
}

}  // namespace krylov
}  // namespace cupy

#define CUPY_TEMPLATE(name, T, I)                                                                    \
    CUPY_KERNEL CUPY_LAUNCH_RESIDENT(cupy::krylov::kThreads, cupy::krylov::resident<T>())            \
    name(CUPY_GRID_CONSTANT const krylov::Arnoldi p) {                                               \
        constexpr int kSums = krylov::kWarps * krylov::kHeld * krylov::kGroup;                       \
        alignas(16) CUPY_SHARED unsigned char shared[kSums * sizeof(krylov::Wide<T>)];               \
        CUPY_SHARED unsigned last;                                                                   \
        krylov::arnoldi<T, I>(p, reinterpret_cast<krylov::Wide<T> *>(shared), &last);                \
    }
