// Tile variant: the outputs are contiguous along x, some inputs along y.
//
// A block reads those inputs along y into shared memory, turns them, and then works along x, so that memory is
// accessed along its rows on both sides.  x, and y too, may be several axes that follow one another in memory, so
// neither needs to be long; where both together are short, a tile has several positions of z, the axis after them.
// Items that stay together on both sides, of a short inner axis, are one record.  Where a row lies in memory is found
// once for each tile.  An input that is contiguous along neither side is read in place, and best along z.  Rows of
// small items that begin anywhere come here even where nothing is turned.
//
// Small items are read and written by words, wherever rows begin: a tile's part of an output row ends where a word
// does, up to W - 1 elements early, and the next tile begins there.
#pragma once

#include "device/registers.hpp"

namespace cupy {
namespace simt {

// Division of numbers below 2^16, the quotient of a block's threads.
struct SmallDivider {
    unsigned divisor, multiplier;

    CUPY_DEVICE SmallDivider(unsigned by) : divisor(by), multiplier(0xffffffffu / by + 1) {}
    CUPY_DEVICE unsigned operator()(unsigned n, unsigned &rest) const {
        const unsigned quotient = multiplier ? platform::multiply_high(n, multiplier) : n;
        rest = n - quotient * divisor;
        return quotient;
    }
};

template <class Op> struct Tile {
    static constexpr int V = tuning::vector_elements(Op::sizes());
    static constexpr int W = tuning::tile_run(Op::sizes());

    const Op &op;
    const StridedBlock<Op::n> &p;
    unsigned char *const shared;
    unsigned x0, y0, z0, rest;                  // the tile's first record, and what is left of the block's number
    unsigned nx, ny, nz;                        // its records
    const unsigned lead;                        // records before it, of which rows that begin early need some
    const unsigned record;                         // elements of a record
    const unsigned slots;                       // of a table of addresses

    CUPY_DEVICE Tile(const Op &op, const StridedBlock<Op::n> &p, unsigned char *shared)
        : op(op), p(p), shared(shared), rest(platform::block_index()), lead(p.axes.lead), record(p.axes.run),
          slots(p.axes.slots) {
        x0 = start(0, nx);
        y0 = start(1, ny);
        z0 = start(2, nz);
    }
    CUPY_DEVICE unsigned start(int way, unsigned &count) {
        unsigned tile;
        divide(rest, p.axes.tiles[way], rest, tile);
        const unsigned edge = p.axes.edges[way], first = tile * edge, left = p.axes.items[way] - first;
        count = left < edge ? left : edge;
        return first;
    }

    CUPY_DEVICE bool transposed(int k) const { return p.head.flags >> (kTransposedShift + k) & 1; }
    CUPY_DEVICE bool by_value(int k) const { return p.head.scalars >> k & 1; }
    // Where a row begins: of a turned operand those along y, (z, x); of others those along x, (z, y).
    CUPY_DEVICE uint64 &row_of(int k, unsigned row) const {
        return reinterpret_cast<uint64 *>(shared)[k * slots + row];
    }
    CUPY_DEVICE unsigned char *tiles() const { return shared + tuning::tile_tables(slots, Op::n); }
    CUPY_DEVICE bool joined_in() const { return p.head.flags & kJoinedInputs; }
    CUPY_DEVICE bool joined_out() const { return p.head.flags & kJoinedOutputs; }
    CUPY_DEVICE unsigned pitch(int itemsize) const {
        const unsigned columns = (p.axes.edges[0] + lead) * record;
        return joined_out() ? columns : tuning::tile_pitch(columns, itemsize);
    }
    CUPY_DEVICE unsigned bytes(int itemsize) const {
        return tuning::tile_bytes(pitch(itemsize), p.axes.edges[1] * p.axes.edges[2], itemsize);
    }

    // Adds to each operand's place that of item `i` of `count` axes.
    CUPY_DEVICE void along(unsigned first, unsigned count, unsigned i, int64 (&to)[Op::n]) const {
        const unsigned last = first + count - 1;
        CUPY_NO_UNROLL
        for (unsigned d = first; d <= last; ++d) {
            unsigned index = i;
            if (d < last) divide(i, p.axes.dims[d], i, index);
            CUPY_UNROLL
            for (int k = 0; k < Op::n; ++k) to[k] += (int64)index * p.strides[k][d];
        }
    }
    CUPY_DEVICE void find_rows() const {
        const unsigned x_axis = record > 1, y_axis = x_axis + p.axes.axes[0], z_axis = y_axis + p.axes.axes[1];
        int64 base[Op::n];
        CUPY_UNROLL
        for (int k = 0; k < Op::n; ++k) base[k] = by_value(k) ? 0 : (int64)pointer_of<char>(p.slots[k]);
        if (p.axes.ndim > z_axis + 1) along(z_axis + 1, p.axes.ndim - z_axis - 1, rest, base);
        CUPY_NO_UNROLL
        for (int side = 0; side < 2; ++side) {
            const unsigned width = side ? ny : nx + lead, first = side ? y0 : x0, before = side ? 0 : lead;
            const unsigned axis = side ? y_axis : x_axis, others = side ? x_axis : y_axis;
            const unsigned rows = !(side ? joined_out() : joined_in()) ? width * nz : side ? 1 : lead + 1;
            for (unsigned row = platform::thread_index(); row < rows; row += tuning::kThreads) {
                const unsigned z = nz > 1 ? row / width : 0, i = first + row - z * width;
                int64 to[Op::n];
                CUPY_UNROLL
                for (int k = 0; k < Op::n; ++k) to[k] = base[k] + (int64)(side ? x0 : y0) * p.strides[k][others];
                if (p.axes.ndim > z_axis) along(z_axis, 1, z0 + z, to);
                if (i >= before) along(axis, p.axes.axes[side], i - before, to);
                CUPY_UNROLL
                for (int k = 0; k < Op::n; ++k)
                    if (transposed(k) != (bool)side) row_of(k, row) = i >= before ? (uint64)to[k] : 0;
            }
        }
        platform::barrier();
    }

    // Where units of rows are: each row has a power of two of them, some to spare, and neighbouring threads take one of
    // each of G rows.  A single row has no more than it needs.
    template <int G> struct Units {
        const unsigned rows, per;
        unsigned bits = 0;

        CUPY_DEVICE Units(unsigned rows, unsigned per) : rows(rows), per(per) {
            while (rows > 1 && 1u << bits < per) ++bits;
        }
        CUPY_DEVICE unsigned total() const { return rows == 1 ? per : (rows + G - 1) / G * G << bits; }
        CUPY_DEVICE unsigned row(unsigned i) const { return rows == 1 ? 0 : (i / G >> bits) * G + i % G; }
        CUPY_DEVICE unsigned place(unsigned i) const { return rows == 1 ? i : i / G & ((1u << bits) - 1); }
    };

    // Reads an input along y, R elements of as many rows at a time, into rows of x; several are on their way at once.
    template <int R, class T> CUPY_DEVICE void turn(int k, T *tile) const {
        constexpr bool words = sizeof(T) < 4;           // R elements are one, and rows begin anywhere in it
        constexpr int U = tuning::kTileInFlight / (R * (int)sizeof(T)), kNone = 1 << 30;
        const bool joined = joined_in();
        const unsigned pitch = this->pitch(sizeof(T)), width = nx + lead;
        const unsigned begin = joined && x0 == 0 ? lead : 0;        // the first column that there is
        const unsigned length = joined ? (nz > 1 ? nx * nz : width - begin) * ny : ny * record;
        const Units<R> at(joined ? 1 : width * nz, words ? (length + 2 * R - 2) / R : length / R);
        const SmallDivider split(joined ? ny : record), by_width(joined ? nx : width);
        CUPY_NO_UNROLL
        for (unsigned first = platform::thread_index(); first < at.total(); first += U * tuning::kThreads) {
            T part[U][R];
            int y[U];
            CUPY_UNROLL
            for (int u = 0; u < U; ++u) {
                const unsigned i = first + u * tuning::kThreads, row = at.row(i), place = at.place(i);
                y[u] = kNone;
                if (i >= at.total() || row >= at.rows || place >= at.per) continue;
                const uint64 address = row_of(k, joined ? begin : row);
                if (!address) continue;
                y[u] = (int)(place * R) - (words ? (int)(address & 3) / (int)sizeof(T) : 0);
                if (y[u] < (int)length) load_vector(part[u], reinterpret_cast<const T *>(address) + y[u]);
            }
            CUPY_UNROLL
            for (int u = 0; u < U; ++u) {
                if (y[u] >= (int)length) continue;
                unsigned z = 0, x = at.row(first + u * tuning::kThreads);
                if (nz > 1 && !joined) z = by_width(x, x);
                T *const to = tile + z * ny * pitch + x * record;
                CUPY_UNROLL
                for (int j = 0; j < R; ++j) {
                    const unsigned item = (unsigned)(y[u] + j);
                    if (words && item >= length) continue;
                    if (joined) put(tile, item, pitch, begin, split, by_width) = part[u][j];
                    else if (record == 1) to[item * pitch] = part[u][j];
                    else put_of_record(to, item, pitch, split) = part[u][j];
                }
            }
        }
    }
    template <class T>
    CUPY_DEVICE T &put_of_record(T *to, unsigned item, unsigned pitch, const SmallDivider &by_record) const {
        unsigned within;
        const unsigned y = by_record(item, within);
        return to[y * pitch + within];
    }
    // Item of a run over (z, x, y).
    template <class T> CUPY_DEVICE T &put(T *tile, unsigned item, unsigned pitch, unsigned begin,
                                          const SmallDivider &by_y, const SmallDivider &by_x) const {
        unsigned y, z = 0, x = by_y(item, y);
        if (nz > 1) z = by_x(x, x);
        return tile[(z * ny + y) * pitch + begin + x];
    }
    template <int I, class T> CUPY_DEVICE void stage(Part<I, 1, T> &, unsigned char *&tile) const {
        if constexpr (I < Op::nin) {
            if (!transposed(I)) return;
            constexpr int word = sizeof(T) < 4 ? 4 / sizeof(T) : 1, vector = sizeof(T) < 4 ? word : 16 / sizeof(T);
            if (p.head.flags & kVectorTransposed) turn<vector>(I, reinterpret_cast<T *>(tile));
            else turn<word>(I, reinterpret_cast<T *>(tile));
            tile += bytes(sizeof(T));
        }
    }

    // R elements of a row along x, those from `low` on and before `stop` in the tile.
    struct Unit {
        unsigned row;
        int x, low, stop;
    };
    template <int R> static CUPY_DEVICE bool whole(const Unit &unit) { return unit.low == 0 && unit.stop >= R; }

    // An operand that is not turned.
    template <int I, int R, class T> CUPY_DEVICE void load(Part<I, R, T> &part, const Unit &unit, bool alike) const {
        if ((I >= Op::nin && !Op::keeps) || (I < Op::nin && transposed(I))) return;
        const T *from = reinterpret_cast<const T *>(row_of(I, unit.row));
        if ((p.head.scalars | p.head.broadcast) >> I & 1) {
            const T value = by_value(I) ? p.slots[I].template as<T>() : *from;
            CUPY_UNROLL
            for (int j = 0; j < R; ++j) part.data[j] = value;
            return;
        }
        const bool all = whole<R>(unit) && p.strides[I][0] == sizeof(T);
        if (all && alike) return load_vector(part.data, from + unit.x);
        constexpr bool words = sizeof(T) < 4 && R * sizeof(T) % 4 == 0;
        if (words && all) {
            if constexpr (words) load_words(part.data, from + unit.x);
        } else {
            const char *at = reinterpret_cast<const char *>(from) + unit.x * p.strides[I][0];
            CUPY_UNROLL
            for (int j = 0; j < R; ++j, at += p.strides[I][0])
                if (j >= unit.low && j < unit.stop) part.data[j] = *reinterpret_cast<const T *>(at);
        }
    }
    template <int I, int R, class T>
    CUPY_DEVICE void take(Part<I, R, T> &part, const Unit &unit, unsigned char *&tile) const {
        if (I >= Op::nin || !transposed(I)) return;
        const T *from = reinterpret_cast<const T *>(tile) + unit.row * pitch(sizeof(T)) + (int)(lead * record) + unit.x;
        if constexpr (sizeof(T) < 4 && R * sizeof(T) % 4 == 0) {
            load_words(part.data, from);
        } else {
            CUPY_UNROLL
            for (int j = 0; j < R; ++j) part.data[j] = from[j];
        }
        tile += bytes(sizeof(T));
    }
    template <int I, int R, class T> CUPY_DEVICE void store(Part<I, R, T> &part, const Unit &unit, bool alike) const {
        if (I < Op::nin) return;
        T *to = reinterpret_cast<T *>(row_of(I, unit.row)) + unit.x;
        if (whole<R>(unit) && (alike || I == Op::nin)) {
            store_vector(to, part.data);
        } else {
            CUPY_UNROLL
            for (int j = 0; j < R; ++j)
                if (j >= unit.low && j < unit.stop) to[j] = part.data[j];
        }
    }

    // Works along x, R elements at a time; `anywhere`: rows need not begin where vectors do.
    template <int R, bool anywhere> CUPY_DEVICE void work() const {
        constexpr int U = 4, widest = R * Op::sizes().largest / 4;
        constexpr int G = widest < 1 ? 1 : widest < R ? widest : R;     // rows of neighbouring threads, in other banks
        constexpr bool ragged = anywhere && R > 1;
        const bool joined = joined_out(), ends = joined || x0 + nx == p.axes.items[0];
        const bool alike = !ragged || p.head.flags & kAlike;
        const unsigned length = (joined ? ny * nz : 1) * nx * record;
        const Units<G> at(joined ? 1 : ny * nz, ragged && ends ? (length + 2 * R - 2) / R : length / R);
        CUPY_NO_UNROLL
        for (unsigned first = platform::thread_index(); first < at.total(); first += U * tuning::kThreads) {
            RegistersOf<Op, R> part[U];
            Unit unit[U];
            CUPY_UNROLL
            for (int u = 0; u < U; ++u) {
                const unsigned i = first + u * tuning::kThreads;
                unit[u] = {at.row(i), (int)(at.place(i) * R), 0, 0};
                if (i >= at.total() || unit[u].row >= at.rows || at.place(i) >= at.per) continue;
                unit[u].stop = R;
                if constexpr (ragged) {
                    unit[u].x -= (int)(row_of(Op::nin, unit[u].row) / Op::itemsizes[Op::nin] & (R - 1));
                    if ((joined || x0 == 0) && unit[u].x < 0) unit[u].low = -unit[u].x;
                    if (ends && (int)length - unit[u].x < R) unit[u].stop = (int)length - unit[u].x;
                    if (unit[u].stop <= 0) continue;
                }
                part[u].each([&](auto &operand) { load(operand, unit[u], alike); });
            }
            CUPY_UNROLL
            for (int u = 0; u < U; ++u) {
                if (unit[u].stop <= 0) continue;
                unsigned char *tile = tiles();
                part[u].each([&](auto &operand) { take(operand, unit[u], tile); });
                CUPY_UNROLL
                for (int j = 0; j < R; ++j)
                    if (!ragged || (j >= unit[u].low && j < unit[u].stop)) part[u].apply(op, 0, j);
                part[u].each([&](auto &operand) { store(operand, unit[u], alike); });
            }
        }
    }

    CUPY_DEVICE void run() const {
        find_rows();
        RegistersOf<Op, 1> kinds;   // only for the types
        unsigned char *tile = tiles();
        kinds.each([&](auto &operand) { stage(operand, tile); });
        platform::barrier();
        if (p.head.flags & kVector) return work<V, false>();
        if constexpr (V > W)
            if (p.head.flags & kLongRows) return work<V, true>();
        work<W, true>();
    }
};

}  // namespace simt
}  // namespace cupy
