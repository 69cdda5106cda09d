// Reductions of short lines on SIMT targets: a block brings neighbouring items into shared memory, whatever their
// number, and reduces them there.
//
// A line is a row (`inner` is 1) or what lies at one place of the reduced axis.  Lines lie in shared memory as in memory,
// with what is between their items where that is little; else item after item.
// Whole groups of `inner` outputs, `pitch` bytes apart, are reduced by some threads an output; groups may have several axes,
// and lie in several stretches of memory.  A long group passes through blocks tile by tile.  While a tile is reduced, the
// next one is on its way.
#pragma once

#include "device/reduce.hpp"
#include "device/reduce_few.hpp"

namespace cupy {
namespace simt {

template <class Op> struct TileReducer : Reducer<Op> {
    using Base = Reducer<Op>;
    using typename Base::Acc;
    using typename Base::In;
    using Base::kThreads;
    using Base::p;
    using Base::thread;
    using Base::U;
    using Base::V;

    // Blocks of a multiprocessor at once: more would leave fewer registers than rows that lie apart take.
    static constexpr int kResident = sizeof(Acc) > 16 && Base::kResident ? tuning::kReduceResidentHeavy : Base::kResident;
    // Tiles at once, each with what aligned vectors hold besides, and words.
    static constexpr int kTiles = platform::kCopiesAhead ? 2 : 1, kBytes = tuning::kReduceTileBytes + 64;
    static constexpr int kLeast = sizeof(Acc) * kThreads, kRoom = kTiles * kBytes > kLeast ? kTiles * kBytes : kLeast;
    static constexpr int kSize = sizeof(In), kFew = 16;     // items of a row that a thread takes one after the other

    unsigned char *const room;      // tiles; where these are no longer needed, accumulators

    CUPY_DEVICE In *tile(unsigned number) const { return reinterpret_cast<In *>(room + number % kTiles * kBytes); }

    // Items of a line, and the bytes from one to the next and from line to line.
    CUPY_DEVICE const ReduceAxis &line() const { return p.inner > 1 ? p.kept[0] : p.axes[0]; }
    CUPY_DEVICE long long step() const { return p.inner > 1 ? p.kept_strides[0][0] : p.strides[0][0]; }
    CUPY_DEVICE long long pitch() const { return p.inner > 1 ? p.strides[0][0] : p.kept_strides[0][0]; }
    CUPY_DEVICE bool rows() const { return p.inner == 1; }

    // Bytes of `count` groups or lines in a row, and where these begin in memory.
    CUPY_DEVICE unsigned stretch(unsigned count) const {
        return (count - 1) * (unsigned)(p.pitch < 0 ? -p.pitch : p.pitch) + p.extent;
    }
    CUPY_DEVICE const char *begin(long long first, unsigned count) const {
        return p.inputs[0] + (p.pitch < 0 ? first + count - 1 : first) * p.pitch - p.before;
    }
    CUPY_DEVICE static unsigned lead(const char *at) { return (unsigned)reinterpret_cast<uint64>(at) & 15; }
    // From one stretch of a tile to the next, in shared memory and in memory.
    CUPY_DEVICE unsigned between() const { return (stretch(p.each) + 30) & ~15u; }
    CUPY_DEVICE int64 span(unsigned number) const {
        int64 offset[1] = {};
        if (number) Base::offsets(number, p.reduced_ndim - p.along, p.axes + p.along, Base::later(p.strides, p.along), offset);
        return offset[0];
    }

    // Brings groups or lines from `first` on, as they lie or item after item; they are there after a barrier.
    CUPY_DEVICE void fill(In *to, long long first, unsigned count, unsigned items) const {
        if (!p.vectors) return scattered(to, p.inputs[0] + first * p.pitch, items);
        for (unsigned number = 0; number == 0 || number < p.spans; ++number) {
            const char *const from = begin(first, count) + span(number), *const start = from - lead(from);
            const unsigned vectors = (lead(from) + stretch(count) + 15) / 16;
            char *const at = reinterpret_cast<char *>(to) + number * between();
            for (unsigned i = thread; i < vectors; i += kThreads) platform::copy_ahead(at + i * 16, start + i * 16);
        }
    }
    // Where the first item of those is then, of the first stretch.
    CUPY_DEVICE const In *origin(const In *to, long long first, unsigned count) const {
        if (!p.vectors) return to;
        const unsigned beyond = p.before + (p.pitch < 0 ? (count - 1) * (unsigned)-p.pitch : 0);
        return reinterpret_cast<const In *>(reinterpret_cast<const char *>(to) + lead(begin(first, count)) + beyond);
    }
    // Takes tiles, one while the next is on its way: `load(number, to)` asks for one.
    template <class Load, class Take> CUPY_DEVICE void tiles(unsigned first, unsigned step, unsigned count, const Load &load,
                                                             const Take &take) const {
        for (unsigned next = first, turn = 0;; next += step, ++turn) {
            if (kTiles == 1 && turn) {
                take(next - step, tile(0));
                platform::barrier();
            }
            if (next < count) load(next, tile(turn));
            if (kTiles > 1 && turn) take(next - step, tile(turn - 1));
            if (next >= count) return;
            platform::copies_arrived();
            platform::barrier();
        }
    }

    // A thread knows how far its next item is: nothing is divided in the loop.
    CUPY_DEVICE void scattered(In *to, const char *from, unsigned count) const {
        constexpr int ahead = 8;
        const unsigned length = (unsigned)line().length;
        unsigned row, place, rows, places;
        Base::divide(thread, line(), row, place);
        Base::divide(kThreads, line(), rows, places);
        int64 offset = row * pitch() + place * step();
        const int64 further = rows * pitch() + places * step(), turn = pitch() - length * step();
        for (unsigned i = thread; i < count; i += ahead * kThreads) {
            In x[ahead];
            CUPY_UNROLL
            for (int u = 0; u < ahead; ++u) {
                if (i + u * kThreads >= count) continue;
                x[u] = *reinterpret_cast<const In *>(from + offset);
                place += places;
                offset += further;
                if (place < length) continue;
                place -= length;
                offset += turn;
            }
            CUPY_UNROLL
            for (int u = 0; u < ahead; ++u)
                if (i + u * kThreads < count) to[i + u * kThreads] = x[u];
        }
    }

    // Items `apart` from each other, of which this thread takes every `lanes`th from `k` on, C at a time.
    template <int C, class Sum> CUPY_DEVICE void take(Sum &acc, const In *items, unsigned &k, unsigned lanes, unsigned length,
                                                      int apart) const {
        for (; k + (C - 1) * lanes < length; k += C * lanes) {
            In x[C];
            CUPY_UNROLL
            for (int c = 0; c < C; ++c) x[c] = items[(int)(k + c * lanes) * apart];
            if constexpr (Op::has_running) acc.add(x);
            else acc = Op::combine(acc, Base::chunk(x, 0));
        }
        if constexpr (C > 2) take<C / 2>(acc, items, k, lanes, length, apart);
    }
    // Small items side by side are taken by the W words in which they lie.
    template <int W> CUPY_DEVICE static void words(unsigned (&word)[W], const In *items) {
        const unsigned shift = (unsigned)reinterpret_cast<uint64>(items) % 4;
        const unsigned *const from = reinterpret_cast<const unsigned *>(reinterpret_cast<const char *>(items) - shift);
        unsigned held[W + 1];
        CUPY_UNROLL
        for (int c = 0; c <= W; ++c) held[c] = from[c];
        CUPY_UNROLL
        for (int c = 0; c < W; ++c) word[c] = (unsigned)(((uint64)held[c + 1] << 32 | held[c]) >> shift * 8);
    }
    // The first of them, and others that change nothing.
    template <int W> CUPY_DEVICE static void first_words(unsigned (&word)[W], const In *items, unsigned bytes) {
        const unsigned none = Op::small::kNone;
        words(word, items);
        CUPY_UNROLL
        for (unsigned c = 0; c < W; ++c) {
            const unsigned keep = bytes >= 4 * c + 4 ? ~0u : bytes <= 4 * c ? 0 : ~(~0u << (bytes - 4 * c) * 8);
            word[c] = (word[c] & keep) | (none & ~keep);
        }
    }
    // The best of some items is compared with what is held; which of them it was is asked at the end.
    CUPY_DEVICE Acc best_along(const In *items, unsigned lane, unsigned lanes, unsigned length, int apart, int64 first) const {
        using T = typename Base::Best::T;
        constexpr int C = 8;
        const auto item = [&](unsigned k) { return cast<T>(items[(int)k * apart]); };
        T top = item(lane);
        unsigned place = lane, k = lane, round = lane;
        for (; k + (C - 1) * lanes < length; k += C * lanes) {
            T best = item(k);
            CUPY_UNROLL
            for (int c = 1; c < C; ++c) best = top_of<Op::sign>(best, item(k + c * lanes));
            if (!surpasses<Op::sign>(best, top)) continue;
            top = best;
            round = k;
        }
        if (k != lane)
            CUPY_UNROLL
            for (int c = C - 1; c >= 0; --c) {
                const T x = item(round + c * lanes);
                if (x == top || (is_nan(x) && is_nan(top))) place = round + c * lanes;
            }
        for (; k < length; k += lanes) {
            const T x = item(k);
            if (!surpasses<Op::sign>(x, top)) continue;
            top = x;
            place = k;
        }
        return Acc{items[(int)place * apart], first + place};
    }
    // Of a part of a column.
    CUPY_DEVICE Acc along(const In *items, unsigned lane, unsigned lanes, unsigned length, int apart, int64 first) const {
        Acc acc = Op::identity();
        if constexpr (Op::sign != 0)
            return lane < length ? best_along(items, lane, lanes, length, apart, first) : acc;
        unsigned k = lane;
        if constexpr (Op::has_running) {
            Following<Op, true> following;
            take<8>(following, items, k, lanes, length, apart);
            for (; k < length; k += lanes) following.add(items[(int)k * apart]);
            return following.result();
        } else if constexpr (Base::kChunks && (Op::has_chunk || !Op::has_small)) {
            take<8>(acc, items, k, lanes, length, apart);
        } else if constexpr (Op::has_small) {
            constexpr int C = 4;
            for (; k + (C - 1) * lanes < length; k += C * lanes) {
                In x[C];
                CUPY_UNROLL
                for (int c = 0; c < C; ++c) x[c] = items[(int)(k + c * lanes) * apart];
                CUPY_UNROLL
                for (int c = 0; c < C; ++c) acc = Op::combine(acc, Op::map(x[c], first + k + c * lanes));
            }
        }
        for (; k < length; k += lanes) acc = Op::combine(acc, Op::map(items[(int)k * apart], first + k));
        return acc;
    }

    // What a thread makes of items of an output.
    template <bool running, class = void> struct Taken {
        Acc acc = Op::identity();

        CUPY_DEVICE explicit Taken(const In &) {}
        template <int N> CUPY_DEVICE void take(const In (&x)[N]) { acc = Op::combine(acc, Base::chunk(x, 0)); }
        CUPY_DEVICE void one(const In &x, int64 place) { acc = Op::combine(acc, Op::map(x, place)); }
        CUPY_DEVICE void line(const TileReducer &by, const In *items, unsigned lane, unsigned length, int apart) {
            acc = by.along(items, lane, by.p.lanes, length, apart, by.p.first);
        }
        CUPY_DEVICE const Acc &joined(unsigned lanes, unsigned, double) {
            for (unsigned half = lanes / 2; half > 0; half /= 2) acc = Op::combine(acc, warp::lane_down(acc, half));
            return acc;
        }
    };
    // Where sums have distances from the first.
    template <class Void> struct Taken<true, Void> {
        typename Op::running sums;

        CUPY_DEVICE explicit Taken(const In &first) { sums.begin(first); }
        template <int N> CUPY_DEVICE void take(const In (&x)[N]) { sums.add_all(x); }
        CUPY_DEVICE void one(const In &x, int64) { sums.add(x); }
        CUPY_DEVICE void line(const TileReducer &by, const In *items, unsigned lane, unsigned length, int apart) {
            constexpr int C = 4;
            const unsigned lanes = by.p.lanes;
            unsigned k = lane;
            for (; k + (C - 1) * lanes < length; k += C * lanes) {
                In x[C];
                CUPY_UNROLL
                for (int c = 0; c < C; ++c) x[c] = items[(int)(k + c * lanes) * apart];
                CUPY_UNROLL
                for (int c = 0; c < C; ++c) sums.add(x[c]);
            }
            CUPY_NO_UNROLL
            for (; k < length; k += lanes) sums.add(items[(int)k * apart]);
        }
        CUPY_DEVICE Acc joined(unsigned lanes, unsigned count, double inverse) {
            for (unsigned half = lanes / 2; half > 0; half /= 2)
                sums.join([&](const auto &x) { return warp::lane_down(x, half); });
            return sums.whole(count, inverse);
        }
    };
    using Mine = Taken<Op::has_running>;
    template <int W> CUPY_DEVICE static void take_words(Mine &mine, const unsigned (&word)[W]) {
        In x[4 * W / kSize];
        memcpy(x, word, sizeof word);
        mine.take(x);
    }
    // The place of the best of a line of small items: its vectors are the lines of their items.
    CUPY_DEVICE Acc place_of_words(const In *items, unsigned lane, unsigned length) const {
        constexpr unsigned N = 16 / kSize;
        typename Op::small best;
        for (unsigned k = lane * N; k < length; k += p.lanes * N) {
            unsigned word[4];
            if (k + N <= length) words(word, items + k);
            else first_words(word, items + k, (length - k) * kSize);
            best.add(word);
        }
        return best.line ? best.template first_of<Acc>(p.first + lane * N, p.lanes * N) : Op::identity();
    }
    template <int N> struct Count { static constexpr int value = N; };

    // Of a line of small items: whole vectors, and what is left.
    CUPY_DEVICE void line_of_words(Mine &mine, const In *items, unsigned lane, unsigned length) const {
        constexpr unsigned N = 16 / kSize;
        unsigned k = lane * N, word[4];
        for (; k + N <= length; k += p.lanes * N) {
            words(word, items + k);
            take_words(mine, word);
        }
        if (k >= length) return;
        first_words(word, items + k, (length - k) * kSize);
        take_words(mine, word);
    }

    // Finishes `count` outputs from `first` on with what take(where the first item of one is) has for them; `lanes` threads
    // have one, or, where there is one line of each, only one thread.
    template <bool single, class Take> CUPY_DEVICE void outputs(const In *items, int64 first, unsigned count, const Take &take) const {
        const int group_step = p.vectors ? (int)p.pitch / kSize : (int)(p.reduced * p.inner);
        const int column_step = p.vectors ? (int)p.kept_strides[0][0] / kSize : 1;
        const unsigned shift = single ? 0 : 31 - platform::leading_zeros(p.lanes), step = kThreads >> shift;
        for (unsigned begin = 0; begin < count; begin += step) {
            // Threads without an output go along with those of the last one.
            const unsigned one = begin + (thread >> shift), output = one < count ? one : count - 1;
            unsigned group = output, column = 0;
            if (!single && !rows()) Base::divide(output, p.run, group, column);
            int place = (int)group * group_step + (int)column * column_step;
            if (!single && p.vectors && p.kept_ndim > 2) {
                int64 offset[1] = {};
                Base::offsets(column, p.kept_ndim - 1, p.kept, p.kept_strides, offset);
                place = (int)group * group_step + (int)offset[0] / kSize;
            }
            const Acc acc = take(items + place);
            if (((thread >> shift) << shift) == thread && one < count) Op::finish(acc, p, first + one);
        }
    }
    // The outputs of `groups` groups from `begin` on, `lanes` threads side by side for each.
    CUPY_DEVICE void reduce(const In *to, unsigned begin, unsigned groups) const {
        const unsigned reduced = (unsigned)p.reduced, lane = thread & (p.lanes - 1), count = groups * p.inner;
        const unsigned length = p.vectors ? (unsigned)p.axes[0].length : reduced, lines = reduced / p.spans / length;
        const int apart = p.vectors ? (int)p.strides[0][0] / kSize : (int)p.inner;
        const In *const items = origin(to, begin, groups);
        const int64 first = (int64)begin * p.inner;
        const double inverse = Op::has_running ? inverse_of_count(reduced) : 0;
        if constexpr (Op::has_small && Op::sign == 0) {
            const unsigned bytes = length * kSize;
            const auto few = [&](auto words) {
                constexpr int W = decltype(words)::value;
                outputs<true>(items, first, count, [&](const In *from) {
                    Mine mine(*from);
                    unsigned word[W];
                    first_words(word, from, bytes);
                    take_words(mine, word);
                    return mine.joined(1, reduced, inverse);
                });
            };
            if (rows() && apart == 1 && length == reduced && p.lanes == 1 && bytes <= 16)
                return bytes <= 4 ? few(Count<1>()) : bytes <= 8 ? few(Count<2>()) : bytes <= 12 ? few(Count<3>()) : few(Count<4>());
        }
        if (rows() && length == reduced && p.lanes == 1 && reduced <= kFew)
            return outputs<true>(items, first, count, [&](const In *from) {
                FewItems<Op> held;
                for (unsigned k = 0; k < reduced; ++k, from += apart) held.add(*from, k, p.first);
                return held.result(reduced, inverse, p.first);
            });
        if (length == reduced)
            return outputs<false>(items, first, count, [&](const In *from) {
                Mine mine(*from);
                take_line(mine, from, lane, length, apart);
                return mine.joined(p.lanes, reduced, inverse);
            });
        const char *const at = this->begin(begin, groups);
        outputs<false>(items, first, count, [&](const In *from) {
            Mine mine(*from);
            int64 place = p.first + lane;
            for (unsigned number = 0; number < p.spans; ++number) {
                const char *stretch = reinterpret_cast<const char *>(from);
                if (number) stretch += number * between() + lead(at + span(number)) - lead(at);
                for (unsigned k = 0; k < lines; ++k, place += length) {
                    int64 offset[1] = {};
                    if (k) Base::offsets(k, p.along - 1, p.axes + 1, Base::later(p.strides, 1), offset);
                    const In *const line = reinterpret_cast<const In *>(stretch + offset[0]);
                    for (unsigned c = lane; c < length; c += p.lanes) mine.one(line[(int)c * apart], place + (c - lane));
                }
            }
            return mine.joined(p.lanes, reduced, inverse);
        });
    }
    CUPY_DEVICE void take_line(Mine &mine, const In *items, unsigned lane, unsigned length, int apart) const {
        if constexpr (Op::has_small)
            if (apart == 1 && length * kSize >= 16) {
                if constexpr (Op::sign != 0) mine.acc = place_of_words(items, lane, length);
                else line_of_words(mine, items, lane, length);
                return;
            }
        mine.line(*this, items, lane, length, apart);
    }

    // Tiles of `each` whole groups.
    CUPY_DEVICE void whole() const {
        const unsigned groups = (unsigned)p.outputs / p.inner, count = (groups + p.each - 1) / p.each;
        const auto held = [&](unsigned number) {
            const unsigned left = groups - number * p.each;
            return left < p.each ? left : p.each;
        };
        tiles(platform::block_index(), platform::block_count(), count, [&](unsigned number, In *to) {
            fill(to, (int64)number * p.each, held(number), held(number) * (unsigned)p.reduced * p.inner);
        }, [&](unsigned number, const In *to) { reduce(to, number * p.each, held(number)); });
    }

    // Tiles of `each` lines of one group; a thread adds up every `lanes`th item of its column.
    CUPY_DEVICE void part_of_group() const {
        const unsigned length = (unsigned)p.reduced, lane = thread / p.inner, column = thread % p.inner;
        const unsigned group = platform::block_index() / p.parts, part_index = platform::block_index() % p.parts;
        const int step = p.vectors ? (int)this->step() / kSize : 1, apart = p.vectors ? (int)p.pitch / kSize : (int)p.inner;
        const int64 first = (int64)group * length;
        const auto held = [&](unsigned number) {
            const unsigned left = length - number * p.each;
            return left < p.each ? left : p.each;
        };
        Acc acc = Op::identity();
        tiles(part_index, p.parts, (length + p.each - 1) / p.each, [&](unsigned number, In *to) {
            fill(to, first + number * p.each, held(number), held(number) * p.inner);
        }, [&](unsigned number, const In *to) {
            if (lane >= p.lanes) return;
            const In *const items = origin(to, first + number * p.each, held(number)) + (int)column * step;
            acc = Op::combine(acc, along(items, lane, p.lanes, held(number), apart, p.first + number * p.each));
        });
        acc = this->through_memory(acc, lane, p.lanes, p.inner);
        if (p.split > 1) {
            typename Base::Parts of = this->own(part_index);
            do {
                if (lane == 0) this->part(group, of.first, p.inner)[column] = acc;
                if (!this->is_last(group, of)) return;
                const Acc some = lane < p.lanes ? this->parts(of, group, p.inner, column, lane, p.lanes) : Op::identity();
                acc = this->through_memory(some, lane, p.lanes, p.inner);
            } while (!this->all(of));
        }
        if (lane == 0) Op::finish(acc, p, (int64)group * p.inner + column);
    }

    CUPY_DEVICE void run() const {
        if (p.spans) whole();
        else part_of_group();
    }
};

}  // namespace simt
}  // namespace cupy

#define CUPY_REDUCE_TILE(name, op)                                                                \
    CUPY_KERNEL CUPY_LAUNCH_RESIDENT(cupy::tuning::kReduceThreads, cupy::simt::TileReducer<op>::kResident) \
        name(CUPY_GRID_CONSTANT const cupy::Reduce params) {                                      \
        alignas(16) CUPY_SHARED unsigned char room[cupy::simt::TileReducer<op>::kRoom];          \
        CUPY_SHARED unsigned last;                                                                \
        cupy::simt::TileReducer<op>{{params, reinterpret_cast<op::acc_type *>(room), &last}, room}.run(); \
    }
