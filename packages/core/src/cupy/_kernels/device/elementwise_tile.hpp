// Tile variant: the outputs are contiguous along x, some inputs perhaps along y.
//
// A block brings those inputs along y into shared memory as they lie, and then works along x, turning them as it reads
// there, so that memory is accessed along its rows on both sides; short rows that follow one another along x are packed:
// they come as one.  x, and y too, may be several axes that follow one another in memory, so neither needs to be long;
// where both together are short, a tile has several positions of z, the axis after them.  Where a row begins in memory
// is found once for each tile.  So the shortest axes of small items come in tiles, too: nothing is turned then, x are
// axes that follow one another in the outputs, perhaps only there, and where the items of other inputs lie along these
// is a table as well.
//
// Where y and perhaps z follow a short x in the outputs, a tile is joined: one run of theirs, in whose order what is
// turned lies in shared memory, as does what goes along neither.
//
// Small items are read and written by vectors, wherever rows begin: a tile's part of an output row ends where a vector
// does, up to W - 1 elements early, and the next tile begins there.
#pragma once

#include "device/elementwise_box.hpp"

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
        : op(op), p(p), shared(shared), rest(platform::block_index()),
          slots(tuning::tile_slots(p.axes.edges, W, columns(), joined())) {
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

    CUPY_DEVICE bool turns() const { return p.head.flags >> kTransposedShift & 0xff; }
    // Whether what lies at each x has an address in a table: rows along y, or what goes along neither where x are several axes.
    CUPY_DEVICE bool columns() const {
        return joined() ? turns() || p.axes.axes[0] > 1 : turns() && !packs();
    }
    CUPY_DEVICE bool by_columns(int k) const {
        return transposed(k) ? !packed(k) : staged(k) && p.axes.axes[0] > 1;
    }
    CUPY_DEVICE unsigned others() const { return p.head.flags >> kScatteredShift & ~(p.head.flags >> kTransposedShift); }
    CUPY_DEVICE bool scatters() const { return W > 1 && !joined() && others() & 0xff; }
    CUPY_DEVICE bool scattered(int k) const { return scatters() && others() >> k & 1; }
    CUPY_DEVICE bool transposed(int k) const { return p.head.flags >> (kTransposedShift + k) & 1; }
    // Whether the rows of a turned operand follow one another along x, and a tile has all of them.
    CUPY_DEVICE bool packs() const {
        return !joined() && p.head.flags >> kScatteredShift & p.head.flags >> kTransposedShift & 0xff;
    }
    CUPY_DEVICE bool packed(int k) const { return packs() && transposed(k); }
    CUPY_DEVICE bool joined() const { return p.head.flags & kJoined; }
    // Whether an operand is brought to shared memory: in a joined tile those, too, that are contiguous nowhere.
    CUPY_DEVICE bool staged(int k) const {
        return transposed(k) || (joined() && p.head.flags >> (kScatteredShift + k) & 1);
    }
    CUPY_DEVICE bool by_value(int k) const { return p.head.scalars >> k & 1; }
    // Where a row begins: of what has a table of columns those along y, (z, x); of others those along x, (z, y).
    CUPY_DEVICE uint64 &row_of(int k, unsigned row) const {
        return reinterpret_cast<uint64 *>(shared)[k * slots + row];
    }
    // Bytes from one item of its rows to the next.
    CUPY_DEVICE int step_of(int k) const { return (int)p.strides[k][p.axes.axes[0]]; }
    // Where the tile of a turned operand begins in shared memory.
    CUPY_DEVICE unsigned tile_of(int k) const {
        unsigned place = (unsigned)(reinterpret_cast<unsigned char *>(columns_of(Op::nin)) - shared);
        CUPY_UNROLL
        for (int other = 0; other < Op::nin; ++other)
            if (other < k && staged(other))
                place += tuning::tile_bytes(p.axes.edges, joined() ? Op::itemsizes[other] : step_of(other), W, V,
                                            joined(), packed(other));
        return place;
    }

    // Where the items of a scattered operand lie along x, in bytes.
    CUPY_DEVICE int *columns_of(int k) const {
        unsigned place = tuning::tile_tables(slots, Op::n);
        CUPY_UNROLL
        for (int other = 0; other < Op::nin; ++other)
            if (other < k && scattered(other)) place += tuning::tile_columns(p.axes.edges[0] + kLead);
        return reinterpret_cast<int *>(shared + place);
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
        for (int side = !columns() && !scatters(); side < 2; ++side) {
            const unsigned lead = side || joined() ? 0 : kLead, first = side ? y0 : x0;
            const unsigned width = joined() ? (side ? 1 : nx) : side ? ny : nx + lead;
            const unsigned axis = side ? p.axes.axes[0] : 0, others = side ? 0 : p.axes.axes[0];
            for (unsigned row = platform::thread_index(); row < width * nz; row += tuning::kThreads) {
                const unsigned z = nz > 1 ? row / width : 0, i = first + row - z * width;
                int64 to[Op::n];
                CUPY_UNROLL
                for (int k = 0; k < Op::n; ++k)
                    to[k] = scattered(k) ? 0 : (int64)(side ? x0 : y0) * p.strides[k][others];      // x0 is in their tables
                if (p.axes.ndim > z_axis && (side || columns())) along(z_axis, 1, z0 + z, to);
                CUPY_UNROLL
                for (int k = 0; k < Op::n; ++k)
                    if (!side && scattered(k)) to[k] = 0;
                if (i > lead) along(axis, p.axes.axes[side], i - lead, to);     // before the first one that is read
                CUPY_UNROLL
                for (int k = 0; k < Op::n; ++k) {
                    if (by_columns(k) != (bool)side && (side || !scattered(k)))
                        row_of(k, row) = (uint64)(base[k] + to[k]);
                    if (k < Op::nin && !side && z == 0 && scattered(k)) columns_of(k)[row] = (int)to[k];
                }
            }
        }
        platform::barrier();
    }

    // Brings the rows along y of an input as they lie, by the vectors in which they lie; where each begins is a table.
    // Packed rows, those of the columns before the tile too, are one.
    CUPY_DEVICE void bring(int k) const {
        constexpr int U = platform::kCopiesAhead ? 1 : 4;
        const bool one = packed(k);
        const unsigned place = tile_of(k), data = place + tuning::tile_starts(p.axes.edges, W);
        const unsigned pitch = tuning::tile_pitch(p.axes.edges[1], step_of(k)), columns = (nx + kLead) * nz;
        const unsigned step = ny * step_of(k), before = x0 < kLead ? x0 : kLead;
        const unsigned rows = one ? 1 : columns;
        const unsigned bytes = (one ? before + nx : 1) * step - step_of(k) + Op::itemsizes[k], per = (bytes + 30) / 16;
        const auto start = [&](unsigned row) { return data + row * pitch + row / V * 16; };
        const auto address_of = [&](unsigned row) { return one ? row_of(k, 0) - before * step : row_of(k, row); };
        const SmallDivider by_vector(per);
        CUPY_NO_UNROLL
        for (unsigned first = platform::thread_index(); first < rows * per; first += U * tuning::kThreads) {
            Chunk<16> part[U];
            Chunk<16> *to[U];
            CUPY_UNROLL
            for (int u = 0; u < U; ++u) {
                unsigned v;
                const unsigned row = by_vector(last(first + u * tuning::kThreads, rows * per), v);
                const uint64 address = address_of(row);
                if (v * 16 >= (unsigned)(address & 15) + bytes) v = 0;
                const Chunk<16> *const from = reinterpret_cast<const Chunk<16> *>(address & ~(uint64)15) + v;
                to[u] = reinterpret_cast<Chunk<16> *>(shared + start(row)) + v;
                if constexpr (platform::kCopiesAhead) platform::copy_ahead(to[u], from);
                else part[u] = *from;
            }
            CUPY_UNROLL
            for (int u = 0; u < U && !platform::kCopiesAhead; ++u) *to[u] = part[u];
        }
        unsigned short *const starts = reinterpret_cast<unsigned short *>(shared + place);
        for (unsigned row = platform::thread_index(); row < columns + W - 1; row += tuning::kThreads) {
            const unsigned at = last(row, columns), column = at + before < kLead ? 0 : at + before - kLead;
            const unsigned begin = one ? data + column * step : start(at);
            starts[row] = (unsigned short)(begin + (unsigned)(address_of(at) & 15));
        }
    }
    static CUPY_DEVICE unsigned last(unsigned row, unsigned rows) { return row < rows ? row : rows - 1; }
    // Reads an input along y, of a joined tile: R elements of a word, the words of all rows one after another, as rows
    // may be short.
    template <int R, class T> CUPY_DEVICE void turn_words(int k, T *tile) const {
        constexpr int U = R > 1 ? 4 : 8;
        const unsigned pitch = nx, width = nx;
        const unsigned per = (ny + 2 * R - 2) / R;
        const unsigned units = width * nz * per;
        const SmallDivider by_unit(per), by_x(width);
        CUPY_NO_UNROLL
        for (unsigned first = platform::thread_index(); first < units; first += U * tuning::kThreads) {
            T part[U][R];
            int at[U];
            unsigned row[U];
            CUPY_UNROLL
            for (int u = 0; u < U; ++u) {
                unsigned unit;
                row[u] = by_unit(last(first + u * tuning::kThreads, units), unit);
                const uint64 address = row_of(k, row[u]);
                at[u] = (int)(unit * R) - (R > 1 ? (int)(address & 3) / (int)sizeof(T) : 0);
                if (R > 1 && at[u] >= (int)ny) at[u] -= R;
                load_vector(part[u], reinterpret_cast<const T *>(address) + at[u]);
            }
            CUPY_UNROLL
            for (int u = 0; u < U; ++u) {
                unsigned to = row[u];
                if (nz > 1) {
                    unsigned x;
                    to = by_x(to, x) * ny * pitch;
                    to += x;
                }
                CUPY_UNROLL
                for (int j = 0; j < R; ++j)
                    if (R == 1 || (unsigned)(at[u] + j) < ny) tile[to + (at[u] + j) * pitch] = part[u][j];
            }
        }
    }
    // And of an input that is contiguous along neither axis of a joined tile: single elements, along which they are nearer.
    template <class T> CUPY_DEVICE void gather(int k, T *tile) const {
        constexpr int U = 4;
        const unsigned items = nx * ny * nz;
        const bool tabled = by_columns(k);
        const int64 step = p.strides[k][0], along_x = tabled ? 0 : step, along_y = p.strides[k][p.axes.axes[0]];
        const bool turned = (along_y < 0 ? -along_y : along_y) < (step < 0 ? -step : step);
        const SmallDivider by_inner(turned ? ny : nx), by_outer(turned ? nx : ny);
        CUPY_NO_UNROLL
        for (unsigned first = platform::thread_index(); first < items; first += U * tuning::kThreads) {
            T part[U];
            unsigned to[U];
            CUPY_UNROLL
            for (int u = 0; u < U; ++u) {
                unsigned inner, outer;
                const unsigned z = by_outer(by_inner(last(first + u * tuning::kThreads, items), inner), outer);
                const unsigned x = turned ? outer : inner, y = turned ? inner : outer;
                to[u] = (z * ny + y) * nx + x;
                part[u] = *reinterpret_cast<const T *>(row_of(k, tabled ? z * nx + x : z) + x * along_x + y * along_y);
            }
            CUPY_UNROLL
            for (int u = 0; u < U; ++u) tile[to[u]] = part[u];
        }
    }
    template <int I, class T> CUPY_DEVICE void stage(Part<I, 1, T> &) const {
        if constexpr (I < Op::nin) {
            if (!staged(I)) return;
            if (!joined()) return bring(I);
            T *const to = reinterpret_cast<T *>(shared + tile_of(I)) + kLead;
            if (transposed(I)) turn_words<(sizeof(T) < 4 ? 4 / sizeof(T) : 1)>(I, to);
            else gather(I, to);
        }
    }

    // R elements of a row along x, those from `low` on and before `stop` in the tile.
    template <int R> struct Unit {
        unsigned row;
        int x, low, stop;
        CUPY_DEVICE bool whole() const { return low == 0 && stop >= R; }
    };

    // Of a vector of small items that begins anywhere those of a unit, by the aligned vectors that hold some of these.
    template <int R, class T> static CUPY_DEVICE void load_part(T (&to)[R], const T *from, const Unit<R> &unit) {
        constexpr int size = sizeof(T);
        const Chunk<16> *const at = reinterpret_cast<const Chunk<16> *>(reinterpret_cast<uint64>(from) & ~(uint64)15);
        Anywhere vector;
        vector.shift = (unsigned)(reinterpret_cast<uint64>(from) & 15);
        const int stop = unit.stop < R ? unit.stop : R;
        memcpy(vector.held, at + ((int)vector.shift + unit.low * size >= 16), 16);
        memcpy(vector.held + 4, at + ((int)vector.shift + stop * size > 16), 16);
        unsigned words[4];
        vector.take(words);
        memcpy(to, words, R * size < 16 ? R * size : 16);
    }

    // An operand that is not turned.
    template <bool anywhere, int I, int R, class T>
    CUPY_DEVICE void load(Part<I, R, T> &part, const Unit<R> &unit) const {
        if ((I >= Op::nin && !Op::keeps) || (I < Op::nin && staged(I))) return;
        const char *from = reinterpret_cast<const char *>(row_of(I, unit.row));
        const int64 stride = p.strides[I][0];
        if ((p.head.scalars | p.head.broadcast) >> I & 1) {
            const T value = by_value(I) ? p.slots[I].template as<T>() : *reinterpret_cast<const T *>(from);
            CUPY_UNROLL
            for (int j = 0; j < R; ++j) part.data[j] = value;
        } else if (anywhere && scattered(I)) {
            const int *columns = columns_of(I) + kLead + unit.x;
            CUPY_UNROLL
            for (int j = 0; j < R; ++j)
                if (j >= unit.low && j < unit.stop) part.data[j] = *reinterpret_cast<const T *>(from + columns[j]);
        } else if (!anywhere) {
            load_vector(part.data, reinterpret_cast<const T *>(from) + unit.x);
        } else if (R == 1) {
            part.data[0] = *reinterpret_cast<const T *>(from + unit.x * stride);
        } else if (sizeof(T) < 4 && R * sizeof(T) == 16 && stride == sizeof(T)) {
            load_part(part.data, reinterpret_cast<const T *>(from) + unit.x, unit);
        } else if (unit.whole() && stride == sizeof(T)
                   && (sizeof(T) < 4 || !(reinterpret_cast<uint64>(from + unit.x * stride) & 15))) {
            if constexpr (sizeof(T) < 4) load_anywhere(part.data, reinterpret_cast<const T *>(from) + unit.x);
            else load_vector(part.data, reinterpret_cast<const T *>(from) + unit.x);
        } else {
            CUPY_UNROLL
            for (int j = 0; j < R; ++j)
                if (j >= unit.low && j < unit.stop)
                    part.data[j] = *reinterpret_cast<const T *>(from + (unit.x + j) * stride);
        }
    }
    // A run of what was brought, from its place in the table on.
    template <int I, int R, class T>
    CUPY_DEVICE void take(Part<I, R, T> &part, unsigned start, unsigned y, const unsigned *tables) const {
        if constexpr (I < Op::nin) {
            if (!staged(I)) return;
            unsigned short where[R];
            load_shared(where, shared, tables[I] + start * 2);
            const unsigned char *const items = shared + y * step_of(I);
            CUPY_UNROLL
            for (int j = 0; j < R; ++j) part.data[j] = *reinterpret_cast<const T *>(items + where[j]);
        }
    }
    template <int I, int R, class T> CUPY_DEVICE void store(Part<I, R, T> &part, const Unit<R> &unit) const {
        if (I < Op::nin) return;
        constexpr int bytes = R * sizeof(T) < 16 ? R * sizeof(T) : 16;
        T *to = reinterpret_cast<T *>(row_of(I, unit.row)) + unit.x;
        if (unit.whole() && (I == Op::nin || !(reinterpret_cast<uint64>(to) & (bytes - 1))))
            return store_vector(to, part.data);
        CUPY_UNROLL
        for (int j = 0; j < R; ++j)
            if (j >= unit.low && j < unit.stop) to[j] = part.data[j];
    }

    // Works along x, R elements at a time; `anywhere`: rows need not begin where vectors do.
    template <int R, bool anywhere> CUPY_DEVICE void work() const {
        constexpr int U = R * Op::n > 24 ? 1 : R * Op::sizes().inputs > 8 ? 2 : 4, widest = R * Op::sizes().largest / 4;
        constexpr int G = widest < 1 ? 1 : widest < R ? widest : R;     // rows of neighbouring threads, in other banks
        constexpr bool ragged = anywhere && R > 1;
        const bool ends = x0 + nx == p.axes.items[0], cut = ragged && p.head.flags & kCut && y0 + ny == p.axes.items[1];
        const unsigned per = ragged && ends ? (nx + 2 * R - 2) / R : nx / R, rows = ny * nz;
        const unsigned units = (rows + G - 1) / G * G * per;
        const SmallDivider by_row(per), by_y(ny);
        unsigned tables[at_least_one(Op::nin)];
        CUPY_UNROLL
        for (int k = 0; k < Op::nin; ++k) tables[k] = tile_of(k);
        CUPY_NO_UNROLL
        for (unsigned first = platform::thread_index(); first < units; first += U * tuning::kThreads) {
            RegistersOf<Op, R> part[U];
            Unit<R> unit[U];
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
                    if (cut) {
                        const int left = (int)(p.head.size - (y0 + unit[u].row) * p.axes.items[0] - x0) - unit[u].x;
                        if (left < unit[u].stop) unit[u].stop = left;
                    }
                    if (unit[u].stop <= 0) continue;
                }
                part[u].each([&](auto &operand) { load<anywhere>(operand, unit[u]); });
            }
            CUPY_UNROLL
            for (int u = 0; u < U; ++u) {
                if (unit[u].stop <= 0) continue;
                unsigned y = unit[u].row, z = 0;
                if (nz > 1) z = by_y(y, y);
                const unsigned start = z * (nx + kLead) + kLead + unit[u].x;
                part[u].each([&](auto &operand) { take(operand, start, y, tables); });
                CUPY_UNROLL
                for (int j = 0; j < R; ++j)
                    if (!ragged || (j >= unit[u].low && j < unit[u].stop)) part[u].apply(op, 0, j);
                part[u].each([&](auto &operand) { store(operand, unit[u]); });
            }
        }
    }

    // R elements of a joined tile from `at` on.
    template <int I, int R, class T> CUPY_DEVICE void load_run(Part<I, R, T> &part, const uint64 (&runs)[Op::n], int at) const {
        if (I >= Op::nin && !Op::keeps) return;
        const uint64 from = runs[I] + (int64)at * (int)sizeof(T);
        if (I < Op::nin && staged(I)) {
            load_shared(part.data, shared, (unsigned)from);
        } else if ((p.head.scalars | p.head.broadcast) >> I & 1) {
            const T value = by_value(I) ? p.slots[I].template as<T>() : *reinterpret_cast<const T *>(runs[I]);
            CUPY_UNROLL
            for (int j = 0; j < R; ++j) part.data[j] = value;
        } else {
            load_anywhere(part.data, reinterpret_cast<const T *>(from));
        }
    }
    template <int I, int R, class T> CUPY_DEVICE void store_run(Part<I, R, T> &part, const uint64 (&runs)[Op::n], int at) const {
        if (I < Op::nin) return;
        constexpr int bytes = R * sizeof(T) < 16 ? R * sizeof(T) : 16;
        T *to = reinterpret_cast<T *>(runs[I]) + at;
        if (!(reinterpret_cast<uint64>(to) & (bytes - 1))) return store_vector(to, part.data);
        CUPY_UNROLL
        for (int j = 0; j < R; ++j) to[j] = part.data[j];
    }
    template <int R> CUPY_DEVICE void finish(RegistersOf<Op, R> &part, const uint64 (&runs)[Op::n], int at) const {
        CUPY_UNROLL
        for (int j = 0; j < R; ++j) part.apply(op, 0, j);
        part.each([&](auto &operand) { store_run(operand, runs, at); });
    }
    // Works along a joined tile, whose vectors are those of the first output's memory.
    CUPY_DEVICE void work_joined() const {
        constexpr int U = V * Op::sizes().inputs > 32 ? 1 : 2, kStep = V * tuning::kThreads;
        uint64 runs[Op::n];
        CUPY_UNROLL
        for (int k = 0; k < Op::n; ++k)
            runs[k] = k < Op::nin && staged(k) ? tile_of(k) + kLead * Op::itemsizes[k] : row_of(k, 0);
        const int items = (int)(nx * ny * nz), ahead = (int)(runs[Op::nin] / Op::itemsizes[Op::nin] % V);
        CUPY_NO_UNROLL
        for (int first = (int)platform::thread_index() * V - ahead; first < items; first += U * kStep) {
            RegistersOf<Op, V> part[U];
            CUPY_UNROLL
            for (int u = 0; u < U; ++u) {
                const int at = first + u * kStep;
                if (at >= 0 && at + V <= items) part[u].each([&](auto &operand) { load_run(operand, runs, at); });
            }
            CUPY_UNROLL
            for (int u = 0; u < U; ++u) {
                const int at = first + u * kStep;
                if (at >= 0 && at + V <= items) {
                    finish(part[u], runs, at);
                    continue;
                }
                CUPY_NO_UNROLL
                for (int j = at < 0 ? 0 : at; j < at + V && j < items; ++j) {
                    RegistersOf<Op, 1> one;
                    one.each([&](auto &operand) { load_run(operand, runs, j); });
                    finish(one, runs, j);
                }
            }
        }
    }

    CUPY_DEVICE void run() const {
        find_rows();
        if (turns() || joined()) {
            RegistersOf<Op, 1> kinds;   // only for the types
            kinds.each([&](auto &operand) { stage(operand); });
            platform::copies_arrived();
            platform::barrier();
        }
        if (joined()) return work_joined();
        if (p.head.flags & kVector && !(p.head.flags & kCut)) work<V, false>();
        else work<W, true>();
    }
};

}  // namespace simt
}  // namespace cupy
