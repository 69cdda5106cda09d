// Symmetric matrices of which only what is above the diagonal is kept, row after row: to that form and back.
#pragma once

#include "device/map.hpp"

namespace cupy {
namespace spatial {

constexpr int kRows = 8;            // that threads take together

// A matrix (side, side) of items of one size, and the items above its diagonal.
struct Condensed {
    const void *given;
    void *made;
    long long count, side, lanes;   // threads that share rows; count is their number times that of groups of rows
};

// Where the item (row, column) above the diagonal lies.
CUPY_DEVICE long long condensed_place(long long side, long long row, long long column) {
    return row * (2 * side - row - 1) / 2 + column - row - 1;
}

// Some rows of the matrix: what lies left of the diagonal are columns of the rows above, whose items there are adjacent.
template <class T> CUPY_DEVICE void expand_rows(const Condensed &p, long long index) {
    const long long n = p.side, lane = index % p.lanes, first = index / p.lanes * kRows;
    const long long end = first + kRows < n ? first + kRows : n;
    const T *from = static_cast<const T *>(p.given);
    T *to = static_cast<T *>(p.made) + first * n;
    for (long long column = lane; column < first; column += p.lanes) {
        const T *above = from + condensed_place(n, column, first);
        for (long long row = 0; row < end - first; ++row) to[row * n + column] = above[row];
    }
    for (long long row = first; row < end; ++row, to += n) {
        const T *right = from + condensed_place(n, row, 0);
        for (long long column = first + lane; column < row; column += p.lanes)
            to[column] = from[condensed_place(n, column, row)];
        if (lane == 0) to[row] = T(0);
        for (long long column = row + 1 + lane; column < n; column += p.lanes) to[column] = right[column];
    }
}

template <class T> CUPY_DEVICE void condense_rows(const Condensed &p, long long index) {
    const long long n = p.side, lane = index % p.lanes, first = index / p.lanes * kRows;
    const long long end = first + kRows < n ? first + kRows : n;
    for (long long row = first; row < end; ++row) {
        const T *from = static_cast<const T *>(p.given) + row * n;
        T *to = static_cast<T *>(p.made) + condensed_place(n, row, 0);
        for (long long column = row + 1 + lane; column < n; column += p.lanes) to[column] = from[column];
    }
}

}  // namespace spatial
}  // namespace cupy

#define CUPY_TEMPLATE(name, function, T) CUPY_MAP_KERNEL(name, cupy::spatial::Condensed, cupy::spatial::function<T>)
