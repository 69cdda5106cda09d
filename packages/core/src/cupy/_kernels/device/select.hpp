// Positions of true items, in three launches: count by tile, running total of the counts, write.
#pragma once

#include "device/operands.hpp"
#include "select_params.hpp"

#ifdef CUPY_HOST

#include "device/compress.hpp"

namespace cupy {
namespace selection {

inline int64 begin(const Select &p, int64 tile, int64 tiles) { return p.size * tile / tiles; }

inline void count(const Select &p, unsigned block, unsigned grid) {
    const int64 first = begin(p, block, grid);
    p.totals[block] = host::count_true(p.flags + first, begin(p, block + 1, grid) - first);
}

inline void total(const Select &p, unsigned, unsigned) {
    int64 sum = 0;
    for (int64 t = 0; t <= p.tiles; ++t) {
        const int64 count = t < p.tiles ? p.totals[t] : 0;
        p.totals[t] = sum;
        sum += count;
    }
}

// The items of `out` with a true flag become those of `items`, one after the other.
template <class T> void put(const Select &p, unsigned block, unsigned grid) {
    const T *items = static_cast<const T *>(p.items) + p.totals[block];
    T *out = static_cast<T *>(p.out);
    for (int64 i = begin(p, block, grid); i < begin(p, block + 1, grid); ++i)
        if (p.flags[i]) out[i] = *items++;
}

constexpr int kSparse = 12;         // of 64 flags, that are gone through one by one

template <class T, bool Items> void write(const Select &p, unsigned block, unsigned grid) {
    const T *items = static_cast<const T *>(p.items);
    T *out = static_cast<T *>(p.out) + p.totals[block], *const stop = static_cast<T *>(p.out) + p.totals[block + 1];
    const int64 end = begin(p, block + 1, grid);
    for (int64 i = begin(p, block, grid); i < end && out != stop;) {
        const bool whole = end - i >= 64;
        const uint64 bits = whole ? host::truths(p.flags + i) : ~0ull;
        const int some = platform::count_ones((unsigned long long)bits);
        const bool fits = some <= stop - out;       // not if somebody changed the flags since they were counted
        if (whole && fits && some == 64) {
            for (int k = 0; k < 64; ++k) {
                if constexpr (Items) out[k] = items[i + k];
                else out[k] = T(i + k);
            }
            i += 64;
            out += 64;
            continue;
        }
        if constexpr (host::is_compressed<T>) {
            if (whole && fits && some > kSparse && stop - out >= 64) {
                T places[64];
                for (int k = 0; k < 64 && !Items; ++k) places[k] = T(i + k);
                out = host::compress(bits, Items ? items + i : places, out);
                i += 64;
                continue;
            }
        }
        if (whole && fits) {
            for (uint64 rest = bits; rest; rest &= rest - 1) {
                const int64 at = i + __builtin_ctzll(rest);
                if constexpr (Items) *out++ = items[at];
                else *out++ = T(at);
            }
            i += 64;
            continue;
        }
        // Without a branch: every item is written, only a selected one moves the end on.
        for (const int64 last = end - i < 64 ? end : i + 64; i < last && out != stop; ++i) {
            if constexpr (Items) *out = items[i];
            else *out = T(i);
            out += p.flags[i] != 0;
        }
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

#include "block/scan.hpp"
#include "device/unaligned.hpp"

namespace cupy {
namespace selection {

// The truths of a thread's flags as bits.
CUPY_DEVICE unsigned load_flags(const Select &p, int64 first) {
    unsigned bits = 0;
    if (first + kSelectRun <= p.size && (reinterpret_cast<uint64>(p.flags + first) & 15) == 0) {
        unsigned words[kSelectRun / 4];
        simt::load_vector(words, reinterpret_cast<const unsigned *>(p.flags + first));
        CUPY_UNROLL
        for (int c = 0; c < kSelectRun / 4; ++c) {      // any bit of a byte, and the four side by side
            const unsigned some = (((words[c] & 0x7f7f7f7fu) + 0x7f7f7f7fu) | words[c]) >> 7 & 0x01010101u;
            bits |= some * 0x10204080u >> 28 << 4 * c;
        }
    } else {
        for (int j = 0; j < kSelectRun; ++j)
            bits |= (first + j < p.size && p.flags[first + j] ? 1u : 0u) << j;
    }
    return bits;
}

CUPY_DEVICE void count(const Select &p) {
    CUPY_SHARED int sums[kSelectThreads / platform::kWarp];
    const int64 first = (int64)platform::block_index() * kSelectTile + platform::thread_index() * kSelectRun;
    int whole;
    block::exclusive_sum(platform::count_ones(load_flags(p, first)), whole, sums);
    if (platform::thread_index() == 0) p.totals[platform::block_index()] = whole;
}

CUPY_DEVICE void total(const Select &p) {
    constexpr int kItems = kSelectTotals;
    CUPY_SHARED int64 sums[kSelectMostTotals / platform::kWarp];
    int64 sum = 0;
    for (int64 first = 0; first < p.tiles; first += kItems * platform::thread_count()) {
        const int64 tile = first + kItems * platform::thread_index();
        int64 counts[kItems], own = 0, whole;
        CUPY_UNROLL
        for (int k = 0; k < kItems; ++k) own += counts[k] = tile + k < p.tiles ? p.totals[tile + k] : 0;
        int64 before = sum + block::exclusive_sum(own, whole, sums);
        CUPY_UNROLL
        for (int k = 0; k < kItems; ++k) {
            if (tile + k < p.tiles) p.totals[tile + k] = before;
            before += counts[k];
        }
        sum += whole;
    }
    if (platform::thread_index() == 0) p.totals[p.tiles] = sum;
}

// The places of a tile's true flags in shared memory, so that neighbours move side by side; their number.
CUPY_DEVICE int gather_places(const Select &p, uint16 *places) {
    CUPY_SHARED int sums[kSelectThreads / platform::kWarp];
    const int64 tile = (int64)platform::block_index() * kSelectTile;
    const int start = platform::thread_index() * kSelectRun;
    const unsigned bits = load_flags(p, tile + start);
    int whole;
    int at = block::exclusive_sum(platform::count_ones(bits), whole, sums);
    CUPY_UNROLL
    for (int j = 0; j < kSelectRun; ++j)
        if (bits >> j & 1) places[at++] = uint16(start + j);
    platform::barrier();
    return whole;
}

// How many of a tile's true flags there is room for: as many as were counted, whatever became of the flags since.
CUPY_DEVICE int least(int whole, const Select &p) {
    const int64 counted = p.totals[platform::block_index() + 1] - p.totals[platform::block_index()];
    return whole < counted ? whole : (int)counted;
}

// The items of `out` with a true flag become those of `items`, one after the other.
template <class T> CUPY_DEVICE void put(const Select &p) {
    CUPY_SHARED uint16 places[kSelectTile];
    const int whole = least(gather_places(p, places), p);
    T *out = static_cast<T *>(p.out) + (int64)platform::block_index() * kSelectTile;
    const T *items = static_cast<const T *>(p.items) + p.totals[platform::block_index()];
    for (int k = platform::thread_index(); k < whole; k += kSelectThreads) out[places[k]] = items[k];
}

// Items of one or two bytes are read and written by vectors, packed in shared memory in between.
template <class T> CUPY_DEVICE void pack(const Select &p) {
    constexpr int V = 16 / sizeof(T);
    CUPY_SHARED int sums[kSelectThreads / platform::kWarp];
    CUPY_SHARED simt::Chunk<16> chunks[kSelectTile / V + 1];
    T *const packed = reinterpret_cast<T *>(chunks);
    const int64 first = (int64)platform::block_index() * kSelectTile + platform::thread_index() * kSelectRun;
    const T *items = static_cast<const T *>(p.items) + first;
    T *const out = static_cast<T *>(p.out) + p.totals[platform::block_index()];
    const int lead = (int)(reinterpret_cast<uint64>(out) / sizeof(T) % V);      // so that chunks are those of the output
    const unsigned bits = load_flags(p, first);
    int whole;
    int at = lead + block::exclusive_sum(platform::count_ones(bits), whole, sums);
    if (32 * whole >= kSelectTile && first + kSelectRun <= p.size) {
        T held[kSelectRun];
        simt::load_anywhere(held, items);
        CUPY_UNROLL
        for (int j = 0; j < kSelectRun; ++j)
            if (bits >> j & 1) packed[at++] = held[j];
    } else {
        for (unsigned rest = bits; rest; rest &= rest - 1) packed[at++] = items[platform::count_ones((rest & -rest) - 1)];
    }
    platform::barrier();
    const int stop = lead + least(whole, p);
    for (int k = platform::thread_index() * V; k < stop; k += kSelectThreads * V) {
        if (k >= lead && k + V <= stop) {
            *reinterpret_cast<simt::Chunk<16> *>(out - lead + k) = chunks[k / V];
        } else {
            for (int j = k < lead ? lead : k; j < k + V && j < stop; ++j) out[j - lead] = packed[j];
        }
    }
}

template <class T, bool Items> CUPY_DEVICE void write(const Select &p) {
    if constexpr (Items && sizeof(T) <= 2) return pack<T>(p);
    constexpr int U = sizeof(T) < 16 ? 32 / sizeof(T) : 4;        // on their way at once
    CUPY_SHARED uint16 places[kSelectTile];
    const int whole = least(gather_places(p, places), p);
    const int64 tile = (int64)platform::block_index() * kSelectTile;
    T *out = static_cast<T *>(p.out) + p.totals[platform::block_index()];
    const T *items = static_cast<const T *>(p.items) + tile;
    for (int first = platform::thread_index(); first < whole; first += U * kSelectThreads) {
        T some[U];
        CUPY_UNROLL
        for (int u = 0; u < U; ++u) {
            const int k = first + u * kSelectThreads;
            if (k >= whole) break;
            if constexpr (Items) some[u] = items[places[k]];
            else some[u] = T(tile + places[k]);
        }
        CUPY_UNROLL
        for (int u = 0; u < U; ++u)
            if (first + u * kSelectThreads < whole) out[first + u * kSelectThreads] = some[u];
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
