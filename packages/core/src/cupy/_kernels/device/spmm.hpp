// Sparse matrix times dense vectors, on SIMT targets.
//
// Of matrices with few items in a row, lanes take a row (matvec).  Of others each block takes as many items
// (matvec_tile), however long rows are, and what a tile adds to a row that begins before it is added later.
#pragma once

#include "block/reduce.hpp"
#include "device/sparse.hpp"

namespace cupy {
namespace sparse {

// Items of [start, stop) times those of x, every `step`-th from the lane's on.
template <class T, class I>
CUPY_DEVICE T dot_row(const Csr &a, const T *x, int64 start, int64 stop, int lane, int step) {
    const T *data = static_cast<const T *>(a.data);
    const I *indices = index_array<I>(a.indices);
    T sum = zero<T>();
    for (int64 i = start + lane; i < stop; i += (int64)kAhead * step) {
        I column[kAhead];
        T value[kAhead], other[kAhead];
        CUPY_UNROLL
        for (int k = 0; k < kAhead; ++k) {
            const int64 at = i + k * step;
            column[k] = at < stop ? indices[at] : I(-1);
            value[k] = at < stop ? data[at] : zero<T>();
        }
        CUPY_UNROLL
        for (int k = 0; k < kAhead; ++k) other[k] = within(column[k], a.columns) ? x[column[k]] : zero<T>();
        CUPY_UNROLL
        for (int k = 0; k < kAhead; ++k)
            if (within(column[k], a.columns)) sum = add(sum, multiply(value[k], other[k]));
    }
    return sum;
}

// out = the matrix times x, by rows.
template <class T, class I> CUPY_DEVICE void matvec(const SpMV &p) {
    CUPY_SHARED int long_rows[kThreads];
    CUPY_SHARED unsigned long_count;
    alignas(16) CUPY_SHARED unsigned char memory[sizeof(T) * (kThreads / warp::kNear)];
    T *sums = reinterpret_cast<T *>(memory);
    const int thread = platform::thread_index();
    if (thread == 0) long_count = 0;
    platform::barrier();

    const Starts<I> starts = starts_of<I>(p.a);
    const T *x = static_cast<const T *>(p.x);
    T *out = static_cast<T *>(p.out);
    const int lane = thread & (p.lanes - 1);
    const int64 first = (int64)platform::block_index() * (kThreads / p.lanes), row = first + thread / p.lanes;
    bool mine = row < p.a.rows;
    const int64 start = mine ? starts[row] : 0, stop = mine ? starts[row + 1] : 0;
    T sum = zero<T>();
    if (stop - start > (int64)kLong * p.lanes) {
        if (lane == 0) long_rows[platform::add_and_return(&long_count, 1u)] = int(row - first);
        mine = false;
    } else {
        sum = dot_row<T, I>(p.a, x, start, stop, lane, p.lanes);
    }
    sum = sum_of_lanes(sum, p.lanes);
    if (mine && lane == 0) out[row] = sum;
    platform::barrier();

    const int waiting = (int)long_count;
    for (int k = 0; k < waiting; ++k) {
        const int64 long_row = first + long_rows[k];
        sum = dot_row<T, I>(p.a, x, starts[long_row], starts[long_row + 1], thread, kThreads);
        sum = block::reduce(sum, sums, [](T a, T b) { return add(a, b); });
        if (thread == 0) out[long_row] = sum;
    }
}

// out = the matrix times x, by tiles of its items.
template <class T, class I> CUPY_DEVICE void matvec_tile(const SpMVTiles &p) {
    alignas(16) CUPY_SHARED unsigned char memory[sizeof(T) * kTile];
    CUPY_SHARED int64 bounds[2];
    T *products = reinterpret_cast<T *>(memory);
    const int thread = platform::thread_index(), lane = thread % platform::kWarp, warp = thread / platform::kWarp;
    const Starts<I> starts = starts_of<I>(p.a);
    const I *indices = index_array<I>(p.a.indices);
    const T *data = static_cast<const T *>(p.a.data), *x = static_cast<const T *>(p.x);
    const int64 first = (int64)platform::block_index() * kTile;
    const int size = int(p.nnz - first < kTile ? p.nnz - first : kTile);
    I column[kTileItems];
    T value[kTileItems];
    CUPY_UNROLL
    for (int k = 0; k < kTileItems; ++k) {
        const int at = k * kThreads + thread;
        column[k] = at < size ? platform::load_once(indices + first + at) : I(-1);
        value[k] = at < size ? platform::load_once(data + first + at) : zero<T>();
    }
    if (warp < 2) {
        const int64 found = warp_lower_bound(starts, 0, p.a.rows, warp ? first + size : first, lane);
        if (lane == 0) bounds[warp] = found;
    }
    CUPY_UNROLL
    for (int k = 0; k < kTileItems; ++k) {
        const int at = k * kThreads + thread;
        if (at < size) products[at] = within(column[k], p.a.columns) ? multiply(value[k], x[column[k]]) : zero<T>();
    }
    platform::barrier();

    // Segment 0 is the end of the row before the first that begins here.
    const int64 row = bounds[0], behind = first + size == p.nnz ? p.a.rows : bounds[1], segments = behind - row + 1;
    int lanes = platform::kWarp;
    while (lanes > 1 && segments * lanes > kThreads) lanes /= 2;
    const int mine = thread & (lanes - 1);
    T *out = static_cast<T *>(p.out);
    for (int64 base = 0; base < segments; base += kThreads / lanes) {
        const int64 segment = base + thread / lanes;
        int start = 0, stop = 0;
        if (segment < segments) {
            const int64 begin = segment ? starts[row + segment - 1] - first : 0, end = starts[row + segment] - first;
            start = int(begin > 0 ? begin : 0);
            stop = int(end < size ? end : size);
        }
        const bool is_long = stop - start > 16 * lanes && lanes < platform::kWarp;
        T sum = zero<T>();
        if (!is_long)
            for (int i = start + mine; i < stop; i += lanes) sum = add(sum, products[i]);
        sum = sum_of_lanes(sum, lanes);
        for (unsigned left = platform::ballot(is_long && mine == 0); left; left &= left - 1) {
            const int leader = platform::count_ones((left & (0u - left)) - 1);
            const int from = warp::lane_at(start, leader), to = warp::lane_at(stop, leader);
            T part = zero<T>();
            for (int i = from + lane; i < to; i += platform::kWarp) part = add(part, products[i]);
            part = sum_of_lanes(part, platform::kWarp);
            if (lane == leader) sum = part;
        }
        if (segment < segments && mine == 0) {
            if (segment) out[row + segment - 1] = sum;
            else static_cast<T *>(p.partials)[platform::block_index()] = sum;
        }
    }
    if (thread == 0)
        p.open_rows[platform::block_index()] =
            behind > row && starts[behind] > first + size ? behind - 1 : -1;
}

// What later tiles have of the row that begins in a tile and ends behind it is added to it.
template <class T, class I> CUPY_DEVICE void finish_row(const SpMVTiles &p, int64 tile, int lane, bool valid) {
    const int64 row = valid ? p.open_rows[tile] : -1;
    T sum = zero<T>();
    if (row >= 0) {
        const int64 last = (starts_of<I>(p.a)[row + 1] - 1) / kTile;
        for (int64 k = tile + 1 + lane; k <= last; k += p.lanes) sum = add(sum, static_cast<const T *>(p.partials)[k]);
    }
    sum = sum_of_lanes(sum, p.lanes);
    T *out = static_cast<T *>(p.out);
    if (row >= 0 && lane == 0) out[row] = add(out[row], sum);
}

// out, zeros at first: columns times x.
template <class T, class I, bool Conjugate>
CUPY_DEVICE void add_column(const SpMV &p, int64 item, int64 row) {
    if (!within(index_array<I>(p.a.indices)[item], p.a.columns)) return;
    T value = static_cast<const T *>(p.a.data)[item];
    if constexpr (Conjugate) value = conj(value);
    add_to(static_cast<T *>(p.out) + (int64)index_array<I>(p.a.indices)[item],
           multiply(value, static_cast<const T *>(p.x)[row]));
}

// out, zeros at first: items in any order times x.  Lanes add up neighbours of
// the same row before, so that an addition in memory stands for a run.
template <class T, class I> CUPY_DEVICE void add_coordinates(const SpMVCoordinates &p) {
    const I *rows = index_array<I>(p.rows), *indices = index_array<I>(p.columns);
    const T *data = static_cast<const T *>(p.data), *x = static_cast<const T *>(p.x);
    const int lane = platform::thread_index() % platform::kWarp;
    const int64 first = (int64)platform::block_index() * kTile + platform::thread_index();
    I row[kTileItems], column[kTileItems];
    T sum[kTileItems];
    CUPY_UNROLL
    for (int k = 0; k < kTileItems; ++k) {
        const int64 at = first + k * kThreads;
        row[k] = at < p.nnz ? platform::load_once(rows + at) : I(-1);
        column[k] = at < p.nnz ? platform::load_once(indices + at) : I(0);
        sum[k] = at < p.nnz ? platform::load_once(data + at) : zero<T>();
    }
    CUPY_UNROLL
    for (int k = 0; k < kTileItems; ++k)
        sum[k] = within(column[k], p.width) ? multiply(sum[k], x[column[k]]) : zero<T>();
    CUPY_UNROLL
    for (int k = 0; k < kTileItems; ++k) {
        const I previous = platform::shuffle_up(row[k], 1);
        const unsigned heads = platform::ballot(lane == 0 || previous != row[k]);
        const int start = platform::kWarp - 1 - platform::leading_zeros(heads & ((2u << lane) - 1));
        for (int step = 1; platform::ballot(lane - step >= start); step *= 2) {
            const T before = warp::lane_at(sum[k], (lane - step) & (platform::kWarp - 1));
            if (lane - step >= start) sum[k] = add(before, sum[k]);
        }
        const bool last = lane == platform::kWarp - 1 || (heads >> (lane + 1) & 1);
        if (last && within(row[k], p.height)) add_to(static_cast<T *>(p.out) + row[k], sum[k]);
    }
}

// out = the matrix times the matrix x, both row after row.  Lanes take neighbouring columns of x.
template <class T, class I> CUPY_DEVICE void matmat(const SpMM &p) {
    const int64 group = ((int64)platform::block_index() * kThreads + platform::thread_index()) / p.lanes;
    const int64 row = group / p.slabs;
    const int64 first = (group % p.slabs) * p.lanes * kColumns + (platform::thread_index() & (p.lanes - 1));
    if (row >= p.a.rows) return;
    const Starts<I> starts = starts_of<I>(p.a);
    const I *indices = index_array<I>(p.a.indices);
    const T *data = static_cast<const T *>(p.a.data), *x = static_cast<const T *>(p.x);
    T sum[kColumns];
    CUPY_UNROLL
    for (int c = 0; c < kColumns; ++c) sum[c] = zero<T>();
    const int64 stop = starts[row + 1];
    for (int64 i = starts[row]; i < stop; i += 2) {
        T value[2], other[2][kColumns];
        CUPY_UNROLL
        for (int k = 0; k < 2; ++k) {
            const int64 column = i + k < stop ? (int64)indices[i + k] : -1;
            const bool there = within(column, p.a.columns);
            value[k] = there ? data[i + k] : zero<T>();
            CUPY_UNROLL
            for (int c = 0; c < kColumns; ++c) {
                const int64 at = first + c * p.lanes;
                other[k][c] = there && at < p.columns ? x[column * p.columns + at] : zero<T>();
            }
        }
        CUPY_UNROLL
        for (int k = 0; k < 2; ++k)
            CUPY_UNROLL
            for (int c = 0; c < kColumns; ++c)
                if (i + k < stop) sum[c] = add(sum[c], multiply(value[k], other[k][c]));
    }
    CUPY_UNROLL
    for (int c = 0; c < kColumns; ++c) {
        const int64 at = first + c * p.lanes;
        if (at < p.columns) static_cast<T *>(p.out)[row * p.columns + at] = sum[c];
    }
}

}  // namespace sparse
}  // namespace cupy

#define CUPY_SPARSE_COLUMNS(name, T, I, conjugate) \
    CUPY_SPARSE_ITEMS(name, SpMV, I, cupy::sparse::add_column<T, I, conjugate>)
