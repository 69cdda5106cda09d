// Triangular systems, and incomplete factors in the pattern of the matrix: row after row, each as soon as the rows it
// needs are done.
//
// On GPUs some lanes of a warp take a row.  Warps draw tickets, so that a row waits only for rows that are drawn
// already.  Where lanes run in lockstep, nobody may wait in a loop of his own for his neighbour: so a pass of one
// loop does what can be done, and finishes what is finished.
#pragma once

#include "device/sparse.hpp"

namespace cupy {
namespace sparse {

enum Sweep { kUpper = 1, kUnitDiagonal = 2 };

template <class T> CUPY_DEVICE T root(T x) { return sqrt(x); }
template <class T> CUPY_DEVICE complex<T> root(complex<T> x) { return complex<T>(sqrt(x.re), T(0)); }
template <class T> CUPY_DEVICE T squared(T x) { return x * x; }
template <class T> CUPY_DEVICE complex<T> squared(complex<T> x) { return complex<T>(norm(x), T(0)); }
template <class T> CUPY_DEVICE T conjugate(T x) { return conj(x); }

#ifdef CUPY_HOST
template <class T> T current(const T *at) { return *at; }
#else
// An item that another block wrote.
template <class T> CUPY_DEVICE T current(const T *at) {
    if constexpr (is_complex<T>::value) return T(platform::load_now(&at->re), platform::load_now(&at->im));
    else return platform::load_now(at);
}
#endif

// What the lanes that take a row know.
template <class T, class I> struct Row {
    const Sparse &p;
    int64 row;
    int lane, lanes;
    const I *indices = index_array<I>(p.indices);
    const I *indptr = index_array<I>(p.indptr);
    T *items = static_cast<T *>(p.out);                         // of the factors
    const int64 *diagonal = index_array<int64>(p.x);            // places of diagonal items; -1: there is none
    int64 start = indptr[row], stop = indptr[row + 1];

    CUPY_DEVICE Row(const Sparse &p, int64 row, int lane, int lanes) : p(p), row(row), lane(lane), lanes(lanes) {}

    CUPY_DEVICE void together() const {
#ifndef CUPY_HOST
        if (lanes > 1) platform::warp_barrier();
#endif
    }
    CUPY_DEVICE T pivot(int64 of) const { return diagonal[of] < 0 ? zero<T>() : current(items + diagonal[of]); }

    // Row `above`, which is done, is subtracted from this one, whose item `at` lies in its column.
    CUPY_DEVICE void subtract_row(int64 at, int64 above) const {
        const T factor = items[at] / pivot(above);
        together();
        if (lane == 0) items[at] = factor;
        const int64 end = indptr[above + 1];
        const int64 behind = diagonal[above] < 0 ? end : diagonal[above] + 1;
        for (int64 i = behind + lane; i < end; i += lanes) {
            const int64 mine = lower_bound(indices, at + 1, stop, indices[i]);
            if (mine < stop && indices[mine] == indices[i]) items[mine] -= factor * current(items + i);
        }
        together();
    }

    // The item `at` of the Cholesky factor, in the column of a row that is done; or the one on the diagonal.
    CUPY_DEVICE void complete(int64 at, int64 above) const {
        T sum = zero<T>();
        if (above == row) {
            for (int64 i = start + lane; i < at; i += lanes) sum += squared(items[i]);
        } else {
            const int64 first = indptr[above], end = diagonal[above] < 0 ? (int64)indptr[above + 1] : diagonal[above];
            for (int64 i = start + lane; i < at; i += lanes) {
                const int64 its = lower_bound(indices, first, end, indices[i]);
                if (its < end && indices[its] == indices[i]) sum += items[i] * conjugate(current(items + its));
            }
        }
        sum = sum_of_lanes(sum, lanes);
        const T rest = items[at] - sum;
        together();
        if (lane == 0) items[at] = above == row ? root(rest) : T(rest / pivot(above));
        together();
    }

    // One of the two for the item `at`, if that is the row's business; whether it is.
    template <bool Cholesky> CUPY_DEVICE bool takes(int64 at) const {
        return at < stop && (Cholesky ? (int64)indices[at] <= row : (int64)indices[at] < row);
    }
    template <bool Cholesky> CUPY_DEVICE void take(int64 at) const {
        if constexpr (Cholesky) complete(at, indices[at]);
        else subtract_row(at, indices[at]);
    }
};

#ifdef CUPY_HOST

// A block solves for some of the `count` columns of x, into out.
template <class T, class I> void solve_triangular(const Sparse &p, unsigned block, unsigned grid) {
    const I *indices = index_array<I>(p.indices), *indptr = index_array<I>(p.indptr);
    const T *data = static_cast<const T *>(p.data), *x = static_cast<const T *>(p.x);
    T *out = static_cast<T *>(p.out);
    const int64 begin = p.count * block / grid, end = p.count * (block + 1) / grid;
    for (int64 k = 0; k < p.rows; ++k) {
        const int64 row = p.option & kUpper ? p.rows - 1 - k : k;
        T *to = out + row * p.count;
        for (int64 c = begin; c < end; ++c) to[c] = x[row * p.count + c];
        T diagonal = zero<T>();
        for (int64 i = indptr[row]; i < (int64)indptr[row + 1]; ++i) {
            const int64 column = indices[i];
            if (column == row) diagonal += data[i];
            else if ((column > row) == ((p.option & kUpper) != 0))
                for (int64 c = begin; c < end; ++c) to[c] -= data[i] * out[column * p.count + c];
        }
        if (!(p.option & kUnitDiagonal))
            for (int64 c = begin; c < end; ++c) to[c] = to[c] / diagonal;
    }
}

template <class T, class I, bool Cholesky> void factor(const Sparse &p, unsigned, unsigned) {
    for (int64 number = 0; number < p.rows; ++number) {
        const Row<T, I> row(p, number, 0, 1);
        for (int64 at = row.start; row.template takes<Cholesky>(at); ++at) row.template take<Cholesky>(at);
    }
}

#else

// `extra` are words: how many tickets are drawn, then whether each row is done.
CUPY_DEVICE int64 draw(const Sparse &p, int lane) {
    unsigned ticket = 0;
    if (lane == 0) ticket = platform::add_and_return(static_cast<unsigned *>(p.extra), 1u);
    return platform::shuffle(ticket, 0);
}
CUPY_DEVICE bool is_done(const Sparse &p, int64 row) {
    return platform::load_now(static_cast<const unsigned *>(p.extra) + 1 + row) != 0;
}
CUPY_DEVICE void set_done(const Sparse &p, int64 row) {
    platform::fence();
    platform::store_now(static_cast<unsigned *>(p.extra) + 1 + row, 1u);
}

// Solutions are their own flags: until it is there, a number's bits are all ones, which no result is.
template <class Word> CUPY_DEVICE bool arrived(const Word *at, Word &value) {
    using Bits = typename conditional<sizeof(Word) == 4, unsigned, unsigned long long>::type;
    const Bits bits = platform::load_now(reinterpret_cast<const Bits *>(at));
    value = platform::bits_as<Word>(bits);
    return bits != ~Bits(0);
}
template <class Word> CUPY_DEVICE bool arrived(const complex<Word> *at, complex<Word> &value) {
    const bool real = arrived(&at->re, value.re);
    return arrived(&at->im, value.im) && real;
}
template <class Word> CUPY_DEVICE void publish(Word *at, Word value) {
    platform::store_now(at, value == value ? value : limits<Word>::nan());
}
template <class Word> CUPY_DEVICE void publish(complex<Word> *at, complex<Word> value) {
    publish(&at->re, value.re);
    publish(&at->im, value.im);
}

// out, of ones in every bit, becomes the solutions for the `count` columns of x.  `lanes` take a row, so that a warp
// has several, of which one may need another.  `extra` counts the tickets.
template <class T, class I> CUPY_DEVICE void solve_triangular(const Sparse &p) {
    const I *indices = index_array<I>(p.indices), *indptr = index_array<I>(p.indptr);
    const T *data = static_cast<const T *>(p.data);
    T *out = static_cast<T *>(p.out);
    const int lane = platform::thread_index() % platform::kWarp, mine = lane & (p.lanes - 1);
    const unsigned group = (p.lanes < 32 ? (1u << p.lanes) - 1 : ~0u) << (lane - mine);
    const int64 pieces = p.rows * p.count, piece = draw(p, lane) * (platform::kWarp / p.lanes) + lane / p.lanes;
    bool done = piece >= pieces;
    const bool upper = p.option & kUpper;
    const int64 row = done ? 0 : upper ? p.rows - 1 - piece / p.count : piece / p.count, column = piece % p.count;
    const int64 stop = done ? 0 : (int64)indptr[row + 1], at = row * p.count + column;
    const T right = done ? zero<T>() : static_cast<const T *>(p.x)[at];
    int64 i = done ? 0 : (int64)indptr[row] + mine;
    T sum = zero<T>(), diagonal = zero<T>(), factor = zero<T>();
    const T *needed = nullptr;          // of the item that is waited for
    while (platform::ballot(!done)) {
        while (i < stop && !needed) {
            const int64 other = indices[i];
            factor = data[i];
            if (other == row) diagonal += factor;
            if (other != row && (other > row) == upper) needed = out + other * p.count + column;
            else i += p.lanes;
        }
        T value;
        if (needed && arrived(needed, value)) {
            sum += factor * value;
            needed = nullptr;
            i += p.lanes;
        }
        const unsigned waiting = platform::ballot(i < stop);
        const bool finished = !done && (waiting & group) == 0;
        if (platform::ballot(finished)) {
            const T all = sum_of_lanes(sum, p.lanes), pivot = sum_of_lanes(diagonal, p.lanes);
            if (finished) {
                const T rest = right - all;
                if (mine == 0) publish(out + at, p.option & kUnitDiagonal ? rest : T(rest / pivot));
                done = true;
            }
        }
    }
}

// out, at first the matrix's items, become those of its incomplete factors; columns ascend in each row.  A whole warp
// takes a row, or each of its lanes does.
template <class T, class I, bool Cholesky> CUPY_DEVICE void factor(const Sparse &p) {
    const int lane = platform::thread_index() % platform::kWarp, mine = lane & (p.lanes - 1);
    const unsigned group = p.lanes == 1 ? 1u << lane : ~0u;
    const int64 number = draw(p, lane) * (platform::kWarp / p.lanes) + lane / p.lanes;
    bool done = number >= p.rows;
    const Row<T, I> row(p, done ? 0 : number, mine, p.lanes);
    int64 at = row.start;
    while (platform::ballot(!done)) {
        const bool takes = !done && row.template takes<Cholesky>(at);
        const int64 above = takes ? (int64)row.indices[at] : 0;
        const unsigned ready = platform::ballot(takes && mine == 0 && (above == row.row || is_done(p, above)));
        if (ready & group) {
            platform::fence();
            row.template take<Cholesky>(at++);
        } else if (!done && !takes) {
            if (mine == 0) set_done(p, number);
            done = true;
        }
    }
}

#endif

}  // namespace sparse
}  // namespace cupy
