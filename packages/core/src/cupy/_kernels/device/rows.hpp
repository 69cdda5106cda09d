// Rows at indices, taken or assigned, that begin anywhere: where rows are no whole vectors, on SIMT targets.
//
// A row of what is written is cut where its memory's vectors begin, so the first and the last window hold perhaps a part
// of it.  A thread has several on their way; what it reads is shifted into place.
//
// Rows that fill no whole sectors of memory are better assigned in the order of their places: memory would read what it
// then writes. Which row goes to a place is found first. Rows whose places ascend are assigned then.
#pragma once

#include "bounds.hpp"
#include "device/unaligned.hpp"
#include "rows_params.hpp"

namespace cupy {
namespace rows {

CUPY_DEVICE uint64 quotient(uint64 i, const Divider &by) {
    if (i >> 31) return i / by.divisor;
    unsigned whole, rest;
    simt::divide((unsigned)i, by, whole, rest);
    return whole;
}

template <class T> struct Window {
    static constexpr int V = 16 / sizeof(T);
    const T *from;
    T *to;
    int low, stop;          // its items that are of the row
    CUPY_DEVICE bool whole() const { return low == 0 && stop == V; }
};

// Where the row with this number in the index comes from or goes; of sources (uint32), -1 where none comes.
template <class I> CUPY_DEVICE int64 row_at(const MoveRows &p, uint64 number) {
    const I at = static_cast<const I *>(p.index)[number];
    if constexpr (is_same<I, uint32>::value) return at == ~0u ? -1 : p.length - 1 - at;
    else return index_in(at, p.length, static_cast<StrayIndex *>(p.report));
}

template <class I, class T> CUPY_DEVICE Window<T> window(const MoveRows &p, uint64 unit) {
    constexpr int V = Window<T>::V;
    const uint64 row = quotient(unit, p.windows), outer = p.batched ? quotient(row, p.count) : 0;
    int64 at = row_at<I>(p, row - outer * p.count.divisor);
    if (at < 0) return {};
    at += (int64)outer * p.length;
    const char *from = p.from + (p.scatters ? (int64)row : at) * p.row;
    char *to = p.to + (p.scatters ? at : (int64)row) * p.row;
    const int ahead = (int)((reinterpret_cast<uint64>(to) & 15) / sizeof(T));
    const int64 first = (int64)(unit - row * p.windows.divisor) * V - ahead, left = p.items - first;
    return {reinterpret_cast<const T *>(from) + first, reinterpret_cast<T *>(to) + first, first < 0 ? ahead : 0,
            left < V ? (int)(left > 0 ? left : 0) : V};
}

template <class I, class T> CUPY_DEVICE void run(const MoveRows &p) {
    constexpr int V = Window<T>::V, U = kRowsVectors;
    if constexpr (is_same<I, uint32>::value)
        if (static_cast<const I *>(p.index)[p.count.divisor]) return;        // all rows have been assigned
    const uint64 first = (uint64)platform::block_index() * (U * kRowsThreads) + platform::thread_index();
    Window<T> w[U];
    T x[U][V];
    CUPY_UNROLL
    for (int u = 0; u < U; ++u) {
        w[u].low = w[u].stop = 0;
        if (first + u * kRowsThreads >= (uint64)p.units) continue;
        w[u] = window<I, T>(p, first + u * kRowsThreads);
        if (w[u].whole()) simt::load_anywhere(x[u], w[u].from);
        else if constexpr (V <= 4) {
            CUPY_UNROLL
            for (int j = 0; j < V; ++j)
                if (j >= w[u].low && j < w[u].stop) x[u][j] = w[u].from[j];
        }
    }
    CUPY_UNROLL
    for (int u = 0; u < U; ++u) {
        if (w[u].whole()) {
            simt::store_vector(w[u].to, x[u]);
            continue;
        }
        if constexpr (V <= 4) {
            CUPY_UNROLL
            for (int j = 0; j < V; ++j)
                if (j >= w[u].low && j < w[u].stop) w[u].to[j] = x[u][j];
            continue;
        }
        CUPY_NO_UNROLL
        for (int j = w[u].low; j < w[u].stop; ++j) w[u].to[j] = w[u].from[j];       // single items need registers
    }
}

// Rows from `first` on, by the threads of a block, to places that it holds.
template <class T> CUPY_DEVICE void assign_now(const RowSources &p, int64 first, unsigned count, const unsigned *places) {
    constexpr int F = kRowsVectors;
    const unsigned items = p.items.divisor, total = count * items;
    for (int64 outer = 0; outer < p.outer; ++outer) {
        const T *const from = reinterpret_cast<const T *>(p.from) + (outer * p.count + first) * items;
        T *const to = reinterpret_cast<T *>(p.to) + outer * p.length * items;
        for (unsigned unit = platform::thread_index(); unit < total; unit += F * kRowsThreads) {
            T x[F];
            CUPY_UNROLL
            for (int f = 0; f < F; ++f)
                if (unit + f * kRowsThreads < total) x[f] = from[unit + f * kRowsThreads];
            CUPY_UNROLL
            for (int f = 0; f < F; ++f) {
                if (unit + f * kRowsThreads >= total) break;
                unsigned row, column;
                simt::divide(unit + f * kRowsThreads, p.items, row, column);
                to[(int64)places[row] * items + column] = x[f];
            }
        }
    }
}

// A block has few indices: what all blocks assign at once is then in the cache until its sectors are whole.
template <class I, class T> CUPY_DEVICE void find_sources(const RowSources &p) {
    CUPY_SHARED unsigned places[kRowsThreads], ascending;
    const unsigned thread = platform::thread_index();
    const int64 first = (int64)platform::block_index() * kRowsThreads;
    const unsigned count = p.count - first < kRowsThreads ? (unsigned)(p.count - first) : kRowsThreads;
    unsigned at = 0;
    if (thread == 0) ascending = 1;
    if (thread < count) {
        const I index = static_cast<const I *>(p.index)[first + thread];
        at = (unsigned)index_in(index, p.length, static_cast<StrayIndex *>(p.report));
        places[thread] = at;
    }
    platform::barrier();
    if (thread + 1 < count && places[thread + 1] < at) ascending = 0;
    platform::barrier();
    if (ascending) return assign_now<T>(p, first, count, places);
    if (thread == 0) p.sources[p.length] = 0;
    if (thread < count) platform::lower(p.sources + at, (unsigned)(p.count - 1 - first - thread));
}

}  // namespace rows
}  // namespace cupy

#define CUPY_ROWS(name, I, T)                                                                     \
    CUPY_KERNEL CUPY_LAUNCH_BOUNDS(cupy::kRowsThreads)                                            \
        name(CUPY_GRID_CONSTANT const cupy::MoveRows params) {                                    \
        cupy::rows::run<I, T>(params);                                                            \
    }
#define CUPY_ROW_SOURCES(name, I, T)                                                              \
    CUPY_KERNEL CUPY_LAUNCH_BOUNDS(cupy::kRowsThreads)                                            \
        name(CUPY_GRID_CONSTANT const cupy::RowSources params) {                                  \
        cupy::rows::find_sources<I, T>(params);                                                   \
    }
