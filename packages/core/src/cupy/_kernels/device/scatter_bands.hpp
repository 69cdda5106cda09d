// Short rows assigned at indices in any order, band by band of the places, on SIMT targets.
//
// At random places memory reads and writes 64 bytes for each few. What lies in a band fits the cache, where rows meet
// their neighbours first. All indices are read once for each band, unless those of a tile lie near one another.
#pragma once

#include "block/scan.hpp"
#include "bounds.hpp"
#include "device/registers.hpp"
#include "rows_params.hpp"

namespace cupy {
namespace bands {

template <class I, class T> struct Tile {
    static constexpr int U = kBandsIndices;
    const ScatterBands &p;
    unsigned (&places)[kBandsTile];
    uint16 (&rows)[kBandsTile];
    const unsigned thread = platform::thread_index();
    int64 first;
    unsigned count, at[U];

    CUPY_DEVICE void load(int64 tile) {
        first = tile * kBandsTile;
        count = p.count - first < kBandsTile ? (unsigned)(p.count - first) : kBandsTile;
        const I *index = static_cast<const I *>(p.index) + first;
        I number[U];
        CUPY_UNROLL
        for (int u = 0; u < U; ++u)
            number[u] = thread + u * kBandsThreads < count ? platform::load_once(index + thread + u * kBandsThreads) : 0;
        CUPY_UNROLL
        for (int u = 0; u < U; ++u)
            at[u] = (unsigned)index_in(number[u], p.length, static_cast<StrayIndex *>(p.report));
    }
    CUPY_DEVICE bool holds(int u) const { return thread + u * kBandsThreads < count; }
    CUPY_DEVICE bool chosen(int u, unsigned begin, unsigned width) const { return holds(u) && at[u] - begin < width; }
    CUPY_DEVICE unsigned bands() const {
        unsigned all = 0;
        CUPY_UNROLL
        for (int u = 0; u < U; ++u) {
            unsigned band, rest;
            simt::divide(at[u], p.band, band, rest);
            if (holds(u)) all |= 1u << band;
        }
        return all;
    }
    CUPY_DEVICE const T *value(unsigned row) const { return reinterpret_cast<const T *>(p.values + (first + row) * p.pitch); }

    // Those of `width` places from `begin` on.
    CUPY_DEVICE void assign(unsigned begin, unsigned width) {
        if (p.items.divisor == 1) assign_items(begin, width);
        else assign_rows(begin, width);
    }
    CUPY_DEVICE void assign_items(unsigned begin, unsigned width) const {
        constexpr int each = sizeof(T) > 4 ? kBandsInFlight : U;
        CUPY_UNROLL
        for (int part = 0; part < U; part += each) {
            T x[each];
            CUPY_UNROLL
            for (int u = 0; u < each; ++u)
                if (chosen(part + u, begin, width)) x[u] = *value(thread + (part + u) * kBandsThreads);
            CUPY_UNROLL
            for (int u = 0; u < each; ++u)
                if (chosen(part + u, begin, width)) reinterpret_cast<T *>(p.to)[at[part + u]] = x[u];
        }
    }
    CUPY_DEVICE void assign_rows(unsigned begin, unsigned width) {
        CUPY_SHARED int sums[kBandsThreads / platform::kWarp];
        int own = 0, whole;
        CUPY_UNROLL
        for (int u = 0; u < U; ++u) own += chosen(u, begin, width);
        int next = block::exclusive_sum(own, whole, sums);
        const bool all = whole == (int)count;            // which stay in their order
        CUPY_UNROLL
        for (int u = 0; u < U; ++u) {
            if (!chosen(u, begin, width)) continue;
            const unsigned row = thread + u * kBandsThreads;
            rows[all ? row : next++] = uint16(row);
            places[row] = at[u];
        }
        platform::barrier();
        const unsigned total = whole * p.items.divisor;
        for (unsigned unit = thread; unit < total; unit += kBandsInFlight * kBandsThreads) {
            T x[kBandsInFlight], *to[kBandsInFlight];
            CUPY_UNROLL
            for (int u = 0; u < kBandsInFlight; ++u) {
                if (unit + u * kBandsThreads >= total) break;
                unsigned row, column;
                simt::divide(unit + u * kBandsThreads, p.items, row, column);
                row = rows[row];
                x[u] = value(row)[column];
                to[u] = reinterpret_cast<T *>(p.to) + (int64)places[row] * p.items.divisor + column;
            }
            CUPY_UNROLL
            for (int u = 0; u < kBandsInFlight; ++u)
                if (unit + u * kBandsThreads < total) *to[u] = x[u];
        }
        platform::barrier();
    }
};

template <class I, class T> CUPY_DEVICE void run(const ScatterBands &p) {
    CUPY_SHARED unsigned places[kBandsTile], meets[kBandsTiles];        // bands of each of the block's tiles
    CUPY_SHARED uint16 rows[kBandsTile];
    Tile<I, T> tile{p, places, rows};
    for (unsigned t = tile.thread; t < kBandsTiles; t += kBandsThreads) meets[t] = 0;
    for (unsigned band = 0; band < p.bands; ++band) {
        unsigned *meeting = meets;
        for (int64 t = platform::block_index(); t < p.tiles; t += platform::block_count(), ++meeting) {
            if (band && !(*meeting >> band & 1)) continue;
            tile.load(t);
            bool near = false;
            if (band == 0) {
                platform::barrier();
                if (const unsigned own = tile.bands()) platform::set_bits(meeting, own);
                platform::barrier();
                near = platform::count_ones(*meeting) <= 2;
                platform::barrier();
                if (near && tile.thread == 0) *meeting = 0;
            }
            if (near) tile.assign(0, (unsigned)p.length);
            else tile.assign(band * p.band.divisor, p.band.divisor);
        }
        platform::barrier();
    }
}

}  // namespace bands
}  // namespace cupy

#define CUPY_SCATTER_BANDS(name, I, T)                                                            \
    CUPY_KERNEL CUPY_LAUNCH_RESIDENT(cupy::kBandsThreads, cupy::kBandsBlocks)                     \
        name(CUPY_GRID_CONSTANT const cupy::ScatterBands params) {                                \
        cupy::bands::run<I, cupy::simt::Chunk<sizeof(T)>>(params);                                \
    }
