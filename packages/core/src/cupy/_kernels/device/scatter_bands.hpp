// Short rows assigned at indices in any order, band by band of the places, on SIMT targets.
//
// At random places memory reads and writes 64 bytes for each few. What lies in a band fits the cache, where rows meet
// their neighbours first: so tiles of rows are put in the order of the bands, each by itself, and then all rows of a
// band are assigned before those of the next. Tiles whose places lie near one another are assigned at once.
#pragma once

#include "bounds.hpp"
#include "device/registers.hpp"
#include "rows_params.hpp"
#include "warp/scan.hpp"

namespace cupy {
namespace bands {

// Items of a tile, each thread's where their indices were.
template <int U, class T>
CUPY_DEVICE void assign_at(const ScatterBands &p, const char *values, const unsigned (&at)[U], unsigned count) {
    T x[U];
    CUPY_UNROLL
    for (int u = 0; u < U; ++u) {
        const unsigned row = platform::thread_index() + u * kBandsThreads;
        if (row < count) x[u] = *reinterpret_cast<const T *>(values + row * p.pitch);
    }
    CUPY_UNROLL
    for (int u = 0; u < U; ++u)
        if (platform::thread_index() + u * kBandsThreads < count) reinterpret_cast<T *>(p.to)[at[u]] = x[u];
}

template <class I, class T> CUPY_DEVICE void sort(const ScatterBands &p) {
    constexpr int U = kBandsIndices;
    CUPY_SHARED unsigned counts[kBandsMost], begins[kBandsMost], places[kBandsTile], meets;
    CUPY_SHARED uint16 rows[kBandsTile];
    const unsigned thread = platform::thread_index(), items = p.items.divisor;
    const int64 block = platform::block_index(), first = block * kBandsTile;
    const unsigned count = p.count - first < kBandsTile ? (unsigned)(p.count - first) : kBandsTile;
    const I *index = static_cast<const I *>(p.index) + first;
    const char *values = p.values + first * p.pitch;
    I number[U];
    unsigned at[U], band[U], own = 0;
    CUPY_UNROLL
    for (int u = 0; u < U; ++u)
        number[u] = thread + u * kBandsThreads < count ? platform::load_once(index + thread + u * kBandsThreads) : 0;
    if (thread < kBandsMost) counts[thread] = 0;
    if (thread == 0) meets = 0;
    platform::barrier();
    CUPY_UNROLL
    for (int u = 0; u < U; ++u) {
        unsigned rest;
        at[u] = (unsigned)index_in(number[u], p.length, static_cast<StrayIndex *>(p.report));
        simt::divide(at[u], p.band, band[u], rest);
        if (thread + u * kBandsThreads < count) own |= 1u << band[u];
    }
    if (own) platform::set_bits(&meets, own);
    platform::barrier();
    const bool direct = platform::count_ones(meets) <= 2;
    if (direct) {
        if (thread < kBandsMost) p.ends[block * kBandsMost + thread] = 0;
        if (items == 1) return assign_at<U, T>(p, values, at, count);
        CUPY_UNROLL
        for (int u = 0; u < U; ++u) {
            const unsigned row = thread + u * kBandsThreads;
            places[row] = at[u];
            rows[row] = uint16(row);
        }
    } else {
        unsigned slot[U];
        CUPY_UNROLL
        for (int u = 0; u < U; ++u)
            if (thread + u * kBandsThreads < count) slot[u] = platform::add_and_return(counts + band[u], 1u);
        platform::barrier();
        if (thread < warp::kNear) {
            const unsigned end = warp::inclusive_scan(counts[thread], [](unsigned a, unsigned b) { return a + b; });
            begins[thread] = end - counts[thread];
            p.ends[block * kBandsMost + thread] = uint16(end);
        }
        platform::barrier();
        CUPY_UNROLL
        for (int u = 0; u < U; ++u) {
            const unsigned row = thread + u * kBandsThreads;
            if (row >= count) continue;
            const unsigned to = begins[band[u]] + slot[u];
            places[to] = at[u];
            rows[to] = uint16(row);
        }
    }
    platform::barrier();
    T *sorted = reinterpret_cast<T *>(p.sorted) + first * items;
    constexpr int F = kBandsInFlight;
    const unsigned total = count * items;
    for (unsigned unit = thread; unit < total; unit += F * kBandsThreads) {
        T x[F], *to[F];
        CUPY_UNROLL
        for (int f = 0; f < F; ++f) {
            if (unit + f * kBandsThreads >= total) break;
            unsigned k, column;
            simt::divide(unit + f * kBandsThreads, p.items, k, column);
            x[f] = reinterpret_cast<const T *>(values + rows[k] * p.pitch)[column];
            to[f] = direct ? reinterpret_cast<T *>(p.to) + (int64)places[k] * items + column
                           : sorted + unit + f * kBandsThreads;
        }
        CUPY_UNROLL
        for (int f = 0; f < F; ++f)
            if (unit + f * kBandsThreads < total) *to[f] = x[f];
    }
    if (direct) return;
    for (unsigned k = thread; k < count; k += kBandsThreads) p.places[first + k] = places[k];
}

// Each 32 lanes have some of the tiles.
template <class T> CUPY_DEVICE void assign(const ScatterBands &p) {
    constexpr int U = kBandsInFlight;
    const unsigned thread = platform::thread_index(), lane = thread % warp::kNear, items = p.items.divisor;
    const int64 begin = ((int64)platform::block_index() * kBandsThreads + thread) / warp::kNear;
    const int64 step = platform::block_count() * (kBandsThreads / warp::kNear);
    bool any = false;
    for (int64 tile = begin; tile < p.tiles; tile += step) any |= p.ends[tile * kBandsMost + kBandsMost - 1] != 0;
    if (!any) return;
    for (unsigned band = 0; band < p.bands; ++band) {
        for (int64 tile = begin; tile < p.tiles; tile += step) {
            const uint16 *ends = p.ends + tile * kBandsMost + band;
            const unsigned from = band ? ends[-1] : 0, total = (ends[0] - from) * items;
            const int64 first = tile * kBandsTile + from;
            const T *rows = reinterpret_cast<const T *>(p.sorted) + first * items;
            for (unsigned unit = lane; unit < total; unit += U * warp::kNear) {
                T x[U], *to[U];
                CUPY_UNROLL
                for (int u = 0; u < U; ++u) {
                    if (unit + u * warp::kNear >= total) break;
                    unsigned k, column;
                    simt::divide(unit + u * warp::kNear, p.items, k, column);
                    x[u] = rows[unit + u * warp::kNear];
                    to[u] = reinterpret_cast<T *>(p.to) + (int64)p.places[first + k] * items + column;
                }
                CUPY_UNROLL
                for (int u = 0; u < U; ++u)
                    if (unit + u * warp::kNear < total) *to[u] = x[u];
            }
        }
    }
}

}  // namespace bands
}  // namespace cupy

#define CUPY_SORT_BANDS(name, I, T)                                                               \
    CUPY_KERNEL CUPY_LAUNCH_BOUNDS(cupy::kBandsThreads)                                           \
        name(CUPY_GRID_CONSTANT const cupy::ScatterBands params) {                                \
        cupy::bands::sort<I, cupy::simt::Chunk<sizeof(T)>>(params);                               \
    }
#define CUPY_ASSIGN_BANDS(name, T)                                                                \
    CUPY_KERNEL CUPY_LAUNCH_RESIDENT(cupy::kBandsThreads, cupy::kBandsBlocks)                     \
        name(CUPY_GRID_CONSTANT const cupy::ScatterBands params) {                                \
        cupy::bands::assign<cupy::simt::Chunk<sizeof(T)>>(params);                                \
    }
