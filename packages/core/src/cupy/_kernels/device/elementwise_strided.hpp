// Strided variant: any layout.  Index by fast division, several elements in flight for each thread.
//
// Where the outputs are contiguous, those of a thread are neighbours, a run: one division serves them all, and they are
// stored together.  Of every input a run lies in one row, or in one and the next: a row is the innermost axis, or the
// two innermost ones where that is shorter than a run.  Inputs that lie as the outputs do are loaded together, small
// items that follow one another in their row, forwards or backwards, by the words in which they lie.
//
// Where every input is constant along rows of one contiguous output, a block finds their values first, each once.
#pragma once

#include "device/axes.hpp"
#include "device/elementwise_uniform.hpp"

namespace cupy {
namespace simt {

template <class Op> struct Strided {
    static constexpr int kElements = tuning::strided_elements();
    // Neighbouring elements of a thread; runs of them in flight.
    static constexpr bool kSingle = (Op::heavy && !Op::brief) || Op::keeps || Op::refers;
    static constexpr int W = kSingle ? 1 : tuning::strided_run(Op::sizes());

    // Words that a thread holds of a run of every input.
    static CUPY_DEVICE constexpr int held() {
        int words = 0;
        for (int k = 0; k < Op::nin; ++k) words += W * Op::itemsizes[k] / (Op::itemsizes[k] < 4 ? 2 : 4);
        return words;
    }
    // Blocks of a multiprocessor at once, where that many hold the items in flight; 0: as many registers as it takes.
    static constexpr bool kFull = !Op::heavy && Op::n > 2 && tuning::kStridedInFlight * Op::sizes().inputs <= 32;
    static constexpr int kResident = kFull ? tuning::kStridedResident - (held() > 16) : 0;
    // Other elements; of these, too, the registers are enough.
    static constexpr int U = Op::heavy ? 1 : kFull && W > 1 ? 2 : tuning::kStridedInFlight;
    static constexpr int kRuns = Op::heavy ? 1 : tuning::runs_in_flight(Op::sizes());

    const Op &op;
    const StridedBlock<Op::n> &p;
    unsigned char *const shared;

    // Byte offsets of U elements, kThreads apart, in every operand.
    struct Offsets { int64 of[U][at_least_one(Op::n)]; };
    CUPY_DEVICE Offsets offsets(unsigned first) const {
        Offsets offset;
        unsigned rest[U];
        CUPY_UNROLL
        for (int u = 0; u < U; ++u) {
            rest[u] = first + u * tuning::kThreads;
            CUPY_UNROLL
            for (int k = 0; k < Op::n; ++k) offset.of[u][k] = 0;
        }
        const auto along = [&](unsigned d, auto last) {
            CUPY_UNROLL
            for (int u = 0; u < U; ++u) {
                unsigned index = rest[u];
                if constexpr (!last.value) divide(rest[u], p.axes.dims[d], rest[u], index);
                CUPY_UNROLL
                for (int k = 0; k < Op::n; ++k) offset.of[u][k] += (int64)index * p.strides[k][d];
            }
        };
        if constexpr (W > 1) {      // short code
            const unsigned last = p.axes.ndim - 1;
            if (!p.axes.ndim) return offset;
            CUPY_NO_UNROLL
            for (unsigned d = 0; d != last; ++d) along(d, truth<false>());
            along(last, truth<true>());
        } else {
            each_axis(0, p.axes.ndim, along);
        }
        return offset;
    }

    template <int I, class T> CUPY_DEVICE void load(Part<I, 1, T> &part, int64 offset) const {
        if (I >= Op::nin && !Op::keeps) return;
        part.data[0] = p.head.scalars >> I & 1 ? p.slots[I].template as<T>()
                                               : *shifted<T>(p.slots[I], offset);
    }
    template <int I, class T> CUPY_DEVICE void load(Part<I, 1, InPlace<T>> &part, int64 offset) const {
        part.data[0].at = shifted<T>(p.slots[I], offset);
    }
    template <int I, class T> CUPY_DEVICE void store(Part<I, 1, InPlace<T>> &, int64, unsigned char *) const {}
    template <int I, class T>
    CUPY_DEVICE void store(Part<I, 1, T> &part, int64 offset, unsigned char *first) const {
        if (I < Op::nin) return;
        *(kUniforms ? reinterpret_cast<T *>(first + offset) : shifted<T>(p.slots[I], offset)) = part.data[0];
    }

    // Inputs that are constant along rows: what a block is for are these, then, and the axes those around them.
    static constexpr bool kUniforms = Op::nin > 0 && Op::n == Op::nin + 1 && !Op::keeps && !Op::refers;
    CUPY_DEVICE bool uniform() const { return kUniforms && p.head.flags & kUniform; }
    template <int I, class T> CUPY_DEVICE void write(const Part<I, 1, T> &, unsigned x) const {
        if constexpr (I == Op::nin && kUniforms) {
            const unsigned begin = platform::block_index() * p.axes.edges[0], left = p.head.size - begin;
            write_rows(pointer_of<T>(p.slots[I]), reinterpret_cast<const T *>(shared), p.axes.tiles[0], x, begin,
                       begin + (left < p.axes.edges[0] ? left : p.axes.edges[0]));
        }
    }

    template <class T> static constexpr bool kFew = sizeof(T) == 2;

    // Where the row of W neighbours begins in every input, and the next row.
    struct Run {
        int64 here[at_least_one(Op::nin)], beyond[at_least_one(Op::nin)];
        unsigned x, left;   // the first one in its row, and how many there are from it on
    };
    CUPY_DEVICE void rows(unsigned row, int64 *to, unsigned &index) const {
        const unsigned outer = p.axes.axes[0], last = p.axes.ndim - 1;
        if (outer == 1 && last == 1) {      // nothing is divided, and what is read is known to the compiler
            index = row;
            CUPY_UNROLL
            for (int k = 0; k < Op::nin; ++k) to[k] = (int64)row * p.strides[k][1];
            return;
        }
        CUPY_UNROLL
        for (int k = 0; k < Op::nin; ++k) to[k] = 0;
        for (unsigned d = outer; d <= last; ++d) {
            unsigned at = row;
            if (d < last) divide(row, p.axes.dims[d], row, at);
            if (d == outer) index = at;
            CUPY_UNROLL
            for (int k = 0; k < Op::nin; ++k) to[k] += (int64)at * p.strides[k][d];
        }
    }
    CUPY_DEVICE Run find(unsigned at) const {
        Run run;
        unsigned row, index = 0;
        divide(at, p.axes.tiles[0], row, run.x);
        rows(row, run.here, index);
        run.left = p.axes.tiles[0].divisor - run.x;
        if (run.left < W) {
            const unsigned outer = p.axes.axes[0];
            CUPY_UNROLL
            for (int k = 0; k < Op::nin; ++k) run.beyond[k] = run.here[k] + p.strides[k][outer];
            if (p.axes.ndim > outer + 1 && index + 1 == p.axes.dims[outer].divisor) rows(row + 1, run.beyond, index);
        }
        return run;
    }
    template <int I, class T> struct Coming { Fetched<W, T> items; };
    template <class Registers> struct AllComing;
    template <int... I, class... T>
    struct AllComing<Registers<W, indices<I...>, types<T...>>> : Coming<I, T>... {
        CUPY_DEVICE void fetch(const Strided &from, const Run &run, unsigned at) {
            (from.template fetch<I>(static_cast<Coming<I, T> &>(*this).items, run, at), ...);
        }
        CUPY_DEVICE void take(Registers<W, indices<I...>, types<T...>> &part) {
            (static_cast<Coming<I, T> &>(*this).items.take(static_cast<Part<I, W, T> &>(part).data), ...);
        }
    };
    template <int I, class T> CUPY_DEVICE void fetch(Fetched<W, T> &items, const Run &run, unsigned at) const {
        if constexpr (I < Op::nin) {
            const T *low = nullptr, *high = nullptr;
            if (p.head.flags >> (kAlongShift + I) & 1) {
                low = pointer_of<T>(p.slots[I]) + at;
            } else if (p.head.scalars >> I & 1) {
                items.values(p.slots[I].template as<T>(), nullptr, nullptr, W, W);
            } else if (p.head.broadcast >> I & 1 || (kFew<T> && !p.strides[I][0] && 2 * p.axes.dims[0].divisor >= W)) {
                fetch_values<I>(items, run);
            } else if (!(p.axes.edges[1] >> I & 1) || !find_row<I>(items, run, low, high)) {
                fetch_each<I>(items, run);
            }
            if (low) items.near(low, high);
        }
    }
    // Where items lie that follow one another, or every other one of small ones; of large ones that do not, nothing is
    // left to do.
    template <int I, class T>
    CUPY_DEVICE bool find_row(Fetched<W, T> &items, const Run &run, const T *&low, const T *&high) const {
        constexpr int size = sizeof(T);
        const int64 step = p.strides[I][0], here = run.here[I] + run.x * step;
        const bool whole = run.left >= W;
        // Where the first would be if it were of the next row.
        const int64 beyond = whole ? here : run.beyond[I] - run.left * step;
        const bool back = p.axes.items[kBackwards] >> I & 1, alternate = p.axes.items[kAlternating] >> I & 1;
        const bool near = back || p.axes.items[kFollowing] >> I & 1;
        if (size >= 4 || W * size <= 4 || (size == 2 && !near)) {
            CUPY_UNROLL
            for (int j = 0; j < W; ++j)
                items.put(j, *shifted<T>(p.slots[I], (j < (int)run.left ? here : beyond) + j * step));
        } else if constexpr (size < 4 && W * size > 4) {
            if (!near && !(alternate && whole)) return false;
            low = shifted<T>(p.slots[I], here);
            high = shifted<T>(p.slots[I], beyond);
            if (size == 1 && alternate) items.way = items.kAlternate;
            if (!whole) items.cut = (int)run.left;
            if (back) {         // what is last comes first in memory
                const T *const first = low - (W - 1);
                low = high - (W - 1);
                high = first;
                items.way = items.kTurned;
                items.cut = W - items.cut % W;
            }
        }
        return true;
    }
    // One value for each row, or of halves, for each along the inner one of two axes: three at most.
    template <int I, class T> CUPY_DEVICE void fetch_values(Fetched<W, T> &items, const Run &run) const {
        const int left = (int)run.left;
        int first = left, second = W;
        int64 here = run.here[I], next = run.beyond[I], last = 0;
        if (kFew<T> && !(p.head.broadcast >> I & 1)) {
            unsigned outer, inner;
            divide(run.x, p.axes.dims[0], outer, inner);
            first = (int)(p.axes.dims[0].divisor - inner);
            second = first + (int)p.axes.dims[0].divisor;
            here += outer * p.strides[I][1];
            if (first != left) next = here + p.strides[I][1];
            last = second == left ? run.beyond[I] : next + p.strides[I][1];
        }
        items.values(*shifted<T>(p.slots[I], here), shifted<T>(p.slots[I], next), shifted<T>(p.slots[I], last),
                     first < W ? first : W, second < W ? second : W);
    }
    // Items one by one, of rows of two axes perhaps.
    template <int I, class T> CUPY_DEVICE void fetch_each(Fetched<W, T> &items, const Run &run) const {
        const unsigned length = p.axes.dims[0].divisor;
        const int64 step = p.strides[I][0], hop = p.strides[I][1] - length * step;
        unsigned outer, inner, left = run.left;
        divide(run.x, p.axes.dims[0], outer, inner);
        int64 at = run.here[I] + outer * p.strides[I][1] + inner * step;
        const auto next = [&](T &item) {
            item = *shifted<T>(p.slots[I], at);
            at += step;
            if (++inner == length) {
                inner = 0;
                at += hop;
            }
            if (--left == 0) {
                inner = 0;
                at = run.beyond[I];
            }
        };
        if constexpr (sizeof(T) == 1 && W > 4) {    // short code: word by word
            constexpr int count = W * sizeof(T) / 4;
            CUPY_NO_UNROLL
            for (int c = 0; c < count; ++c) {
                T part[4 / sizeof(T)];
                CUPY_UNROLL
                for (T &item : part) next(item);
                CUPY_UNROLL
                for (int k = 1; k < count; ++k) items.held[k - 1] = items.held[k];
                memcpy(items.held + count - 1, part, 4);
            }
        } else {
            T all[W];
            CUPY_UNROLL
            for (T &item : all) next(item);
            CUPY_UNROLL
            for (int j = 0; j < W; ++j) items.put(j, all[j]);
        }
    }
    template <int I, class T> CUPY_DEVICE void store_run(Part<I, W, T> &part, unsigned at) const {
        if constexpr (I >= Op::nin) store_vector(pointer_of<T>(p.slots[I]) + at, part.data);
    }

    CUPY_DEVICE void neighbours() const {
        constexpr unsigned kNext = tuning::kThreads * W, each = kRuns * kNext;
        const unsigned stretch = p.axes.edges[0];
        unsigned first = platform::block_index() * stretch + platform::thread_index() * W;
        Run run;
        CUPY_NO_UNROLL
        for (unsigned step = 0; step < stretch; step += each, first += each) {
            AllComing<RegistersOf<Op, W>> coming[kRuns];
            CUPY_UNROLL
            for (int u = 0; u < kRuns; ++u) {
                const unsigned at = first + u * tuning::kThreads * W;
                if (at + W > p.head.size) continue;
                if (step + u && run.left >= kNext + W) {        // of the same row
                    run.x += kNext;
                    run.left -= kNext;
                } else {
                    run = find(at);
                }
                coming[u].fetch(*this, run, at);
            }
            CUPY_UNROLL
            for (int u = 0; u < kRuns; ++u) {
                const unsigned at = first + u * tuning::kThreads * W;
                if (at + W > p.head.size) return;
                RegistersOf<Op, W> part;
                coming[u].take(part);
                CUPY_UNROLL
                for (int j = 0; j < W; ++j) part.apply(op, p.head.base + at + j, j);
                part.each([&](auto &x) { store_run(x, at); });
            }
        }
    }

    CUPY_DEVICE void run() const {
        unsigned begin = platform::block_index() * kElements, stop = begin + kElements, x, rest;
        if (uniform()) {                // elements are rows
            begin = platform::block_index() * p.axes.edges[0];
            stop = p.head.size - begin < p.axes.edges[0] ? p.head.size : begin + p.axes.edges[0];
            divide(begin, p.axes.tiles[0], begin, x);
            divide(stop - 1, p.axes.tiles[0], stop, rest);
            ++stop;
        } else if (p.head.flags & kFlatOutputs) {
            begin = platform::block_index() * p.axes.edges[0];
            stop = begin + p.axes.edges[0];
            if constexpr (W > 1) {      // but for what is left of them
                neighbours();
                if (stop < p.head.size) return;
                begin = p.head.size / W * W;
            }
        }
        if (stop > p.head.size) stop = p.head.size;
        unsigned char *const to = uniform() ? shared - (int64)begin * Op::itemsizes[Op::nin]
                                  : kUniforms ? pointer_of<unsigned char>(p.slots[Op::nin]) : nullptr;
        CUPY_NO_UNROLL
        for (unsigned at = begin + platform::thread_index(); at < stop; at += U * tuning::kThreads) {
            RegistersOf<Op, 1> part[U];
            const Offsets offset = offsets(at);
            CUPY_UNROLL
            for (int u = 0; u < U; ++u)
                if (at + u * tuning::kThreads < stop)
                    part[u].each([&](auto &x) { load(x, offset.of[u][x.number]); });
            CUPY_UNROLL
            for (int u = 0; u < U; ++u) {
                if (at + u * tuning::kThreads >= stop) break;
                part[u].apply(op, p.head.base + at + u * tuning::kThreads, 0);
                part[u].each([&](auto &x) { store(x, offset.of[u][x.number], to); });
            }
        }
        if (uniform()) {
            platform::barrier();
            RegistersOf<Op, 1> kinds;       // only for the types
            kinds.each([&](auto &part) { write(part, x); });
        }
    }
};

}  // namespace simt
}  // namespace cupy
