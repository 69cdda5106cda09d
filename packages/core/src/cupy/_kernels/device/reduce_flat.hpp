// Lines of few items, one after the other in memory, on SIMT targets: vectors are read as they lie, whichever columns
// they hold and whatever lies between these, at places where a thread meets the same columns again and again.
//
// Lines are `pitch` items apart.  Of each the items column × step + k × across are reduced, where step belongs to the
// first kept axis, if `inner` is not 0, and across to the first reduced one, if that is not the one along which lines lie.
// A thread keeps one accumulator for each item of its vectors; whose these are is asked at the end.
#pragma once

#include "device/reduce.hpp"

namespace cupy {
namespace simt {

// What a thread holds of the items of its vectors: by default an accumulator each.
template <class Op, int W> struct FlatNumbers {
    static constexpr int kWidth = W;
    using In = typename Op::in0_type;
    using Acc = typename Op::acc_type;
    using Vector = In[W];
    static constexpr int kAhead = sizeof(Acc) * W <= 32 ? 8 : 4;     // vectors on their way at once
    static constexpr int kRoom = W * sizeof(Acc);                    // bytes of shared memory
    static constexpr bool kBegins = false;                           // with a vector of items
    struct Held { Acc value; };
    Held held[W];

    CUPY_DEVICE FlatNumbers() {
        CUPY_UNROLL
        for (int w = 0; w < W; ++w) held[w].value = Op::identity();
    }
    template <int U> CUPY_DEVICE void add(const Vector (&x)[U], unsigned) {
        CUPY_UNROLL
        for (int w = 0; w < W; ++w) {
            In below[U];
            CUPY_UNROLL
            for (int u = 0; u < U; ++u) below[u] = x[u][w];
            held[w].value = Op::combine(held[w].value, U == 1 ? Op::map(below[0], 0) : Reducer<Op>::chunk(below, 0));
        }
    }
    CUPY_DEVICE void store(Held *to, unsigned thread) {
        CUPY_UNROLL
        for (int w = 0; w < W; ++w) to[thread * W + w] = held[w];
    }
    CUPY_DEVICE static Acc result(const Held *of, unsigned at, int64, int64) { return of[at].value; }
};

// Bytes and 16-bit integers, in words.
template <class Op, int W> struct FlatWords {
    static constexpr int kWidth = W;
    using In = typename Op::in0_type;
    using Acc = typename Op::acc_type;
    using Held = typename Op::small;
    static constexpr int kAhead = 4, kRoom = sizeof(Held);
    static constexpr bool kBegins = false;
    Held held;

    using Vector = unsigned[4];         // compilers would take items apart and put them together again
    template <int U> CUPY_DEVICE void add(const Vector (&word)[U], [[maybe_unused]] unsigned round) {
        if constexpr (Held::kPlaces) held.line = round;
        add_lines(held, word);
    }
    CUPY_DEVICE void store(Held *to, unsigned thread) { to[thread] = held; }
    // Of an item that is first met at line `first`, and in each round so many lines further.
    CUPY_DEVICE static Acc result(const Held *of, unsigned at, int64 first, int64 further) {
        return result_of<Acc>(of[at / W], (int)(at % W), first, further);
    }
};

// The best item so far and the number of the round that brought it.
template <class Op, int W> struct FlatPlaces {
    static constexpr int kWidth = W;
    using In = typename Op::in0_type;
    using Acc = typename Op::acc_type;
    using Vector = In[W];
    using T = typename Reducer<Op>::Best::T;
    struct Held { T top; unsigned round; };
    static constexpr int kAhead = sizeof(In) <= 2 ? 4 : 8, kRoom = W * sizeof(Held);
    static constexpr bool kBegins = true;
    Held held[W];

    CUPY_DEVICE FlatPlaces() {
        CUPY_UNROLL
        for (int w = 0; w < W; ++w) held[w] = Held{T(), ~0u};
    }
    CUPY_DEVICE void begin(const Vector &x, unsigned round) {
        CUPY_UNROLL
        for (int w = 0; w < W; ++w) held[w] = Held{cast<T>(x[w]), round};
    }
    template <int U> CUPY_DEVICE void add(const Vector (&x)[U], unsigned round) {
        CUPY_UNROLL
        for (int u = 0; u < U; ++u) {
            CUPY_UNROLL
            for (int w = 0; w < W; ++w) {
                const T item = cast<T>(x[u][w]);
                const bool won = surpasses<Op::sign>(item, held[w].top);
                held[w].top = won ? item : held[w].top;
                held[w].round = won ? round + u : held[w].round;
            }
        }
    }
    CUPY_DEVICE void store(Held *to, unsigned thread) {
        CUPY_UNROLL
        for (int w = 0; w < W; ++w) to[thread * W + w] = held[w];
    }
    CUPY_DEVICE static Acc result(const Held *of, unsigned at, int64 first, int64 further) {
        const Held best = of[at];
        return best.round == ~0u ? Op::identity() : Acc{cast<In>(best.top), first + (int64)best.round * further};
    }
};

// Sums whose terms are distances from a first item.
template <class Op, int W> struct FlatRunning {
    static constexpr int kWidth = W;
    using In = typename Op::in0_type;
    using Acc = typename Op::acc_type;
    using Vector = In[W];
    static constexpr int kAhead = 4;
    static constexpr int kRoom = W * sizeof(Acc);
    static constexpr bool kBegins = true;
    using Held = Acc;
    typename Op::running sums[W];
    unsigned count = 0;

    CUPY_DEVICE void begin(const Vector &x, unsigned) {
        CUPY_UNROLL
        for (int w = 0; w < W; ++w) sums[w].begin(x[w]);
    }
    template <int U> CUPY_DEVICE void add(const Vector (&x)[U], unsigned) {
        CUPY_UNROLL
        for (int u = 0; u < U; ++u)
            CUPY_UNROLL
            for (int w = 0; w < W; ++w) sums[w].add(x[u][w]);
        count += U;
    }
    CUPY_DEVICE void store(Held *to, unsigned thread) {
        CUPY_UNROLL
        for (int w = 0; w < W; ++w) to[thread * W + w] = sums[w].result(count);
    }
    CUPY_DEVICE static Acc result(const Held *of, unsigned at, int64, int64) { return of[at]; }
};

// Which of them, and how many items a vector has.
template <class Op, int V, bool small = Op::has_small, bool running = Op::has_running, bool place = Op::sign != 0>
struct FlatLanes { using type = FlatNumbers<Op, V>; };
template <class Op, int V, bool running, bool place> struct FlatLanes<Op, V, true, running, place> {
    using type = FlatWords<Op, V>;
};
template <class Op, int V> struct FlatLanes<Op, V, false, true, false> { using type = FlatRunning<Op, V < 4 ? V : 4>; };
template <class Op, int V> struct FlatLanes<Op, V, false, false, true> { using type = FlatPlaces<Op, V>; };

template <class Op> struct FlatReducer : Reducer<Op> {
    using Base = Reducer<Op>;
    using Lanes = typename FlatLanes<Op, Base::V>::type;
    using Vector = typename Lanes::Vector;
    using typename Base::Acc;
    using typename Base::In;
    using Base::kThreads;
    using Base::p;
    using Base::thread;
    static constexpr int W = Lanes::kWidth, kLeast = sizeof(Acc), kRoom = Lanes::kRoom > kLeast ? Lanes::kRoom : kLeast;

    // One span of lines: where it lies, from the aligned vector that holds its first item on.
    struct Span {
        const char *from;
        unsigned lead, begin, end;      // items before the first; vectors that are full
        int64 length;                   // items up to the last
    };
    CUPY_DEVICE unsigned across() const { return p.along ? (unsigned)p.axes[0].length : 1; }
    CUPY_DEVICE unsigned across_step() const { return p.along ? (unsigned)(p.strides[0][0] / (int)sizeof(In)) : 0; }
    CUPY_DEVICE unsigned column_step() const { return p.inner > 1 ? (unsigned)(p.kept_strides[0][0] / (int)sizeof(In)) : 0; }
    CUPY_DEVICE unsigned pitch() const { return (unsigned)(p.strides[0][p.along] / (int)sizeof(In)); }

    CUPY_DEVICE Span span_of(unsigned group) const {
        const unsigned kept = p.inner > 1;
        int64 start[1] = {};
        this->offsets(group, p.kept_ndim - kept, p.kept + kept, Base::later(p.kept_strides, kept), start);
        const char *const first = p.inputs[0] + start[0];
        const unsigned beyond = (unsigned)(reinterpret_cast<uint64>(first) & (W * sizeof(In) - 1));
        Span span;
        span.from = first - beyond;
        span.lead = beyond / (unsigned)sizeof(In);
        span.length = (int64)(p.axes[p.along].length - 1) * pitch() + (int64)(p.inner - 1) * column_step()
                      + (int64)(across() - 1) * across_step() + 1;
        span.begin = span.lead != 0;
        span.end = (unsigned)((span.length + span.lead) / W);
        return span;
    }
    CUPY_DEVICE const char *at_span(const Span &span, unsigned number) const {
        int64 offset[1] = {};
        const unsigned taken = p.along + 1;
        this->offsets(number, p.reduced_ndim - taken, p.axes + taken, Base::later(p.strides, taken), offset);
        return span.from + offset[0];
    }

    // Adds up vectors into `lanes`: of every `parts`th round of `threads` of them, spans one after the other.
    CUPY_DEVICE void read(Lanes &lanes, const Span &span, unsigned threads, unsigned part_index) const {
        constexpr int U = Lanes::kAhead;
        const unsigned rounds = (span.end + threads - 1) / threads, step = p.parts * threads;
        unsigned at = part_index, round = 0;
        [[maybe_unused]] bool some = false;
        for (unsigned number = 0; number < p.spans; ++number, at -= rounds) {
            if (at >= rounds) continue;
            const In *const from = reinterpret_cast<const In *>(at_span(span, number));
            unsigned v = at * threads + thread;
            at += (rounds - 1 - at) / p.parts * p.parts + p.parts;
            if (v < span.begin) {
                v += step;
                ++round;
            }
            if constexpr (Lanes::kBegins)
                if (!some && v < span.end) {
                    Vector first;
                    load(first, from + (int64)v * W);
                    lanes.begin(first, round);
                    some = true;
                }
            for (; v + (U - 1) * step < span.end; v += U * step, round += U) {
                Vector x[U];
                CUPY_UNROLL
                for (int u = 0; u < U; ++u) load(x[u], from + (int64)(v + u * step) * W);
                lanes.add(x, round);
            }
            Vector x[U][1];
            CUPY_UNROLL
            for (int u = 0; u < U - 1; ++u)
                if (v + u * step < span.end) load(x[u][0], from + (int64)(v + u * step) * W);
            CUPY_UNROLL
            for (int u = 0; u < U - 1; ++u)
                if (v + u * step < span.end) lanes.add(x[u], round + u);
        }
    }
    CUPY_DEVICE static void load(Vector &x, const In *from) {
        if constexpr (Op::has_small) platform::load_once(x, from);
        else if constexpr (W == Base::V) Base::load_once(x, from);
        else load_vector(x, from);
    }

    // Whether a place of a line is one of a column's.
    CUPY_DEVICE bool belongs(unsigned place, unsigned column) const {
        const int rest = (int)place - (int)(column * column_step());
        if (rest < 0) return false;
        if (!p.along) return rest == 0;
        return (unsigned)rest % across_step() == 0 && (unsigned)rest / across_step() < across();
    }

    // Items of a column before the first full vector and behind the last, of every `parts`th span.
    CUPY_DEVICE Acc edges(Acc acc, const Span &span, unsigned column, unsigned lane, unsigned part_index) const {
        const int64 tail = (int64)span.end * W - span.lead;
        const unsigned heads = span.begin ? W - span.lead : 0, count = heads + (unsigned)(span.length - tail);
        for (unsigned number = part_index; number < p.spans; number += p.parts) {
            const In *const items = reinterpret_cast<const In *>(at_span(span, number)) + span.lead;
            for (unsigned k = lane; k < count; k += p.lanes) {
                const int64 at = k < heads ? k : tail + (k - heads), line = at / pitch();
                if (belongs((unsigned)(at - line * pitch()), column))
                    acc = Op::combine(acc, Op::map(items[at], p.first + line));
            }
        }
        return acc;
    }

    CUPY_DEVICE void run() const {
        const unsigned group = platform::block_index() / p.parts, part_index = platform::block_index() % p.parts;
        const unsigned between = pitch(), threads = kThreads / turn(between) * turn(between);
        const unsigned lane = thread / p.inner, column = thread % p.inner;
        const Span span = span_of(group);
        using Held = typename Lanes::Held;
        Held *const held = reinterpret_cast<Held *>(this->shared);
        {
            Lanes lanes;
            if (thread < threads) read(lanes, span, threads, part_index);
            lanes.store(held, thread);
        }
        platform::barrier();
        Acc acc = Op::identity();
        if (lane < p.lanes) {
            const unsigned each = threads * W / between, count = each * across();
            const int64 further = (int64)p.parts * each, before = (int64)part_index * each;
            for (unsigned k = lane; k < count; k += p.lanes) {
                const unsigned which = k / each, turn = k - which * each;
                const unsigned place = column * column_step() + which * across_step() + span.lead;
                const unsigned at = place % between + turn * between;
                acc = Op::combine(acc, Lanes::result(held, at, p.first + before + turn - place / between, further));
            }
            acc = edges(acc, span, column, lane, part_index);
        }
        acc = join(acc, lane);
        if (p.split > 1) {
            typename Base::Parts of = this->own(part_index);
            do {
                if (lane == 0) this->part(group, of.first, p.inner)[column] = acc;
                if (!this->is_last(group, of)) return;
                const Acc some = lane < p.lanes ? this->parts(of, group, p.inner, column, lane, p.lanes) : Op::identity();
                acc = join(some, lane);
            } while (!this->all(of));
        }
        if (lane == 0) Op::finish(acc, p, (int64)group * p.inner + column);
    }
    // What the threads of a column have together.
    CUPY_DEVICE Acc join(const Acc &acc, unsigned lane) const {
        if (p.inner > 1) return this->through_memory(acc, lane, p.lanes, p.inner);
        platform::barrier();        // what threads held is in the same memory
        return Base::across(acc, lane, p.lanes, 1);
    }
    // Vectors after which the same columns come again.
    CUPY_DEVICE static unsigned turn(unsigned between) {
        const unsigned common = between & (0u - between);
        return between / (common < W ? common : W);
    }
};

}  // namespace simt
}  // namespace cupy

#define CUPY_REDUCE_FLAT(name, op)                                                                \
    CUPY_KERNEL CUPY_LAUNCH_RESIDENT(cupy::tuning::kReduceThreads, cupy::tuning::kReduceFlatBlocks) \
        name(CUPY_GRID_CONSTANT const cupy::Reduce params) {                                      \
        alignas(16) CUPY_SHARED unsigned char held[cupy::simt::FlatReducer<op>::kRoom * cupy::tuning::kReduceThreads]; \
        CUPY_SHARED unsigned last;                                                                \
        cupy::simt::FlatReducer<op>{{params, reinterpret_cast<op::acc_type *>(held), &last}}.run(); \
    }
