// Triangles of matrices, on SIMT targets: what becomes zero is not even read.
#pragma once

#include "device/registers.hpp"
#include "triangle_params.hpp"

namespace cupy {
namespace triangles {

template <class T> CUPY_DEVICE void run(const Triangle &p) {
    constexpr int V = 16 / sizeof(T), U = kTriangleVectors;
    const unsigned vectors = (unsigned)p.lines * p.columns.divisor;
    const unsigned first = platform::block_index() * U * kTriangleThreads + platform::thread_index();
    T x[U][V];
    int low[U], high[U];                // what stays of each vector
    CUPY_UNROLL
    for (int u = 0; u < U; ++u) {
        const unsigned at = first + u * kTriangleThreads;
        if (at >= vectors) continue;
        unsigned row, column, matrix;
        simt::divide(at, p.columns, row, column);
        simt::divide(row, p.rows, matrix, row);
        const long long place = (long long)row + p.diagonal - (long long)column * V;      // of the diagonal
        const int bound = place < -1 ? -1 : place > V ? V : (int)place;
        low[u] = p.upper && bound > 0 ? bound : 0;
        high[u] = p.upper ? V : bound + 1 < V ? bound + 1 : V;
        CUPY_UNROLL
        for (int v = 0; v < V; ++v) x[u][v] = T();
        if (low[u] < high[u]) simt::load_vector(x[u], static_cast<const T *>(p.items) + (int64)at * V);
    }
    CUPY_UNROLL
    for (int u = 0; u < U; ++u) {
        const unsigned at = first + u * kTriangleThreads;
        if (at >= vectors) continue;
        if (low[u] > 0 || high[u] < V) {
            CUPY_UNROLL
            for (int v = 0; v < V; ++v)
                if (v < low[u] || v >= high[u]) x[u][v] = T();
        }
        simt::store_vector(static_cast<T *>(p.output) + (int64)at * V, x[u]);
    }
}

}  // namespace triangles
}  // namespace cupy

#define CUPY_TRIANGLE(name, T)                                                                    \
    CUPY_KERNEL CUPY_LAUNCH_BOUNDS(cupy::kTriangleThreads)                                        \
        name(CUPY_GRID_CONSTANT const cupy::Triangle params) {                                    \
        cupy::triangles::run<cupy::simt::Chunk<sizeof(T)>>(params);                               \
    }
