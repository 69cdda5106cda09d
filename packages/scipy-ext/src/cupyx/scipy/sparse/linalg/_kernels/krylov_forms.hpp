// Steps of many in one launch whose vectors and dot products are known when kernels are compiled: a row takes a third
// of the instructions of `sum_rows`, which finds out for each what there is to do, and an item an eighth.
#pragma once

#include "krylov_sums.hpp"

namespace cupy {
namespace krylov {

// What dot products are of, the left one and the right one: new items of out0, of out1, or an array, at the left alone.
constexpr int kOfFirst = 0, kOfSecond = 1, kOfArray = 2;
constexpr int dot_of(int left, int right) { return 2 * left + right; }

// out0 = a0 + c[1] b0 + c[2] d0, of as many `terms`; it is written if the form `keeps` it. out1 is the matrix times
// that, and if it `adds` c[3] times that + c[4] b1; without a matrix it is a1 + c[4] b1.
template <int terms_, bool keeps_, bool adds_, int... dots_> struct Form {
    static constexpr int terms = terms_, dots = sizeof...(dots_);
    static constexpr bool keeps = keeps_, adds = adds_;
    static constexpr int dot(int k) {
        constexpr int all[] = {dots_...};
        return all[k];
    }
};
using CgProduct = Form<2, true, false, dot_of(kOfFirst, kOfSecond)>;
using StabProduct = Form<3, true, false, dot_of(kOfArray, kOfSecond)>;
using StabHalfway = Form<2, true, false, dot_of(kOfFirst, kOfFirst), dot_of(kOfSecond, kOfFirst),
                         dot_of(kOfSecond, kOfSecond)>;
using Bidiagonal = Form<1, false, true, dot_of(kOfSecond, kOfSecond)>;
using CgResidual = Form<2, true, false, dot_of(kOfSecond, kOfSecond)>;
using StabResidual = Form<3, true, false, dot_of(kOfSecond, kOfSecond), dot_of(kOfArray, kOfSecond)>;

// The sum of the first vectors at a place.
template <class F, class T, class S> struct Terms {
    const T *a, *b, *d;
    S beta, delta;

    CUPY_DEVICE Terms(const Krylov &p, const S *state)
        : a(static_cast<const T *>(p.a0)), b(static_cast<const T *>(p.b0)), d(static_cast<const T *>(p.d0)),
          beta(F::terms > 1 ? coefficient(state, p.c[1]) : S(0.0)),
          delta(F::terms > 2 ? coefficient(state, p.c[2]) : S(0.0)) {}
    CUPY_DEVICE T operator()(long long i) const {
        if (F::terms == 1) return a[i];
        S sum = S(a[i]) + beta * S(b[i]);
        if (F::terms > 2) sum = sum + delta * S(d[i]);
        return T(sum);
    }
};

template <class F, class T, class S>
CUPY_DEVICE void add_dots(const Krylov &p, long long i, T first, T second, S (&sums)[kDots]) {
    const void *arrays[kDots] = {p.left0, p.left1, p.left2};
    CUPY_UNROLL
    for (int k = 0; k < F::dots; ++k) {
        const int left = F::dot(k) / 2;
        const T x = left == kOfFirst ? first : left == kOfSecond ? second : static_cast<const T *>(arrays[k])[i];
        sums[k] = sums[k] + conj(S(x)) * S(F::dot(k) % 2 == kOfFirst ? first : second);
    }
}

template <class F, int threads, class T, class S, class Rows>
CUPY_DEVICE void sum_rows_as(const Krylov &p, const S *state, S (&sums)[kDots], const Rows &rows) {
    const Terms<F, T, S> vector(p, state);
    const S scale = F::adds ? coefficient(state, p.c[kTerms]) : S(1.0);
    const S other = F::adds ? coefficient(state, p.c[kTerms + 1]) : S(0.0);
    T *out0 = static_cast<T *>(p.out0), *out1 = static_cast<T *>(p.out1);
    const T *b1 = static_cast<const T *>(p.b1);
    const int lanes = p.lanes, lane = platform::thread_index() & (lanes - 1);
    const long long groups = threads / lanes, step = platform::block_count() * groups, count = p.count;
    int round = 0;
    for (long long base = platform::block_index() * groups; base < count; base += step, ++round) {
        const long long row = base + platform::thread_index() / lanes;
        const T product = warp::sum(rows.part(round, row, lane, vector), lanes);
        if (row >= count || lane) continue;
        const T first = F::keeps ? vector(row) : T(0);
        const T second = F::adds ? T(scale * S(product) + other * S(b1[row])) : product;
        if (F::keeps) out0[row] = first;
        out1[row] = second;
        add_dots<F>(p, row, first, second, sums);
    }
}

template <class F, int threads, class T, class S>
CUPY_DEVICE void sum_items_as(const Krylov &p, const S *state, S (&sums)[kDots]) {
    const Terms<F, T, S> vector(p, state);
    const S other = coefficient(state, p.c[kTerms + 1]);
    T *out0 = static_cast<T *>(p.out0), *out1 = static_cast<T *>(p.out1);
    const T *a1 = static_cast<const T *>(p.a1), *b1 = static_cast<const T *>(p.b1);
    const long long step = (long long)platform::block_count() * threads, count = p.count;
    for (long long i = (long long)platform::block_index() * threads + platform::thread_index(); i < count; i += step) {
        const T first = vector(i), second = T(S(a1[i]) + other * S(b1[i]));
        out0[i] = first;
        out1[i] = second;
        add_dots<F>(p, i, first, second, sums);
    }
}

template <int threads, class T, class S, class Rows>
CUPY_DEVICE void sum_rows_by_form(const Krylov &p, const S *state, S (&sums)[kDots], const Rows &rows) {
    if (p.form == kCgProduct) sum_rows_as<CgProduct, threads, T>(p, state, sums, rows);
    else if (p.form == kStabProduct) sum_rows_as<StabProduct, threads, T>(p, state, sums, rows);
    else if (p.form == kStabHalfway) sum_rows_as<StabHalfway, threads, T>(p, state, sums, rows);
    else sum_rows_as<Bidiagonal, threads, T>(p, state, sums, rows);
}
template <int threads, class T, class S>
CUPY_DEVICE void sum_items_by_form(const Krylov &p, const S *state, S (&sums)[kDots]) {
    if (p.form == kCgSums) sum_items_as<CgResidual, threads, T>(p, state, sums);
    else sum_items_as<StabResidual, threads, T>(p, state, sums);
}

}  // namespace krylov
}  // namespace cupy
