// Sparse matrix times dense vectors, on SIMT targets.
#pragma once

#include "device/sparse.hpp"

#ifndef CUPY_SPARSE_AHEAD
#define CUPY_SPARSE_AHEAD 4         // loads of a lane in flight
#endif

namespace cupy {
namespace sparse {

constexpr int kAhead = CUPY_SPARSE_AHEAD;
constexpr int kLong = 64;           // items of a lane beyond which a whole block takes the row
constexpr int kColumns = 4;         // columns of a lane in products of matrices

// Items of [start, stop) times those of x, every `step`-th from the lane's on.
template <class T, class I>
CUPY_DEVICE T dot_row(const Sparse &p, const T *x, int64 start, int64 stop, int lane, int step) {
    const T *data = static_cast<const T *>(p.data);
    const I *indices = index_array<I>(p.indices);
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
        for (int k = 0; k < kAhead; ++k) other[k] = column[k] >= 0 ? x[column[k]] : zero<T>();
        CUPY_UNROLL
        for (int k = 0; k < kAhead; ++k)
            if (column[k] >= 0) sum = add(sum, multiply(value[k], other[k]));
    }
    return sum;
}

// out[row, part] = items of a part of a row times x.
template <class T, class I> CUPY_DEVICE void matvec(const Sparse &p) {
    CUPY_SHARED int long_rows[kThreads];
    CUPY_SHARED int long_count;
    alignas(16) CUPY_SHARED unsigned char memory[sizeof(T) * (kThreads / platform::kWarp)];
    T *sums = reinterpret_cast<T *>(memory);
    const int thread = platform::thread_index();
    if (thread == 0) long_count = 0;
    platform::barrier();

    const I *indptr = index_array<I>(p.indptr);
    const T *x = static_cast<const T *>(p.x);
    T *out = static_cast<T *>(p.out);
    const int groups = kThreads / p.lanes, lane = thread & (p.lanes - 1);
    const int64 first = (int64)platform::block_index() * groups, work = first + thread / p.lanes;
    const auto part_of = [&](int64 work, int64 &start, int64 &stop) {
        const int64 row = p.parts == 1 ? work : work / p.parts;
        start = indptr[row];
        stop = indptr[row + 1];
        if (p.parts > 1) {
            const int64 part = work % p.parts, length = stop - start;
            stop = start + length * (part + 1) / p.parts;
            start += length * part / p.parts;
        }
    };
    T sum = zero<T>();
    int64 start = 0, stop = 0;
    bool mine = work < p.rows * p.parts;
    if (mine) part_of(work, start, stop);
    if (stop - start > (int64)kLong * p.lanes) {
        if (lane == 0) long_rows[platform::add_and_return(reinterpret_cast<unsigned *>(&long_count), 1u)] = int(work - first);
        mine = false;
    } else {
        sum = dot_row<T, I>(p, x, start, stop, lane, p.lanes);
    }
    sum = sum_of_lanes(sum, p.lanes);
    if (mine && lane == 0) out[work] = sum;
    platform::barrier();

    const int waiting = long_count;
    for (int k = 0; k < waiting; ++k) {
        const int64 which = first + long_rows[k];
        part_of(which, start, stop);
        sum = sum_of_lanes(dot_row<T, I>(p, x, start, stop, thread, kThreads), platform::kWarp);
        if (thread % platform::kWarp == 0) sums[thread / platform::kWarp] = sum;
        platform::barrier();
        if (thread == 0) {
            sum = sums[0];
            for (int w = 1; w < kThreads / platform::kWarp; ++w) sum = add(sum, sums[w]);
            out[which] = sum;
        }
        platform::barrier();
    }
}

// out, zeros at first: columns times x.
template <class T, class I, bool Conjugate>
CUPY_DEVICE void add_column(const Sparse &p, int64 item, int64 row, unsigned) {
    T value = static_cast<const T *>(p.data)[item];
    if constexpr (Conjugate) value = conj(value);
    add_to(static_cast<T *>(p.out) + (int64)index_array<I>(p.indices)[item],
           multiply(value, static_cast<const T *>(p.x)[row]));
}

// out (rows, count) = the matrix times x (columns, count), both row after row.  Lanes take neighbouring columns of x.
template <class T, class I> CUPY_DEVICE void matmat(const Sparse &p) {
    const int64 group = ((int64)platform::block_index() * kThreads + platform::thread_index()) / p.lanes;
    const int64 row = group / p.parts;
    const int64 first = (group % p.parts) * p.lanes * kColumns + (platform::thread_index() & (p.lanes - 1));
    if (row >= p.rows) return;
    const I *indptr = index_array<I>(p.indptr), *indices = index_array<I>(p.indices);
    const T *data = static_cast<const T *>(p.data), *x = static_cast<const T *>(p.x);
    T sum[kColumns];
    CUPY_UNROLL
    for (int c = 0; c < kColumns; ++c) sum[c] = zero<T>();
    const int64 stop = indptr[row + 1];
    for (int64 i = indptr[row]; i < stop; i += 2) {
        T value[2], other[2][kColumns];
        CUPY_UNROLL
        for (int k = 0; k < 2; ++k) {
            const bool there = i + k < stop;
            const int64 column = there ? (int64)indices[i + k] : 0;
            value[k] = there ? data[i + k] : zero<T>();
            CUPY_UNROLL
            for (int c = 0; c < kColumns; ++c) {
                const int64 at = first + c * p.lanes;
                other[k][c] = there && at < p.count ? x[column * p.count + at] : zero<T>();
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
        if (at < p.count) static_cast<T *>(p.out)[row * p.count + at] = sum[c];
    }
}

}  // namespace sparse
}  // namespace cupy

#define CUPY_SPARSE_COLUMNS(name, T, I, conjugate) \
    CUPY_SPARSE_ITEMS(name, I, cupy::sparse::add_column<T, I, conjugate>)
