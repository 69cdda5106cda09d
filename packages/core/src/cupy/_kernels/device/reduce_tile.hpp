// Reductions of short lines on SIMT targets: a block brings neighbouring items into shared memory, whatever their
// number, and reduces them there.
//
// A line is a row (`inner` is 1) or what lies at one place of the reduced axis; lines are `pitch` bytes apart.
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

    // Blocks of a multiprocessor at once, 0 for no matter: one loads while another adds up.
    static constexpr int kResident = sizeof(Acc) <= 8 ? 5 : 0;

    In *const tile;                 // room for kReduceTileBytes and an unaligned beginning

    // Items of a line, and the bytes from one to the next and from line to line.
    CUPY_DEVICE const ReduceAxis &line() const { return p.inner > 1 ? p.kept[0] : p.axes[0]; }
    CUPY_DEVICE long long step() const { return p.inner > 1 ? p.kept_strides[0][0] : p.strides[0][0]; }
    CUPY_DEVICE long long pitch() const { return p.inner > 1 ? p.strides[0][0] : p.kept_strides[0][0]; }

    // Brings `count` items from the first of line `first` on; where they are.
    CUPY_DEVICE const In *fill(long long first, unsigned count) const {
        const char *from = p.inputs[0] + first * pitch();
        if (!p.vectors) {
            scattered(from, count);
            return tile;
        }
        // As far from a multiple of 16 bytes as in memory.
        const In *items = reinterpret_cast<const In *>(from);
        In *to = tile;
        unsigned head = 0;
        if constexpr (V > 1) {
            const unsigned beyond = (unsigned)(reinterpret_cast<uint64>(items) & 15) / sizeof(In);
            to += beyond;
            head = (V - beyond) % V;
            if (head > count) head = count;
        }
        const unsigned vectors = (count - head) / V;
        for (unsigned i = thread; i < vectors; i += U * kThreads) {
            In x[U][V];
            CUPY_UNROLL
            for (int u = 0; u < U; ++u)
                if (i + u * kThreads < vectors) Base::load_once(x[u], items + head + (i + u * kThreads) * V);
            CUPY_UNROLL
            for (int u = 0; u < U; ++u)
                if (i + u * kThreads < vectors) store_vector(to + head + (i + u * kThreads) * V, x[u]);
        }
        if (thread < head) to[thread] = items[thread];
        for (unsigned i = head + vectors * V + thread; i < count; i += kThreads) to[i] = items[i];
        platform::barrier();
        return to;
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

    // Items `apart` from each other, of which this thread takes every `lanes`th from `lane` on, C at a time.
    template <int C, class Sum> CUPY_DEVICE void take(Sum &acc, const In *items, unsigned &k, unsigned lanes, unsigned length,
                                           unsigned apart) const {
        for (; k + (C - 1) * lanes < length; k += C * lanes) {
            In x[C];
            CUPY_UNROLL
            for (int c = 0; c < C; ++c) x[c] = items[(k + c * lanes) * apart];
            if constexpr (Op::has_running) acc.add(x);
            else acc = Op::combine(acc, Base::chunk(x, 0));
        }
        if constexpr (C > 2) take<C / 2>(acc, items, k, lanes, length, apart);
    }
    // The best of some items is compared with what is held; which of them it was is asked at the end.
    CUPY_DEVICE Acc best_along(const In *items, unsigned lane, unsigned lanes, unsigned length, int64 first) const {
        using T = typename Base::Best::T;
        constexpr int C = 8;
        const auto item = [&](unsigned k) { return cast<T>(items[k * p.inner]); };
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
        return Acc{items[place * p.inner], first + place};
    }
    CUPY_DEVICE Acc along(const In *items, unsigned lane, unsigned lanes, unsigned length, int64 first) const {
        Acc acc = Op::identity();
        if constexpr (Op::sign != 0) return lane < length ? best_along(items, lane, lanes, length, first) : acc;
        unsigned k = lane;
        if constexpr (Op::has_running) {
            Following<Op, true> following;
            take<8>(following, items, k, lanes, length, p.inner);
            for (; k < length; k += lanes) following.add(items[k * p.inner]);
            return following.result();
        } else if constexpr (Base::kChunks) {
            take<8>(acc, items, k, lanes, length, p.inner);
        }
        for (; k < length; k += lanes) acc = Op::combine(acc, Op::map(items[k * p.inner], first + k));
        return acc;
    }

    // `each` groups, `lanes` threads side by side for an output.
    CUPY_DEVICE void whole() const {
        const unsigned length = (unsigned)p.reduced, lane = thread & (p.lanes - 1);
        const int64 first = (int64)platform::block_index() * p.each, left = p.outputs - first * p.inner;
        const unsigned most = p.each * p.inner, outputs = left < most ? (unsigned)left : most;
        const In *items = fill(p.inner > 1 ? first * length : first, outputs * length);
        for (unsigned begin = 0; begin < outputs; begin += kThreads / p.lanes) {
            const unsigned output = begin + thread / p.lanes;
            unsigned group = output, column = 0;
            if (p.inner > 1) Base::divide(output, p.kept[0], group, column);
            Acc acc = Op::identity();
            if (output < outputs)
                acc = along(items + group * length * p.inner + column, lane, p.lanes, length, p.first);
            for (unsigned half = p.lanes / 2; half > 0; half /= 2) acc = Op::combine(acc, warp::lane_down(acc, half));
            if (lane == 0 && output < outputs) Op::finish(acc, p, first * p.inner + output);
        }
    }

    // Tiles of one group; a thread adds up every `lanes`th item of its column.
    CUPY_DEVICE void part_of_group() const {
        const unsigned length = (unsigned)p.reduced, lane = thread / p.inner, column = thread % p.inner;
        const unsigned group = platform::block_index() / p.parts, part_index = platform::block_index() % p.parts;
        const unsigned lines = tuning::kReduceTileBytes / (unsigned)sizeof(In) / p.inner;
        Acc acc = Op::identity();
        for (unsigned at = part_index * lines; at < length; at += p.parts * lines) {
            const unsigned count = length - at < lines ? length - at : lines;
            const In *items = fill((int64)group * length + at, count * p.inner);
            if (lane < p.lanes) acc = Op::combine(acc, along(items + column, lane, p.lanes, count, p.first + at));
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
        if (p.each) whole();
        else part_of_group();
    }
};

}  // namespace simt
}  // namespace cupy

#define CUPY_REDUCE_TILE(name, op)                                                                \
    CUPY_KERNEL CUPY_LAUNCH_RESIDENT(cupy::tuning::kReduceThreads, cupy::simt::TileReducer<op>::kResident) \
        name(CUPY_GRID_CONSTANT const cupy::Reduce params) {                                      \
        alignas(16) CUPY_SHARED unsigned char items[cupy::tuning::kReduceTileBytes + 16];         \
        alignas(16) CUPY_SHARED unsigned char accumulators[sizeof(op::acc_type) * cupy::tuning::kReduceThreads]; \
        CUPY_SHARED unsigned last;                                                                \
        cupy::simt::TileReducer<op>{{params, reinterpret_cast<op::acc_type *>(accumulators), &last}, \
                                    reinterpret_cast<op::in0_type *>(items)}.run();               \
    }
