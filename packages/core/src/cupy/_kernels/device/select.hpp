// Positions of true items, in three launches: count by tile, running total of the counts, write.
#pragma once

#include "device/operands.hpp"

namespace cupy {

constexpr int kSelectThreads = 256;
constexpr int kSelectRun = 16;                                  // flags of a thread
constexpr int kSelectTile = kSelectThreads * kSelectRun;
constexpr int kSelectMostTotals = 1024;                         // threads of the running total

struct Select {
    const unsigned char *flags;     // bool, contiguous
    int64 *totals;                  // by tile; then the running total before it, and the whole behind
    const void *items;              // to select from, or null: positions are written
    void *out;
    int64 size;
    int64 tiles;
};

}  // namespace cupy

#ifdef CUPY_HOST

namespace cupy {
namespace selection {

inline int64 begin(const Select &p, int64 tile, int64 tiles) { return p.size * tile / tiles; }

inline void count(const Select &p, unsigned block, unsigned grid) {
    int64 count = 0;
    for (int64 i = begin(p, block, grid); i < begin(p, block + 1, grid); ++i)
        count += p.flags[i] != 0;
    p.totals[block] = count;
}

inline void total(const Select &p, unsigned, unsigned) {
    int64 sum = 0;
    for (int64 t = 0; t <= p.tiles; ++t) {
        const int64 count = t < p.tiles ? p.totals[t] : 0;
        p.totals[t] = sum;
        sum += count;
    }
}

template <class T, bool Items> void write(const Select &p, unsigned block, unsigned grid) {
    int64 at = p.totals[block];
    const int64 most = p.totals[p.tiles];
    T *out = static_cast<T *>(p.out);
    // Without a branch: every item is written, only a selected one moves the end on.
    for (int64 i = begin(p, block, grid); i < begin(p, block + 1, grid) && at < most; ++i) {
        if constexpr (Items) out[at] = static_cast<const T *>(p.items)[i];
        else out[at] = T(i);
        at += p.flags[i] != 0;
        if (at == p.totals[block + 1]) break;
    }
}

}  // namespace selection
}  // namespace cupy

#define CUPY_SELECT(name, function)                                                       \
    CUPY_EXPORT const int name##__info[] = {0, 1, (int)sizeof(cupy::Select)};             \
    CUPY_EXPORT void name(void **params, unsigned block, unsigned grid) {                 \
        cupy::selection::function(*static_cast<const cupy::Select *>(params[0]), block, grid);       \
    }

#else

namespace cupy {
namespace selection {

// Sum of `value` over the threads before this one; `whole` is the sum over all.
CUPY_DEVICE int64 exclusive_sum(int64 value, int64 &whole, int64 *shared) {
    const int thread = platform::thread_index(), threads = platform::thread_count();
    shared[thread] = value;
    platform::barrier();
    for (int step = 1; step < threads; step *= 2) {
        const int64 other = thread >= step ? shared[thread - step] : 0;
        platform::barrier();
        shared[thread] += other;
        platform::barrier();
    }
    whole = shared[threads - 1];
    return shared[thread] - value;
}

CUPY_DEVICE unsigned load_flags(const Select &p, int64 first) {
    unsigned bits = 0;
    if (first + kSelectRun <= p.size && (reinterpret_cast<uint64>(p.flags + first) & 15) == 0) {
        struct alignas(16) Words { unsigned word[4]; };
        const Words words = *reinterpret_cast<const Words *>(p.flags + first);
        CUPY_UNROLL
        for (int j = 0; j < kSelectRun; ++j)
            bits |= (words.word[j / 4] >> (j % 4 * 8) & 0xff ? 1u : 0u) << j;
    } else {
        for (int j = 0; j < kSelectRun; ++j)
            bits |= (first + j < p.size && p.flags[first + j] ? 1u : 0u) << j;
    }
    return bits;
}

CUPY_DEVICE void count(const Select &p) {
    CUPY_SHARED int64 shared[kSelectThreads];
    const int64 first = (int64)platform::block_index() * kSelectTile + platform::thread_index() * kSelectRun;
    int64 whole;
    exclusive_sum(platform::count_ones(load_flags(p, first)), whole, shared);
    if (platform::thread_index() == 0) p.totals[platform::block_index()] = whole;
}

CUPY_DEVICE void total(const Select &p) {
    CUPY_SHARED int64 shared[kSelectMostTotals];
    int64 sum = 0;
    for (int64 first = 0; first < p.tiles; first += platform::thread_count()) {
        const int64 tile = first + platform::thread_index();
        int64 whole;
        const int64 before = exclusive_sum(tile < p.tiles ? p.totals[tile] : 0, whole, shared);
        if (tile < p.tiles) p.totals[tile] = sum + before;
        sum += whole;
        platform::barrier();
    }
    if (platform::thread_index() == 0) p.totals[p.tiles] = sum;
}

template <class T, bool Items> CUPY_DEVICE void write(const Select &p) {
    CUPY_SHARED int64 shared[kSelectThreads];
    const int64 first = (int64)platform::block_index() * kSelectTile + platform::thread_index() * kSelectRun;
    const unsigned bits = load_flags(p, first);
    int64 whole;
    int64 at = p.totals[platform::block_index()]
             + exclusive_sum(platform::count_ones(bits), whole, shared);
    T *out = static_cast<T *>(p.out);
    CUPY_UNROLL
    for (int j = 0; j < kSelectRun; ++j) {
        if (!(bits >> j & 1)) continue;
        if constexpr (Items) out[at] = static_cast<const T *>(p.items)[first + j];
        else out[at] = T(first + j);
        ++at;
    }
}

}  // namespace selection
}  // namespace cupy

#define CUPY_SELECT(name, function)                                                       \
    CUPY_KERNEL CUPY_LAUNCH_BOUNDS(cupy::kSelectMostTotals)                               \
        name(CUPY_GRID_CONSTANT const cupy::Select params) {                              \
        cupy::selection::function(params);                                                           \
    }

#endif
