// A sparse matrix times a sum of vectors, in the same launch as the sums with that product and their dot products.
// Some lanes take a row of the matrix.
#pragma once

#include "device/sparse_bounds.hpp"
#include "krylov_sums.hpp"

namespace cupy {
namespace krylov {

template <class T, class I> CUPY_DEVICE void run_rows(const Krylov &p, Shared<Wide<T>> &shared) {
    using S = Wide<T>;
    if (!begin(p, shared)) return;
    S c[2 * kTerms], sums[kDots];
    for (int k = 0; k < 2 * kTerms; ++k) c[k] = coefficient(shared.state, p.c[k]);
    for (int k = 0; k < kDots; ++k) sums[k] = S(0.0);
    const T *data = static_cast<const T *>(p.data);
    const I *indices = static_cast<const I *>(p.indices);
    const sparse::Starts<I> starts{static_cast<const I *>(p.indptr), p.items};
    const int lanes = p.lanes, lane = platform::thread_index() & (lanes - 1);
    const bool plain = !p.b0 && (p.c[0] == kOne);
    const long long groups = kThreads / lanes, step = platform::block_count() * groups;
    for (long long base = platform::block_index() * groups; base < p.count; base += step) {
        const long long row = base + platform::thread_index() / lanes;
        const bool there = row < p.count;
        const long long start = there ? starts[row] : 0, stop = there ? starts[row + 1] : 0;
        T product(0);
        for (long long k = start + lane; k < stop; k += lanes) {
            const long long column = indices[k];
            if (!sparse::within(column, p.columns)) continue;
            const Items<T> items{p, column, T(0), T(0), false, false};
            product = product + data[k] * (plain ? static_cast<const T *>(p.a0)[column]
                                                 : items.sum(c, p.a0, p.b0, p.d0));
        }
        product = sum_of_lanes(product, lanes);
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
    finish(p, sums, shared);
}

}  // namespace krylov
}  // namespace cupy

#define CUPY_TEMPLATE(name, T, I) CUPY_KRYLOV_KERNEL(name, T, krylov::run_rows<T, I>)
