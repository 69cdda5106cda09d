// What the kernels of Krylov methods share on SIMT targets: coefficients, items of vectors, and sums over all blocks,
// which each block adds up, always in the same order.
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
template <class S, int threads> struct Shared {
    S state[kSlots], sums[threads / kLanes * kDots];
};

// The first warp adds up the sums of all blocks and applies a rule to them; every block does so for itself.
template <class S, int threads>
CUPY_DEVICE void settle(int rule, int dots, int blocks, const S *found, Shared<S, threads> &shared) {
    const int lane = platform::thread_index();
    if (lane >= kLanes) return;
    S sums[kDots];
    for (int k = 0; k < kDots; ++k) sums[k] = S(0.0);
    for (int block = lane; block < blocks; block += kLanes)
        CUPY_UNROLL
        for (int k = 0; k < kDots; ++k)
            if (k < dots) sums[k] = sums[k] + found[block * kDots + k];
    for (int k = 0; k < dots; ++k) sums[k] = warp::sum(sums[k], kLanes);
    if (lane == 0 && real(shared.state[kStatus]) == kRunning) apply_rule(rule, shared.state, sums);
}

// The sums of the block go where all find them.
template <class S, int threads>
CUPY_DEVICE void hand_over(S (&sums)[kDots], int dots, S *partials, Shared<S, threads> &shared) {
    block_sums<threads>(sums, dots, shared.sums);
    if (platform::thread_index() == 0)
        CUPY_UNROLL
        for (int k = 0; k < kDots; ++k)
            if (k < dots) partials[(long long)platform::block_index() * kDots + k] = sums[k];
}

// An item of each vector; what this step makes of them is known without reading.
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

    template <class S> CUPY_DEVICE void add_up(const S *c) {
        if (p.out0) {
            first = sum(c, p.a0, p.b0, p.d0);
            has_first = true;
        }
        if (p.out1) {
            second = sum(c + kTerms, p.a1, p.b1, p.d1);
            has_second = true;
        }
    }
    CUPY_DEVICE void write() const {
        if (p.out0) static_cast<T *>(p.out0)[i] = first;
        if (p.out1) static_cast<T *>(p.out1)[i] = second;
    }
    template <class S> CUPY_DEVICE void add_dots(S *sums) const {
        if (p.dots > 0) sums[0] = sums[0] + conj(S((*this)(p.left0))) * S((*this)(p.right0));
        if (p.dots > 1) sums[1] = sums[1] + conj(S((*this)(p.left1))) * S((*this)(p.right1));
        if (p.dots > 2) sums[2] = sums[2] + conj(S((*this)(p.left2))) * S((*this)(p.right2));
    }
};

// The items of a step: its sums of vectors, and its dot products of them.
template <int threads, class T, class S> CUPY_DEVICE void sum_items(const Krylov &p, const S *state, S *sums) {
    S c[2 * kTerms];
    for (int k = 0; k < 2 * kTerms; ++k) c[k] = coefficient(state, p.c[k]);
    for (int k = 0; k < kDots; ++k) sums[k] = S(0.0);
    const long long step = (long long)platform::block_count() * threads;
    const long long begin = (long long)platform::block_index() * threads + platform::thread_index();
    for (long long i = begin; i < p.count; i += 2 * step) {
        Items<T> items[2] = {{p, i, T(0), T(0), false, false}, {p, i + step, T(0), T(0), false, false}};
        CUPY_UNROLL
        for (int d = 0; d < 2; ++d)
            if (items[d].i < p.count) items[d].add_up(c);
        CUPY_UNROLL
        for (int d = 0; d < 2; ++d)
            if (items[d].i < p.count) {
                items[d].write();
                items[d].add_dots(sums);
            }
    }
}

// The rows of a step's matrix where they are: sums of a lane's items of one of them times a vector.
template <class T, class I> struct RowsInMemory {
    const Krylov &p;

    template <class Vector> CUPY_DEVICE T part(int, long long row, int lane, const Vector &vector) const {
        if (row >= p.count) return T(0);
        const sparse::Starts<I> starts{static_cast<const I *>(p.indptr), p.items};
        return part_of_row(static_cast<const T *>(p.data), static_cast<const I *>(p.indices), starts[row] + lane,
                           starts[row + 1], p.lanes, p.columns, vector);
    }
};

// A sparse matrix times a sum of vectors, and sums with that product. Some lanes take a row of the matrix.
template <int threads, class T, class I, class S, class Rows>
CUPY_DEVICE void sum_rows(const Krylov &p, const S *state, S *sums, const Rows &rows) {
    S c[2 * kTerms];
    for (int k = 0; k < 2 * kTerms; ++k) c[k] = coefficient(state, p.c[k]);
    for (int k = 0; k < kDots; ++k) sums[k] = S(0.0);
    const int lanes = p.lanes, lane = platform::thread_index() & (lanes - 1);
    const bool plain = !p.b0 && p.c[0] == kOne;
    const auto vector = [&](I column) {
        if (plain) return static_cast<const T *>(p.a0)[column];
        return Items<T>{p, column, T(0), T(0), false, false}.sum(c, p.a0, p.b0, p.d0);
    };
    const long long groups = threads / lanes, step = platform::block_count() * groups;
    int round = 0;
    for (long long base = platform::block_index() * groups; base < p.count; base += step, ++round) {
        const long long row = base + platform::thread_index() / lanes;
        const T product = warp::sum(rows.part(round, row, lane, vector), lanes);
        if (row >= p.count || lane) continue;
        Items<T> items{p, row, T(0), T(0), false, false};
        if (p.out0) {
            items.first = items.sum(c, p.a0, p.b0, p.d0);
            static_cast<T *>(p.out0)[row] = items.first;
            items.has_first = true;
        }
        items.second = T(items.sum(c + kTerms, S(product), p.b1, p.d1));
        static_cast<T *>(p.out1)[row] = items.second;
        items.has_second = true;
        items.add_dots(sums);
    }
}
template <int threads, class T, class I, class S> CUPY_DEVICE void sum_rows(const Krylov &p, const S *state, S *sums) {
    sum_rows<threads, T, I>(p, state, sums, RowsInMemory<T, I>{p});
}

}  // namespace krylov
}  // namespace cupy
