// Matrices turned: tiles of them in registers, by vectors that are interleaved as cards are shuffled.
#pragma once

#include "platform.hpp"
#include "types/integers.hpp"

#if defined(__has_builtin)
#if __has_builtin(__builtin_shufflevector)
#define CUPY_SHUFFLES
#endif
#endif

namespace cupy {
namespace turning {

template <class W> constexpr int kTile = sizeof(W) == 8 ? 4 : 8;        // rows and columns of a tile

#ifdef CUPY_SHUFFLES
template <class W> void turn_tile(const W *from, int64 from_stride, W *to, int64 to_stride) {
    constexpr int S = kTile<W>;
    typedef W Vector __attribute__((vector_size(S * sizeof(W))));
    Vector rows[S], next[S];
    for (int k = 0; k < S; ++k) memcpy(&rows[k], from + k * from_stride, sizeof(Vector));
#pragma GCC unroll 8
    for (int times = 1; times < S; times *= 2) {
#pragma GCC unroll 8
        for (int k = 0; k < S / 2; ++k) {
            const Vector a = rows[k], b = rows[k + S / 2];
            if constexpr (S == 8) {
                next[2 * k] = __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
                next[2 * k + 1] = __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
            } else {
                next[2 * k] = __builtin_shufflevector(a, b, 0, 4, 1, 5);
                next[2 * k + 1] = __builtin_shufflevector(a, b, 2, 6, 3, 7);
            }
        }
#pragma GCC unroll 8
        for (int k = 0; k < S; ++k) rows[k] = next[k];
    }
    for (int k = 0; k < S; ++k) memcpy(to + k * to_stride, &rows[k], sizeof(Vector));
}
#else
template <class W> void turn_tile(const W *from, int64 from_stride, W *to, int64 to_stride) {
    for (int k = 0; k < kTile<W>; ++k)
        for (int j = 0; j < kTile<W>; ++j) to[j * to_stride + k] = from[k * from_stride + j];
}
#endif

// `to[column][row] = from[row][column]`; strides in items, of rows.
template <class W>
void turn(const W *from, int64 from_stride, int64 rows, int64 columns, W *to, int64 to_stride) {
    constexpr int S = kTile<W>;
    const int64 whole_rows = rows / S * S, whole_columns = columns / S * S;
    for (int64 column = 0; column < whole_columns; column += S)
        for (int64 row = 0; row < whole_rows; row += S)
            turn_tile(from + row * from_stride + column, from_stride, to + column * to_stride + row, to_stride);
    for (int64 row = 0; row < rows; ++row)
        for (int64 column = row < whole_rows ? whole_columns : 0; column < columns; ++column)
            to[column * to_stride + row] = from[row * from_stride + column];
}

}  // namespace turning
}  // namespace cupy
