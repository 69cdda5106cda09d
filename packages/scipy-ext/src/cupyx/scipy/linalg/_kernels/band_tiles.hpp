// Tridiagonal systems with one right-hand side each, in three launches, with two reads of the matrix and one write.
//
// A thread eliminates the inner unknowns of a run of rows with partial pivoting; what is left of a block's runs is merged
// in shared memory to one node of the tile.  One block merges and solves all nodes of a matrix.  Then each block makes
// its tile's runs once more, which is cheaper than to keep them, and substitutes.
#pragma once

#include "band_tiles_params.hpp"
#include "kernel.hpp"
#include "pivot.hpp"

namespace cupy {
namespace linalg {

// Numbers that belong together, `apart` items from each other.
template <class T, int apart> struct Fields {
    T *first;
    CUPY_DEVICE T &operator[](int k) const { return first[k * apart]; }
};

// In shared memory the first fields of all threads lie beside each other, then the second ones; a gap after every 16 keeps
// threads that lie a power of two apart in different banks.
CUPY_DEVICE constexpr int spread(int place) { return place + place / 16; }

// Two neighbours become one at `left`; true if a pivot is zero. Inverses take the place of pivots.
template <class T, class Left, class Right> CUPY_DEVICE bool merge(Left left, Right right) {
    T m[4][7];                  // columns: left, between, right, the right side
    CUPY_UNROLL
    for (int r = 0; r < 2; ++r) {
        CUPY_UNROLL
        for (int k = 0; k < 2; ++k) {
            m[r][k] = left[r * 5 + k], m[r][2 + k] = left[r * 5 + 2 + k], m[r][4 + k] = T(0);
            m[2 + r][k] = T(0), m[2 + r][2 + k] = right[r * 5 + k], m[2 + r][4 + k] = right[r * 5 + 2 + k];
        }
        m[r][6] = left[r * 5 + 4], m[2 + r][6] = right[r * 5 + 4];
    }
    bool failed = false;
    CUPY_UNROLL
    for (int k = 0; k < 2; ++k) {
        choose_pivot(m, k, 2 + k);
        failed = failed || m[k][2 + k] == T(0);
        const T inverse = T(1) / m[k][2 + k];
        CUPY_UNROLL
        for (int r = k + 1; r < 4; ++r) {
            const T factor = m[r][2 + k] * inverse;
            CUPY_UNROLL
            for (int j = 0; j < 7; ++j)
                if (j < 2 || j > 2 + k) m[r][j] -= factor * m[k][j];
        }
        CUPY_UNROLL
        for (int j = 0; j < 7; ++j) right[k * 7 + j] = j == 2 + k ? inverse : m[k][j];
    }
    CUPY_UNROLL
    for (int r = 0; r < 2; ++r) {
        CUPY_UNROLL
        for (int k = 0; k < 2; ++k) left[r * 5 + k] = m[2 + r][k], left[r * 5 + 2 + k] = m[2 + r][4 + k];
        left[r * 5 + 4] = m[2 + r][6];
    }
    return failed;
}

// The unknowns between merged nodes.
template <class T, class Factors, class Edge, class Found>
CUPY_DEVICE void between(Factors factors, Edge left, Edge right, Found found) {
    T x[2];
    CUPY_UNROLL
    for (int k = 1; k >= 0; --k) {
        const int row = k * 7;
        T sum = factors[row + 6] - factors[row] * left[0] - factors[row + 1] * left[1] - factors[row + 4] * right[0]
                - factors[row + 5] * right[1];
        if (k == 0) sum -= factors[row + 3] * x[1];
        x[k] = sum * factors[row + 2 + k];
    }
    found[0] = x[0], found[1] = x[1];
}

template <class T, int threads> struct Shared {
    static constexpr int kSlots = spread(threads), kEdges = spread(threads) + 1;
    T slots[kFactors * kSlots];         // and, before, rows on their way
    T edges[2 * kEdges];

    // The node of a thread, and the interface before it.
    CUPY_DEVICE Fields<T, kSlots> node(int place) { return {slots + spread(place)}; }
    CUPY_DEVICE Fields<T, kEdges> edge(int place) { return {edges + spread(place)}; }

    // Nodes of all threads to that of the first.
    CUPY_DEVICE bool merge_all() {
        bool failed = false;
        for (int step = 1; step < threads; step *= 2) {
            platform::barrier();
            const int place = platform::thread_index() * 2 * step;
            if (place < threads) failed |= merge<T>(node(place), node(place + step));
        }
        platform::barrier();
        return failed;
    }

    // Interfaces of all threads from the first and the last.
    CUPY_DEVICE void expand_all() {
        for (int step = threads / 2; step > 0; step /= 2) {
            platform::barrier();
            const int place = platform::thread_index() * 2 * step;
            if (place < threads) between<T>(node(place + step), edge(place), edge(place + 2 * step), edge(place + step));
        }
        platform::barrier();
    }
};

template <class T> CUPY_DEVICE bool is_finite(T x) { return x - x == T(0); }

// Items that lie beside each other, to the threads whose runs they belong to; or back.
template <class T, int threads, bool back> CUPY_DEVICE void turn(T (&v)[kTileRun], T *shared) {
    const int thread = platform::thread_index();
    platform::barrier();
    CUPY_UNROLL
    for (int k = 0; k < kTileRun; ++k) {
        const int i = back ? thread * kTileRun + k : k * threads + thread;
        shared[i + i / kTileRun] = v[k];
    }
    platform::barrier();
    CUPY_UNROLL
    for (int k = 0; k < kTileRun; ++k) {
        const int i = back ? k * threads + thread : thread * kTileRun + k;
        v[k] = shared[i + i / kTileRun];
    }
}

// A run of rows; rows behind the end of the matrix say that their unknowns are zero.
template <class T> struct Run {
    T pivots[kTileRun - 2][6];

    // To a node.
    template <class Node>
    CUPY_DEVICE bool reduce(const T (&low)[kTileRun], const T (&middle)[kTileRun], const T (&high)[kTileRun],
                            const T (&x)[kTileRun], Node node) {
        const T o(0);
        T m[3][6] = {{o, o, o, o, o, o}, {low[0], middle[0], high[0], o, o, x[0]}, {o, low[1], middle[1], high[1], o, x[1]}};
        bool failed = false;
        CUPY_UNROLL
        for (int step = 0; step < kTileRun - 2; ++step) {
            m[0][0] = m[0][1] = o;
            m[0][2] = low[step + 2], m[0][3] = middle[step + 2], m[0][4] = high[step + 2], m[0][5] = x[step + 2];
            choose_pivot(m, 0, 2);
            CUPY_UNROLL
            for (int k = 0; k < 6; ++k) pivots[step][k] = m[0][k];
            failed = failed || m[0][2] == o;
            const T inverse = T(1) / m[0][2];
            pivots[step][2] = inverse;
            CUPY_UNROLL
            for (int r = 1; r < 3; ++r) {
                const T factor = m[r][2] * inverse;
                m[r][0] -= factor * m[0][0], m[r][1] -= factor * m[0][1];
                m[r][2] = m[r][3] - factor * m[0][3], m[r][3] = m[r][4] - factor * m[0][4];
                m[r][4] = o, m[r][5] -= factor * m[0][5];
            }
        }
        CUPY_UNROLL
        for (int r = 0; r < 2; ++r) {
            CUPY_UNROLL
            for (int k = 0; k < 4; ++k) node[r * 5 + k] = m[r + 1][k];
            node[r * 5 + 4] = m[r + 1][5];
        }
        return failed;
    }

    template <class Edge> CUPY_DEVICE void expand(Edge left, Edge right, T (&x)[kTileRun]) const {
        x[0] = left[1], x[kTileRun - 1] = right[0];
        T next = right[0], after = right[1];
        CUPY_UNROLL
        for (int step = kTileRun - 3; step >= 0; --step) {
            const T *f = pivots[step];
            const T sum = (f[5] - f[0] * left[0] - f[1] * left[1] - f[3] * next - f[4] * after) * f[2];
            after = next, next = x[step + 1] = sum;
        }
    }
};

// `look`: whether to say that items are not finite, those too that lie outside of the matrix.
template <class T, int threads, bool look>
CUPY_DEVICE bool reduce_tile(const BandTiles &p, long long matrix, long long tile, Run<T> &run, Shared<T, threads> &shared) {
    const T *bands = static_cast<const T *>(p.bands) + matrix * (p.lower + p.upper + 1) * p.n;
    const T *right = static_cast<const T *>(p.b) + matrix * p.n;
    const T *diagonal = bands + p.upper * p.n;
    T low[kTileRun], middle[kTileRun], high[kTileRun], x[kTileRun];
    bool finite = true;
    CUPY_UNROLL
    for (int k = 0; k < kTileRun; ++k) {
        const long long i = tile * threads * kTileRun + k * threads + platform::thread_index();
        const bool there = i < p.n;
        low[k] = there && p.lower && i > 0 ? diagonal[p.n + i - 1] : T(0);
        middle[k] = there ? diagonal[i] : T(1);
        high[k] = there && p.upper && i + 1 < p.n ? bands[i + 1] : T(0);
        x[k] = there ? right[i] : T(0);
        if (!look) continue;
        finite = finite && is_finite(low[k]) && is_finite(middle[k]) && is_finite(high[k]) && is_finite(x[k]);
        if (i == 0) finite = finite && (!p.upper || is_finite(bands[0])) && (!p.lower || is_finite(diagonal[2 * p.n - 1]));
    }
    if (!finite && p.unusual) *p.unusual = 1;
    turn<T, threads, false>(low, shared.slots);
    turn<T, threads, false>(middle, shared.slots);
    turn<T, threads, false>(high, shared.slots);
    turn<T, threads, false>(x, shared.slots);
    platform::barrier();
    const bool failed = run.reduce(low, middle, high, x, shared.node(platform::thread_index()));
    return shared.merge_all() || failed;
}

template <class T, int threads> CUPY_DEVICE void reduce_tiles(const BandTiles &p, Shared<T, threads> &shared) {
    const long long index = platform::block_index();
    const int thread = platform::thread_index();
    T *node = static_cast<T *>(p.nodes) + index * kFactors;
    if (thread == 0) node[kFailed] = T(0);      // before the barriers that follow
    Run<T> run;
    if (reduce_tile<T, threads, true>(p, index / p.tiles, index % p.tiles, run, shared)) node[kFailed] = T(1);
    if (thread < kNode) node[thread] = shared.node(0)[thread];
}

template <class T, int threads> CUPY_DEVICE void expand_tiles(const BandTiles &p, Shared<T, threads> &shared) {
    const long long index = platform::block_index(), matrix = index / p.tiles, tile = index % p.tiles;
    Run<T> run;
    reduce_tile<T, threads, false>(p, matrix, tile, run, shared);
    const int thread = platform::thread_index();
    if (thread < 4)
        shared.edge(thread < 2 ? 0 : threads)[thread % 2] =
            static_cast<const T *>(p.edges)[(matrix * (p.tiles + 1) + tile) * 2 + thread];
    shared.expand_all();
    T x[kTileRun];
    run.expand(shared.edge(thread), shared.edge(thread + 1), x);
    turn<T, threads, true>(x, shared.slots);
    CUPY_UNROLL
    for (int k = 0; k < kTileRun; ++k) {
        const long long i = tile * threads * kTileRun + k * threads + thread;
        if (i < p.n) static_cast<T *>(p.x)[matrix * p.n + i] = x[k];
    }
}

// A block for each matrix: a thread merges some nodes, the block what these leave.
template <class T, int threads> CUPY_DEVICE void solve_tiles(const BandTiles &p, Shared<T, threads> &shared) {
    const long long matrix = platform::block_index();
    const int thread = platform::thread_index();
    T *nodes = static_cast<T *>(p.nodes) + matrix * p.tiles * kFactors;
    T *edges = static_cast<T *>(p.edges) + matrix * (p.tiles + 1) * 2;
    const long long begin = p.tiles * thread / threads, end = p.tiles * (thread + 1) / threads;
    const auto node = [nodes](long long tile) { return Fields<T, 1>{nodes + tile * kFactors}; };
    const auto edge = [edges](long long tile) { return Fields<T, 1>{edges + tile * 2}; };
    const auto own = shared.node(thread);
    bool failed = false;
    for (long long tile = begin; tile < end; ++tile) failed |= node(tile)[kFailed] != T(0);
    if (begin < end) {
        CUPY_UNROLL
        for (int k = 0; k < kNode; ++k) own[k] = node(begin)[k];
        for (long long tile = begin + 1; tile < end; ++tile) failed |= merge<T>(own, node(tile));
    } else {
        // No rows: both interfaces are the same.
        CUPY_UNROLL
        for (int k = 0; k < kNode; ++k) own[k] = T(k == 0 || k == 6 ? 1 : k == 2 || k == 8 ? -1 : 0);
    }
    failed |= shared.merge_all();
    if (thread == 0) {
        // The first of the unknowns and the last; what is behind the ends is zero.
        T a = own[1], b = own[2], r = own[4], c = own[6], d = own[7], s = own[9];
        if (size_of(c) > size_of(a)) {
            const T a_before = a, b_before = b, r_before = r;
            a = c, b = d, r = s, c = a_before, d = b_before, s = r_before;
        }
        const T factor = c / a, pivot = d - factor * b;
        failed = failed || a == T(0) || pivot == T(0);
        const T last = (s - factor * r) / pivot, first = (r - b * last) / a;
        shared.edge(0)[0] = T(0), shared.edge(0)[1] = first;
        shared.edge(threads)[0] = last, shared.edge(threads)[1] = T(0);
    }
    if (failed && p.status && !(p.unusual && *p.unusual)) *p.status = 1;
    shared.expand_all();
    if (begin == end) return;
    T left[2] = {shared.edge(thread)[0], shared.edge(thread)[1]};
    T right[2] = {shared.edge(thread + 1)[0], shared.edge(thread + 1)[1]};
    if (end == p.tiles) edge(end)[0] = right[0], edge(end)[1] = right[1];
    for (long long tile = end - 1; tile > begin; --tile) {
        between<T>(node(tile), Fields<T, 1>{left}, Fields<T, 1>{right}, edge(tile));
        right[0] = edge(tile)[0], right[1] = edge(tile)[1];
    }
    edge(begin)[0] = left[0], edge(begin)[1] = left[1];
}

// Blocks of a multiprocessor at once, 0 for no matter: a fourth one of many takes registers that are not missed.
template <class T> constexpr int resident(int threads) { return threads == kManyThreads && sizeof(T) <= 8 ? 4 : 0; }

}  // namespace linalg
}  // namespace cupy

#define CUPY_TEMPLATE(name, stage, threads, T)                                                  \
    CUPY_KERNEL CUPY_LAUNCH_RESIDENT(cupy::linalg::threads, (cupy::linalg::resident<T>(cupy::linalg::threads))) \
        name(CUPY_GRID_CONSTANT const cupy::linalg::BandTiles p) {                              \
        typedef cupy::linalg::Shared<T, cupy::linalg::threads> Shared;                          \
        CUPY_DYNAMIC_SHARED(shared);                                                            \
        cupy::linalg::stage<T, cupy::linalg::threads>(p, *reinterpret_cast<Shared *>(shared));  \
    }
