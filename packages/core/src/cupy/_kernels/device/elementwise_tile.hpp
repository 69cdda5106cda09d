// Tile variant: the outputs are contiguous along x, some inputs along y.
//
// A block reads those inputs along y into shared memory, turns them, and then works along x, so that memory is
// accessed along its rows on both sides.  x, and y too, may be several axes that follow one another in memory, so
// neither needs to be long; where both together are short, a tile has several positions of z, the axis after them.
// Where an item of a row lies in memory is found once for each tile.
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
    static constexpr int kLead = W - 1;         // columns before the tile, of which rows that begin early need some

    const Op &op;
    const StridedBlock<Op::n> &p;
    unsigned char *const shared;
    unsigned x0, y0, z0, rest;                  // the tile's first element, and what is left of the block's number
    unsigned nx, ny, nz;                        // its elements
    const unsigned slots;                       // of a table of addresses

    CUPY_DEVICE Tile(const Op &op, const StridedBlock<Op::n> &p, unsigned char *shared)
        : op(op), p(p), shared(shared), rest(platform::block_index()), slots(tuning::tile_slots(p.axes.edges, W)) {
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
    CUPY_DEVICE unsigned pitch(int itemsize) const {
        return tuning::tile_pitch(p.axes.edges[0] + kLead, itemsize);
    }
    CUPY_DEVICE unsigned bytes(int itemsize) const {
        return tuning::tile_bytes(p.axes.edges[0] + kLead, p.axes.edges[1] * p.axes.edges[2], itemsize);
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
        const unsigned z_axis = p.axes.axes[0] + p.axes.axes[1];
        int64 base[Op::n];
        CUPY_UNROLL
        for (int k = 0; k < Op::n; ++k) base[k] = by_value(k) ? 0 : (int64)pointer_of<char>(p.slots[k]);
        if (p.axes.ndim > z_axis + 1) along(z_axis + 1, p.axes.ndim - z_axis - 1, rest, base);
        CUPY_NO_UNROLL
        for (int side = 0; side < 2; ++side) {
            const unsigned width = side ? ny : nx + kLead, first = side ? y0 : x0, lead = side ? 0 : kLead;
            const unsigned axis = side ? p.axes.axes[0] : 0, others = side ? 0 : p.axes.axes[0];
            for (unsigned row = platform::thread_index(); row < width * nz; row += tuning::kThreads) {
                const unsigned z = nz > 1 ? row / width : 0, i = first + row - z * width;
                int64 to[Op::n];
                CUPY_UNROLL
                for (int k = 0; k < Op::n; ++k) to[k] = base[k] + (int64)(side ? x0 : y0) * p.strides[k][others];
                if (p.axes.ndim > z_axis) along(z_axis, 1, z0 + z, to);
                if (i >= lead) along(axis, p.axes.axes[side], i - lead, to);
                CUPY_UNROLL
                for (int k = 0; k < Op::n; ++k)
                    if (transposed(k) != (bool)side) row_of(k, row) = i >= lead ? (uint64)to[k] : 0;
            }
        }
        platform::barrier();
    }

    // Reads an input along y, R elements of as many rows at a time, into rows of x; several are on their way at once.
    template <int R, class T> CUPY_DEVICE void turn(int k, T *tile) const {
        constexpr bool words = sizeof(T) < 4;           // R elements are one, and rows begin anywhere in it
        constexpr int U = R * sizeof(T) >= 16 ? 4 : 8;
        const unsigned pitch = this->pitch(sizeof(T)), width = nx + kLead, rows = width * nz;
        const unsigned per = words ? (ny + 2 * R - 2) / R : ny / R, units = (rows + R - 1) / R * R * per;
        const SmallDivider by_row(per), by_width(width);
        CUPY_NO_UNROLL
        for (unsigned first = platform::thread_index(); first < units; first += U * tuning::kThreads) {
            T part[U][R];
            int y[U];
            unsigned to[U];
            CUPY_UNROLL
            for (int u = 0; u < U; ++u) {
                const unsigned i = first + u * tuning::kThreads;
                unsigned w, x = 0;
                const unsigned row = by_row(i / R, w) * R + i % R;
                y[u] = (int)ny;
                if (i >= units || row >= rows) continue;
                const uint64 address = row_of(k, row);
                if (!address) continue;
                const int early = words ? (int)(address & 3) / (int)sizeof(T) : 0;
                y[u] = (int)(w * R) - early;
                if (y[u] >= (int)ny) continue;
                to[u] = row;
                if (nz > 1) to[u] = by_width(row, x) * ny * pitch, to[u] += x;
                load_vector(part[u], reinterpret_cast<const T *>(address) + y[u]);
            }
            CUPY_UNROLL
            for (int u = 0; u < U; ++u)
                CUPY_UNROLL
                for (int j = 0; j < R; ++j)
                    if ((unsigned)(y[u] + j) < ny) tile[to[u] + (y[u] + j) * pitch] = part[u][j];
        }
    }
    template <int I, class T> CUPY_DEVICE void stage(Part<I, 1, T> &, unsigned char *&tile) const {
        if constexpr (I < Op::nin) {
            if (!transposed(I)) return;
            constexpr int wide = 16 / sizeof(T), narrow = sizeof(T) < 4 ? 4 / sizeof(T) : 1;
            T *const to = reinterpret_cast<T *>(tile);
            if (sizeof(T) >= 4 && p.head.flags & kVectorTransposed) turn<sizeof(T) < 4 ? narrow : wide>(I, to);
            else turn<narrow>(I, to);
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
    template <int I, int R, class T> CUPY_DEVICE void load(Part<I, R, T> &part, const Unit &unit, bool vectors) const {
        if ((I >= Op::nin && !Op::keeps) || (I < Op::nin && transposed(I))) return;
        const T *from = reinterpret_cast<const T *>(row_of(I, unit.row));
        if ((p.head.scalars | p.head.broadcast) >> I & 1) {
            const T value = by_value(I) ? p.slots[I].template as<T>() : *from;
            CUPY_UNROLL
            for (int j = 0; j < R; ++j) part.data[j] = value;
        } else if (vectors) {
            load_vector(part.data, from + unit.x);
        } else {
            CUPY_UNROLL
            for (int j = 0; j < R; ++j)
                if (j >= unit.low && j < unit.stop) part.data[j] = from[unit.x + j];
        }
    }
    template <int I, int R, class T>
    CUPY_DEVICE void take(Part<I, R, T> &part, const Unit &unit, unsigned char *&tile) const {
        if (I >= Op::nin || !transposed(I)) return;
        const T *from = reinterpret_cast<const T *>(tile) + unit.row * pitch(sizeof(T)) + kLead + unit.x;
        if constexpr (sizeof(T) < 4 && R * sizeof(T) % 4 == 0) {
            load_words(part.data, from);
        } else {
            CUPY_UNROLL
            for (int j = 0; j < R; ++j) part.data[j] = from[j];
        }
        tile += bytes(sizeof(T));
    }
    template <int I, int R, class T> CUPY_DEVICE void store(Part<I, R, T> &part, const Unit &unit, bool vectors) const {
        if (I < Op::nin) return;
        T *to = reinterpret_cast<T *>(row_of(I, unit.row)) + unit.x;
        if (vectors) {
            store_vector(to, part.data);
        } else {
            CUPY_UNROLL
            for (int j = 0; j < R; ++j)
                if (j >= unit.low && j < unit.stop) to[j] = part.data[j];
        }
    }

    // Works along x, R elements at a time; `anywhere`: rows need not begin where vectors do.
    template <int R, bool anywhere> CUPY_DEVICE void work() const {
        constexpr int U = R * Op::sizes().inputs > 16 ? 2 : 4, widest = R * Op::sizes().largest / 4;
        constexpr int G = widest < 1 ? 1 : widest < R ? widest : R;     // rows of neighbouring threads, in other banks
        constexpr bool ragged = anywhere && R > 1;
        const bool ends = x0 + nx == p.axes.items[0], alike = !ragged || p.head.flags & kAlike;
        const unsigned per = ragged && ends ? (nx + 2 * R - 2) / R : nx / R, rows = ny * nz;
        const unsigned units = (rows + G - 1) / G * G * per;
        const SmallDivider by_row(per);
        CUPY_NO_UNROLL
        for (unsigned first = platform::thread_index(); first < units; first += U * tuning::kThreads) {
            RegistersOf<Op, R> part[U];
            Unit unit[U];
            CUPY_UNROLL
            for (int u = 0; u < U; ++u) {
                const unsigned i = first + u * tuning::kThreads;
                unsigned w;
                unit[u] = {by_row(i / G, w) * G + i % G, (int)(w * R), 0, 0};
                if (i >= units || unit[u].row >= rows) continue;
                unit[u].stop = R;
                if constexpr (ragged) {
                    unit[u].x -= (int)(row_of(Op::nin, unit[u].row) / Op::itemsizes[Op::nin] & (R - 1));
                    if (x0 == 0 && unit[u].x < 0) unit[u].low = -unit[u].x;
                    if (ends && (int)nx - unit[u].x < R) unit[u].stop = (int)nx - unit[u].x;
                    if (unit[u].stop <= 0) continue;
                }
                const bool vectors = alike && whole<R>(unit[u]);
                part[u].each([&](auto &operand) { load(operand, unit[u], vectors); });
            }
            CUPY_UNROLL
            for (int u = 0; u < U; ++u) {
                if (unit[u].stop <= 0) continue;
                unsigned char *tile = tiles();
                part[u].each([&](auto &operand) { take(operand, unit[u], tile); });
                CUPY_UNROLL
                for (int j = 0; j < R; ++j)
                    if (!ragged || (j >= unit[u].low && j < unit[u].stop)) part[u].apply(op, 0, j);
                const bool vectors = alike && whole<R>(unit[u]);
                part[u].each([&](auto &operand) { store(operand, unit[u], vectors); });
            }
        }
    }

    CUPY_DEVICE void run() const {
        find_rows();
        RegistersOf<Op, 1> kinds;   // only for the types
        unsigned char *tile = tiles();
        kinds.each([&](auto &operand) { stage(operand, tile); });
        platform::barrier();
        if (p.head.flags & kVector) work<V, false>();
        else work<W, true>();
    }
};

}  // namespace simt
}  // namespace cupy
