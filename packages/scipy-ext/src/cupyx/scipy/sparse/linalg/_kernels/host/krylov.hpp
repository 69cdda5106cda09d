// Sums of vectors or of a product, dot products and the rule for the next coefficients, on the host: a run of items
// at a time, so that each loop is over few arrays and vectorises.
#pragma once

#include "device/map.hpp"
#include "device/sparse_bounds.hpp"
#include "krylov_rules.hpp"

namespace cupy {
namespace krylov {

constexpr long long kRun = 512;
constexpr int kLanes = 8;          // sums that are made side by side

template <class S> CUPY_DEVICE S coefficient(const S *state, int which) {
    const S c = which & kConjugate ? conj(state[which & 255]) : state[which & 255];
    return which & kMinus ? -c : c;
}

// A sum of up to three vectors, coefficients in the vectors' type.
template <class T>
void add_up(T *out, const T *a, const T *b, const T *d, const T *c, long long count) {
    T sums[kRun];
    for (long long i = 0; i < count; ++i) sums[i] = c[0] * a[i];
    if (b)
        for (long long i = 0; i < count; ++i) sums[i] = sums[i] + c[1] * b[i];
    if (d)
        for (long long i = 0; i < count; ++i) sums[i] = sums[i] + c[2] * d[i];
    for (long long i = 0; i < count; ++i) out[i] = sums[i];
}

template <class T> Wide<T> product(const T *a, const T *b, long long count) {
    using S = Wide<T>;
    S sums[kLanes];
    for (int k = 0; k < kLanes; ++k) sums[k] = S(0.0);
    long long i = 0;
    for (; i + kLanes <= count; i += kLanes)
        for (int k = 0; k < kLanes; ++k) sums[k] = sums[k] + conj(S(a[i + k])) * S(b[i + k]);
    for (; i < count; ++i) sums[0] = sums[0] + conj(S(a[i])) * S(b[i]);
    S sum = sums[0];
    for (int k = 1; k < kLanes; ++k) sum = sum + sums[k];
    return sum;
}

template <class T> void sum_items(const Krylov &p, unsigned block, unsigned grid) {
    using S = Wide<T>;
    S *state = static_cast<S *>(p.state), *partials = static_cast<S *>(p.partials);
    if (real(state[kStatus]) != kRunning) return;
    S sums[kDots];
    for (int k = 0; k < kDots; ++k) sums[k] = S(0.0);
    if (p.finish) {
        for (int b = 0; b < p.finish; ++b)
            for (int k = 0; k < p.dots; ++k) sums[k] = sums[k] + partials[b * kDots + k];
        return apply_rule(p.rule, state, sums);
    }
    T c[2 * kTerms];
    for (int k = 0; k < 2 * kTerms; ++k) c[k] = T(coefficient(state, p.c[k]));
    const long long begin = p.count / grid * block + p.count % grid * block / grid;
    const long long end = p.count / grid * (block + 1) + p.count % grid * (block + 1) / grid;
    const auto at = [](const void *from, long long i) { return from ? static_cast<const T *>(from) + i : nullptr; };
    for (long long i = begin; i < end; i += kRun) {
        const long long count = end - i < kRun ? end - i : kRun;
        if (p.out0) add_up(static_cast<T *>(p.out0) + i, at(p.a0, i), at(p.b0, i), at(p.d0, i), c, count);
        if (p.out1) add_up(static_cast<T *>(p.out1) + i, at(p.a1, i), at(p.b1, i), at(p.d1, i), c + kTerms, count);
        if (p.dots > 0) sums[0] = sums[0] + product(at(p.left0, i), at(p.right0, i), count);
        if (p.dots > 1) sums[1] = sums[1] + product(at(p.left1, i), at(p.right1, i), count);
        if (p.dots > 2) sums[2] = sums[2] + product(at(p.left2, i), at(p.right2, i), count);
    }
    if (p.rule == kNoRule) return;
    if (grid == 1) return apply_rule(p.rule, state, sums);
    for (int k = 0; k < p.dots; ++k) partials[(long long)block * kDots + k] = sums[k];
}

// A sparse matrix times a sum of vectors, and sums with that product: a block takes some of the rows.
template <class T, class I> void sum_rows(const Krylov &p, unsigned block, unsigned grid) {
    using S = Wide<T>;
    S *state = static_cast<S *>(p.state), *partials = static_cast<S *>(p.partials);
    if (real(state[kStatus]) != kRunning) return;
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

#define CUPY_TEMPLATE(name, sums, ...) CUPY_RANGE_KERNEL(name, krylov::Krylov, krylov::sums<__VA_ARGS__>)
