// Products of sparse matrices on SIMT targets: the products of a row are made, sorted by column and added up by the
// threads of a group, in shared memory.  Longer rows are sorted as one array by the caller.
//
// Products have numbers; `starts` says for each item of the left matrix the first of its products.  Sums are made in
// the order of these numbers.
#pragma once

#include "device/look_back.hpp"
#include "device/sort_rows.hpp"
#include "device/sparse.hpp"
#include "warp/scan.hpp"

namespace cupy {
namespace sparse {

// The bin of each row by the offsets of its products; `sizes` (zeros before): how many rows there are of each bin, and
// at last the products of all.
CUPY_DEVICE void choose_bins(const ChooseBins &p) {
    CUPY_SHARED unsigned counts[kBins];
    const int thread = platform::thread_index();
    if (thread < kBins) counts[thread] = 0;
    platform::barrier();
    const int64 step = (int64)platform::block_count() * kThreads;
    for (int64 i = (int64)platform::block_index() * kThreads + thread; i < p.rows; i += step) {
        const int64 count = p.offsets[i + 1] - p.offsets[i];
        int bin = 0;
        CUPY_UNROLL
        for (int k = 0; k < kBins - 1; ++k) bin += count > (int64(1) << level_of(k));
        p.bins[i] = uint8(bin);
        platform::add_and_return(counts + bin, 1u);
    }
    platform::barrier();
    if (thread < kBins && counts[thread]) platform::add_and_return(p.sizes + thread, (unsigned long long)counts[thread]);
    if (thread == 0 && platform::block_index() == 0) p.sizes[kBins] = (unsigned long long)*p.end;
}

// The result: value and column of a product.
template <class T, class I> CUPY_DEVICE void expand(const Expand &p, int64 product, int64 item) {
    const int64 rest = product - index_array<int64>(p.a.indptr)[item];
    const int64 at = starts_of<I>(p.b)[index_array<I>(p.a.indices)[item]] + rest;
    static_cast<T *>(p.out)[product] = multiply(static_cast<const T *>(p.a.data)[item], static_cast<const T *>(p.b.data)[at]);
    static_cast<I *>(p.out_columns)[product] = index_array<I>(p.b.indices)[at];
}

// Where the blocks before this one put what they keep ends, for a whole block.
CUPY_DEVICE int64 end_before(uint64 *states, int64 block, int kept) {
    CUPY_SHARED uint64 end;
    const int thread = platform::thread_index();
    if (thread < platform::kWarp) {
        const uint64 before = simt::look_back(states, block, uint64(kept), thread);
        if (thread == 0) end = before;
    }
    platform::barrier();
    return int64(end);
}

// Rows of the left matrix times the right one.  A row's items and columns go behind those of the row before, or to where
// the first of its products would be.  E holds a column and a number of a product in the group.
template <class T, class I, class E> CUPY_DEVICE void multiply_rows(const MultiplyGroups &p) {
    CUPY_DYNAMIC_SHARED(memory);
    constexpr int kWarps = kThreads / platform::kWarp;
    CUPY_SHARED int warp_counts[kWarps];
    CUPY_SHARED unsigned long long ticket;
    T *values = reinterpret_cast<T *>(memory);
    E *keys = reinterpret_cast<E *>(memory + sizeof(T) * kProducts);

    const int levels = p.levels, lane_levels = levels - kRunLevels, lanes = 1 << lane_levels;
    const int thread = platform::thread_index(), mine = thread & (lanes - 1), slot = thread >> lane_levels;
    int64 block = platform::block_index();
    if (p.indptr && !platform::kBlocksStartInOrder) {
        if (thread == 0) ticket = platform::add_and_return(reinterpret_cast<unsigned long long *>(p.states), 1ull);
        platform::barrier();
        block = int64(ticket);
    }
    const int64 number = block * (kThreads >> lane_levels) + slot;
    const bool valid = number < p.count;
    const int64 row = valid ? p.chosen ? p.chosen[number] : number : 0;
    const int64 begin = valid ? starts_of<I>(p.a)[row] : 0, end = valid ? starts_of<I>(p.a)[row + 1] : 0;
    const int64 first = p.starts[begin], count = p.starts[end] - first;
    T *products = values + (slot << levels);

    // The last item of the row that begins with a thread's product or before it: searches side by side, as loads are.
    int64 items[kRun], from[kRun], step = 1;
    CUPY_UNROLL
    for (int i = 0; i < kRun; ++i) items[i] = begin;
    while (step < end - begin) step *= 2;
    for (; step > 0; step /= 2)
        CUPY_UNROLL
        for (int i = 0; i < kRun; ++i) {
            const int64 next = items[i] + step;
            if (next < end && p.starts[next] <= first + i * lanes + mine) items[i] = next;
        }
    CUPY_UNROLL
    for (int i = 0; i < kRun; ++i) {
        const int at = i * lanes + mine;
        from[i] = at < count ? starts_of<I>(p.b)[index_array<I>(p.a.indices)[items[i]]] + first + at - p.starts[items[i]]
                             : 0;
    }
    E x[kRun];
    CUPY_UNROLL
    for (int i = 0; i < kRun; ++i) {
        const int at = i * lanes + mine;
        x[i] = at < count ? E(E(index_array<I>(p.b.indices)[from[i]]) << levels | E(at)) : ~E(0);
    }
    CUPY_UNROLL
    for (int i = 0; i < kRun; ++i) {
        const int at = i * lanes + mine;
        if (at < count)
            products[at] = multiply(static_cast<const T *>(p.a.data)[items[i]], static_cast<const T *>(p.b.data)[from[i]]);
    }
    sorting::sort_block(x, levels, keys);
    platform::barrier();
    CUPY_UNROLL
    for (int i = 0; i < kRun; ++i) keys[thread * (kRun + 1) + i] = x[i];
    platform::barrier();

    const E mask = (E(1) << levels) - 1;
    const int behind = (slot + 1) << levels;
    T sum[kRun];
    unsigned kept = 0;
    E before = mine ? E(keys[(thread - 1) * (kRun + 1) + kRun - 1] >> levels) : ~E(0);
    CUPY_UNROLL
    for (int i = 0; i < kRun; ++i) {
        const E column = x[i] >> levels;
        if (x[i] != ~E(0) && column != before) {
            sum[i] = products[x[i] & mask];
            CUPY_NO_UNROLL
            for (int next = thread * kRun + i + 1; next < behind; ++next) {
                const E key = keys[next + next / kRun];
                if (key >> levels != column || key == ~E(0)) break;
                sum[i] = add(sum[i], products[key & mask]);
            }
            if (sum[i] != zero<T>()) kept |= 1u << i;
        }
        before = column;
    }

    // How many the threads of the group before this one keep.
    const int own = platform::count_ones(kept), lane = thread % platform::kWarp, warp = thread / platform::kWarp;
    const int up_to_here = warp::inclusive_sum(own);
    if (lane == platform::kWarp - 1) warp_counts[warp] = up_to_here;
    platform::barrier();
    int rank = up_to_here - own;
    if (p.indptr) {
        // Kept items are put side by side in shared memory, so that they are written in whole lines.
        int kept_before = 0, all = 0;
        CUPY_UNROLL
        for (int w = 0; w < kWarps; ++w) {
            if (w == warp) kept_before = all;
            all += warp_counts[w];
        }
        rank += kept_before;
        CUPY_UNROLL
        for (int i = 0; i < kRun; ++i)
            if (kept >> i & 1) {
                values[rank] = sum[i];
                keys[rank++] = E(x[i] >> levels);
            }
        const int64 place = end_before(p.states + 1, block, all);
        I *indptr = static_cast<I *>(p.indptr);
        if (valid && mine == lanes - 1) indptr[row + 1] = I(place + rank);
        if (number == 0 && mine == 0) indptr[0] = 0;
        for (int i = thread; i < all && place + i < p.size; i += kThreads) {
            static_cast<T *>(p.out)[place + i] = values[i];
            static_cast<I *>(p.out_columns)[place + i] = I(keys[i]);
        }
        return;
    }
    if (lanes > platform::kWarp) {
        for (int w = warp - (mine / platform::kWarp); w < warp; ++w) rank += warp_counts[w];
    } else {
        rank -= warp::lane_at(rank, lane - (lane & (lanes - 1)));
    }
    if (!valid) return;
    T *out = static_cast<T *>(p.out) + first;
    I *out_columns = static_cast<I *>(p.out_columns) + first;
    CUPY_UNROLL
    for (int i = 0; i < kRun; ++i)
        if (kept >> i & 1) {
            out[rank] = sum[i];
            out_columns[rank++] = I(x[i] >> levels);
        }
    if (mine == lanes - 1) p.lengths[row] = rank;
}

}  // namespace sparse
}  // namespace cupy
