// Incomplete factors on SIMT targets.
//
// A whole warp takes a row, or each of its lanes does.  The rows of a block lie in shared memory until all that can be
// done has been: others are then told of them, behind one fence.
#pragma once

#include "device/sparse_triangular.hpp"

namespace cupy {
namespace sparse {

// An item that another thread wrote, or will read.
template <class T> CUPY_DEVICE T current(const T *at) {
    if constexpr (is_complex<T>::value) return T(platform::load_now(&at->re), platform::load_now(&at->im));
    else return platform::load_now(at);
}
template <class T> CUPY_DEVICE void keep(T *at, T value) {
    if constexpr (is_complex<T>::value) {
        platform::store_now(&at->re, value.re);
        platform::store_now(&at->im, value.im);
    } else {
        platform::store_now(at, value);
    }
}

CUPY_DEVICE unsigned *done_word(const Factor &p, int64 row) { return p.words + 1 + row; }

// A row, and its next item that needs a row above.
template <class T, class I, bool Cholesky> struct Elimination {
    const I *indices;
    Starts<I> starts;
    T *items, *held;                    // `size` from `base` on are held
    const int64 *diagonal;              // places of diagonal items; -1: there is none
    int64 base, size, row, start = 0, stop = 0, at = 0, last = 0;     // items [at, last) need rows
    int lane, lanes;
    int64 above = -1;                   // the row that the item `at` needs
    int64 from, end, pivot;             // items yet to be matched; of its diagonal
    int64 ours[kPairs], theirs[kPairs];
    int pairs;

    CUPY_DEVICE Elimination(const Factor &p, T *held, int64 base, int64 size, int64 row, int lane)
        : indices(index_array<I>(p.a.indices)), starts(starts_of<I>(p.a)), items(static_cast<T *>(p.data)), held(held),
          diagonal(p.diagonal), base(base), size(size), row(row), lane(lane), lanes(p.lanes) {
        if (row >= p.a.rows) return;
        start = starts[row], stop = starts[row + 1];
        last = lower_bound(indices, start, stop, row + Cholesky);
        at = lower_bound(indices, start, last, 0);
        prepare();
    }

    CUPY_DEVICE bool is_held(int64 i) const { return within(i - base, size); }
    CUPY_DEVICE T *cell(int64 i) const { return is_held(i) ? held + (i - base) : items + i; }
    CUPY_DEVICE T get(int64 i) const { return current(cell(i)); }
    CUPY_DEVICE T divisor() const { return pivot < 0 ? zero<T>() : get(pivot); }
    CUPY_DEVICE void together() const {
        if (lanes > 1) platform::warp_barrier();
    }

    // Where in the other row the column of an item lies, or -1: of this row for items of the row above (LU), or of
    // that row for items of this one.
    CUPY_DEVICE int64 match(int64 i) const {
        const int64 first = Cholesky ? starts[above] : at + 1;
        const int64 behind = !Cholesky ? stop : pivot < 0 ? starts[above + 1] : pivot;
        const int64 found = lower_bound(indices, first, behind, indices[i]);
        return found < behind && indices[found] == indices[i] ? found : -1;
    }

    // What can be known before the row above is done.
    CUPY_DEVICE void prepare() {
        pairs = 0;
        while (at < last && !within(indices[at], row + Cholesky)) ++at;
        above = at < last ? (int64)indices[at] : -1;
        if (above < 0) return;
        pivot = diagonal[above];
        end = Cholesky ? at : starts[above + 1];
        from = (Cholesky ? start : pivot < 0 ? end : pivot + 1) + lane;
        if (Cholesky && above == row) return;
        for (; from < end && pairs < kPairs; from += lanes) {
            const int64 found = match(from);
            if (found < 0) continue;
            CUPY_UNROLL
            for (int k = 0; k < kPairs; ++k)
                if (k == pairs) ours[k] = Cholesky ? from : found, theirs[k] = Cholesky ? found : from;
            ++pairs;
        }
    }

    // The row above is subtracted from this one.
    CUPY_DEVICE void subtract() {
        T mine[kPairs], its[kPairs];
        CUPY_UNROLL
        for (int k = 0; k < kPairs; ++k) {
            mine[k] = k < pairs ? get(ours[k]) : zero<T>();
            its[k] = k < pairs ? get(theirs[k]) : zero<T>();
        }
        const T factor = get(at) / divisor();
        together();
        if (lane == 0) keep(cell(at), factor);
        CUPY_UNROLL
        for (int k = 0; k < kPairs; ++k)
            if (k < pairs) keep(cell(ours[k]), T(mine[k] - factor * its[k]));
        for (; from < end; from += lanes) {
            const int64 found = match(from);
            if (found >= 0) keep(cell(found), T(get(found) - factor * get(from)));
        }
        together();
    }

    // The item of the Cholesky factor.
    CUPY_DEVICE void complete() {
        T sum = zero<T>();
        CUPY_UNROLL
        for (int k = 0; k < kPairs; ++k)
            if (k < pairs) sum += get(ours[k]) * conjugate(get(theirs[k]));
        for (; from < end; from += lanes) {
            const int64 found = above == row ? from : match(from);
            if (found >= 0) sum += above == row ? squared(get(from)) : T(get(from) * conjugate(get(found)));
        }
        const T rest = get(at) - sum_of_lanes(sum, lanes);
        together();
        if (lane == 0) keep(cell(at), above == row ? root(rest) : T(rest / divisor()));
        together();
    }

    CUPY_DEVICE void take() {
        if constexpr (Cholesky) complete();
        else subtract();
        ++at;
        prepare();
    }

    // What is held goes to where others find it.
    CUPY_DEVICE void hand_over() const {
        for (int64 i = start + lane; i < stop && is_held(i); i += lanes) items[i] = get(i);
    }
};

// The matrix's items become those of its incomplete factors; columns ascend in each row.
template <class T, class I, bool Cholesky> CUPY_DEVICE void factor(const Factor &p) {
    alignas(16) CUPY_SHARED unsigned char memory[kHeldBytes];
    CUPY_SHARED unsigned finished[kThreads], ticket;
    const int thread = platform::thread_index(), mine = thread & (p.lanes - 1);
    const unsigned group = p.lanes == 1 ? 1u << thread % platform::kWarp : ~0u;
    finished[thread] = 0;
    if (thread == 0) ticket = platform::add_and_return(p.words, 1u);
    platform::barrier();
    const int mates = kThreads / p.lanes;
    const int64 first = (int64)ticket * mates, row = first + thread / p.lanes;
    if (first >= p.a.rows) return;
    const Starts<I> starts = starts_of<I>(p.a);
    const int64 base = starts[first], size = starts[first + mates < p.a.rows ? first + mates : p.a.rows] - base;
    const bool holds = size >= 0 && size <= int64(kHeldBytes / sizeof(T));
    T *held = reinterpret_cast<T *>(memory);
    if (holds)
        for (int64 i = thread; i < size; i += kThreads) held[i] = static_cast<const T *>(p.data)[base + i];
    platform::barrier();

    Elimination<T, I, Cholesky> own(p, held, base, holds ? size : 0, row, mine);
    const int64 near = holds ? first : limits<int64>::max();     // rows from here on are in shared memory
    bool done = row >= p.a.rows, untold = false;
    while (platform::ballot(!done || untold)) {
        bool ready = false;
        const bool far = own.above < near && own.above != row;
        if (!done && own.above >= 0)
            ready = own.above == row || platform::load_now(far ? done_word(p, own.above)
                                                               : finished + (own.above - first)) != 0;
        if (p.lanes > 1) ready = (platform::ballot(ready && mine == 0) & group) != 0;
        if (ready) {
            if (far) platform::fence();
            own.take();
        }
        const bool ends = !done && own.above < 0;
        if (ends) {
            if (mine == 0) platform::store_now(finished + thread / p.lanes, 1u);
            done = untold = true;
        }
        if (platform::ballot(ready || ends)) continue;
        if (!platform::ballot(untold)) {
            // Who waits leaves the multiprocessor to others for as long as a look at memory takes.
            platform::ballot(!done && platform::load_now(done_word(p, row)) != 0);
            continue;
        }
        if (untold) own.hand_over();
        platform::fence();
        if (p.lanes > 1) platform::warp_barrier();
        if (untold && mine == 0) platform::store_now(done_word(p, row), 1u);
        untold = false;
    }
}

}  // namespace sparse
}  // namespace cupy
