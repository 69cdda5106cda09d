// Several arrays copied side by side into one, on the host: a block takes some of the tiles, or rows.
#pragma once

#include "join_params.hpp"
#include "kernel.hpp"

namespace cupy {
namespace joins {

template <class T> void tiles(const JoinHead &p, const JoinSource *sources, unsigned block, unsigned grid) {
    const long long each = sources[p.count - 1].tiles, work = p.rows * each, stop = work * (block + 1) / grid;
    for (long long at = work * block / grid; at < stop; ++at) {
        const long long row = at / each, tile = at % each;
        unsigned k = 0;
        while (tile >= sources[k].tiles) ++k;
        const long long start = k ? sources[k - 1].end : 0;
        const long long first = (tile - (k ? sources[k - 1].tiles : 0)) * join_tile(sizeof(T));
        const long long left = sources[k].end - start - first;
        long long bytes = (left < join_tile(sizeof(T)) ? left : join_tile(sizeof(T))) * sizeof(T);
        asm("" : "+r"(bytes));      // of what it knows to be small GCC makes an instruction that takes long to begin
        memcpy(p.output + row * p.pitch + (start + first) * sizeof(T),
               sources[k].items + row * sources[k].pitch + first * sizeof(T), bytes);
    }
}

// Columns of contiguous items become the rows, by vectors.
template <class T, int N>
void columns(const JoinHead &p, const JoinSource *sources, long long first, long long stop) {
    const T *from[N];
    for (int k = 0; k < N; ++k) from[k] = reinterpret_cast<const T *>(sources[k].items);
    T *to = reinterpret_cast<T *>(p.output);
#pragma GCC ivdep
    for (long long row = first; row < stop; ++row)
        for (int k = 0; k < N; ++k) to[row * N + k] = from[k][row];
}
template <class T> bool are_columns(const JoinHead &p, const JoinSource *sources) {
    bool all = p.pitch == (long long)(p.count * sizeof(T));
    for (unsigned k = 0; k < p.count; ++k) all &= sources[k].end == k + 1 && sources[k].pitch == sizeof(T);
    return all;
}

template <class T> void rows(const JoinHead &p, const JoinSource *sources, unsigned block, unsigned grid) {
    constexpr long long kTogether = 256;        // rows that stay in the cache while the sources take turns
    const long long stop = p.rows * (block + 1) / grid;
    if (p.count > 1 && p.count < 5 && are_columns<T>(p, sources)) {
        const auto join = p.count == 2 ? columns<T, 2> : p.count == 3 ? columns<T, 3> : columns<T, 4>;
        return join(p, sources, p.rows * block / grid, stop);
    }
    for (long long first = p.rows * block / grid; first < stop; first += kTogether) {
        const long long count = stop - first < kTogether ? stop - first : kTogether;
        long long start = 0;
        for (unsigned k = 0; k < p.count; ++k) {
            const char *from = sources[k].items + first * sources[k].pitch;
            char *to = p.output + first * p.pitch + start * sizeof(T);
            const long long length = sources[k].end - start;
            for (long long j = 0; j < length; ++j)
                for (long long row = 0; row < count; ++row)
                    reinterpret_cast<T *>(to + row * p.pitch)[j] =
                        reinterpret_cast<const T *>(from + row * sources[k].pitch)[j];
            start = sources[k].end;
        }
    }
}

}  // namespace joins
}  // namespace cupy

#define CUPY_JOIN(name, form, T, most)                                                            \
    CUPY_EXPORT const int name##__info[] = {0, 1, (int)sizeof(cupy::Join<most>)};                 \
    CUPY_EXPORT void name(void **params, unsigned block, unsigned grid) {                         \
        const auto &p = *static_cast<const cupy::Join<most> *>(params[0]);                        \
        cupy::joins::form<T>(p.head, p.sources, block, grid);                                     \
    }
