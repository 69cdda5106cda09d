// Sums of vectors with coefficients on the device, dot products of the result, and the rule for the next coefficients:
// one launch. The last block to finish adds up what all found, in the same order always.
#pragma once

#include "krylov_rules.hpp"

namespace cupy {
namespace krylov {

constexpr int kThreads = 256;

template <class S> CUPY_DEVICE S coefficient(const S *state, int which) {
    const S c = which & kConjugate ? conj(state[which & 255]) : state[which & 255];
    return which & kMinus ? -c : c;
}

// An item of a vector; what this step has written is known without reading.
template <class T> struct Items {
    const Krylov &p;
    long long i;
    T first, second;
    bool has_first, has_second;

    CUPY_DEVICE T operator()(const void *from) const {
        if (has_first && from == p.out0) return first;
        if (has_second && from == p.out1) return second;
        return static_cast<const T *>(from)[i];
    }

    template <class S>
    CUPY_DEVICE T sum(const S *c, const void *a, const void *b, const void *d) const {
        S sum = c[0] * S((*this)(a));
        if (b) sum = sum + c[1] * S((*this)(b));
        if (d) sum = sum + c[2] * S((*this)(d));
        return T(sum);
    }
};

template <class S> CUPY_DEVICE S block_sum(S x, S *shared) {
    const unsigned thread = platform::thread_index();
    platform::barrier();
    shared[thread] = x;
    for (unsigned half = kThreads / 2; half > 0; half /= 2) {
        platform::barrier();
        if (thread < half) shared[thread] = shared[thread] + shared[thread + half];
    }
    return shared[0];       // for the first thread
}

template <class T> CUPY_DEVICE void run(const Krylov &p, Wide<T> *shared, unsigned *last) {
    using S = Wide<T>;
    S *state = static_cast<S *>(p.state);
    if (real(state[kStatus]) != 0) return;
    const unsigned thread = platform::thread_index(), blocks = platform::block_count();
    S c[2 * kTerms], sums[kDots];
    for (int k = 0; k < 2 * kTerms; ++k) c[k] = coefficient(state, p.c[k]);
    for (int k = 0; k < kDots; ++k) sums[k] = S(0.0);
    const long long step = (long long)blocks * kThreads;
    for (long long i = (long long)platform::block_index() * kThreads + thread; i < p.count; i += step) {
        Items<T> items{p, i, T(0), T(0), false, false};
        if (p.out0) {
            items.first = items.sum(c, p.a0, p.b0, p.d0);
            items.has_first = true;
        }
        if (p.out1) {
            items.second = items.sum(c + kTerms, p.a1, p.b1, p.d1);
            items.has_second = true;
        }
        if (p.out0) static_cast<T *>(p.out0)[i] = items.first;
        if (p.out1) static_cast<T *>(p.out1)[i] = items.second;
        if (p.dots > 0) sums[0] = sums[0] + conj(S(items(p.left0))) * S(items(p.right0));
        if (p.dots > 1) sums[1] = sums[1] + conj(S(items(p.left1))) * S(items(p.right1));
        if (p.dots > 2) sums[2] = sums[2] + conj(S(items(p.left2))) * S(items(p.right2));
    }
    if (p.rule == kNoRule) return;
    S *partials = static_cast<S *>(p.partials);
    for (int k = 0; k < p.dots; ++k) sums[k] = block_sum(sums[k], shared);
    if (thread == 0) {
        for (int k = 0; k < p.dots; ++k) partials[(long long)platform::block_index() * kDots + k] = sums[k];
        platform::fence();
        *last = platform::add_and_return(static_cast<unsigned *>(p.counter), 1u) == blocks - 1;
    }
    platform::barrier();
    if (!*last) return;
    platform::fence();
    for (int k = 0; k < p.dots; ++k) {
        S sum(0.0);
        for (unsigned block = thread; block < blocks; block += kThreads)
            sum = sum + partials[(long long)block * kDots + k];
        sums[k] = block_sum(sum, shared);
    }
    if (thread == 0) {
        apply_rule(p.rule, state, sums);
        *static_cast<unsigned *>(p.counter) = 0;
    }
}

}  // namespace krylov
}  // namespace cupy

#define CUPY_TEMPLATE(name, T)                                                                          \
    CUPY_KERNEL CUPY_LAUNCH_BOUNDS(cupy::krylov::kThreads) name(CUPY_GRID_CONSTANT const krylov::Krylov p) { \
        alignas(16) CUPY_SHARED unsigned char shared[cupy::krylov::kThreads * 16];                      \
        CUPY_SHARED unsigned last;                                                                      \
        krylov::run<T>(p, reinterpret_cast<krylov::Wide<T> *>(shared), &last);                          \
    }
