// Sums of vectors with coefficients on the device, dot products of the result, and the rule for the next coefficients:
// one launch.
#pragma once

#include "krylov_sums.hpp"

namespace cupy {
namespace krylov {

template <class T> CUPY_DEVICE void run(const Krylov &p, Shared<Wide<T>> &shared) {
    using S = Wide<T>;
    if (!begin(p, shared)) return;
    S c[2 * kTerms], sums[kDots];
    for (int k = 0; k < 2 * kTerms; ++k) c[k] = coefficient(shared.state, p.c[k]);
    for (int k = 0; k < kDots; ++k) sums[k] = S(0.0);
    const long long step = (long long)platform::block_count() * kThreads;
    for (long long i = (long long)platform::block_index() * kThreads + platform::thread_index(); i < p.count; i += step) {
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
        items.add_dots(sums);
    }
    finish(p, sums, shared);
}

}  // namespace krylov
}  // namespace cupy

#define CUPY_TEMPLATE(name, T) CUPY_KRYLOV_KERNEL(name, T, krylov::run<T>)
