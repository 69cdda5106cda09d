// A sparse matrix times a sum of vectors, and sums with that product, on the host: a block takes some of the rows.
#pragma once

#include "device/map.hpp"
#include "device/sparse_bounds.hpp"
#include "krylov_rules.hpp"

namespace cupy {
namespace krylov {

template <class S> CUPY_DEVICE S coefficient(const S *state, int which) {
    const S c = which & kConjugate ? conj(state[which & 255]) : state[which & 255];
    return which & kMinus ? -c : c;
}

template <class T, class I> void run_rows(const Krylov &p, unsigned block, unsigned grid) {
    using S = Wide<T>;
    S *state = static_cast<S *>(p.state), *partials = static_cast<S *>(p.partials);
    if (real(state[kStatus]) != 0) return;
    S sums[kDots];
    for (int k = 0; k < kDots; ++k) sums[k] = S(0.0);
    T c[2 * kTerms];
    for (int k = 0; k < 2 * kTerms; ++k) c[k] = T(coefficient(state, p.c[k]));
    const auto at = [](const void *from, long long i) { return static_cast<const T *>(from)[i]; };
    const auto sum = [&](const T *c, T first, const void *b, const void *d, long long i) {
        T sum = c[0] * first;
        if (b) sum = sum + c[1] * at(b, i);
        if (d) sum = sum + c[2] * at(d, i);
        return sum;
    };
    const T *data = static_cast<const T *>(p.data);
    const I *indices = static_cast<const I *>(p.indices);
    const sparse::Starts<I> starts{static_cast<const I *>(p.indptr), p.items};
    const long long begin = p.count / grid * block + p.count % grid * block / grid;
    const long long end = p.count / grid * (block + 1) + p.count % grid * (block + 1) / grid;
    for (long long row = begin; row < end; ++row) {
        T product(0);
        const long long stop = starts[row + 1];
        for (long long k = starts[row]; k < stop; ++k) {
            const long long column = indices[k];
            if (sparse::within(column, p.columns))
                product = product + data[k] * sum(c, at(p.a0, column), p.b0, p.d0, column);
        }
        if (p.out0) static_cast<T *>(p.out0)[row] = sum(c, at(p.a0, row), p.b0, p.d0, row);
        static_cast<T *>(p.out1)[row] = sum(c + kTerms, product, p.b1, p.d1, row);
        if (p.dots > 0) sums[0] = sums[0] + conj(S(at(p.left0, row))) * S(at(p.right0, row));
        if (p.dots > 1) sums[1] = sums[1] + conj(S(at(p.left1, row))) * S(at(p.right1, row));
        if (p.dots > 2) sums[2] = sums[2] + conj(S(at(p.left2, row))) * S(at(p.right2, row));
    }
    if (p.rule == kNoRule) return;
    if (grid == 1) return apply_rule(p.rule, state, sums);
    for (int k = 0; k < p.dots; ++k) partials[(long long)block * kDots + k] = sums[k];
}

}  // namespace krylov
}  // namespace cupy

#define CUPY_TEMPLATE(name, T, I) CUPY_RANGE_KERNEL(name, krylov::Krylov, krylov::run_rows<T, I>)
