// Values of sparse matrices: sums of duplicates, dense copies, values at coordinates.
#pragma once

#include "device/sparse.hpp"

namespace cupy {
namespace sparse {

// out: of each of `count` runs, which start at y (int64) and end with `size`, the sum of the items, which lie at
// places x (int64) if that is not null.  A run is cut into parts, a row of out.
template <class T> CUPY_DEVICE void sum_run(const Sparse &p, int64 work, int lane, bool valid) {
    T sum = zero<T>();
    if (valid) {
        const int64 run = work / p.parts, part = work % p.parts;
        const int64 *starts = index_array<int64>(p.y), *places = index_array<int64>(p.x);
        const T *data = static_cast<const T *>(p.data);
        const int64 start = starts[run], length = (run + 1 < p.count ? starts[run + 1] : p.size) - start;
        const int64 stop = start + length * (part + 1) / p.parts;
        CUPY_UNROLL
        for (int64 i = start + length * part / p.parts + lane; i < stop; i += p.lanes)
            sum = add(sum, data[places ? places[i] : i]);
    }
    sum = sum_of_lanes(sum, p.lanes);
    if (valid && lane == 0) static_cast<T *>(p.out)[work] = sum;
}

// out: a dense matrix of zeros, to whose items those of the matrix are added.  A row is `count` items from the
// next, a column `parts`.
template <class T, class I>
CUPY_DEVICE void add_to_dense(const Sparse &p, int64 item, int64 row, unsigned) {
    const int64 at = row * p.count + (int64)index_array<I>(p.indices)[item] * p.parts;
    const T value = static_cast<const T *>(p.data)[item];
    if (p.option) static_cast<T *>(p.out)[at] = value;
    else add_to(static_cast<T *>(p.out) + at, value);
}

// out: the sum of the items in row x and column y (int64 both); option: columns ascend.
template <class T, class I> CUPY_DEVICE void look_up(const Sparse &p, int64 i) {
    const int64 row = index_array<int64>(p.x)[i], column = index_array<int64>(p.y)[i];
    const I *indices = index_array<I>(p.indices);
    int64 at = index_array<I>(p.indptr)[row];
    const int64 stop = index_array<I>(p.indptr)[row + 1];
    if (p.option) at = lower_bound(indices, at, stop, column);
    T sum = zero<T>();
    for (; at < stop; ++at) {
        if ((int64)indices[at] == column) sum = add(sum, static_cast<const T *>(p.data)[at]);
        else if (p.option) break;
    }
    static_cast<T *>(p.out)[i] = sum;
}

// out: sums of the items of a diagonal, from row `size` on, `columns` to the right of the main one.
template <class T, class I> CUPY_DEVICE void sum_diagonal(const Sparse &p, int64 work, int lane, bool valid) {
    T sum = zero<T>();
    if (valid) {
        const int64 row = work + p.size, stop = index_array<I>(p.indptr)[row + 1];
        for (int64 i = (int64)index_array<I>(p.indptr)[row] + lane; i < stop; i += p.lanes)
            if ((int64)index_array<I>(p.indices)[i] == row + p.columns) sum = add(sum, static_cast<const T *>(p.data)[i]);
    }
    sum = sum_of_lanes(sum, p.lanes);
    if (valid && lane == 0) static_cast<T *>(p.out)[work] = sum;
}

// out, more: items and columns one behind the other, from x and y, where row r begins at starts[r].
template <class T, class I> CUPY_DEVICE void pack(const Sparse &p, int64 item, int64 row, unsigned) {
    const int64 from = index_array<int64>(p.starts)[row] + item - (int64)index_array<I>(p.indptr)[row];
    static_cast<T *>(p.out)[item] = static_cast<const T *>(p.x)[from];
    static_cast<I *>(p.more)[item] = index_array<I>(p.y)[from];
}

#ifdef CUPY_HOST

// See count_columns: x are places of the columns for each block; out: items, more: their rows.
template <class T, class I> void move_columns(const Sparse &p, unsigned block, unsigned grid) {
    const I *indptr = index_array<I>(p.indptr), *indices = index_array<I>(p.indices);
    const T *data = static_cast<const T *>(p.data);
    T *out = static_cast<T *>(p.out);
    I *rows = static_cast<I *>(p.more);
    int64 *places = static_cast<int64 *>(const_cast<void *>(p.x)) + block * p.columns;
    const int64 stop = block + 1 == grid ? p.rows : share(indptr, p.rows, block + 1, grid);
    for (int64 row = share(indptr, p.rows, block, grid); row < stop; ++row)
        for (int64 i = indptr[row]; i < (int64)indptr[row + 1]; ++i) {
            const int64 to = places[indices[i]]++;
            rows[to] = (I)row;
            out[to] = data[i];
        }
}

// See count_numbers: y are places of the numbers x for each block; out, more: items and their indices.
template <class T, class I> void move_numbers(const Sparse &p, unsigned block, unsigned grid) {
    const I *numbers = index_array<I>(p.x), *indices = index_array<I>(p.indices);
    int64 *places = static_cast<int64 *>(const_cast<void *>(p.y)) + block * p.columns;
    for (int64 i = p.size * block / grid; i < p.size * (block + 1) / grid; ++i) {
        const int64 to = places[numbers[i]]++;
        static_cast<I *>(p.more)[to] = indices[i];
        static_cast<T *>(p.out)[to] = static_cast<const T *>(p.data)[i];
    }
}

constexpr int64 kInsertion = 24;    // items that are sorted by insertion

// out, more: items and columns in order; so long rows are merged from one side to the other (extra, starts: as large).
// With chosen (int64), duplicates are added up, and it says how many items each row has then.
template <class T, class I> void sort_columns(const Sparse &p, unsigned block, unsigned grid) {
    const I *indptr = index_array<I>(p.indptr);
    const int64 last = block + 1 == grid ? p.rows : share(indptr, p.rows, block + 1, grid);
    for (int64 row = share(indptr, p.rows, block, grid); row < last; ++row) {
        const int64 start = indptr[row], length = (int64)indptr[row + 1] - start;
        const I *columns = index_array<I>(p.indices) + start;
        const T *items = static_cast<const T *>(p.data) + start;
        I *side[] = {static_cast<I *>(p.more) + start, static_cast<I *>(const_cast<void *>(p.starts)) + start};
        T *item_side[] = {static_cast<T *>(p.out) + start, static_cast<T *>(p.extra) + start};
        for (int64 i = 0; i < length; ++i) {
            const int64 first = i - i % kInsertion;
            int64 at = i;
            for (; at > first && columns[i] < side[0][at - 1]; --at) {
                side[0][at] = side[0][at - 1];
                item_side[0][at] = item_side[0][at - 1];
            }
            side[0][at] = columns[i];
            item_side[0][at] = items[i];
        }
        int from = 0;
        for (int64 width = kInsertion; width < length; width *= 2, from = 1 - from) {
            const I *in = side[from];
            for (int64 first = 0; first < length; first += 2 * width) {
                const int64 middle = first + width < length ? first + width : length;
                const int64 stop = first + 2 * width < length ? first + 2 * width : length;
                int64 a = first, b = middle;
                for (int64 to = first; to < stop; ++to) {
                    const int64 take = a < middle && (b == stop || in[a] <= in[b]) ? a++ : b++;
                    side[1 - from][to] = in[take];
                    item_side[1 - from][to] = item_side[from][take];
                }
            }
        }
        if (from)
            for (int64 i = 0; i < length; ++i) {
                side[0][i] = side[1][i];
                item_side[0][i] = item_side[1][i];
            }
        if (!p.chosen) continue;
        int64 count = 0;
        for (int64 i = 0; i < length; ++i) {
            if (count && side[0][count - 1] == side[0][i]) {
                item_side[0][count - 1] = add(item_side[0][count - 1], item_side[0][i]);
            } else {
                side[0][count] = side[0][i];
                item_side[0][count++] = item_side[0][i];
            }
        }
        static_cast<int64 *>(const_cast<void *>(p.chosen))[row] = count;
    }
}

#endif

}  // namespace sparse
}  // namespace cupy
