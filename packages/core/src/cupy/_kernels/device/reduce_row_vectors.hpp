// Rows by vectors on SIMT targets.  Their lines may begin anywhere: each has as many aligned vectors, and what lies before
// and behind these comes at the end.
#pragma once

#include "device/reduce.hpp"

namespace cupy {
namespace simt {

template <class Op> struct RowVectors : Reducer<Op> {
    using Base = Reducer<Op>;
    using typename Base::Acc;
    using typename Base::Best;
    using typename Base::In;
    using Base::p;
    using Base::U;
    using Base::V;

    CUPY_DEVICE Acc run(const In *row, unsigned lane, unsigned part_index, int64 base) const {
        Acc acc = Op::identity();
        const unsigned length = (unsigned)p.axes[0].length, outer = (unsigned)p.reduced / length;
        const auto before = [&](const In *line) {
            return sizeof(In) < 16 ? (unsigned)(-reinterpret_cast<uint64>(line) & 15) / (unsigned)sizeof(In) : 0;
        };
        const unsigned run = outer > 1 ? (unsigned)p.run.length : (length - before(row)) / V;
        const unsigned total = run * outer, step = p.parts * p.lanes, first = part_index * p.lanes + lane;
        const auto line_of = [&](unsigned line) {
            int64 offset = 0;
            Base::offsets(line, p.reduced_ndim - 1, p.axes + 1, Base::later(p.strides, 1), &offset);
            return reinterpret_cast<const In *>(reinterpret_cast<const char *>(row) + offset);
        };
        const auto address = [&](unsigned t) {
            if (outer == 1) return row + before(row) + (int64)t * V;
            unsigned line, place;
            Base::divide(t, p.run, line, place);
            const In *const items = line_of(line);
            return items + before(items) + (int64)place * V;
        };
        const int64 begin = base + (outer == 1 ? before(row) : 0);       // of the first vector, where places count
        unsigned at = first;
        Best best;
        [[maybe_unused]] Following<Op, true> following;
        // Of the best the last round is not among these: whose items are still there need not be read again.
        constexpr int further = Op::sign != 0 ? U : U - 1;
        for (; at + further * step < total; at += U * step) {
            In x[U][V];
            CUPY_UNROLL
            for (int u = 0; u < U; ++u) Base::load_once(x[u], address(at + u * step));
            if constexpr (Op::sign != 0) best.look(x, at);
            else if constexpr (Op::has_running) following.add(x);
            else Base::join(acc, x, begin + (int64)at * V, (int64)step * V);
        }
        if constexpr (Op::sign != 0) {
            // What is left, and then the round with the best value again: vectors that are not there are
            // replaced by the first.
            In x[U][V];
            const auto load = [&](unsigned one) {
                CUPY_UNROLL
                for (int u = 0; u < U; ++u) load_vector(x[u], address(one + u * step < total ? one + u * step : one));
            };
            if (at < total) {
                load(at);
                best.look(x, at);
            }
            if (best.found) {
                if (best.round != at) load(best.round);
                const int j = best.find(x);
                acc.value = x[0][0];
                CUPY_UNROLL
                for (int k = 1; k < U * V; ++k)
                    if (k == j) acc.value = x[k / V][k % V];
                acc.index = begin + ((int64)best.round + j / V * (int64)step) * V + j % V;
            }
        } else if (at < total) {
            In x[U][V];
            CUPY_UNROLL
            for (int u = 0; u < U; ++u)
                if (at + u * step < total) Base::load_once(x[u], address(at + u * step));
            CUPY_UNROLL
            for (int u = 0; u < U; ++u) {
                if (at + u * step >= total) continue;
                if constexpr (Op::has_running) following.add(x[u]);
                else acc = Op::combine(acc, Base::chunk(x[u], begin + (int64)(at + u * step) * V));
            }
        }
        const unsigned rest = length - run * V, left = outer * rest;
        for (unsigned t = first; t < left; t += U * step) {
            In x[U];
            unsigned place[U];
            CUPY_UNROLL
            for (int u = 0; u < U; ++u) {
                if (t + u * step >= left) continue;
                const unsigned line = outer == 1 ? 0 : (t + u * step) / rest;
                const In *const items = outer == 1 ? row : line_of(line);
                place[u] = t + u * step - line * rest;
                if (place[u] >= before(items)) place[u] += run * V;
                x[u] = items[place[u]];
            }
            CUPY_UNROLL
            for (int u = 0; u < U; ++u) {
                if (t + u * step >= left) continue;
                if constexpr (Op::has_running) following.add(x[u]);
                else acc = Op::combine(acc, Op::map(x[u], base + place[u]));
            }
        }
        if constexpr (Op::has_running) return following.result();
        return acc;
    }
};

}  // namespace simt
}  // namespace cupy
