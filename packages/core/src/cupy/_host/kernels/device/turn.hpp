// Matrices turned, by squares of them in registers.
#pragma once

#include "types/integers.hpp"

namespace cupy {
namespace host {

#if defined(__GNUC__) && !defined(__clang__)
// Bytes of a vector of items that are turned together: two doubles were too few.
#ifdef __AVX2__
template <class U> constexpr int kSquareBytes = sizeof(U) == 8 ? 32 : 16;
#else
template <class U> constexpr int kSquareBytes = 16;
#endif
template <class U> constexpr int kSquare = sizeof(U) < 16 ? kSquareBytes<U> / sizeof(U) : 0;

// N runs of N items, a vector each, become the other N.
template <class U> CUPY_DEVICE void turn_square(char *CUPY_RESTRICT to, int64 pitch, const char *CUPY_RESTRICT from,
                                                int64 stride) {
    constexpr int N = kSquare<U>, bytes = kSquareBytes<U>;
    typedef U Vector __attribute__((vector_size(bytes)));
    Vector low{}, high{}, row[N], next[N];       // places that interleave the first, or last, halves of two vectors
    for (int i = 0; i < N; ++i) {
        low[i] = U(i / 2 + (i % 2 ? N : 0));
        high[i] = U(i / 2 + N / 2 + (i % 2 ? N : 0));
        __builtin_memcpy(&row[i], from + i * stride, bytes);
    }
    for (int done = 1; done < N; done *= 2) {
        for (int i = 0; i < N / 2; ++i) {
            next[2 * i] = __builtin_shuffle(row[i], row[i + N / 2], low);
            next[2 * i + 1] = __builtin_shuffle(row[i], row[i + N / 2], high);
        }
        for (int i = 0; i < N; ++i) row[i] = next[i];
    }
    for (int i = 0; i < N; ++i) __builtin_memcpy(to + i * pitch, &row[i], bytes);
}
#else
template <class U> CUPY_DEVICE void turn_square(char *, int64, const char *, int64) {}
template <class U> constexpr int kSquare = 0;
#endif

// `nx` runs of `ny` items become rows of x, `pitch` items apart: square by square, then the rest.
template <class U>
CUPY_NOINLINE inline void turn(char *CUPY_RESTRICT to, const char *CUPY_RESTRICT from, int64 stride, int64 nx, int64 ny,
                               int64 pitch) {
    constexpr int N = kSquare<U>;
    int64 x = 0;
    if constexpr (N > 0) {
        for (; x + N <= nx && ny >= N; x += N) {
            int64 y = 0;
            for (; y + N <= ny; y += N)
                turn_square<U>(to + (y * pitch + x) * sizeof(U), pitch * sizeof(U), from + x * stride + y * sizeof(U),
                               stride);
            for (U *row = reinterpret_cast<U *>(to) + x; y < ny; ++y)
                for (int i = 0; i < N; ++i)
                    row[y * pitch + i] = reinterpret_cast<const U *>(from + (x + i) * stride)[y];
        }
    }
    for (; x < nx; ++x) {
        const U *column = reinterpret_cast<const U *>(from + x * stride);
        U *row = reinterpret_cast<U *>(to) + x;
        __builtin_prefetch(column + ny);
        for (int64 y = 0; y < ny; ++y, row += pitch) *row = column[y];
    }
}

}  // namespace host
}  // namespace cupy
