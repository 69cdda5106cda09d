// A sparse matrix times a sum of vectors, and sums with that product. Some lanes take a row of the matrix.
#pragma once

#include "krylov_row.hpp"
#include "krylov_sums.hpp"

namespace cupy {
namespace krylov {

template <class T, class I, int threads, class S>
CUPY_DEVICE void sum_rows(const Krylov &p, const S *state, S *sums) {
    S c[2 * kTerms];
    for (int k = 0; k < 2 * kTerms; ++k) c[k] = coefficient(state, p.c[k]);
    for (int k = 0; k < kDots; ++k) sums[k] = S(0.0);
    const T *data = static_cast<const T *>(p.data);
    const I *indices = static_cast<const I *>(p.indices);
    const sparse::Starts<I> starts{static_cast<const I *>(p.indptr), p.items};
    const int lanes = p.lanes, lane = platform::thread_index() & (lanes - 1);
    const bool plain = !p.b0 && p.c[0] == kOne;
    const long long groups = threads / lanes, step = platform::block_count() * groups;
    for (long long base = platform::block_index() * groups; base < p.count; base += step) {
        const long long row = base + platform::thread_index() / lanes;
        const bool there = row < p.count;
        const auto vector = [&](I column) {
            if (plain) return static_cast<const T *>(p.a0)[column];
            return Items<T>{p, column, T(0), T(0), false, false}.sum(c, p.a0, p.b0, p.d0);
        };
        const long long start = there ? starts[row] : 0, stop = there ? starts[row + 1] : 0;
        const T product = warp::sum(part_of_row(data, indices, start + lane, stop, lanes, p.columns, vector), lanes);
        if (!there || lane) continue;
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

}  // namespace krylov
}  // namespace cupy
