// Incomplete factors on SIMT targets.
//
// A whole warp takes a row, or each of its lanes does.  The rows of a block are changed in shared memory, and stay there
// for the rows below.  What a chain of rows waits for goes from registers to them: of LU factors, where a lane has a row,
// the items that the last row above does not change are handed over before that row is there.
#pragma once

#include "device/arrival.hpp"
#include "device/sparse_triangular.hpp"

namespace cupy {
namespace sparse {

// A row, and its next item that needs a row above.
template <class T, class I, bool Cholesky> struct Elimination {
    const I *indices;
    Starts<I> starts;
    const int64 *diagonal;              // places of diagonal items; -1: there is none
    T *near, *out;                      // factors: the `size` from `base` on in shared memory, and all
    int64 base, size, row, start = 0, stop = 0, at = 0, last = 0;     // items [at, last) need rows
    T *items;                           // of the row, from `start` on
    int lane, lanes;
    int64 above = -1;                   // the row that the item `at` needs; -1: the row is done
    const T *pivot = nullptr;           // its diagonal item; null: there is none
    int64 first, behind;                // among its items, or for Cholesky this row's, [from, end) are matched with
    int64 from, end;                    // [first, behind) of this row, or for Cholesky that one
    int64 ours[kPairs];                 // items that meet: places of this row's
    const T *theirs[kPairs];
    T mine[kPairs], its[kPairs], item, divisor, sum;
    int pairs = 0;
    bool begun, early = false;          // whether items that stay as they are have been handed over

    CUPY_DEVICE Elimination(const Factor &p, T *held, T *near, int64 base, int64 size, int64 row, int lane)
        : indices(index_array<I>(p.a.indices)), starts(starts_of<I>(p.a)), diagonal(p.diagonal), near(near),
          out(static_cast<T *>(p.out)), base(base), size(size), row(row), lane(lane), lanes(p.lanes) {
        if (row >= p.a.rows) return;
        start = starts[row], stop = starts[row + 1];
        items = start >= base && stop <= base + size ? held + (start - base) : static_cast<T *>(p.data) + start;
        last = lower_bound(indices, start, stop, row + Cholesky);
        at = lower_bound(indices, start, last, 0);
        find();
    }

    CUPY_DEVICE const T *factor(int64 i) const { return within(i - base, size) ? near + (i - base) : out + i; }
    CUPY_DEVICE void together() const {
        if (lanes > 1) platform::warp_barrier();
    }

    // What can be known of the item before the row above is done.
    CUPY_DEVICE void find() {
        while (at < last && !within(indices[at], row + Cholesky)) ++at;
        above = at < last ? (int64)indices[at] : -1;
        if (above < 0) return;
        const int64 place = diagonal[above], its_end = starts[above + 1];
        pivot = place < 0 || above == row ? nullptr : factor(place);
        first = Cholesky ? starts[above] : at + 1;
        behind = !Cholesky ? stop : place < 0 ? its_end : place;
        from = (Cholesky ? start : place < 0 ? its_end : place + 1) + lane;
        end = Cholesky ? at : its_end;
        item = items[at - start];
        divisor = sum = zero<T>();
        begun = false;
        match();
        early = !Cholesky && lanes == 1 && at + 1 == last && from >= end;
        if (early) hand_over();
    }

    // The next pairs of items that meet.
    CUPY_DEVICE void match() {
        pairs = 0;
        CUPY_UNROLL
        for (int k = 0; k < kPairs; ++k) ours[k] = -1, theirs[k] = pivot;
        if (Cholesky && above == row) return;
        for (; from < end && pairs < kPairs; from += lanes) {
            const int64 found = lower_bound(indices, first, behind, indices[from]);
            if (found >= behind || indices[found] != indices[from]) continue;
            const int64 own = Cholesky ? from : found;
            const T *other = factor(Cholesky ? found : from);
            CUPY_UNROLL
            for (int k = 0; k < kPairs; ++k)
                if (k == pairs) ours[k] = own, theirs[k] = other, mine[k] = items[own - start];
            ++pairs;
        }
    }

    // Whether all that the next step needs is there.
    CUPY_DEVICE bool look() {
        if (above < 0) return true;
        bool there = !pivot || arrived(pivot, divisor);
        CUPY_UNROLL
        for (int k = 0; k < kPairs; ++k)        // all that there may be, so that the loads do not wait for each other
            if (pivot || k < pairs) there = arrived(theirs[k], its[k]) && there;
        return there;
    }

    // The row above is subtracted from this one.
    CUPY_DEVICE void subtract() {
        if (!begun) item = item / divisor;
        if (!begun && lane == 0) out[at] = item;
        begun = true;
        CUPY_UNROLL
        for (int k = 0; k < kPairs; ++k)
            if (k < pairs) items[ours[k] - start] = mine[k] - item * its[k];
    }
    // The same of the last row that is needed, where other items have been handed over.
    CUPY_DEVICE void subtract_and_show() {
        item = item / divisor;
        CUPY_UNROLL
        for (int k = 0; k < kPairs; ++k)
            if (k < pairs) show(ours[k], mine[k] - item * its[k]);
        out[at] = item;
    }

    // The item of the Cholesky factor.
    CUPY_DEVICE void add_up() {
        CUPY_UNROLL
        for (int k = 0; k < kPairs; ++k)
            if (k < pairs) sum += mine[k] * conjugate(its[k]);
        if (above == row)
            for (; from < end; from += lanes) sum += squared(items[from - start]);
    }
    CUPY_DEVICE void complete() {
        const T rest = item - sum_of_lanes(sum, lanes);
        if (lane == 0) items[at - start] = above == row ? root(rest) : T(rest / divisor);
    }

    CUPY_DEVICE void step() {
        if constexpr (Cholesky) add_up();
        else subtract();
        if (lanes > 1 ? platform::ballot(from < end) != 0 : from < end) return match();
        if constexpr (Cholesky) complete();
        together();
        ++at;
        find();
    }

    CUPY_DEVICE void show(int64 i, T value) const {
        if (within(i - base, size)) publish(near + (i - base), value);
        publish(out + i, value);
    }

    // The row goes to where others find it: of LU factors, what they need; of a row that waits for the last one above,
    // what does not.
    CUPY_DEVICE void hand_over() const {
        for (int64 i = (Cholesky ? start : last) + lane; i < stop; i += lanes) {
            bool changes = false;
            if (early)
                CUPY_UNROLL
                for (int k = 0; k < kPairs; ++k) changes = changes || ours[k] == i;
            if (!changes) show(i, items[i - start]);
        }
    }
};

// The matrix's items become those of its incomplete factors; columns ascend in each row.
template <class T, class I, bool Cholesky> CUPY_DEVICE void factor(const Factor &p) {
    alignas(16) CUPY_SHARED unsigned char held_memory[kHeldBytes], near_memory[kHeldBytes];
    CUPY_SHARED unsigned ticket;
    const int thread = platform::thread_index(), mine = thread & (p.lanes - 1), mates = kThreads / p.lanes;
    if (thread == 0) ticket = platform::add_and_return(p.ticket, 1u);
    platform::barrier();
    const int64 first = (int64)ticket * mates, row = first + thread / p.lanes;
    if (first >= p.a.rows) return;
    const Starts<I> starts = starts_of<I>(p.a);
    const int64 base = starts[first], count = starts[first + mates < p.a.rows ? first + mates : p.a.rows] - base;
    const int64 size = within(count, int64(kHeldBytes / sizeof(T)) + 1) ? count : 0;
    T *held = reinterpret_cast<T *>(held_memory), *near = reinterpret_cast<T *>(near_memory);
    for (int64 i = thread; i < size; i += kThreads) held[i] = static_cast<const T *>(p.data)[base + i];
    for (int64 i = thread; i < size * int64(sizeof(T) / 4); i += kThreads) reinterpret_cast<unsigned *>(near)[i] = ~0u;
    platform::barrier();

    Elimination<T, I, Cholesky> own(p, held, near, base, size, row, mine);
    bool done = row >= p.a.rows;
    for (;;) {
        bool ready = !done && own.look();
        if (p.lanes > 1) ready = platform::ballot(!ready) == 0;
        if (ready && own.early) {
            own.subtract_and_show();
            done = true;
        } else if (ready) {
            if (own.above >= 0) own.step();
            if (own.above < 0) own.hand_over();
            done = own.above < 0;
        }
        if (platform::ballot(ready)) continue;
        if (!platform::ballot(!done)) return;
        // Who waits leaves the multiprocessor to others for as long as a look at memory takes.
        T ignored;
        platform::ballot(!done && arrived(own.out + own.start, ignored));
    }
}

}  // namespace sparse
}  // namespace cupy
