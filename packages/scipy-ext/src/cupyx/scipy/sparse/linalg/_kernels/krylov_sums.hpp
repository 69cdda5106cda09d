// What the kernels of Krylov methods share on SIMT targets: coefficients, items of vectors, and sums over all blocks,
// which the next launch adds up, always in the same order.
#pragma once

#include "krylov_lanes.hpp"
#include "krylov_rules.hpp"

namespace cupy {
namespace krylov {

template <class S> CUPY_DEVICE S coefficient(const S *state, int which) {
    const S c = which & kConjugate ? conj(state[which & 255]) : state[which & 255];
    return which & kMinus ? -c : c;
}

// What a block keeps in shared memory.
template <class S> struct Shared {
    S state[kSlots], sums[kWarps * kDots];
};

// The scalars, after the rule of the launch before, which every block applies for itself to the sums of all; the first
// hands them on. Whether there is anything to do.
template <class S> CUPY_DEVICE bool begin(const Krylov &p, Shared<S> &shared) {
    const int thread = platform::thread_index();
    S sums[kDots];
    for (int k = thread; k < kSlots; k += kThreads) shared.state[k] = static_cast<const S *>(p.state)[k];
    if (p.before != kNoRule) {
        const S *found = static_cast<const S *>(p.found);
        for (int k = 0; k < kDots; ++k) sums[k] = S(0.0);
        for (int block = thread; block < p.before_blocks; block += kThreads)
            CUPY_UNROLL
            for (int k = 0; k < kDots; ++k)
                if (k < p.before_dots) sums[k] = sums[k] + found[block * kDots + k];
        block_sums(sums, p.before_dots, shared.sums);
        if (thread == 0 && real(shared.state[kStatus]) == 0) apply_rule(p.before, shared.state, sums);
    }
    platform::barrier();
    if (platform::block_index() == 0)
        for (int k = thread; k < kSlots; k += kThreads) static_cast<S *>(p.after)[k] = shared.state[k];
    return real(shared.state[kStatus]) == 0;
}

// The sums of the block go where the next launch finds them.
template <class S> CUPY_DEVICE void finish(const Krylov &p, S *sums, Shared<S> &shared) {
    block_sums(sums, p.dots, shared.sums);
    if (platform::thread_index() == 0)
        for (int k = 0; k < p.dots; ++k)
            static_cast<S *>(p.partials)[(long long)platform::block_index() * kDots + k] = sums[k];
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
    CUPY_DEVICE S sum(const S *c, S product, const void *b, const void *d) const {
        S sum = c[0] * product;
        if (b) sum = sum + c[1] * S((*this)(b));
        if (d) sum = sum + c[2] * S((*this)(d));
        return sum;
    }
    template <class S>
    CUPY_DEVICE T sum(const S *c, const void *a, const void *b, const void *d) const {
        return T(sum(c, S((*this)(a)), b, d));
    }

    template <class S> CUPY_DEVICE void add_dots(S *sums) const {
        if (p.dots > 0) sums[0] = sums[0] + conj(S((*this)(p.left0))) * S((*this)(p.right0));
        if (p.dots > 1) sums[1] = sums[1] + conj(S((*this)(p.left1))) * S((*this)(p.right1));
        if (p.dots > 2) sums[2] = sums[2] + conj(S((*this)(p.left2))) * S((*this)(p.right2));
    }
};

}  // namespace krylov
}  // namespace cupy

// A kernel that calls run(p, shared memory).
#define CUPY_KRYLOV_KERNEL(name, T, ...)                                                                     \
    CUPY_KERNEL CUPY_LAUNCH_BOUNDS(cupy::krylov::kThreads) name(CUPY_GRID_CONSTANT const krylov::Krylov p) { \
        alignas(16) CUPY_SHARED unsigned char shared[sizeof(krylov::Shared<krylov::Wide<T>>)];               \
        __VA_ARGS__(p, *reinterpret_cast<krylov::Shared<krylov::Wide<T>> *>(shared));                        \
    }
