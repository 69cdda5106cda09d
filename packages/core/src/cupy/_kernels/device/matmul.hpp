// Products of matrices whose strides are arbitrary, for types and sizes that no library serves well.
//
// tiles: a block computes 64 x 64 items, a thread 4 x 4 of them.  rows: a block, or several, add up one item.
#pragma once

#include "device/matmul_types.hpp"
#include "tuning/matmul.hpp"

namespace cupy {
namespace matmul {

// Items (first + r, depth + d) of an operand, r in the tile and d in the depth, to tile[d][r].
template <class T, class Acc>
CUPY_DEVICE void load(Acc (*tile)[kMatmulTile + 1], const T *x, long long row, long long column, long long first,
                      long long rows, long long depth, long long depths) {
    const int thread = platform::thread_index();
    const bool along = column == 1 || (row != 1 && (column < 0 ? -column : column) < (row < 0 ? -row : row));
    CUPY_UNROLL
    for (int i = 0; i < kMatmulTile * kMatmulDepth / kMatmulThreads; ++i) {
        const int at = thread + i * kMatmulThreads;
        const int r = along ? at / kMatmulDepth : at % kMatmulTile;
        const int d = along ? at % kMatmulDepth : at / kMatmulTile;
        const bool inside = first + r < rows && depth + d < depths;
        tile[d][r] = inside ? Acc(x[(first + r) * row + (depth + d) * column]) : Acc(0);
    }
}

template <class T> CUPY_DEVICE void multiply_tiles(const Matmul &p, unsigned char *memory) {
    using Product = product<T>;
    using Acc = typename Product::acc_type;
    using Tile = Acc[kMatmulTile + 1];
    Tile *left = reinterpret_cast<Tile *>(memory);
    Tile *right = left + kMatmulDepth;
    const long long across = (p.n + kMatmulTile - 1) / kMatmulTile, down = (p.m + kMatmulTile - 1) / kMatmulTile;
    const long long block = platform::block_index();
    const long long column = block % across * kMatmulTile, row = block / across % down * kMatmulTile;
    const Matrices<T> of(p, block / (across * down));
    const int x = platform::thread_index() % 16, y = platform::thread_index() / 16;
    Acc sums[kMatmulEach][kMatmulEach];
    CUPY_UNROLL
    for (int i = 0; i < kMatmulEach; ++i)
        CUPY_UNROLL
        for (int j = 0; j < kMatmulEach; ++j) sums[i][j] = Acc(0);
    for (long long depth = 0; depth < p.k; depth += kMatmulDepth) {
        load<T, Acc>(left, of.a, p.a.row, p.a.column, row, p.m, depth, p.k);
        load<T, Acc>(right, of.b, p.b.column, p.b.row, column, p.n, depth, p.k);
        platform::barrier();
        CUPY_UNROLL
        for (int d = 0; d < kMatmulDepth; ++d) {
            Acc u[kMatmulEach], v[kMatmulEach];
            CUPY_UNROLL
            for (int i = 0; i < kMatmulEach; ++i) {
                u[i] = left[d][y + i * 16];
                v[i] = right[d][x + i * 16];
            }
            CUPY_UNROLL
            for (int i = 0; i < kMatmulEach; ++i)
                CUPY_UNROLL
                for (int j = 0; j < kMatmulEach; ++j) sums[i][j] = Product::add(sums[i][j], u[i], v[j]);
        }
        platform::barrier();
    }
    CUPY_UNROLL
    for (int i = 0; i < kMatmulEach; ++i)
        CUPY_UNROLL
        for (int j = 0; j < kMatmulEach; ++j) {
            const long long r = row + y + i * 16, c = column + x + j * 16;
            if (r < p.m && c < p.n) of.c[r * p.c.row + c * p.c.column] = cast<T>(sums[i][j]);
        }
}

template <class T> CUPY_DEVICE void multiply_rows(const Matmul &p, unsigned char *memory) {
    using Product = product<T>;
    using Acc = typename Product::acc_type;
    Acc *shared = reinterpret_cast<Acc *>(memory);
    const int thread = platform::thread_index();
    const long long output = platform::block_index() / p.splits, split = platform::block_index() % p.splits;
    const long long column = output % p.n, row = output / p.n % p.m;
    const Matrices<T> of(p, output / (p.n * p.m));
    Acc *partials = static_cast<Acc *>(p.partials);
    Acc sum = Acc(0);
    if (p.phase == 2) {
        for (long long i = thread; i < p.k; i += kMatmulRowThreads) sum = Product::join(sum, partials[output * p.k + i]);
    } else {
        const T *a = of.a + row * p.a.row, *b = of.b + column * p.b.column;
        const long long step = (long long)kMatmulRowThreads * p.splits;
        for (long long i = split * kMatmulRowThreads + thread; i < p.k; i += step) {
            const Acc x = Acc(a[i * p.a.column]), y = Acc(b[i * p.b.row]);
            sum = Product::add(sum, p.conjugate ? Product::conjugate(x) : x, y);
        }
    }
    shared[thread] = sum;
    for (int half = kMatmulRowThreads / 2; half > 0; half /= 2) {
        platform::barrier();
        if (thread < half) shared[thread] = Product::join(shared[thread], shared[thread + half]);
    }
    if (thread) return;
    if (p.phase == 1)
        partials[output * p.splits + split] = shared[0];
    else
        of.c[row * p.c.row + column * p.c.column] = cast<T>(shared[0]);
}

template <class T> struct tiles {
    static constexpr int threads = kMatmulThreads;
    static constexpr int bytes = 2 * kMatmulDepth * (kMatmulTile + 1) * (int)sizeof(typename product<T>::acc_type);
    static CUPY_DEVICE void run(const Matmul &p, unsigned char *memory) { multiply_tiles<T>(p, memory); }
};

template <class T> struct rows {
    static constexpr int threads = kMatmulRowThreads;
    static constexpr int bytes = kMatmulRowThreads * (int)sizeof(typename product<T>::acc_type);
    static CUPY_DEVICE void run(const Matmul &p, unsigned char *memory) { multiply_rows<T>(p, memory); }
};

}  // namespace matmul
}  // namespace cupy

#define CUPY_MATMUL(name, T, form)                                                           \
    CUPY_KERNEL CUPY_LAUNCH_BOUNDS(cupy::matmul::form<T>::threads)                           \
        name(CUPY_GRID_CONSTANT const cupy::Matmul params) {                                 \
        alignas(16) CUPY_SHARED unsigned char memory[cupy::matmul::form<T>::bytes];          \
        cupy::matmul::form<T>::run(params, memory);                                          \
    }
