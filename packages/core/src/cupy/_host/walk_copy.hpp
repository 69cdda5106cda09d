// Runs of elements between an array and a small contiguous buffer.
#pragma once

#include "device/copy_short.hpp"
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

// Short rows between an array and a buffer.
template <class U> CUPY_DEVICE void fill_short(U *to, U x, int64 n) {
    constexpr int64 each = 16 / sizeof(U);
    U items[each];
    for (int64 k = 0; k < each; ++k) items[k] = x;
    if (n >= each) {
        for (int64 i = 0; i + each < n; i += each) __builtin_memcpy(to + i, items, 16);
        __builtin_memcpy(to + n - each, items, 16);
    } else {
        for (int64 i = 0; i < n; ++i) to[i] = x;
    }
}
// `to` forwards what lies at `from` and before it.
template <class U> CUPY_DEVICE void turn_short(U *to, const U *from, int64 n) {
    constexpr int64 each = 16 / sizeof(U);
    const auto piece = [&](int64 i) {
        U held[each], turned[each];
        __builtin_memcpy(held, from - i - (each - 1), 16);
        for (int64 k = 0; k < each; ++k) turned[k] = held[each - 1 - k];
        __builtin_memcpy(to + i, turned, 16);
    };
    if (n >= each) {
        for (int64 i = 0; i + each < n; i += each) piece(i);
        piece(n - each);
    } else {
        for (int64 i = 0; i < n; ++i) to[i] = from[-i];
    }
}

// `n` elements in the order of the axes, beginning at index `x` of a row; `at` holds the indices of
// the outer axes.  The rows are short, so one call does many.
struct Rows {
    unsigned ndim;
    int64 lengths[kMaxDims];
};
template <class U, bool to_buffer> CUPY_DEVICE void move_run(U *packed, char *begin, int64 stride, int64 items) {
    if (stride == int64(sizeof(U))) {
        char *held = reinterpret_cast<char *>(packed);
        copy_short(to_buffer ? held : begin, to_buffer ? begin : held, items * sizeof(U));
    } else if (to_buffer && !stride) {
        fill_short(packed, *reinterpret_cast<const U *>(begin), items);
    } else if (to_buffer && stride == -int64(sizeof(U))) {
        turn_short(packed, reinterpret_cast<const U *>(begin), items);
    } else {
        for (int64 i = 0; i < items; ++i) {
            U &element = *reinterpret_cast<U *>(begin + i * stride);
            if (to_buffer) packed[i] = element;
            else element = packed[i];
        }
    }
}
// Whole rows that lie `pitch` bytes apart, of a length that the compiler knows or of any (0).
template <class U, bool to_buffer, int known>
CUPY_DEVICE void move_rows(U *packed, char *row, int64 pitch, int64 count, int64 stride, int64 length) {
    if constexpr (known == 0) {
        for (; count; --count, row += pitch, packed += length) move_run<U, to_buffer>(packed, row, stride, length);
    } else if (stride == int64(sizeof(U))) {
        for (; count; --count, row += pitch, packed += known) {
            if (to_buffer) __builtin_memcpy(packed, row, known * sizeof(U));
            else __builtin_memcpy(row, packed, known * sizeof(U));
        }
    } else {
        for (; count; --count, row += pitch, packed += known)
            for (int i = 0; i < known; ++i) {
                U &element = *reinterpret_cast<U *>(row + i * stride);
                if (to_buffer) packed[i] = element;
                else element = packed[i];
            }
    }
}
template <class U, bool to_buffer>
CUPY_NOINLINE inline void rows_run(char *buffer, char *array, const int64 *strides, const Rows &rows,
                                   const int64 *at, int64 x, int64 n) {
    int64 index[kMaxDims] = {};
    const int64 length = rows.lengths[0], stride = strides[0];
    char *row = array;
    for (unsigned d = 1; d < rows.ndim; ++d) {
        index[d] = at[d];
        row += at[d] * strides[d];
    }
    U *packed = reinterpret_cast<U *>(buffer);
    for (int64 items, count; n > 0; n -= items, packed += items, x = 0) {
        const int64 left = rows.ndim > 1 ? rows.lengths[1] - index[1] : 1, whole = x ? 0 : n / length;
        count = whole < left ? whole : left;
        if (count) {
            const int64 pitch = rows.ndim > 1 ? strides[1] : 0;
            items = count * length;
            switch (length) {
                case 2: move_rows<U, to_buffer, 2>(packed, row, pitch, count, stride, length); break;
                case 3: move_rows<U, to_buffer, 3>(packed, row, pitch, count, stride, length); break;
                case 4: move_rows<U, to_buffer, 4>(packed, row, pitch, count, stride, length); break;
                case 5: move_rows<U, to_buffer, 5>(packed, row, pitch, count, stride, length); break;
                case 6: move_rows<U, to_buffer, 6>(packed, row, pitch, count, stride, length); break;
                case 7: move_rows<U, to_buffer, 7>(packed, row, pitch, count, stride, length); break;
                case 8: move_rows<U, to_buffer, 8>(packed, row, pitch, count, stride, length); break;
                default: move_rows<U, to_buffer, 0>(packed, row, pitch, count, stride, length);
            }
        } else {
            count = 1;
            items = length - x < n ? length - x : n;
            move_run<U, to_buffer>(packed, row + x * stride, stride, items);
        }
        for (unsigned d = 1; d < rows.ndim; count = 1, ++d) {
            row += count * strides[d];
            index[d] += count;
            if (index[d] < rows.lengths[d]) break;
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
