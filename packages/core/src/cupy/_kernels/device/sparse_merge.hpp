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

// The matrix, and the one of x, y and z (items, columns, starts).  A block writes the items and columns (out, more)
// of its rows from where those of both matrices start, and how many a row has (extra, int64).
template <class T, class R, class I> void merge_rows(const Sparse &p, unsigned block, unsigned grid) {
    const I *starts[] = {index_array<I>(p.indptr), index_array<I>(p.z)};
    const I *columns[] = {index_array<I>(p.indices), index_array<I>(p.y)};
    const T *items[] = {static_cast<const T *>(p.data), static_cast<const T *>(p.x)};
    const int64 first = share(starts[0], p.rows, block, grid);
    const int64 stop = block + 1 == grid ? p.rows : share(starts[0], p.rows, block + 1, grid);
    int64 at = (int64)starts[0][first] + (int64)starts[1][first];
    R *out = static_cast<R *>(p.out);
    I *more = static_cast<I *>(p.more);
    for (int64 row = first; row < stop; ++row) {
        int64 a = starts[0][row], b = starts[1][row];
        const int64 a_end = starts[0][row + 1], b_end = starts[1][row + 1], before = at;
        while (a < a_end || b < b_end) {
            const bool left = a < a_end && (b == b_end || columns[0][a] <= columns[1][b]);
            const bool right = b < b_end && (a == a_end || columns[1][b] <= columns[0][a]);
            const I column = left ? columns[0][a] : columns[1][b];
            const R value = combine<R>(p.option, left ? items[0][a] : zero<T>(), right ? items[1][b] : zero<T>());
            a += left;
            b += right;
            if (value != zero<R>()) {
                out[at] = value;
                more[at++] = column;
            }
        }
        static_cast<int64 *>(p.extra)[row] = at - before;
    }
}

// The items and columns (data, indices) that blocks wrote as above become one behind the other (out, more), by the
// starts of the result's rows (extra); indptr and z are those of the two matrices.
template <class R, class I> void pack_rows(const Sparse &p, unsigned block, unsigned grid) {
    const I *starts[] = {index_array<I>(p.indptr), index_array<I>(p.z)};
    const int64 first = share(starts[0], p.rows, block, grid);
    const int64 stop = block + 1 == grid ? p.rows : share(starts[0], p.rows, block + 1, grid);
    const int64 from = (int64)starts[0][first] + (int64)starts[1][first];
    const int64 to = index_array<I>(p.extra)[first], count = (int64)index_array<I>(p.extra)[stop] - to;
    const R *items = static_cast<const R *>(p.data) + from;
    const I *columns = index_array<I>(p.indices) + from;
    for (int64 i = 0; i < count; ++i) static_cast<R *>(p.out)[to + i] = items[i];
    for (int64 i = 0; i < count; ++i) static_cast<I *>(p.more)[to + i] = columns[i];
}

#else

// An item of one of the matrices goes to its place among those of both in order (out, more), with a flag whether it
// stays (extra); the other matrix is x, y and z.  `count` is 0 for the left matrix, 1 for the right one, whose items
// are dropped where the left one has the same column.
template <class T, class R, class I>
CUPY_DEVICE void merge_item(const Sparse &p, int64 item, int64 row, unsigned) {
    const I column = index_array<I>(p.indices)[item], *columns = index_array<I>(p.y);
    const int64 start = index_array<I>(p.z)[row], end = index_array<I>(p.z)[row + 1];
    const int64 at = lower_bound(columns, start, end, column);
    const bool same = at < end && columns[at] == column;
    const int64 to = item + at + (p.count && same);
    const T mine = static_cast<const T *>(p.data)[item];
    const T other = same ? static_cast<const T *>(p.x)[at] : zero<T>();
    const R value = p.count ? combine<R>(p.option, other, mine) : combine<R>(p.option, mine, other);
    static_cast<R *>(p.out)[to] = value;
    static_cast<I *>(p.more)[to] = column;
    static_cast<bool *>(p.extra)[to] = value != zero<R>() && !(p.count && same);
}

#endif

}  // namespace sparse
}  // namespace cupy
