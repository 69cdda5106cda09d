// Tile variant: the output is contiguous along x, some inputs along y.
//
// A block reads a square tile of those inputs along y into shared memory, turns it, and then
// works along x, so that global memory is accessed by vectors on both sides.
#pragma once

#include "device/registers.hpp"

namespace cupy {
namespace simt {

template <class Op> struct Tile {
    static constexpr int V = tuning::vector_elements(Op::sizes());
    static constexpr int kEdge = tuning::tile_edge(Op::sizes());
    static constexpr int kEdgeBits = kEdge == 128 ? 7 : kEdge == 64 ? 6 : kEdge == 32 ? 5 : 4;
    static_assert(kEdge == 1 << kEdgeBits, "a power of two");

    const Op &op;
    const StridedBlock<Op::n> &p;
    unsigned char *const shared;
    const int bits, edge;     // of this launch's tiles: edge is 1 << bits

    unsigned x0, y0;          // first element of the tile
    int64 offset[at_least_one(Op::n)];      // bytes, of the tile's batch

    CUPY_DEVICE Tile(const Op &op, const StridedBlock<Op::n> &p, unsigned char *shared)
        : op(op), p(p), shared(shared), bits(kEdgeBits - (p.head.flags >> kHalvedShift & 3)), edge(1 << bits) {
        unsigned rest = platform::block_index(), tile;
        divide(rest, p.axes.tiles[0], rest, tile);
        x0 = tile << bits;
        divide(rest, p.axes.tiles[1], rest, tile);
        y0 = tile << bits;
        CUPY_UNROLL
        for (int k = 0; k < Op::n; ++k) offset[k] = 0;
        CUPY_NO_UNROLL
        for (unsigned d = 2; d < p.axes.ndim; ++d) {
            unsigned along = rest;
            if (d + 1 < p.axes.ndim) divide(rest, p.axes.dims[d], rest, along);
            CUPY_UNROLL
            for (int k = 0; k < Op::n; ++k) offset[k] += (int64)along * p.strides[k][d];
        }
    }

    CUPY_DEVICE bool transposed(int k) const { return p.head.flags >> (kTransposedShift + k) & 1; }
    CUPY_DEVICE bool by_value(int k) const { return p.head.scalars >> k & 1; }

    // W elements along y that begin anywhere: words, but at the ends of the axis.
    template <int W, class T> CUPY_DEVICE void load_anywhere(T (&part)[W], int k, int x, int y) const {
        const unsigned first = y0 + y, length = p.axes.dims[1].divisor;
        if constexpr (W > 1) {
            if (first >= W && first + 2 * W <= length) return load_words(part, at<T>(k, x, y));
        }
        CUPY_UNROLL
        for (int j = 0; j < W; ++j)
            if (first + j < length) part[j] = *at<T>(k, x, y + j);
    }

    // Reads an input along y, W elements at a time, into rows of x; several are on their way at once.
    template <int W, bool aligned, class T> CUPY_DEVICE void turn(int k, T *tile) const {
        constexpr int most = (kEdge * (kEdge / W) + tuning::kThreads - 1) / tuning::kThreads, U = most < 4 ? most : 4;
        const int pitch = tuning::tile_pitch(edge, sizeof(T)), along = edge / W;
        const int count = (edge * along + tuning::kThreads - 1) / tuning::kThreads;
        // Neighbouring threads take a few vectors of y, then the next x: fewer bank conflicts.
        const int group = along < 4 ? along : 4, group_bits = along < 4 ? along / 2 : 2;
        CUPY_NO_UNROLL
        for (int first = 0; first < count; first += U) {
            T part[U][W];
            int x[U], y[U];
            bool inside[U];
            CUPY_UNROLL
            for (int u = 0; u < U; ++u) {
                const int t = (first + u) * tuning::kThreads + (int)platform::thread_index();
                y[u] = ((t & (group - 1)) + (t >> (group_bits + bits) << group_bits)) * W;
                x[u] = t >> group_bits & (edge - 1);
                inside[u] = t < edge * along && x0 + x[u] < p.axes.dims[0].divisor && y0 + y[u] < p.axes.dims[1].divisor;
                if (!inside[u]) continue;
                if constexpr (aligned) load_vector(part[u], at<T>(k, x[u], y[u]));
                else load_anywhere(part[u], k, x[u], y[u]);
            }
            CUPY_UNROLL
            for (int u = 0; u < U; ++u)
                if (inside[u])
                    CUPY_UNROLL
                    for (int j = 0; j < W; ++j) tile[(y[u] + j) * pitch + x[u]] = part[u][j];
        }
    }

    // An operand that is not turned.
    template <int I, int W, class T> CUPY_DEVICE void load(Part<I, W, T> &part, int x, int y) const {
        if ((I >= Op::nin && !Op::keeps) || (I < Op::nin && transposed(I))) return;
        if ((p.head.scalars | p.head.broadcast) >> I & 1) {
            const T value = by_value(I) ? p.slots[I].template as<T>() : *at<T>(I, x, y);
            CUPY_UNROLL
            for (int j = 0; j < W; ++j) part.data[j] = value;
        } else {
            load_vector(part.data, at<T>(I, x, y));
        }
    }
    template <int I, int W, class T>
    CUPY_DEVICE void take(Part<I, W, T> &part, int x, int y, unsigned char *&tile) const {
        if (I >= Op::nin || !transposed(I)) return;
        const T *row = reinterpret_cast<T *>(tile) + y * tuning::tile_pitch(edge, sizeof(T)) + x;
        CUPY_UNROLL
        for (int j = 0; j < W; ++j) part.data[j] = row[j];
        tile += tuning::tile_bytes(edge, sizeof(T));
    }
    template <int I, int W, class T> CUPY_DEVICE void store(Part<I, W, T> &part, int x, int y) const {
        if (I >= Op::nin) store_vector(at<T>(I, x, y), part.data);
    }
    template <class T> CUPY_DEVICE T *at(int k, int x, int y) const {
        return shifted<T>(p.slots[k], offset[k] + (int64)(x0 + x) * p.strides[k][0]
                                          + (int64)(y0 + y) * p.strides[k][1]);
    }

    template <int I, class T> CUPY_DEVICE void stage(Part<I, 1, T> &, unsigned char *&tile) const {
        if constexpr (I < Op::nin) {
            if (!transposed(I)) return;
            if (p.head.flags & kVectorTransposed) turn<16 / sizeof(T), true>(I, reinterpret_cast<T *>(tile));
            else turn<(sizeof(T) < 4 ? 4 / sizeof(T) : 1), false>(I, reinterpret_cast<T *>(tile));
            tile += tuning::tile_bytes(edge, sizeof(T));
        }
    }

    template <int W> CUPY_DEVICE void work() const {
        constexpr int most = (kEdge * (kEdge / W) + tuning::kThreads - 1) / tuning::kThreads, U = most < 4 ? most : 4;
        const int along = edge / W, count = (edge * along + tuning::kThreads - 1) / tuning::kThreads;
        CUPY_NO_UNROLL
        for (int first = 0; first < count; first += U) {
            RegistersOf<Op, W> part[U];
            int x[U], y[U];
            bool inside[U];
            CUPY_UNROLL
            for (int u = 0; u < U; ++u) {
                const int t = (first + u) * tuning::kThreads + (int)platform::thread_index();
                x[u] = (t & (along - 1)) * W;
                y[u] = t * W >> bits;
                inside[u] = y[u] < edge && x0 + x[u] < p.axes.dims[0].divisor && y0 + y[u] < p.axes.dims[1].divisor;
                if (inside[u]) part[u].each([&](auto &operand) { load(operand, x[u], y[u]); });
            }
            CUPY_UNROLL
            for (int u = 0; u < U; ++u) {
                if (!inside[u]) continue;
                unsigned char *tile = shared;
                part[u].each([&](auto &operand) { take(operand, x[u], y[u], tile); });
                CUPY_UNROLL
                for (int j = 0; j < W; ++j) part[u].apply(op, 0, j);
                part[u].each([&](auto &operand) { store(operand, x[u], y[u]); });
            }
        }
    }

    CUPY_DEVICE void run() const {
        RegistersOf<Op, 1> kinds;   // only for the types
        unsigned char *tile = shared;
        kinds.each([&](auto &operand) { stage(operand, tile); });
        platform::barrier();
        if (p.head.flags & kVector) work<V>();
        else work<1>();
    }
};

}  // namespace simt
}  // namespace cupy
