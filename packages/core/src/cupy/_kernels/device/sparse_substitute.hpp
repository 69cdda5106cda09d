// Triangular systems on SIMT targets.
#pragma once

#include "device/arrival.hpp"
#include "device/sparse_triangular.hpp"

namespace cupy {
namespace sparse {

// A quotient by way of the divisor's inverse, with the rounding of a division unless numbers are extreme.
template <class T> CUPY_DEVICE T quotient(T x, T divisor, T inverse) {
    T q = x * inverse;
    q += (x - q * divisor) * inverse;
    return q - q == T(0) ? q : x / divisor;
}
template <class T> CUPY_DEVICE complex<T> quotient(complex<T> x, complex<T> divisor, complex<T>) { return x / divisor; }

// out, of ones in every bit, becomes the solutions for the columns of x.  Unknowns are a row and a column each, in the
// order of substitution; `lanes` take one, so that a warp has several, of which one may need another.
template <class T, class I> CUPY_DEVICE void solve_triangular(const SolveTriangular &p) {
    alignas(16) CUPY_SHARED unsigned char memory[sizeof(T) * kThreads];
    CUPY_SHARED unsigned ticket;
    const int thread = platform::thread_index(), mine = thread & (p.lanes - 1);
    unsigned *words = reinterpret_cast<unsigned *>(memory);
    for (int k = thread; k < int(sizeof memory / 4); k += kThreads) words[k] = ~0u;
    if (thread == 0) ticket = platform::add_and_return(p.ticket, 1u);
    platform::barrier();
    T *near = reinterpret_cast<T *>(memory), *out = static_cast<T *>(p.out);

    const I *indices = index_array<I>(p.a.indices);
    const Starts<I> starts = starts_of<I>(p.a);
    const T *data = static_cast<const T *>(p.a.data);
    const unsigned group = (p.lanes < 32 ? (1u << p.lanes) - 1 : ~0u) << (thread % platform::kWarp - mine);
    const int64 unknowns = p.a.rows * p.columns, first = (int64)ticket * (kThreads / p.lanes);
    const int64 unknown = first + thread / p.lanes;
    bool done = unknown >= unknowns;
    const bool upper = p.upper;
    const int64 place = done ? 0 : unknown / p.columns, column = done ? 0 : unknown - place * p.columns;
    const int64 row = upper ? p.a.rows - 1 - place : place;
    const int64 start = done ? 0 : starts[row], size = done ? 0 : starts[row + 1] - start;
    // Rows near to this one come last: they are done last.
    const int64 front = upper ? start + size - 1 : start, step = upper ? -1 : 1;
    T diagonal = zero<T>();
    int64 end = 0;                      // behind the lane's last item that is needed
    for (int64 k = mine; k < size; k += p.lanes) {
        const int64 other = indices[front + k * step];
        if (other == row) diagonal += data[front + k * step];
        else if (upper ? other > row && other < p.a.rows : other < row && other >= 0) end = k + 1;
    }
    diagonal = p.unit_diagonal ? T(1) : sum_of_lanes(diagonal, p.lanes);
    T rest = done || mine ? zero<T>() : static_cast<const T *>(p.x)[row * p.columns + column], factor = zero<T>();
    int64 k = mine;
    const T *needed = nullptr;          // of the item that is waited for
    const auto find = [&] {
        for (; k < end; k += p.lanes) {
            const int64 other = indices[front + k * step];
            if (upper ? other <= row || other >= p.a.rows : other >= row || other < 0) continue;
            factor = data[front + k * step];
            const int64 its = (upper ? p.a.rows - 1 - other : other) * p.columns + column;
            needed = its >= first ? near + (its - first) : out + other * p.columns + column;
            return;
        }
    };
    find();
    const T inverse = T(1) / diagonal;
    while (platform::ballot(!done)) {
        T value;
        const bool found = needed && arrived(needed, value);
        if (found) {
            rest -= factor * value;
            needed = nullptr;
            k += p.lanes;
            find();
        }
        const unsigned waiting = p.lanes == 1 ? (needed ? group : 0u) : platform::ballot(needed != nullptr);
        const bool finished = !done && (waiting & group) == 0;
        if (!platform::ballot(found || finished)) {
            // Who waits leaves the multiprocessor to others for as long as a look at memory takes.
            T own;
            platform::ballot(!done && arrived(out + row * p.columns + column, own));
            continue;
        }
        if (p.lanes > 1 && !platform::ballot(finished)) continue;
        const T all = sum_of_lanes(rest, p.lanes);
        if (finished) {
            const T result = p.unit_diagonal ? all : quotient(all, diagonal, inverse);
            if (mine == 0) {
                publish(near + (unknown - first), result);
                publish(out + row * p.columns + column, result);
            }
            done = true;
        }
    }
}

}  // namespace sparse
}  // namespace cupy
