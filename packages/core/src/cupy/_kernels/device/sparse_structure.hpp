// Where the items of sparse matrices are: rows of items and starts of rows, order, duplicates, columns as rows.
#pragma once

#include "device/sparse.hpp"

namespace cupy {
namespace sparse {

// out: the row of each item.
template <class I> CUPY_DEVICE void write_row(const RowOfItem &p, int64 item, int64 row) {
    static_cast<I *>(p.out)[item] = (I)row;
}

// out: how many of the `count` ascending numbers are below i, an I.
template <class X, class I> CUPY_DEVICE void write_start(const LowerBounds &p, int64 i) {
    static_cast<I *>(p.out)[i] = (I)lower_bound(index_array<X>(p.sorted), 0, p.count, i);
}

// How many items a chosen row has, and where they start; none if there is no such row.
template <class I> CUPY_DEVICE void write_row_length(const RowLengths &p, int64 i) {
    const int64 row = index_array<I>(p.chosen)[i];
    const bool there = within(row, p.a.rows);
    const int64 start = there ? starts_of<I>(p.a)[row] : 0;
    p.lengths[i] = there ? starts_of<I>(p.a).end(row) - start : 0;
    if (p.starts) p.starts[i] = start;
}

// out: how many of the `count` places that are kept are below the start of row i.
template <class I> CUPY_DEVICE void write_kept_start(const KeptStarts &p, int64 i) {
    const int64 start = (int64)index_array<I>(p.indptr)[i];
    static_cast<I *>(p.out)[i] = (I)lower_bound(p.kept, 0, p.count, start);
}

// f(item, whether it is the first of its row), for each item.
#ifdef CUPY_HOST
template <class I, class F> void each_place(const Neighbours &p, F f, unsigned block, unsigned grid) {
    const Starts<I> starts = starts_of<I>(p.a);
    each_item<I>(p.a, block, grid, [&](int64 item, int64 row) { f(item, !item || item == starts[row]); });
}
#else
template <class I, class F> CUPY_DEVICE void each_place(const Neighbours &p, F f) {
    constexpr int tile = kThreads * kItems;
    CUPY_SHARED unsigned begins[tile / 32];
    CUPY_SHARED int64 bounds[2];
    const Starts<I> starts = starts_of<I>(p.a);
    const int thread = platform::thread_index(), warp = thread / platform::kWarp;
    const int64 first = (int64)platform::block_index() * tile;
    const int size = int(p.nnz - first < tile ? p.nnz - first : tile);
    if (thread < tile / 32) begins[thread] = 0;
    if (warp < 2) {
        const int lane = thread % platform::kWarp;
        const int64 found = warp_lower_bound(starts, 0, p.a.rows, warp ? first + size : first, lane);
        if (lane == 0) bounds[warp] = found;
    }
    platform::barrier();
    for (int64 row = bounds[0] + thread; row < bounds[1]; row += kThreads) {
        const int64 at = starts[row] - first;
        if (within(at, size)) platform::set_bits(begins + at / 32, 1u << (at & 31));
    }
    if (first == 0 && thread == 0) platform::set_bits(begins, 1u);
    platform::barrier();
    for (int at = thread; at < size; at += kThreads) f(first + at, (begins[at / 32] >> (at & 31) & 1) != 0);
}
#endif

// out: two int32, whether columns descend in a row, and whether two neighbours are the same.
template <class I, class... Share> CUPY_DEVICE void check_order(const Neighbours &p, Share... share) {
    const I *indices = index_array<I>(p.a.indices);
    int *out = static_cast<int *>(p.out);
    each_place<I>(p, [=](int64 i, bool begins) {
        if (!begins && indices[i - 1] >= indices[i]) out[indices[i - 1] == indices[i]] = 1;
    }, share...);
}

// out: whether an item is the first of its row and column.
template <class I, class... Share> CUPY_DEVICE void write_heads(const Neighbours &p, Share... share) {
    const I *indices = index_array<I>(p.a.indices);
    bool *out = static_cast<bool *>(p.out);
    each_place<I>(p, [=](int64 i, bool begins) { out[i] = begins || indices[i - 1] != indices[i]; }, share...);
}

// out: the place of the item of row i on the diagonal, or -1; columns ascend.
template <class I> CUPY_DEVICE void write_diagonal(const DiagonalPlaces &p, int64 i) {
    const I *indices = index_array<I>(p.a.indices);
    const int64 stop = starts_of<I>(p.a)[i + 1], at = lower_bound(indices, starts_of<I>(p.a)[i], stop, i);
    p.out[i] = at < stop && (int64)indices[at] == i ? at : -1;
}

#ifdef CUPY_HOST

// Columns as rows, by counting.  Each block counts the columns of its rows in a row of `counts`.
template <class I> void count_columns(const CountColumns &p, unsigned block, unsigned grid) {
    const Starts<I> starts = starts_of<I>(p.a);
    const I *indices = index_array<I>(p.a.indices);
    int64 *counts = p.counts + block * p.columns;
    const int64 first = starts[share(starts, p.a.rows, block, grid)];
    const int64 stop = starts[block + 1 == grid ? p.a.rows : share(starts, p.a.rows, block + 1, grid)];
    for (int64 c = 0; c < p.columns; ++c) counts[c] = 0;
    for (int64 i = first; i < stop; ++i)
        if (within(indices[i], p.columns)) ++counts[indices[i]];
}

// As that, of numbers whose rows do not matter.
template <class I> void count_numbers(const CountNumbers &p, unsigned block, unsigned grid) {
    const I *numbers = index_array<I>(p.numbers);
    int64 *counts = p.counts + block * p.columns;
    for (int64 c = 0; c < p.columns; ++c) counts[c] = 0;
    for (int64 i = p.count * block / grid; i < p.count * (block + 1) / grid; ++i)
        if (within(numbers[i], p.columns)) ++counts[numbers[i]];
}

// Counts become places.
template <class I> void place_columns(const PlaceColumns &p, unsigned, unsigned) {
    int64 sum = 0;
    I *starts = static_cast<I *>(p.starts);
    for (int64 c = 0; c < p.columns; ++c) {
        starts[c] = (I)sum;
        for (int64 part = 0; part < p.parts; ++part) {
            int64 *count = p.counts + part * p.columns + c;
            const int64 mine = *count;
            *count = sum;
            sum += mine;
        }
    }
    starts[p.columns] = (I)sum;
}

#endif

}  // namespace sparse
}  // namespace cupy
