// Values of sparse matrices: sums of duplicates, dense copies, values at coordinates.
#pragma once

#include "device/sparse.hpp"

namespace cupy {
namespace sparse {

// out: of each run the sum of the items, in parts, a row of out.
template <class T> CUPY_DEVICE void sum_run(const SumRuns &p, int64 work, int lane, bool valid) {
    T sum = zero<T>();
    if constexpr (is_floating<T>::value || is_complex<T>::value) sum = -sum;        // to which -0.0 adds up to -0.0
    if (valid) {
        const int64 run = work / p.parts, part = work % p.parts;
        const T *data = static_cast<const T *>(p.data);
        const int64 start = p.starts[run], length = (run + 1 < p.runs ? p.starts[run + 1] : p.nnz) - start;
        const int64 stop = start + length * (part + 1) / p.parts;
        CUPY_UNROLL
        for (int64 i = start + length * part / p.parts + lane; i < stop; i += p.lanes)
            sum = add(sum, data[p.places ? p.places[i] : i]);
    }
    sum = sum_of_lanes(sum, p.lanes);
    if (valid && lane == 0) static_cast<T *>(p.out)[work] = sum;
}

// out: a dense matrix of zeros, to whose items those of the matrix are added.
template <class T, class I>
CUPY_DEVICE void add_to_dense(const AddToDense &p, int64 item, int64 row) {
    const int64 column = index_array<I>(p.a.indices)[item], at = row * p.row_step + column * p.column_step;
    if (!within(column, p.a.columns)) return;
    const T value = static_cast<const T *>(p.a.data)[item];
    if (p.canonical) static_cast<T *>(p.out)[at] = value;
    else add_to(static_cast<T *>(p.out) + at, value);
}

// The same of coordinates in any order.
template <class T, class I> CUPY_DEVICE void add_coordinates_to_dense(const CoordinatesToDense &p, int64 i) {
    const int64 row = index_array<I>(p.rows)[i], column = index_array<I>(p.columns)[i];
    if (!within(row, p.height) || !within(column, p.width)) return;
    add_to(static_cast<T *>(p.out) + row * p.row_step + column * p.column_step, static_cast<const T *>(p.data)[i]);
}

// out: the sums of the items in some rows and columns.
template <class T, class I> CUPY_DEVICE void look_up(const LookUp &p, int64 i) {
    const int64 row = p.row[i], column = p.column[i];
    const I *indices = index_array<I>(p.a.indices);
    const bool there = within(row, p.a.rows);
    int64 at = there ? starts_of<I>(p.a)[row] : 0;
    const int64 stop = there ? starts_of<I>(p.a)[row + 1] : 0;
    if (p.canonical) at = lower_bound(indices, at, stop, column);
    T sum = zero<T>();
    for (; at < stop; ++at) {
        if ((int64)indices[at] == column) sum = add(sum, static_cast<const T *>(p.a.data)[at]);
        else if (p.canonical) break;
    }
    static_cast<T *>(p.out)[i] = sum;
}

// out: sums of the items of a diagonal, `offset` to the right of the main one.
template <class T, class I> CUPY_DEVICE void sum_diagonal(const SumDiagonal &p, int64 work, int lane, bool valid) {
    T sum = zero<T>();
    if (valid) {
        const int64 row = work + p.first_row, stop = starts_of<I>(p.a)[row + 1];
        for (int64 i = starts_of<I>(p.a)[row] + lane; i < stop; i += p.lanes)
            if ((int64)index_array<I>(p.a.indices)[i] == row + p.offset)
                sum = add(sum, static_cast<const T *>(p.a.data)[i]);
    }
    sum = sum_of_lanes(sum, p.lanes);
    if (valid && lane == 0) static_cast<T *>(p.out)[work] = sum;
}

// The result: items and columns one behind the other, from rows that begin at `starts`.
template <class T, class I> CUPY_DEVICE void pack(const Pack &p, int64 item, int64 row) {
    const int64 from = p.starts[row] + item - starts_of<I>(p.a)[row];
    const bool there = within(from, p.size);
    static_cast<T *>(p.out)[item] = there ? static_cast<const T *>(p.data)[from] : zero<T>();
    static_cast<I *>(p.out_columns)[item] = there ? index_array<I>(p.columns)[from] : I(0);
}

#ifdef CUPY_HOST

// See count_columns; what the counts have become.
template <class T, class I> void move_columns(const MoveColumns &p, unsigned block, unsigned grid) {
    const I *indices = index_array<I>(p.a.indices);
    const T *data = static_cast<const T *>(p.a.data);
    T *out = static_cast<T *>(p.out);
    I *rows = static_cast<I *>(p.out_rows);
    int64 *places = p.places + block * p.a.columns;
    each_item<I>(p.a, block, grid, [&](int64 item, int64 row) {
        if (!within(indices[item], p.a.columns)) return;
        const int64 to = places[indices[item]]++;
        if (!within(to, p.a.items)) return;
        rows[to] = (I)row;
        out[to] = data[item];
    });
}

// See count_numbers; what the counts have become.
template <class T, class I> void move_numbers(const MoveNumbers &p, unsigned block, unsigned grid) {
    const I *numbers = index_array<I>(p.numbers), *indices = index_array<I>(p.indices);
    int64 *places = p.places + block * p.columns;
    for (int64 i = p.count * block / grid; i < p.count * (block + 1) / grid; ++i) {
        if (!within(numbers[i], p.columns)) continue;
        const int64 to = places[numbers[i]]++;
        static_cast<I *>(p.out_indices)[to] = indices[i];
        static_cast<T *>(p.out)[to] = static_cast<const T *>(p.data)[i];
    }
}

constexpr int64 kInsertion = 24;    // items that are sorted by insertion

// The result: items and columns in order; long rows are merged from one side to the other and back.
template <class T, class I> void sort_columns(const SortColumns &p, unsigned block, unsigned grid) {
    const Starts<I> starts = starts_of<I>(p.a);
    each_row<I>(p.a, block, grid, [&](int64 row) {
        const int64 start = starts[row], length = starts[row + 1] - start;
        const I *columns = index_array<I>(p.a.indices) + start;
        const T *items = static_cast<const T *>(p.a.data) + start;
        I *side[] = {static_cast<I *>(p.out_columns) + start, static_cast<I *>(p.scratch_columns) + start};
        T *item_side[] = {static_cast<T *>(p.out) + start, static_cast<T *>(p.scratch) + start};
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
        if (!p.kept) return;
        int64 count = 0;
        for (int64 i = 0; i < length; ++i) {
            if (count && side[0][count - 1] == side[0][i]) {
                item_side[0][count - 1] = add(item_side[0][count - 1], item_side[0][i]);
            } else {
                side[0][count] = side[0][i];
                item_side[0][count++] = item_side[0][i];
            }
        }
        p.kept[row] = count;
    });
}

#endif

}  // namespace sparse
}  // namespace cupy
