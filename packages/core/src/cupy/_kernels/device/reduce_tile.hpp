// Reductions of short lines on SIMT targets: a block brings neighbouring items into shared memory, whatever their
// number, and reduces them there.
//
// A line is a row (`inner` is 1) or what lies at one place of the reduced axis; lines are `pitch` bytes apart.  They lie in
// shared memory as in memory, with what is between their items where that is little; else item after item.
// Whole groups of length × inner items are reduced by some threads an output; a long group passes through the block
// tile by tile, and several blocks may share it.
#pragma once

#include "device/reduce.hpp"

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

    // Blocks of a multiprocessor at once, of which one loads while another adds up.
    // Five would leave fewer registers than rows that lie apart take.
    static constexpr int kResident = sizeof(Acc) > 16 && Base::kResident ? tuning::kReduceResidentHeavy : Base::kResident;
    static constexpr int kBytes = tuning::kReduceTileBytes + 64;     // with what aligned vectors hold besides, and words

    In *const tile;

    // Items of a line, and the bytes from one to the next and from line to line.
    CUPY_DEVICE const ReduceAxis &line() const { return p.inner > 1 ? p.kept[0] : p.axes[0]; }
    CUPY_DEVICE long long step() const { return p.inner > 1 ? p.kept_strides[0][0] : p.strides[0][0]; }
    CUPY_DEVICE long long pitch() const { return p.inner > 1 ? p.strides[0][0] : p.kept_strides[0][0]; }
    // The same in shared memory, in items.
    CUPY_DEVICE int held_step() const { return p.vectors ? (int)step() / (int)sizeof(In) : 1; }
    CUPY_DEVICE int held_pitch() const {
        return p.vectors ? (int)pitch() / (int)sizeof(In) : p.inner > 1 ? (int)p.inner : (int)p.reduced;
    }

    // Brings `lines` lines of `length` items from line `first` on; where the first item is.
    CUPY_DEVICE const In *fill(long long first, unsigned lines, unsigned length) const {
        const char *const from = p.inputs[0] + first * pitch();
        if (!p.vectors) {
            scattered(from, lines * length);
            return tile;
        }
        const int along = (int)(length - 1) * (int)step(), down = (int)(lines - 1) * (int)pitch();
        const int before = (along < 0 ? -along : 0) + (down < 0 ? -down : 0);
        const int behind = (along > 0 ? along : 0) + (down > 0 ? down : 0) + (int)sizeof(In);
        const char *const start = reinterpret_cast<const char *>(reinterpret_cast<uint64>(from - before) & ~(uint64)15);
        const unsigned vectors = ((unsigned)(from - start) + (unsigned)behind + 15) / 16;
        char *const to = reinterpret_cast<char *>(tile);
        for (unsigned i = thread; i < vectors; i += U * kThreads) {
            unsigned x[U][4];
            CUPY_UNROLL
            for (int u = 0; u < U; ++u)
                if (i + u * kThreads < vectors) platform::load_once(x[u], start + (i + u * kThreads) * 16);
            CUPY_UNROLL
            for (int u = 0; u < U; ++u)
                if (i + u * kThreads < vectors) memcpy(to + (i + u * kThreads) * 16, x[u], 16);
        }
        platform::barrier();
        return reinterpret_cast<const In *>(to + (from - start));
    }

    // Item i of rows of several axes.
    CUPY_DEVICE int64 offset_of(unsigned i) const {
        unsigned row, place;
        Base::divide(i, p.axes[0], row, place);
        int64 offset = place * step();
        CUPY_NO_UNROLL
        for (unsigned d = 1; d < p.reduced_ndim; ++d) {
            Base::divide(row, p.axes[d], row, place);
            offset += place * p.strides[0][d];
        }
        return offset + row * pitch();
    }
    // Of one axis a thread knows how far its next item is: nothing is divided in the loop.
    CUPY_DEVICE void scattered(const char *from, unsigned count) const {
        constexpr int ahead = 8;
        const bool several = p.inner == 1 && p.reduced_ndim > 1;
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
                x[u] = *reinterpret_cast<const In *>(from + (several ? offset_of(i + u * kThreads) : offset));
                place += places;
                offset += further;
                if (place < length) continue;
                place -= length;
                offset += turn;
            }
            CUPY_UNROLL
            for (int u = 0; u < ahead; ++u)
                if (i + u * kThreads < count) tile[i + u * kThreads] = x[u];
        }
        platform::barrier();
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
    // Small items side by side, 16 bytes at a time from the words in which they lie.
    template <class Take> CUPY_DEVICE void words(const In *items, unsigned lane, unsigned lanes, unsigned length,
                                                 const Take &taken) const {
        const unsigned from = (unsigned)(reinterpret_cast<const char *>(items) - reinterpret_cast<const char *>(tile));
        const unsigned bytes = length * (unsigned)sizeof(In), rest = bytes % 16, shift = from % 4 * 8, none = Op::small::kNone;
        const unsigned *const words = reinterpret_cast<const unsigned *>(tile) + from / 4;
        for (unsigned k = 16 * lane; k < bytes; k += 16 * lanes) {
            unsigned held[5], word[4];
            In x[16 / sizeof(In)];
            CUPY_UNROLL
            for (unsigned c = 0; c < 5; ++c) held[c] = words[k / 4 + c];
            CUPY_UNROLL
            for (unsigned c = 0; c < 4; ++c) word[c] = (unsigned)(((uint64)held[c + 1] << 32 | held[c]) >> shift);
            if (k + 16 > bytes)
                CUPY_UNROLL
                for (unsigned c = 0; c < 4; ++c) {
                    const unsigned keep = rest >= 4 * c + 4 ? ~0u : rest <= 4 * c ? 0 : ~(~0u << (rest - 4 * c) * 8);
                    word[c] = (word[c] & keep) | (none & ~keep);
                }
            memcpy(x, word, 16);
            taken(x);
        }
    }
    // Whether a row is long enough for that.
    CUPY_DEVICE static bool in_words(unsigned length, int apart) { return apart == 1 && length * sizeof(In) >= 32; }
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
    // Of all items of an output, for the first of its threads, all of which come here.
    CUPY_DEVICE Acc all_along(const In *items, unsigned lane, unsigned length, int apart) const {
        if constexpr (Op::has_running) {
            typename Op::running sums;
            sums.begin(items[0]);
            bool taken = false;
            if constexpr (Op::has_small && sizeof(In) == 1) {
                taken = in_words(length, apart);
                if (taken) words(items, lane, p.lanes, length, [&](const auto &x) { sums.add_all(x); });
            }
            if (!taken)
                for (unsigned k = lane; k < length; k += p.lanes) sums.add(items[(int)k * apart]);
            for (unsigned half = p.lanes / 2; half > 0; half /= 2)
                sums.join([&](const auto &x) { return warp::lane_down(x, half); });
            return sums.whole(length, inverse_of_count(length));
        } else {
            Acc acc = Op::identity();
            bool taken = false;
            if constexpr (Op::has_small) {
                taken = in_words(length, apart);
                if (taken)
                    words(items, lane, p.lanes, length, [&](const auto &x) { acc = Op::combine(acc, Base::chunk(x, 0)); });
            }
            if (!taken) acc = along(items, lane, p.lanes, length, apart, p.first);
            for (unsigned half = p.lanes / 2; half > 0; half /= 2) acc = Op::combine(acc, warp::lane_down(acc, half));
            return acc;
        }
    }

    // `each` groups, `lanes` threads side by side for an output.
    CUPY_DEVICE void whole() const {
        const unsigned length = (unsigned)p.reduced, lane = thread & (p.lanes - 1);
        const int64 first = (int64)platform::block_index() * p.each, left = p.outputs - first * p.inner;
        const unsigned most = p.each * p.inner, outputs = left < most ? (unsigned)left : most;
        const bool rows = p.inner == 1;
        const int between = held_pitch(), beside = held_step(), apart = rows ? beside : between;
        const In *items = rows ? fill(first, outputs, length) : fill(first * length, outputs / p.inner * length, p.inner);
        for (unsigned begin = 0; begin < outputs; begin += kThreads / p.lanes) {
            // Threads without an output go along with those of the last one.
            const unsigned output = begin + thread / p.lanes, one = output < outputs ? output : outputs - 1;
            unsigned group = one, column = 0;
            if (!rows) Base::divide(one, p.kept[0], group, column);
            const In *const from = items + (int)(rows ? group : group * length) * between + (int)column * beside;
            const Acc acc = all_along(from, lane, length, apart);
            if (lane == 0 && output < outputs) Op::finish(acc, p, first * p.inner + output);
        }
    }

    // Tiles of one group; a thread adds up every `lanes`th item of its column.
    CUPY_DEVICE void part_of_group() const {
        const unsigned length = (unsigned)p.reduced, lane = thread / p.inner, column = thread % p.inner;
        const unsigned group = platform::block_index() / p.parts, part_index = platform::block_index() % p.parts;
        const unsigned lines = p.each;
        Acc acc = Op::identity();
        for (unsigned at = part_index * lines; at < length; at += p.parts * lines) {
            const unsigned count = length - at < lines ? length - at : lines;
            const In *items = fill((int64)group * length + at, count, p.inner) + (int)column * held_step();
            if (lane < p.lanes)
                acc = Op::combine(acc, along(items, lane, p.lanes, count, held_pitch(), p.first + at));
            platform::barrier();
        }
        acc = this->through_memory(acc, lane, p.lanes, p.inner);
        if (p.split > 1) {
            if (lane == 0) this->part(group, p.first_part + part_index, p.inner)[column] = acc;
            if (!this->is_last(group)) return;
            const Acc some = lane < p.lanes ? this->parts(group, p.inner, column, lane, p.lanes) : Op::identity();
            acc = this->through_memory(some, lane, p.lanes, p.inner);
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
        alignas(16) CUPY_SHARED unsigned char items[cupy::simt::TileReducer<op>::kBytes];        \
        alignas(16) CUPY_SHARED unsigned char accumulators[sizeof(op::acc_type) * cupy::tuning::kReduceThreads]; \
        CUPY_SHARED unsigned last;                                                                \
        cupy::simt::TileReducer<op>{{params, reinterpret_cast<op::acc_type *>(accumulators), &last}, \
                                    reinterpret_cast<op::in0_type *>(items)}.run();               \
    }
