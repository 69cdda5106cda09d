// An operation on the items of two matrices of one shape, whose columns ascend without duplicates; what is zero in
// the result is left out.
#pragma once

#include "device/sparse.hpp"

namespace cupy {
namespace sparse {

enum Operation { kPlus, kMinus, kTimes, kMaximum, kMinimum, kNotEqual, kLess, kGreater };

template <class R, class T> CUPY_DEVICE R combine(int operation, T a, T b) {
    if constexpr (is_same<R, bool>::value && !is_same<T, bool>::value) {
        switch (operation) {
            case kNotEqual: return a != b;
            case kLess: return a < b;
            default: return a > b;
        }
    } else {
        switch (operation) {
            case kPlus: return add(a, b);
            case kMinus: return R(a - b);
            case kTimes: return multiply(a, b);
            case kMaximum: return a < b ? b : a;
            case kMinimum: return b < a ? b : a;
            case kNotEqual: return R(a != b);
            case kLess: return R(a < b);
            default: return R(a > b);
        }
    }
}

#ifdef CUPY_HOST

// A block writes the items and columns of its rows from where those of both matrices start.
template <class T, class R, class I> void merge_rows(const MergeRows &p, unsigned block, unsigned grid) {
    const Starts<I> starts[] = {starts_of<I>(p.a), starts_of<I>(p.b)};
    const int64 room = p.a.items + p.b.items;
    const I *columns[] = {index_array<I>(p.a.indices), index_array<I>(p.b.indices)};
    const T *items[] = {static_cast<const T *>(p.a.data), static_cast<const T *>(p.b.data)};
    const int64 first = share(starts[0], p.a.rows, block, grid);
    const int64 stop = block + 1 == grid ? p.a.rows : share(starts[0], p.a.rows, block + 1, grid);
    int64 at = starts[0][first] + starts[1][first];
    R *out = static_cast<R *>(p.out);
    I *out_columns = static_cast<I *>(p.out_columns);
    for (int64 row = first; row < stop; ++row) {
        int64 a = starts[0][row], b = starts[1][row];
        const int64 a_end = starts[0].end(row), b_end = starts[1].end(row), before = at;
        while (a < a_end || b < b_end) {
            const bool left = a < a_end && (b == b_end || columns[0][a] <= columns[1][b]);
            const bool right = b < b_end && (a == a_end || columns[1][b] <= columns[0][a]);
            const I column = left ? columns[0][a] : columns[1][b];
            const R value = combine<R>(p.operation, left ? items[0][a] : zero<T>(), right ? items[1][b] : zero<T>());
            a += left;
            b += right;
            if (value != zero<R>() && at < room) {
                out[at] = value;
                out_columns[at++] = column;
            }
        }
        p.lengths[row] = at - before;
    }
}

// The items and columns that blocks wrote as above become one behind the other.
template <class R, class I> void pack_rows(const PackRows &p, unsigned block, unsigned grid) {
    const Starts<I> starts[] = {{index_array<I>(p.a_indptr), p.a_items}, {index_array<I>(p.b_indptr), p.b_items}};
    const Starts<I> result{index_array<I>(p.indptr), p.size};
    const int64 first = share(starts[0], p.rows, block, grid);
    const int64 stop = block + 1 == grid ? p.rows : share(starts[0], p.rows, block + 1, grid);
    const int64 from = starts[0][first] + starts[1][first], room = p.a_items + p.b_items - from;
    const int64 to = result[first], wanted = result[stop] - to, count = wanted < room ? wanted : room;
    const R *items = static_cast<const R *>(p.data) + from;
    const I *columns = index_array<I>(p.columns) + from;
    for (int64 i = 0; i < count; ++i) static_cast<R *>(p.out)[to + i] = items[i];
    for (int64 i = 0; i < count; ++i) static_cast<I *>(p.out_columns)[to + i] = columns[i];
}

#else

// An item of one of the matrices goes to its place among those of both in order, with a flag whether it stays: those
// of the right matrix do not where the left one has the same column.
template <class T, class R, class I>
CUPY_DEVICE void merge_item(const MergeItems &p, int64 item, int64 row) {
    const I column = index_array<I>(p.a.indices)[item], *columns = index_array<I>(p.b.indices);
    const int64 start = starts_of<I>(p.b)[row], end = starts_of<I>(p.b)[row + 1];
    const int64 at = lower_bound(columns, start, end, column);
    const bool same = at < end && columns[at] == column;
    const int64 to = item + at + (p.right && same);
    const T mine = static_cast<const T *>(p.a.data)[item];
    const T other = same ? static_cast<const T *>(p.b.data)[at] : zero<T>();
    const R value = p.right ? combine<R>(p.operation, other, mine) : combine<R>(p.operation, mine, other);
    static_cast<R *>(p.out)[to] = value;
    static_cast<I *>(p.out_columns)[to] = column;
    p.keep[to] = value != zero<R>() && !(p.right && same);
}

#endif

}  // namespace sparse
}  // namespace cupy
