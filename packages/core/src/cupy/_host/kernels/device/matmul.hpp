// Products of matrices on the host: a block computes some rows, a panel of columns at a time.
#pragma once

#include "device/matmul_types.hpp"

namespace cupy {
namespace matmul {

constexpr int kDepth = 64;

// Rows from `first` on of one matrix; a panel of b is copied so that its rows are contiguous.
template <int kColumns, class T> void product_rows(const Matmul &p, const Matrices<T> &of, long long first, long long stop) {
    using Product = product<T>;
    using Acc = typename Product::acc_type;
    constexpr int kRows = 32;
    Acc panel[kDepth][kColumns], sums[kRows][kColumns];
    for (long long row = first; row < stop; row += kRows) {
        const int rows = stop - row < kRows ? (int)(stop - row) : kRows;
        for (long long column = 0; column < p.n; column += kColumns) {
            const int columns = p.n - column < kColumns ? (int)(p.n - column) : kColumns;
            for (int r = 0; r < rows; ++r)
                for (int c = 0; c < kColumns; ++c) sums[r][c] = Acc(0);
            for (long long depth = 0; depth < p.k; depth += kDepth) {
                const int depths = p.k - depth < kDepth ? (int)(p.k - depth) : kDepth;
                for (int d = 0; d < depths; ++d)
                    for (int c = 0; c < kColumns; ++c)
                        panel[d][c] = c < columns ? Acc(of.b[(depth + d) * p.b.row + (column + c) * p.b.column]) : Acc(0);
                for (int r = 0; r < rows; ++r)
                    for (int d = 0; d < depths; ++d) {
                        const Acc x = Acc(of.a[(row + r) * p.a.row + (depth + d) * p.a.column]);
                        for (int c = 0; c < kColumns; ++c) sums[r][c] = Product::add(sums[r][c], x, panel[d][c]);
                    }
            }
            for (int r = 0; r < rows; ++r)
                for (int c = 0; c < columns; ++c)
                    of.c[(row + r) * p.c.row + (column + c) * p.c.column] = cast<T>(sums[r][c]);
        }
    }
}

template <class T> void tiles(const Matmul &p, unsigned block, unsigned grid) {
    const long long total = p.outputs / p.n, stop = total * (block + 1) / grid;
    for (long long at = total * block / grid; at < stop;) {
        const long long row = at % p.m, last = row + (stop - at) < p.m ? row + (stop - at) : p.m;
        const Matrices<T> of(p, at / p.m);
        if (p.n <= 8) product_rows<8>(p, of, row, last);            // columns that a panel has too many are computed too
        else if (p.n <= 32) product_rows<32>(p, of, row, last);
        else product_rows<128>(p, of, row, last);
        at += last - row;
    }
}

template <class T> void rows(const Matmul &p, unsigned block, unsigned grid) {
    using Product = product<T>;
    using Acc = typename Product::acc_type;
    constexpr int kLanes = 16;
    for (long long at = p.outputs * block / grid; at < p.outputs * (block + 1) / grid; ++at) {
        const long long column = at % p.n, row = at / p.n % p.m;
        const Matrices<T> of(p, at / (p.n * p.m));
        const T *a = of.a + row * p.a.row, *b = of.b + column * p.b.column;
        Acc sums[kLanes];
        for (int l = 0; l < kLanes; ++l) sums[l] = Acc(0);
        const auto add = [&](int l, long long i) {
            const Acc x = Acc(a[i * p.a.column]);
            sums[l] = Product::add(sums[l], p.conjugate ? Product::conjugate(x) : x, Acc(b[i * p.b.row]));
        };
        long long i = 0;
        for (; i + kLanes <= p.k; i += kLanes)
            for (int l = 0; l < kLanes; ++l) add(l, i + l);
        for (int l = 0; i < p.k; ++i, ++l) add(l, i);
        for (int half = kLanes / 2; half > 0; half /= 2)
            for (int l = 0; l < half; ++l) sums[l] = Product::join(sums[l], sums[l + half]);
        of.c[row * p.c.row + column * p.c.column] = cast<T>(sums[0]);
    }
}

}  // namespace matmul
}  // namespace cupy

#define CUPY_MATMUL(name, T, form)                                                           \
    CUPY_EXPORT const int name##__info[] = {0, 1, (int)sizeof(cupy::Matmul)};                \
    CUPY_EXPORT void name(void **params, unsigned block, unsigned grid) {                    \
        cupy::matmul::form<T>(*static_cast<const cupy::Matmul *>(params[0]), block, grid);   \
    }
