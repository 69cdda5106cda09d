// Several arrays copied side by side into one, on SIMT targets.
//
// tiles: a block copies a part of one source.
// rows: where sources are short, a thread writes neighbouring words of the output, whatever they come from.
#pragma once

#include "device/unaligned.hpp"
#include "join_params.hpp"

namespace cupy {
namespace joins {

// Small items by whole vectors of the output, which come from anywhere.
template <class T> CUPY_DEVICE void copy_vectors(const T *from, T *to, int count) {
    constexpr int V = 16 / sizeof(T), U = kJoinVectors;
    const int begin = (int)platform::thread_index() * V - (int)((reinterpret_cast<uint64>(to) & 15) / sizeof(T));
    simt::Anywhere x[U];
    CUPY_UNROLL
    for (int u = 0; u < U; ++u) {
        const int first = begin + u * kJoinThreads * V;
        if (first >= 0 && first + V <= count) x[u].load(from + first);
    }
    CUPY_UNROLL
    for (int u = 0; u < U; ++u) {
        const int first = begin + u * kJoinThreads * V;
        if (first >= 0 && first + V <= count) {
            simt::Chunk<16> vector;
            x[u].take(vector.words);
            *reinterpret_cast<simt::Chunk<16> *>(to + first) = vector;
        } else {
            CUPY_NO_UNROLL
            for (int j = first < 0 ? 0 : first; j < first + V && j < count; ++j) to[j] = from[j];
        }
    }
}

template <class T> CUPY_DEVICE void tiles(const JoinHead &p, const JoinSource *sources) {
    constexpr int U = join_words(sizeof(T));
    const unsigned each = (unsigned)sources[p.count - 1].tiles, thread = platform::thread_index();
    const unsigned row = platform::block_index() / each, tile = platform::block_index() % each;
    unsigned k = 0, rest;
    if (p.by_source.divisor) {
        simt::divide(tile, p.by_source, k, rest);
    } else {
        for (unsigned stop = p.count - 1; k < stop;) {
            const unsigned middle = (k + stop) / 2;
            if (tile < sources[middle].tiles) stop = middle;
            else k = middle + 1;
        }
    }
    const long long start = k ? sources[k - 1].end : 0;
    const long long first = (long long)(tile - (unsigned)(k ? sources[k - 1].tiles : 0)) * join_tile(sizeof(T));
    const long long left = sources[k].end - start - first;
    const T *from = reinterpret_cast<const T *>(sources[k].items + row * sources[k].pitch) + first;
    T *to = reinterpret_cast<T *>(p.output + row * p.pitch) + start + first;
    if constexpr (sizeof(T) < 4)
        return copy_vectors(from, to, left < join_tile(sizeof(T)) ? (int)left : join_tile(sizeof(T)));
    from += thread;
    to += thread;
    T x[U];
    if (left >= join_tile(sizeof(T))) {
        CUPY_UNROLL
        for (int u = 0; u < U; ++u) x[u] = from[u * kJoinThreads];
        CUPY_UNROLL
        for (int u = 0; u < U; ++u) to[u * kJoinThreads] = x[u];
        return;
    }
    CUPY_UNROLL
    for (int u = 0; u < U; ++u)
        if (thread + u * kJoinThreads < left) x[u] = from[u * kJoinThreads];
    CUPY_UNROLL
    for (int u = 0; u < U; ++u)
        if (thread + u * kJoinThreads < left) to[u * kJoinThreads] = x[u];
}

// A word of the output, and the source that it comes from.
struct Walker {
    const JoinHead &p;
    const JoinSource *sources;
    unsigned row, column, k, start, end;

    CUPY_DEVICE Walker(const JoinHead &head, const JoinSource *table, unsigned word) : p(head), sources(table) {
        simt::divide(word, p.by_row, row, column);
        if (p.by_source.divisor) {
            unsigned rest;
            simt::divide(column, p.by_source, k, rest);
            start = column - rest;
            end = start + p.by_source.divisor;
            return;
        }
        k = 0;
        for (unsigned stop = p.count - 1; k < stop;) {
            const unsigned middle = (k + stop) / 2;
            if (column < sources[middle].end) stop = middle;
            else k = middle + 1;
        }
        start = k ? (unsigned)sources[k - 1].end : 0;
        end = (unsigned)sources[k].end;
    }
    template <class T> CUPY_DEVICE T item() const {
        return reinterpret_cast<const T *>(sources[k].items + row * sources[k].pitch)[column - start];
    }
    template <class T> CUPY_DEVICE T *place() const {
        return reinterpret_cast<T *>(p.output + row * p.pitch) + column;
    }
    CUPY_DEVICE void next() {
        if (++column < end) return;
        start = end;
        if (++k == p.count) {
            ++row;
            column = k = start = 0;
        }
        end = (unsigned)sources[k].end;
    }
};

template <class T> CUPY_DEVICE void rows(const JoinHead &p, const JoinSource *sources) {
    constexpr int V = join_vector(sizeof(T)), U = join_vectors(sizeof(T));
    const unsigned total = (unsigned)p.rows * p.by_row.divisor;
    const unsigned first = (platform::block_index() * U * kJoinThreads + platform::thread_index()) * V;
    if (first + ((U - 1) * kJoinThreads + 1) * V <= total && p.dense) {
        T x[U][V];
        CUPY_UNROLL
        for (int u = 0; u < U; ++u) {
            Walker at(p, sources, first + u * kJoinThreads * V);
            CUPY_UNROLL
            for (int v = 0; v < V; ++v) {
                x[u][v] = at.item<T>();
                if (v + 1 < V) at.next();
            }
        }
        CUPY_UNROLL
        for (int u = 0; u < U; ++u)
            simt::store_vector(reinterpret_cast<T *>(p.output) + first + u * kJoinThreads * V, x[u]);
        return;
    }
    for (int u = 0; u < U; ++u) {
        const unsigned word = first + u * kJoinThreads * V;
        if (word >= total) return;
        Walker at(p, sources, word);
        for (int v = 0; v < V && word + v < total; ++v) {
            *at.place<T>() = at.item<T>();
            if (word + v + 1 < total) at.next();
        }
    }
}

}  // namespace joins
}  // namespace cupy

#define CUPY_JOIN(name, form, T, most)                                                            \
    CUPY_KERNEL CUPY_LAUNCH_BOUNDS(cupy::kJoinThreads)                                            \
        name(CUPY_GRID_CONSTANT const cupy::Join<most> params) {                                  \
        cupy::joins::form<cupy::simt::Chunk<sizeof(T)>>(params.head, params.sources);                                        \
    }
