// Rows at indices, taken or assigned, that begin anywhere, on SIMT targets.
//
// What is assigned is cut where the vectors of its memory begin, so the first and the last window of a row hold perhaps a
// part of it.  Rows that are taken fill their output without gaps: of its vectors a few have parts of two rows.
// A thread has several on their way; what it reads is shifted into place.
//
// Rows that fill no whole sectors of memory are better assigned in the order of their places: memory would read what it
// then writes.  Which row goes to a place is found first; places are then filled as an output is, but for those to which
// no row goes.
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

template <class I, class T> CUPY_DEVICE Window<T> window(const MoveRows &p, uint64 unit) {
    constexpr int V = Window<T>::V;
    const uint64 row = quotient(unit, p.windows), outer = p.batched ? quotient(row, p.count) : 0;
    const I index = static_cast<const I *>(p.index)[row - outer * p.count.divisor];
    const int64 at = index_in(index, p.length, static_cast<StrayIndex *>(p.report)) + (int64)outer * p.length;
    const char *from = p.from + (int64)row * p.row;
    char *to = p.to + at * p.row;
    const int ahead = (int)((reinterpret_cast<uint64>(to) & 15) / sizeof(T));
    const int64 first = (int64)(unit - row * p.windows.divisor) * V - ahead, left = p.items - first;
    return {reinterpret_cast<const T *>(from) + first, reinterpret_cast<T *>(to) + first, first < 0 ? ahead : 0,
            left < V ? (int)(left > 0 ? left : 0) : V};
}

template <class I, class T> CUPY_DEVICE void run(const MoveRows &p) {
    constexpr int V = Window<T>::V, U = kRowsVectors;
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

// The index of the row with this number, and where that comes from; of sources (uint32), -1 where none comes.
CUPY_DEVICE uint64 outer_of(const FillRows &p, uint64 number) { return p.batched ? quotient(number, p.count) : 0; }
template <class I> CUPY_DEVICE I index_of(const FillRows &p, uint64 number) {
    return static_cast<const I *>(p.index)[number - outer_of(p, number) * p.count.divisor];
}
template <class I> CUPY_DEVICE int64 row_at(const FillRows &p, uint64 number, I index) {
    const int64 outer = (int64)outer_of(p, number) * p.length;
    if constexpr (is_same<I, uint32>::value) return index == ~0u ? -1 : outer + p.length - 1 - index;
    else return outer + index_in(index, p.length, static_cast<StrayIndex *>(p.report));
}

// A vector of the output: its items before `cut` are of one row, the others of the next; those that come from nowhere are
// left alone.
template <class I, class T> struct Filled {
    static constexpr int V = 16 / sizeof(T);
    uint64 row;
    I index, next;
    int first = 0, cut = 0, stop = 0;
    const T *low = nullptr, *high = nullptr;    // where its first item would lie if all were of the one row, of the other

    // Indices of several vectors are on their way at once.
    CUPY_DEVICE void ask(const FillRows &p, int64 item) {
        first = item < 0 ? (int)-item : 0;
        stop = p.total - item < V ? (int)(p.total - item) : V;
        row = quotient((uint64)(item + first), p.items);
        const int64 left = (int64)(row + 1) * p.items.divisor - item;
        cut = left < V ? (int)left : V;
        index = index_of<I>(p, row);
        if (cut < stop) next = index_of<I>(p, row + 1);
    }
    CUPY_DEVICE void find(const FillRows &p, int64 item) {
        const T *const from = reinterpret_cast<const T *>(p.from);
        const int64 items = p.items.divisor, at = row_at(p, row, index);
        if (at >= 0) low = from + (at - (int64)row) * items + item;
        if (cut >= stop) return;
        const int64 other = row_at(p, row + 1, next);
        if (other >= 0) high = from + other * items - cut;
    }
    CUPY_DEVICE bool whole() const { return first == 0 && stop == V && low && (cut >= V || high); }
    CUPY_DEVICE const T *at(int j) const { return (j < cut ? low : high) + j; }
    CUPY_DEVICE bool has(int j) const { return j >= first && j < stop && (j < cut ? low : high); }
};

template <class I, class T> CUPY_DEVICE void fill(const FillRows &p) {
    constexpr int V = Filled<I, T>::V, U = rows_vectors(sizeof(T)), step = kRowsThreads * V;
    constexpr bool small = sizeof(T) < 4;
    if constexpr (is_same<I, uint32>::value)
        if (static_cast<const I *>(p.index)[p.count.divisor]) return;        // all rows have been assigned
    const int lead = (int)((reinterpret_cast<uint64>(p.to) & 15) / sizeof(T));
    const int64 first = ((int64)platform::block_index() * (U * kRowsThreads) + platform::thread_index()) * V - lead;
    T *const to = reinterpret_cast<T *>(p.to) + first;
    Filled<I, T> f[U];
    T x[U][V];
    simt::Anywhere low[small ? U : 1], high[small ? U : 1];
    CUPY_UNROLL
    for (int u = 0; u < U; ++u)
        if (first + u * step < p.total) f[u].ask(p, first + u * step);
    CUPY_UNROLL
    for (int u = 0; u < U; ++u)
        if (first + u * step < p.total) f[u].find(p, first + u * step);
    CUPY_UNROLL
    for (int u = 0; u < U; ++u) {
        if constexpr (small) {
            if (!f[u].whole()) continue;
            low[u].load(f[u].low, f[u].cut * sizeof(T));
            if (f[u].cut < V) high[u].load(f[u].high, 16, f[u].cut * sizeof(T));
        } else {
            CUPY_UNROLL
            for (int j = 0; j < V; ++j)
                if (f[u].has(j)) x[u][j] = *f[u].at(j);
        }
    }
    CUPY_UNROLL
    for (int u = 0; u < U; ++u) {
        T *const vector = to + u * step;
        if constexpr (small) {
            if (!f[u].whole()) {
                CUPY_NO_UNROLL
                for (int j = f[u].first; j < f[u].stop; ++j)
                    if (f[u].has(j)) vector[j] = *f[u].at(j);
                continue;
            }
            unsigned words[4], others[4];
            low[u].take(words);
            if (f[u].cut < V) {
                high[u].take(others);
                simt::join_words(words, others, f[u].cut * (int)sizeof(T));
            }
            memcpy(x[u], words, 16);
        } else if (!f[u].whole()) {
            CUPY_UNROLL
            for (int j = 0; j < V; ++j)
                if (f[u].has(j)) vector[j] = x[u][j];
            continue;
        }
        simt::store_vector(vector, x[u]);
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
#define CUPY_FILL_ROWS(name, I, T)                                                                \
    CUPY_KERNEL CUPY_LAUNCH_BOUNDS(cupy::kRowsThreads)                                            \
        name(CUPY_GRID_CONSTANT const cupy::FillRows params) {                                    \
        cupy::rows::fill<I, T>(params);                                                           \
    }
#define CUPY_ROW_SOURCES(name, I, T)                                                              \
    CUPY_KERNEL CUPY_LAUNCH_BOUNDS(cupy::kRowsThreads)                                            \
        name(CUPY_GRID_CONSTANT const cupy::RowSources params) {                                  \
        cupy::rows::find_sources<I, T>(params);                                                   \
    }
