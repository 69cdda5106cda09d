// Runs of elements between an array and a small contiguous buffer.
#pragma once

#include "device/turn.hpp"

namespace cupy {
namespace host {

template <class U> CUPY_NOINLINE inline void fill_run(char *to, const char *value, int64 n) {
    U x;
    __builtin_memcpy(&x, value, sizeof x);
    for (int64 i = 0; i < n; ++i) reinterpret_cast<U *>(to)[i] = x;
}

// With the step known the compiler reads whole vectors, and takes the items out of them.  The last item is read
// alone: a vector of it would go beyond the array.
template <int step, class U>
CUPY_DEVICE void gather_steps(U *CUPY_RESTRICT to, const U *CUPY_RESTRICT from, int64 n) {
    const int64 whole = step > 1 ? n - 1 : n;
    for (int64 i = 0; i < whole; ++i) to[i] = from[i * step];
    for (int64 i = whole; i < n; ++i) to[i] = from[i * step];
}
template <class U>
CUPY_NOINLINE inline void gather_run(char *CUPY_RESTRICT to, const char *CUPY_RESTRICT from,
                                     int64 stride, int64 n) {
    U *items = reinterpret_cast<U *>(to);
    const U *source = reinterpret_cast<const U *>(from);
    constexpr int64 size = sizeof(U);
    if (stride == 2 * size) return gather_steps<2>(items, source, n);
    if (stride == 3 * size) return gather_steps<3>(items, source, n);
    if (stride == 4 * size) return gather_steps<4>(items, source, n);
    if (stride == -size) return gather_steps<-1>(items, source, n);
    for (int64 i = 0; i < n; ++i) items[i] = *reinterpret_cast<const U *>(from + i * stride);
}

template <class U>
CUPY_NOINLINE inline void scatter_run(char *CUPY_RESTRICT to, const char *CUPY_RESTRICT from,
                                      int64 stride, int64 n) {
    for (int64 i = 0; i < n; ++i) *reinterpret_cast<U *>(to + i * stride) = reinterpret_cast<const U *>(from)[i];
}

#define CUPY_BY_ITEMSIZE(itemsize, function, ...)              \
    switch (itemsize) {                                        \
        case 1: function<uint8>(__VA_ARGS__); break;           \
        case 2: function<uint16>(__VA_ARGS__); break;          \
        case 4: function<uint32>(__VA_ARGS__); break;          \
        case 8: function<uint64>(__VA_ARGS__); break;          \
        default: function<bytes16>(__VA_ARGS__);               \
    }

inline void fill(int itemsize, char *to, const char *value, int64 n) {
    CUPY_BY_ITEMSIZE(itemsize, fill_run, to, value, n)
}
inline void gather(int itemsize, char *to, const char *from, int64 stride, int64 n) {
    CUPY_BY_ITEMSIZE(itemsize, gather_run, to, from, stride, n)
}
inline void scatter(int itemsize, char *to, const char *from, int64 stride, int64 n) {
    CUPY_BY_ITEMSIZE(itemsize, scatter_run, to, from, stride, n)
}

inline void gather_tile(int itemsize, char *to, const char *from, int64 stride, int64 nx, int64 ny, int64 pitch) {
    CUPY_BY_ITEMSIZE(itemsize, turn, to, from, stride, nx, ny, pitch)
}

// `n` elements in the order of the axes, beginning at index `x` of a row; `at` holds the indices of
// the outer axes.  The rows are short, so one call does many.
struct Rows {
    unsigned ndim;
    int64 lengths[kMaxDims];
};
template <class U, bool to_buffer>
CUPY_NOINLINE inline void rows_run(char *buffer, char *array, const int64 *strides, const Rows &rows,
                                   const int64 *at, int64 x, int64 n) {
    int64 index[kMaxDims];
    char *row = array;
    for (unsigned d = 1; d < rows.ndim; ++d) {
        index[d] = at[d];
        row += at[d] * strides[d];
    }
    U *packed = reinterpret_cast<U *>(buffer);
    while (n > 0) {
        int64 stop = rows.lengths[0] - x < n ? rows.lengths[0] : x + n;
        n -= stop - x;
        for (; x < stop; ++x) {
            U &element = *reinterpret_cast<U *>(row + x * strides[0]);
            if (to_buffer) *packed++ = element;
            else element = *packed++;
        }
        x = 0;
        for (unsigned d = 1; d < rows.ndim; ++d) {
            row += strides[d];
            if (++index[d] < rows.lengths[d]) break;
            row -= index[d] * strides[d];
            index[d] = 0;
        }
    }
}
template <class U>
inline void gather_rows_run(char *to, char *from, const int64 *strides, const Rows &rows,
                            const int64 *at, int64 x, int64 n) {
    rows_run<U, true>(to, from, strides, rows, at, x, n);
}
template <class U>
inline void scatter_rows_run(char *to, char *from, const int64 *strides, const Rows &rows,
                             const int64 *at, int64 x, int64 n) {
    rows_run<U, false>(from, to, strides, rows, at, x, n);
}
inline void gather_rows(int itemsize, char *to, char *from, const int64 *strides, const Rows &rows,
                        const int64 *at, int64 x, int64 n) {
    CUPY_BY_ITEMSIZE(itemsize, gather_rows_run, to, from, strides, rows, at, x, n)
}
inline void scatter_rows(int itemsize, char *to, char *from, const int64 *strides, const Rows &rows,
                         const int64 *at, int64 x, int64 n) {
    CUPY_BY_ITEMSIZE(itemsize, scatter_rows_run, to, from, strides, rows, at, x, n)
}
#undef CUPY_BY_ITEMSIZE

}  // namespace host
}  // namespace cupy
