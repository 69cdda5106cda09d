// Reductions on SIMT targets: one block reduces some outputs, or a part of them.
//
//     struct op {
//         using in0_type = …; using acc_type = …;
//         static constexpr int nin = 1;
//         static acc_type identity();
//         static acc_type map(in0_type in0, int64 i);
//         static acc_type map_at(const char *const *inputs, const int64 *offsets, int64 i);
//         static acc_type combine(acc_type a, acc_type b);
//         static void finish(acc_type a, const Reduce &p, int64 output);
//     };
//
// rows: the reduced items of an output are taken by `lanes` threads next to each other, by vectors where they lie so
// (reduce_row_vectors.hpp), or few of them by one thread (reduce_few.hpp).
// columns: outputs lie next to each other in memory; a thread adds up downwards.
// flat: lines of a few columns, of which neighbouring vectors are read as they lie (reduce_flat.hpp).
// tile: short rows, and groups of few columns; a block loads neighbouring items together (reduce_tile.hpp).
// When a group of outputs is split over blocks, the last block to arrive adds up the parts.
#pragma once

#include "device/reduce_line.hpp"
#include "device/reduce_small.hpp"
#include "device/unaligned.hpp"
#include "reduce_params.hpp"
#include "tuning/reduce.hpp"
#include "warp/exchange.hpp"

namespace cupy {
namespace simt {

template <class Op> struct FewReducer;
template <class Op> struct RowVectors;
template <class Op> struct SmallColumns;

template <class Op> struct Reducer {
    using Acc = typename Op::acc_type;
    using In = typename Op::in0_type;
    static constexpr int kThreads = tuning::kReduceThreads;
    static constexpr int U = tuning::kReduceInFlight;
    static constexpr int V = sizeof(In) >= 16 ? 1 : 16 / sizeof(In);
    using Best = BestRound<Op::sign, In, U, V>;
    // Whether several items are added up at once in any order; single ones that a thread loads before it does so.
    static constexpr bool kChunks = Op::nin == 1 && (Op::has_chunk || Op::flat) && !Op::ordered;
    static constexpr int kWidest = Op::flat && Op::sign == 0 && !Op::has_running ? 8 : 4, kWide = V < kWidest ? V : kWidest;
    static constexpr int kSingle = (kChunks || Op::sign != 0 || sizeof(Acc) <= 8) && sizeof(In) <= 8 ? 2 * U : U;

    // Blocks of a multiprocessor at once, 0 for no matter.
    static constexpr int kResident = sizeof(Acc) <= 24 ? tuning::kReduceResident : 0;

    const Reduce &p;
    Acc *shared;                    // kThreads accumulators
    unsigned *last;                 // one word
    const unsigned thread = platform::thread_index();

    CUPY_DEVICE static void divide(unsigned n, const ReduceAxis &by, unsigned &quotient, unsigned &rest) {
        quotient = (platform::multiply_high(n, by.multiplier) + n) >> by.shift;
        rest = n - quotient * (unsigned)by.length;
    }

    CUPY_DEVICE void offsets(unsigned index, unsigned ndim, const ReduceAxis *axes,
                             const long long (*strides)[kReduceDims], int64 *to) const {
        const auto add = [&](unsigned d, unsigned at) {
            CUPY_UNROLL
            for (int k = 0; k < Op::nin; ++k) to[k] += (int64)at * strides[k][d];
        };
        const auto divided = [&](unsigned d) {
            unsigned at;
            divide(index, axes[d], index, at);
            add(d, at);
        };
        if (ndim == 0) return;
        if (ndim == 1) return add(0, index);
        divided(0);
        if (ndim == 2) return add(1, index);
        divided(1);
        const unsigned last = ndim - 1;
        CUPY_NO_UNROLL
        for (unsigned d = 2; d != last; ++d) divided(d);        // with `<`, compilers unroll it nevertheless
        add(last, index);
    }

    // Pairs first, so that errors grow with the logarithm.
    template <int N> CUPY_DEVICE static Acc tree(Acc (&part)[N]) {
        CUPY_UNROLL
        for (int step = 1; step < N; step *= 2)
            CUPY_UNROLL
            for (int j = 0; j + step < N; j += 2 * step) part[j] = Op::combine(part[j], part[j + step]);
        return part[0];
    }

    // What some items are together.
    template <int N> CUPY_DEVICE static Acc chunk(const In (&x)[N], int64 i) {
        if constexpr (Op::has_chunk) {
            return Op::template chunk<N>(x, i);
        } else if constexpr (Op::has_small && N * sizeof(In) % 4 == 0) {
            return cast<Acc>(Op::small::template of<N>(x));
        } else {
            Acc parts[N];
            CUPY_UNROLL
            for (int v = 0; v < N; ++v) parts[v] = Op::map(x[v], i + v);
            return tree(parts);
        }
    }

    // Combine over `count` threads that lie `step` apart, the first of them gets it: a power of two next to each other.
    CUPY_DEVICE Acc across(Acc acc, unsigned place, unsigned count, unsigned step) const {
        if (count == 1) return acc;
        if (step > 1) return through_memory(acc, place, count, step);
        const unsigned near = count < kNear ? count : kNear;
        for (unsigned half = near / 2; half > 0; half /= 2) acc = Op::combine(acc, warp::lane_down(acc, half));
        if (count <= kNear) return acc;
        // One result a warp is left.
        platform::barrier();
        if (place % kNear == 0) shared[thread / kNear] = acc;
        platform::barrier();
        const unsigned first = (thread - place) / kNear;
        if (place == 0)
            for (unsigned k = 1; k < count / kNear; ++k) acc = Op::combine(acc, shared[first + k]);
        return acc;
    }
    static constexpr unsigned kNear = 32;       // threads that exchange registers, on every target

    CUPY_DEVICE Acc through_memory(Acc acc, unsigned place, unsigned count, unsigned step) const {
        platform::barrier();
        shared[thread] = acc;
        platform::barrier();
        for (unsigned left = count; left > 1;) {
            const unsigned half = (left + 1) / 2;
            if (place + half < left) {
                acc = Op::combine(acc, shared[thread + half * step]);
                shared[thread] = acc;
            }
            platform::barrier();
            left = half;
        }
        return acc;
    }

    // A vector of 16 bytes that this reduction does not read again.
    CUPY_DEVICE static void load_once(In (&to)[V], const In *from) {
        unsigned words[4];
        platform::load_once(words, from);
        memcpy(to, words, 16);
    }

    // Every `step`th part of a group, some of which are joined; or a block's own.
    struct Parts { unsigned first, count = 1, step = 0; };
    CUPY_DEVICE Parts own(unsigned part_index) const { return Parts{p.first_part + part_index}; }
    CUPY_DEVICE bool all(const Parts &of) const { return of.count * of.step >= p.split; }

    // Whether this block, which has stored what `of` are together, is the last with some of those that are joined next,
    // which `of` are then: those of its bunch, and all bunches.
    CUPY_DEVICE bool is_last(unsigned group, Parts &of) const {
        const unsigned bunches = (p.split + p.bunch - 1) / p.bunch, bunch = of.first / p.bunch, begin = bunch * p.bunch;
        unsigned *const counter = p.counters + group * (bunches + 1) + (of.step ? bunches : bunch);
        if (of.step) of = Parts{0, bunches, p.bunch};
        else of = Parts{begin, p.split - begin < p.bunch ? p.split - begin : p.bunch, 1};
        platform::fence();
        platform::barrier();
        if (thread == 0) {
            const bool done = platform::add_and_return(counter, 1u) == of.count - 1;
            if (done) *counter = 0;
            *last = done;
        }
        platform::barrier();
        platform::fence();
        return *last;
    }

    CUPY_DEVICE Acc *part(unsigned group, unsigned part_index, unsigned each) const {
        return reinterpret_cast<Acc *>(p.partials) + ((int64)group * p.split + part_index) * each;
    }

    // Every `step`th of some parts of one output from `first` on, several on their way at once.
    CUPY_DEVICE Acc parts(const Parts &of, unsigned group, unsigned each, unsigned output, unsigned first, unsigned step) const {
        constexpr int many = sizeof(Acc) <= 8 ? 4 * U : sizeof(Acc) <= 16 ? 2 * U : U;
        Acc acc = Op::identity();
        for (unsigned k = first; k < of.count; k += many * step) {
            Acc some[many];
            CUPY_UNROLL
            for (int u = 0; u < many; ++u)
                some[u] = k + u * step < of.count ? part(group, of.first + (k + u * step) * of.step, each)[output] : Op::identity();
            acc = Op::combine(acc, tree(some));
        }
        return acc;
    }

    // Strides of the axes from one on.
    CUPY_DEVICE static const long long (*later(const long long (*strides)[kReduceDims], unsigned by))[kReduceDims] {
        return reinterpret_cast<const long long (*)[kReduceDims]>(&strides[0][by]);
    }

    // Vectors that lie `step` items apart.
    CUPY_DEVICE static void join(Acc &acc, const In (&x)[U][V], int64 i, int64 step) {
        if constexpr (kChunks || Op::has_small) {
            In all[U * V];
            CUPY_UNROLL
            for (int u = 0; u < U; ++u)
                CUPY_UNROLL
                for (int v = 0; v < V; ++v) all[u * V + v] = x[u][v];
            acc = Op::combine(acc, chunk(all, i));
            return;
        }
        Acc parts[U];
        CUPY_UNROLL
        for (int u = 0; u < U; ++u) parts[u] = chunk(x[u], i + u * step);
        acc = Op::combine(acc, tree(parts));
    }

    CUPY_DEVICE Acc row_items(const int64 *start, unsigned lane, unsigned part_index) const {
        if constexpr (Op::sign != 0) return row_of_best(start[0], lane, part_index);
        Acc acc = Op::identity();
        [[maybe_unused]] Following<Op, true> following;
        const unsigned total = (unsigned)p.reduced, step = p.parts * p.lanes;
        unsigned at = part_index * p.lanes + lane;
        if constexpr (kChunks) {
            for (; at + (kSingle - 1) * step < total; at += kSingle * step) {
                In x[kSingle];
                CUPY_UNROLL
                for (int u = 0; u < kSingle; ++u) {
                    int64 offset[1] = {start[0]};
                    offsets(at + u * step, p.reduced_ndim, p.axes, p.strides, offset);
                    x[u] = *reinterpret_cast<const In *>(p.inputs[0] + offset[0]);
                }
                if constexpr (Op::has_running) following.add(x);
                else acc = Op::combine(acc, chunk(x, 0));
            }
        }
        if constexpr (Op::has_running) {
            for (; at < total; at += step) {
                int64 offset[1] = {start[0]};
                offsets(at, p.reduced_ndim, p.axes, p.strides, offset);
                following.add(*reinterpret_cast<const In *>(p.inputs[0] + offset[0]));
            }
            return following.result();
        }
        for (; at < total; at += U * step) {
            Acc parts[U];
            CUPY_UNROLL
            for (int u = 0; u < U; ++u) {
                parts[u] = Op::identity();
                const unsigned t = at + u * step;
                if (t >= total) continue;
                int64 offset[Op::nin];
                CUPY_UNROLL
                for (int k = 0; k < Op::nin; ++k) offset[k] = start[k];
                offsets(t, p.reduced_ndim, p.axes, p.strides, offset);
                parts[u] = Op::map_at(p.inputs, offset, p.first + t);
            }
            acc = Op::combine(acc, tree(parts));
        }
        return acc;
    }
    // Item t of an output along a single reduced axis, where nothing has to be divided.
    CUPY_DEVICE const In *item_along(int64 start, unsigned t) const {
        return reinterpret_cast<const In *>(p.inputs[0] + start + (int64)t * p.strides[0][0]);
    }
    // Some items on their way at once, seen one after the other.
    CUPY_DEVICE Acc row_of_best(int64 start, unsigned lane, unsigned part_index) const {
        Acc acc[1] = {Op::identity()};
        best_down<1>(start, part_index * p.lanes + lane, p.parts * p.lanes, 1, 1, acc);
        return acc[0];
    }
    // The first of the best of every `step`th line from `first` on.
    template <int W>
    CUPY_DEVICE void best_down(int64 start, unsigned first, unsigned step, unsigned apart, unsigned count, Acc *acc) const {
        constexpr int U = W == 1 ? kSingle : W * sizeof(In) >= 16 ? Reducer::U : 2 * Reducer::U;
        const unsigned total = (unsigned)p.reduced;
        if (first >= total) return;
        const auto read = [&](In (&x)[W], const In *from) {
            if constexpr (W > 1) load_columns(x, from, apart, count);
            else x[0] = *from;
        };
        const auto load = [&](In (&x)[W], unsigned t) {
            int64 offset[1] = {start};
            offsets(t, p.reduced_ndim, p.axes, p.strides, offset);
            read(x, reinterpret_cast<const In *>(p.inputs[0] + offset[0]));
        };
        using T = typename Best::T;
        In begin[W];
        T top[W];
        unsigned place[W];
        load(begin, first);
        CUPY_UNROLL
        for (int w = 0; w < W; ++w) {
            top[w] = cast<T>(begin[w]);
            place[w] = first;
        }
        const auto look = [&](const In (&x)[U][W], unsigned at) {
            CUPY_UNROLL
            for (int u = 0; u < U; ++u)
                CUPY_UNROLL
                for (int w = 0; w < W; ++w) {
                    const T item = cast<T>(x[u][w]);
                    const bool won = surpasses<Op::sign>(item, top[w]);
                    top[w] = won ? item : top[w];
                    place[w] = won ? at + u * step : place[w];
                }
        };
        unsigned at = first + step;
        if (p.reduced_ndim == 1)
            for (; at + (U - 1) * step < total; at += U * step) {
                Line<In, W> lines[U];
                In x[U][W];
                CUPY_UNROLL
                for (int u = 0; u < U; ++u) lines[u].load(*this, item_along(start, at + u * step), apart, count);
                CUPY_UNROLL
                for (int u = 0; u < U; ++u) lines[u].take(x[u]);
                look(x, at);
            }
        for (; at < total; at += U * step) {
            In x[U][W];
            CUPY_UNROLL
            for (int u = 0; u < U; ++u) {
                if (at + u * step < total) {
                    load(x[u], at + u * step);
                } else {
                    CUPY_UNROLL
                    for (int w = 0; w < W; ++w) x[u][w] = cast<In>(top[w]);       // no better
                }
            }
            look(x, at);
        }
        CUPY_UNROLL
        for (int w = 0; w < W; ++w) acc[w] = Acc{cast<In>(top[w]), p.first + place[w]};
    }

    CUPY_DEVICE void rows() const {
        if (!p.lanes) return FewReducer<Op>{*this}.run();
        const unsigned each = kThreads / p.lanes, lane = thread & (p.lanes - 1), row = thread / p.lanes;
        const unsigned group = platform::block_index() / p.parts, part_index = platform::block_index() % p.parts;
        const int64 output = (int64)group * each + row;
        Acc acc = Op::identity();
        if (output < p.outputs) {
            int64 start[Op::nin] = {};
            offsets((unsigned)output, p.kept_ndim, p.kept, p.kept_strides, start);
            const In *items = reinterpret_cast<const In *>(p.inputs[0] + start[0]);
            acc = p.vectors ? RowVectors<Op>{*this}.run(items, lane, part_index, p.first) : row_items(start, lane, part_index);
        }
        acc = across(acc, lane, p.lanes, 1);
        if (p.split > 1) {
            Parts of = own(part_index);
            do {
                if (lane == 0) part(group, of.first, each)[row] = acc;
                if (!is_last(group, of)) return;
                acc = across(parts(of, group, each, row, lane, p.lanes), lane, p.lanes, 1);
            } while (!all(of));
        }
        if (lane == 0 && output < p.outputs) Op::finish(acc, p, output);
    }

    // W columns of each thread: neighbours where they are read together, else neighbouring threads have neighbours.
    template <int W> CUPY_DEVICE void columns() const {
        const unsigned lanes = p.lanes ? p.lanes : kThreads, height = kThreads / lanes;
        const unsigned y = thread / lanes, x = thread - y * lanes;
        const unsigned length = (unsigned)p.kept[0].length, each = lanes * W, wide = (length + each - 1) / each;
        const unsigned group = platform::block_index() / p.parts, part_index = platform::block_index() % p.parts;
        const bool together = sizeof(In) < 4 || p.vectors;
        const unsigned apart = together ? 1 : lanes;
        unsigned column = group % wide * each + (together ? x * W : x), outer = group / wide;
        if constexpr (W > 1)
            if (!p.lanes) {         // few items: no threads share them, and a block has neighbours of all groups
                divide(group * kThreads + thread, p.run, outer, column);
                column *= W;
                if (outer * length >= (unsigned)p.outputs) return;
            }
        const unsigned count = column < length && y < height ? (length - column + apart - 1) / apart : 0;
        Acc acc[W];
        CUPY_UNROLL
        for (int w = 0; w < W; ++w) acc[w] = Op::identity();
        if (count) {
            int64 start[Op::nin] = {};
            offsets(outer, p.kept_ndim - 1, p.kept + 1, later(p.kept_strides, 1), start);
            CUPY_UNROLL
            for (int k = 0; k < Op::nin; ++k) start[k] += (int64)column * p.kept_strides[k][0];
            down<W>(start, part_index * height + y, p.parts * height, apart, count, acc);
        }
        CUPY_UNROLL
        for (int w = 0; w < W; ++w) acc[w] = across(acc[w], y, height, lanes);
        if (p.split > 1) {
            Parts of = own(part_index);
            do {
                if (y == 0)
                    CUPY_UNROLL
                    for (int w = 0; w < W; ++w) part(group, of.first, each)[x * W + w] = acc[w];
                if (!is_last(group, of)) return;
                CUPY_UNROLL
                for (int w = 0; w < W; ++w) {
                    if (y < height) acc[w] = parts(of, group, each, x * W + w, y, height);
                    acc[w] = across(acc[w], y, height, lanes);
                }
            } while (!all(of));
        }
        if (y > 0 || !count) return;
        const int64 output = (int64)outer * length + column;
        if (together && count >= W) return finish_beside(acc, output);
        CUPY_UNROLL
        for (int w = 0; w < W; ++w)
            if (w < count) Op::finish(acc[w], p, output + w * apart);
    }
    // Outputs side by side, by vectors where these are aligned.
    template <int W> CUPY_DEVICE void finish_beside(const Acc (&acc)[W], int64 output) const {
        using Out = typename Op::out0_type;
        constexpr int bytes = W * sizeof(Out) < 16 ? W * sizeof(Out) : 16;
        if constexpr (W > 1 && Op::flat) {
            Out *const to = reinterpret_cast<Out *>(p.results[0]) + output;
            if (!(reinterpret_cast<uint64>(to) & (bytes - 1))) {
                Out y[W];
                Reduce beside = p;
                beside.results[0] = reinterpret_cast<char *>(y);
                CUPY_UNROLL
                for (int w = 0; w < W; ++w) Op::finish(acc[w], beside, w);
                return store_vector(to, y);
            }
        }
        CUPY_UNROLL
        for (int w = 0; w < W; ++w) Op::finish(acc[w], p, output + w);
    }

    // Of bytes and 16-bit integers by words, of others by vectors whose accumulators stay in registers.
    CUPY_DEVICE void wide() const {
        if constexpr (Op::has_small) SmallColumns<Op>{*this}.run();
        else columns<kWide>();
    }
    // Of W columns `count`, the first at least.
    template <int W> CUPY_DEVICE void load_columns(In (&x)[W], const In *from, unsigned apart, unsigned count) const {
        if (p.vectors) return load_vector(x, from);
        if constexpr (sizeof(In) < 4 && W * sizeof(In) % 4 == 0)
            if (count >= W) return load_words(x, from);
        CUPY_UNROLL
        for (int w = 0; w < W; ++w) x[w] = from[w < count ? w * apart : 0];
    }

    // The first `count` of U items below each other, by chunks of a power of two.
    template <int C, int U, int W> CUPY_DEVICE static void chunks_down(In (&x)[U][W], unsigned count, Acc *acc) {
        if (count >= C) {
            CUPY_UNROLL
            for (int w = 0; w < W; ++w) {
                In below[C];
                CUPY_UNROLL
                for (int c = 0; c < C; ++c) below[c] = x[c][w];
                acc[w] = Op::combine(acc[w], chunk(below, 0));
            }
            CUPY_UNROLL
            for (int u = 0; u + C < U; ++u)
                CUPY_UNROLL
                for (int w = 0; w < W; ++w) x[u][w] = x[u + C][w];
            count -= C;
        }
        if constexpr (C > 1) chunks_down<C / 2>(x, count, acc);
    }

    template <int W> CUPY_DEVICE void down(const int64 *start, unsigned first, unsigned step, unsigned apart,
                                            unsigned count, Acc *acc) const {
        if constexpr (Op::sign != 0) return best_down<W>(start[0], first, step, apart, count, acc);
        // Small loads: more of them are on their way at once.
        constexpr bool kHolds = W > 1 || kChunks;      // items, not what they are mapped to
        constexpr int bytes = W * sizeof(In), most = Reducer::U * (kChunks ? 16 : 8) / bytes;
        // Accumulators of several numbers are joined less often.
        constexpr int vectors = kChunks && sizeof(Acc) > 16 && !Op::has_running ? 2 * Reducer::U : Reducer::U;
        constexpr int U = bytes >= 16 ? vectors : W == 1 ? kSingle : most;
        const unsigned total = (unsigned)p.reduced;
        unsigned at = first;
        [[maybe_unused]] Following<Op, W == 1> following[W];
        if constexpr (Op::nin == 1)
            if (p.reduced_ndim == 1)
                for (; at + (U - 1) * step < total; at += U * step) {
                    Line<In, W> lines[U];
                    In x[U][W];
                    CUPY_UNROLL
                    for (int u = 0; u < U; ++u) lines[u].load(*this, item_along(start[0], at + u * step), apart, count);
                    CUPY_UNROLL
                    for (int u = 0; u < U; ++u) lines[u].take(x[u]);
                    if constexpr (Op::has_running) {
                        CUPY_UNROLL
                        for (int w = 0; w < W; ++w) {
                            In below[U];
                            CUPY_UNROLL
                            for (int u = 0; u < U; ++u) below[u] = x[u][w];
                            following[w].add(below);
                        }
                        continue;
                    }
                    if constexpr (kChunks) {
                        chunks_down<U>(x, U, acc);
                        continue;
                    }
                    CUPY_UNROLL
                    for (int u = 0; u < U; ++u)
                        CUPY_UNROLL
                        for (int w = 0; w < W; ++w)
                            acc[w] = Op::combine(acc[w], Op::map(x[u][w], p.first + at + u * step));
                }
        for (; at < total; at += U * step) {
            In x[U][W];
            Acc item[U];
            CUPY_UNROLL
            for (int u = 0; u < U; ++u) {
                const unsigned t = at + u * step;
                if (t >= total) continue;
                int64 offset[Op::nin];
                CUPY_UNROLL
                for (int k = 0; k < Op::nin; ++k) offset[k] = start[k];
                offsets(t, p.reduced_ndim, p.axes, p.strides, offset);
                const In *from = reinterpret_cast<const In *>(p.inputs[0] + offset[0]);
                if constexpr (W > 1) load_columns(x[u], from, apart, count);
                else if constexpr (kHolds) x[u][0] = *from;
                else item[u] = Op::map_at(p.inputs, offset, p.first + t);
            }
            if constexpr (Op::has_running) {
                CUPY_UNROLL
                for (int u = 0; u < U; ++u)
                    CUPY_UNROLL
                    for (int w = 0; w < W; ++w)
                        if (at + u * step < total) following[w].add(x[u][w]);
                continue;
            }
            if constexpr (kChunks) {
                chunks_down<U>(x, total - at + step - 1 < U * step ? (total - at + step - 1) / step : U, acc);
                continue;
            }
            CUPY_UNROLL
            for (int u = 0; u < U; ++u) {
                const unsigned t = at + u * step;
                if (t >= total) continue;
                CUPY_UNROLL
                for (int w = 0; w < W; ++w) {
                    if constexpr (kHolds) acc[w] = Op::combine(acc[w], Op::map(x[u][w], p.first + t));
                    else acc[w] = Op::combine(acc[w], item[u]);
                }
            }
        }
        if constexpr (Op::has_running)
            CUPY_UNROLL
            for (int w = 0; w < W; ++w) acc[w] = following[w].result();
    }
};

}  // namespace simt
}  // namespace cupy

#include "device/reduce_few.hpp"
#include "device/reduce_flat.hpp"
#include "device/reduce_row_vectors.hpp"
#include "device/reduce_small_columns.hpp"
#include "device/reduce_tile.hpp"

#define CUPY_REDUCE_KERNEL(name, op, room, resident, body)                                        \
    CUPY_KERNEL CUPY_LAUNCH_RESIDENT(cupy::tuning::kReduceThreads, resident)                      \
        name(CUPY_GRID_CONSTANT const cupy::Reduce params) {                                      \
        alignas(16) CUPY_SHARED unsigned char accumulators[(room) * cupy::tuning::kReduceThreads]; \
        CUPY_SHARED unsigned last;                                                                \
        cupy::simt::Reducer<op>{params, reinterpret_cast<op::acc_type *>(accumulators), &last}.body; \
    }
#define CUPY_REDUCE_ROWS(name, op)                                                                \
    CUPY_REDUCE_KERNEL(name, op, sizeof(op::acc_type), cupy::simt::Reducer<op>::kResident, rows())
#define CUPY_REDUCE_COLUMNS(name, op)                                                             \
    CUPY_REDUCE_KERNEL(name, op, sizeof(op::acc_type), cupy::simt::Reducer<op>::kResident, columns<1>())
#define CUPY_REDUCE_WIDE(name, op)                                                                \
    CUPY_REDUCE_KERNEL(name, op, cupy::simt::Wide<op>::kRoom, cupy::simt::Wide<op>::kResident, wide())
