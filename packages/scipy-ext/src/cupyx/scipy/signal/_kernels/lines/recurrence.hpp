// Recurrences along lines, on SIMT targets: a thread filters a run of samples serially, and the states that runs
// start from are found by a scan with powers of the filter's matrix (after Maleki and Burtscher, ASPLOS 2018).
#pragma once

#include "recurrence_params.hpp"
#include "systems.hpp"

namespace cupy {
namespace signal {

constexpr int kLanes = platform::kWarp;
constexpr int kWarps = kRecurrenceThreads / kLanes;
// Samples of a run: a tile of them fits the shared memory that every block may have.
template <class T> constexpr int kRun = sizeof(T) == 16 ? 16 : 32;

CUPY_DEVICE double lane_up(double v, unsigned up) { return platform::shuffle_up(v, up); }
CUPY_DEVICE complex<double> lane_up(complex<double> v, unsigned up) {
    return {platform::shuffle_up(v.re, up), platform::shuffle_up(v.im, up)};
}

// sum += matrix * state.  A state of zeros adds nothing, even where the powers of an unstable filter are infinite.
template <class System, class W> CUPY_DEVICE void advance(const W *matrix, const W *state, W *sum) {
    constexpr int P = System::kOrder;
    bool some = false;
    CUPY_UNROLL
    for (int c = 0; c < P; ++c) some |= state[c] != W(0);
    if (!some) return;
    CUPY_UNROLL
    for (int r = 0; r < P; ++r) {
        W total = sum[r];
        CUPY_UNROLL
        for (int c = 0; c < P; ++c) total += matrix[r * P + c] * state[c];
        sum[r] = total;
    }
}

// From the end states `e` of runs that start from zero, and the state `seed` before the first of them, to the states
// that runs start from.  `g` of `threads` is the thread's place in its line; `powers` begins with the matrix of a run.
// `totals` are words of shared memory, kWarps * P of them.
template <class System, class W>
CUPY_DEVICE void scan_states(const W *powers, const W *seed, int g, int threads, W *totals, W *e) {
    constexpr int P = System::kOrder;
    const int lane = platform::thread_index() % kLanes, warp = platform::thread_index() / kLanes;
    if (g == 0) advance<System>(powers, seed, e);
    const W *matrix = powers;
    CUPY_NO_UNROLL
    for (int d = 1; d < threads && d < kLanes; d *= 2, matrix += P * P) {
        W before[P];
        CUPY_UNROLL
        for (int j = 0; j < P; ++j) before[j] = lane_up(e[j], d);
        if (lane % threads >= d) advance<System>(matrix, before, e);
    }
    W earlier[P];
    CUPY_UNROLL
    for (int j = 0; j < P; ++j) earlier[j] = W(0);
    if (threads > kLanes) {
        platform::barrier();
        if (lane == kLanes - 1) {
            CUPY_UNROLL
            for (int j = 0; j < P; ++j) totals[warp * P + j] = e[j];
        }
        platform::barrier();
        CUPY_NO_UNROLL
        for (int w = warp - g / kLanes; w < warp; ++w) {
            W next[P];
            CUPY_UNROLL
            for (int j = 0; j < P; ++j) next[j] = totals[w * P + j];
            advance<System>(matrix, earlier, next);
            CUPY_UNROLL
            for (int j = 0; j < P; ++j) earlier[j] = next[j];
        }
        CUPY_NO_UNROLL
        for (int bit = 1; bit < kLanes; bit *= 2, powers += P * P) {
            if (!(lane & bit)) continue;
            W moved[P];
            CUPY_UNROLL
            for (int j = 0; j < P; ++j) moved[j] = W(0);
            advance<System>(powers, earlier, moved);
            CUPY_UNROLL
            for (int j = 0; j < P; ++j) earlier[j] = moved[j];
        }
    }
    CUPY_UNROLL
    for (int j = 0; j < P; ++j) {
        const W before = lane_up(e[j], 1);
        e[j] = g == 0 ? seed[j] : lane == 0 ? earlier[j] : before + earlier[j];
    }
}

// The states that tiles start from, in place of the states that they end with; a block is a line.
template <class System, class W> CUPY_DEVICE void carry_states(const Recurrence &p, W *totals) {
    constexpr int P = System::kOrder;
    const long long line = platform::block_index();
    const int thread = platform::thread_index();
    W *states = static_cast<W *>(p.states) + line * p.tiles * P;
    const W *powers = static_cast<const W *>(p.powers), *tile = powers + p.level * P * P;
    const W *zi = static_cast<const W *>(p.zi);
    int level = p.level;
    for (int c = 1; c < p.carried; c *= 2) ++level;
    const long long first = (long long)thread * p.carried;
    W seed[P], e[P];
    CUPY_UNROLL
    for (int j = 0; j < P; ++j) {
        seed[j] = zi ? zi[line * P + j] : W(0);
        e[j] = W(0);
    }
    CUPY_NO_UNROLL
    for (long long i = first; i < first + p.carried; ++i) {
        W next[P];
        CUPY_UNROLL
        for (int j = 0; j < P; ++j) next[j] = i < p.tiles ? states[i * P + j] : W(0);
        advance<System>(tile, e, next);
        CUPY_UNROLL
        for (int j = 0; j < P; ++j) e[j] = next[j];
    }
    scan_states<System>(powers + level * P * P, seed, thread, kRecurrenceThreads, totals, e);
    CUPY_NO_UNROLL
    for (long long i = first; i < first + p.carried && i < p.tiles; ++i) {
        W next[P];
        CUPY_UNROLL
        for (int j = 0; j < P; ++j) {
            next[j] = states[i * P + j];
            states[i * P + j] = e[j];
        }
        advance<System>(tile, e, next);
        CUPY_UNROLL
        for (int j = 0; j < P; ++j) e[j] = next[j];
    }
}

// A tile between memory and shared memory, where runs are kRun + 1 apart.  It has 2^shift samples of each line.
template <class T> struct Tile {
    static constexpr int kCount = kRecurrenceThreads * kRun<T>, kAtOnce = 8;
    T *items;
    long long first, outer, length;
    int shift;

    CUPY_DEVICE static int place(int at) { return at + at / kRun<T>; }
    CUPY_DEVICE bool inside(int at, long long start, long long *from) const {
        const long long line = first + (at >> shift), i = start + (at & (1 << shift) - 1);
        *from = line * length + i;
        return line < outer && i < length;
    }
    CUPY_DEVICE void load(const T *x, long long start) const {
        CUPY_NO_UNROLL
        for (int at = platform::thread_index(); at < kCount; at += kAtOnce * kRecurrenceThreads) {
            T found[kAtOnce];
            long long from;
            CUPY_UNROLL
            for (int k = 0; k < kAtOnce; ++k)
                found[k] = inside(at + k * kRecurrenceThreads, start, &from) ? x[from] : T(0);
            CUPY_UNROLL
            for (int k = 0; k < kAtOnce; ++k) items[place(at + k * kRecurrenceThreads)] = found[k];
        }
    }
    CUPY_DEVICE void store(T *y, long long start) const {
        CUPY_NO_UNROLL
        for (int at = platform::thread_index(); at < kCount; at += kAtOnce * kRecurrenceThreads) {
            long long to;
            CUPY_UNROLL
            for (int k = 0; k < kAtOnce; ++k)
                if (inside(at + k * kRecurrenceThreads, start, &to)) y[to] = items[place(at + k * kRecurrenceThreads)];
        }
    }
};

// Blocks of a multiprocessor at once: as many as the shared memory of tiles of doubles allows, if registers do.
template <class System, class T> constexpr int kResident = System::kOrder <= 4 && !is_complex<T>::value ? 6 : 1;

// Samples that a filter of few states takes without a branch.
template <int P> constexpr int kSteps = P <= 4 ? 8 : 1;

// A whole run from a state; what comes out is kept in its place if `keep`.
template <class System, bool keep, class T, class W> CUPY_DEVICE void pass_run(const W *coefficients, T *run, W *e) {
    constexpr int S = kSteps<System::kOrder>;
    CUPY_NO_UNROLL
    for (int k = 0; k < kRun<T>; k += S) {
        W x[S];
        CUPY_UNROLL
        for (int j = 0; j < S; ++j) x[j] = cast<W>(run[k + j]);
        CUPY_UNROLL
        for (int j = 0; j < S; ++j) {
            const W y = System::step(coefficients, x[j], e);
            if (keep) run[k + j] = cast<T>(y);
        }
    }
}

// The state before tile `part` of a line: each thread adds up every 128th of the end states before it.
template <class System, class W>
CUPY_DEVICE void state_before(const Recurrence &p, long long line, long long part, W *totals, W *seed) {
    constexpr int P = System::kOrder, B = P <= 4 ? 4 : 1;
    const int thread = platform::thread_index(), lane = thread % kLanes;
    const W *states = static_cast<const W *>(p.states) + line * p.tiles * P;
    const W *zi = p.zi ? static_cast<const W *>(p.zi) + line * P : nullptr;
    const W *powers = static_cast<const W *>(p.powers) + p.level * P * P, *far = powers + p.level * P * P;
    W e[P];
    CUPY_UNROLL
    for (int j = 0; j < P; ++j) e[j] = W(0);
    // The given state is that of a tile before the first.
    const long long rounds = part / kRecurrenceThreads + 1;
    CUPY_NO_UNROLL
    for (long long round = (rounds + B - 1) / B * B; round > 0; round -= B) {
        W found[B][P];
        CUPY_UNROLL
        for (int k = 0; k < B; ++k) {
            const long long at = part - (round - k) * kRecurrenceThreads + thread;
            CUPY_UNROLL
            for (int j = 0; j < P; ++j) found[k][j] = at >= 0 ? states[at * P + j] : at == -1 && zi ? zi[j] : W(0);
        }
        CUPY_UNROLL
        for (int k = 0; k < B; ++k) {
            advance<System>(far, e, found[k]);
            CUPY_UNROLL
            for (int j = 0; j < P; ++j) e[j] = found[k][j];
        }
    }
    CUPY_NO_UNROLL
    for (int d = 1; d < kLanes; d *= 2, powers += P * P) {
        W before[P];
        CUPY_UNROLL
        for (int j = 0; j < P; ++j) before[j] = lane_up(e[j], d);
        advance<System>(powers, before, e);
    }
    if (lane == kLanes - 1) {
        CUPY_UNROLL
        for (int j = 0; j < P; ++j) totals[thread / kLanes * P + j] = e[j];
    }
    platform::barrier();
    CUPY_UNROLL
    for (int j = 0; j < P; ++j) seed[j] = totals[j];
    CUPY_NO_UNROLL
    for (int w = 1; w < kWarps; ++w) {
        W next[P];
        CUPY_UNROLL
        for (int j = 0; j < P; ++j) next[j] = totals[w * P + j];
        advance<System>(powers, seed, next);
        CUPY_UNROLL
        for (int j = 0; j < P; ++j) seed[j] = next[j];
    }
    platform::barrier();
}

// Phases 0, 2 and 4.  A block has `threads` threads for each of its lines, and goes through tiles of them.
template <class System, class T, class W> CUPY_DEVICE void filter_tiles(const Recurrence &p, T *items, W *totals) {
    constexpr int P = System::kOrder, R = kRun<T>;
    const W *coefficients = reinterpret_cast<const W *>(p.coefficients);
    const W *powers = static_cast<const W *>(p.powers), *zi = static_cast<const W *>(p.zi);
    W *states = static_cast<W *>(p.states), *carried = totals + kWarps * P;
    const int thread = platform::thread_index(), g = thread % p.threads_of_line, stretch = p.threads_of_line * R;
    const int per_block = kRecurrenceThreads / p.threads_of_line;
    const long long first = platform::block_index() / p.tiles * per_block;
    const long long part = platform::block_index() % p.tiles;
    const long long line = first + thread / p.threads_of_line;
    const bool mine = line < p.outer;
    const Tile<T> tile{items, first, p.outer, p.length, platform::count_ones((unsigned)stretch - 1)};
    T *run = items + thread * (R + 1);
    W seed[P];
    if (p.phase == 4) {
        state_before<System>(p, line, part, totals, seed);
    } else {
        CUPY_UNROLL
        for (int j = 0; j < P; ++j)
            seed[j] = !mine || p.phase == 0 ? W(0) : states ? states[(line * p.tiles + part) * P + j]
                      : zi ? zi[line * P + j] : W(0);
    }
    // Several tiles of a line at the same time: one for each block.  Else they follow each other.
    const long long last = p.tiles > 1 ? (part + 1) * stretch : p.length;
    CUPY_NO_UNROLL
    for (long long start = part * stretch; start < last; start += stretch) {
        tile.load(static_cast<const T *>(p.x), start);
        platform::barrier();
        W e[P];
        CUPY_UNROLL
        for (int j = 0; j < P; ++j) e[j] = W(0);
        pass_run<System, false>(coefficients, run, e);
        if (p.phase == 0) {
            // The end state of the last thread: its own run has to be passed once more.
            W own[P];
            CUPY_UNROLL
            for (int j = 0; j < P; ++j) own[j] = e[j];
            scan_states<System>(powers, seed, g, p.threads_of_line, totals, e);
            if (thread == kRecurrenceThreads - 1) {
                advance<System>(powers, e, own);
                CUPY_UNROLL
                for (int j = 0; j < P; ++j) states[(line * p.tiles + part) * P + j] = own[j];
            }
            return;
        }
        scan_states<System>(powers, seed, g, p.threads_of_line, totals, e);
        const long long begin = start + (long long)g * R;
        if (p.zf && mine && begin < p.length && begin + R >= p.length) {
            CUPY_NO_UNROLL
            for (int k = 0; k < (int)(p.length - begin); ++k)
                run[k] = cast<T>(System::step(coefficients, cast<W>(run[k]), e));
            W *zf = static_cast<W *>(p.zf) + line * P;
            CUPY_UNROLL
            for (int j = 0; j < P; ++j) zf[j] = e[j];
        } else {
            pass_run<System, true>(coefficients, run, e);
        }
        if (thread == kRecurrenceThreads - 1) {
            CUPY_UNROLL
            for (int j = 0; j < P; ++j) carried[j] = e[j];
        }
        platform::barrier();
        CUPY_UNROLL
        for (int j = 0; j < P; ++j) seed[j] = carried[j];
        tile.store(static_cast<T *>(p.y), start);
        platform::barrier();
    }
}

// Phase 3: lanes lie on neighbouring lines.
template <class System, class T, class W> CUPY_DEVICE void filter_lines(const Recurrence &p) {
    constexpr int P = System::kOrder;
    const W *coefficients = reinterpret_cast<const W *>(p.coefficients), *zi = static_cast<const W *>(p.zi);
    const long long line = (long long)platform::block_index() * kRecurrenceThreads + platform::thread_index();
    if (line >= p.outer * p.inner) return;
    const long long base = line / p.inner * p.length * p.inner + line % p.inner;
    const T *x = static_cast<const T *>(p.x) + base;
    T *y = static_cast<T *>(p.y) + base;
    W s[P];
    CUPY_UNROLL
    for (int j = 0; j < P; ++j) s[j] = zi ? zi[line * P + j] : W(0);
    CUPY_NO_UNROLL
    for (long long k = 0; k < p.length; ++k, x += p.inner, y += p.inner)
        *y = cast<T>(System::step(coefficients, cast<W>(*x), s));
    if (!p.zf) return;
    CUPY_UNROLL
    for (int j = 0; j < P; ++j) static_cast<W *>(p.zf)[line * P + j] = s[j];
}

template <class System, class T> CUPY_DEVICE void recurrence(const Recurrence &p, unsigned char *shared) {
    using W = typename Working<T>::type;
    W *totals = reinterpret_cast<W *>(shared);
    T *tile = reinterpret_cast<T *>(totals + (kWarps + 1) * System::kOrder);
    if (p.phase == 1) carry_states<System>(p, totals);
    else if (p.phase == 3) filter_lines<System, T, W>(p);
    else filter_tiles<System, T, W>(p, tile, totals);
}

}  // namespace signal
}  // namespace cupy

#define CUPY_RECURRENCE(name, System, T)                                                             \
    CUPY_KERNEL CUPY_LAUNCH_RESIDENT(cupy::signal::kRecurrenceThreads,                               \
                                     (cupy::signal::kResident<System, T>))                           \
        name(CUPY_GRID_CONSTANT const cupy::signal::Recurrence params) {                             \
        CUPY_DYNAMIC_SHARED(cupy_staged);                                                            \
        cupy::signal::recurrence<System, T>(params, cupy_staged);                                    \
    }
