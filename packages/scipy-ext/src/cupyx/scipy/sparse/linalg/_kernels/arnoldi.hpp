// One pass of the classical Gram-Schmidt method: coefficients of a vector along a basis, or the vector without them and
// its norm. The last block to finish adds up what all found.
#pragma once

#include "arnoldi_finish.hpp"

namespace cupy {
namespace krylov {

constexpr int kThreads = 256, kLanes = 32;
constexpr int kGroup = kThreads / kLanes;      // rows that are multiplied at a time: a warp adds up each

// Sums over the block of kGroup numbers of each thread; warp k leaves that of number k with its first lane.
template <class S> CUPY_DEVICE S group_sum(const S (&sums)[kGroup], S *shared) {
    const unsigned thread = platform::thread_index(), warp = thread / kLanes, lane = thread % kLanes;
    platform::barrier();
    for (int k = 0; k < kGroup; ++k) shared[k * kThreads + thread] = sums[k];
    platform::barrier();
    S sum = shared[warp * kThreads + lane];
    for (int k = 1; k < kThreads / kLanes; ++k) sum = sum + shared[warp * kThreads + k * kLanes + lane];
    platform::barrier();
    shared[thread] = sum;
    platform::barrier();
    if (lane == 0)
        for (int k = 1; k < kLanes; ++k) sum = sum + shared[thread + k];
    return sum;
}

template <class T> CUPY_DEVICE void orthogonalize(const Arnoldi &p, Wide<T> *shared, unsigned *last) {
    using S = Wide<T>;
    const unsigned thread = platform::thread_index(), blocks = platform::block_count();
    const unsigned warp = thread / kLanes, lane = thread % kLanes;
    const long long n = p.count, step = (long long)blocks * kThreads;
    const long long first = (long long)platform::block_index() * kThreads + thread;
    const T *basis = static_cast<const T *>(p.basis);
    T *w = static_cast<T *>(p.w);
    const S *scalars = static_cast<const S *>(p.scalars);
    S *partials = static_cast<S *>(p.partials);
    if (p.pass == kScale) {
        const S inverse = S(1.0) / scalars[p.vectors];
        for (long long i = first; i < n; i += step) static_cast<T *>(p.out)[i] = T(S(w[i]) * inverse);
        return;
    }
    const int results = p.pass == kProject ? p.vectors : 1;
    S sums[kGroup];
    if (p.pass == kSubtract) {
        for (int k = 0; k < kGroup; ++k) sums[k] = S(0.0);
        for (long long i = first; i < n; i += step) {
            S x = S(w[i]);
            for (int k = 0; k < p.vectors; ++k) x = x - scalars[k] * S(basis[k * n + i]);
            w[i] = T(x);
            sums[0] = sums[0] + S(norm(complex<double>(x)));
        }
        const S sum = group_sum(sums, shared);
        if (thread == 0) partials[platform::block_index()] = sum;
    } else {
        for (int group = 0; group < p.vectors; group += kGroup) {
            const int left = p.vectors - group < kGroup ? p.vectors - group : kGroup;
            for (int k = 0; k < kGroup; ++k) sums[k] = S(0.0);
            for (long long i = first; i < n; i += step) {
                const S x = S(w[i]);
                CUPY_UNROLL
                for (int k = 0; k < kGroup; ++k)
                    if (k < left) sums[k] = sums[k] + conj(S(basis[(group + k) * n + i])) * x;
            }
            const S sum = group_sum(sums, shared);
            if (lane == 0 && (int)warp < left)
                partials[(long long)(group + warp) * blocks + platform::block_index()] = sum;
        }
    }
    platform::fence();
    platform::barrier();
    if (thread == 0)
        *last = platform::add_and_return(static_cast<unsigned *>(p.counter), 1u) == blocks - 1;
    platform::barrier();
    if (!*last) return;
    platform::fence();
    for (int k = thread; k < results; k += kThreads) {
        S sum(0.0);
        for (unsigned block = 0; block < blocks; ++block) sum = sum + partials[(long long)k * blocks + block];
        keep<T>(p, k, sum);
    }
    if (thread == 0) *static_cast<unsigned *>(p.counter) = 0;
}

}  // namespace krylov
}  // namespace cupy

#define CUPY_TEMPLATE(name, T)                                                                               \
    CUPY_KERNEL CUPY_LAUNCH_BOUNDS(cupy::krylov::kThreads) name(CUPY_GRID_CONSTANT const krylov::Arnoldi p) {  \
        alignas(16) CUPY_SHARED unsigned char shared[cupy::krylov::kThreads * cupy::krylov::kGroup *         \
                                                     sizeof(krylov::Wide<T>)];                               \
        CUPY_SHARED unsigned last;                                                                           \
        krylov::orthogonalize<T>(p, reinterpret_cast<krylov::Wide<T> *>(shared), &last);                     \
    }
