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

// The rows [first, stop) of an operation that the compiler knows.
template <int operation, class T, class R, class I> void merge_some(const MergeRows &p, int64 first, int64 stop) {
    const Starts<I> a_starts = starts_of<I>(p.a), b_starts = starts_of<I>(p.b);
    const int64 room = p.a.items + p.b.items;
    const I *a_columns = index_array<I>(p.a.indices), *b_columns = index_array<I>(p.b.indices);
    const T *a_items = static_cast<const T *>(p.a.data), *b_items = static_cast<const T *>(p.b.data);
    R *out = static_cast<R *>(p.out);
    I *out_columns = static_cast<I *>(p.out_columns);
    int64 at = a_starts[first] + b_starts[first];
    for (int64 row = first; row < stop; ++row) {
        int64 a = a_starts[row], b = b_starts[row];
        const int64 a_end = a_starts.end(row), b_end = b_starts.end(row), before = at;
        const auto write = [&](I column, R value) {
            if (value != zero<R>() && at < room) {
                out[at] = value;
                out_columns[at++] = column;
            }
        };
        while (a < a_end && b < b_end) {
            const I left = a_columns[a], right = b_columns[b];
            if (left == right) write(left, combine<R>(operation, a_items[a++], b_items[b++]));
            else if (left < right) write(left, combine<R>(operation, a_items[a++], zero<T>()));
            else write(right, combine<R>(operation, zero<T>(), b_items[b++]));
        }
        for (; a < a_end; ++a) write(a_columns[a], combine<R>(operation, a_items[a], zero<T>()));
        for (; b < b_end; ++b) write(b_columns[b], combine<R>(operation, zero<T>(), b_items[b]));
        p.lengths[row] = at - before;
    }
}

// A block writes the items and columns of its rows from where those of both matrices start.
template <class T, class R, class I> void merge_rows(const MergeRows &p, unsigned block, unsigned grid) {
    const Starts<I> starts = starts_of<I>(p.a);
    const int64 first = share(starts, p.a.rows, block, grid);
    const int64 stop = block + 1 == grid ? p.a.rows : share(starts, p.a.rows, block + 1, grid);
    if constexpr (!is_same<R, bool>::value || is_same<T, bool>::value) {
        switch (p.operation) {
            case kPlus: return merge_some<kPlus, T, R, I>(p, first, stop);
            case kMinus: return merge_some<kMinus, T, R, I>(p, first, stop);
            case kTimes: return merge_some<kTimes, T, R, I>(p, first, stop);
            case kMaximum: return merge_some<kMaximum, T, R, I>(p, first, stop);
            case kMinimum: return merge_some<kMinimum, T, R, I>(p, first, stop);
        }
    }
    if constexpr (is_same<R, bool>::value) {
        switch (p.operation) {
            case kNotEqual: return merge_some<kNotEqual, T, R, I>(p, first, stop);
            case kLess: return merge_some<kLess, T, R, I>(p, first, stop);
            default: return merge_some<kGreater, T, R, I>(p, first, stop);
        }
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
