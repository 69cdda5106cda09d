// Recurrences along lines, on SIMT targets: a thread filters a run of samples serially, and the states that runs
// start from are found by a scan with powers of the filter's matrix (after Maleki and Burtscher, ASPLOS 2018).
#pragma once

#include "recurrence_params.hpp"
#include "systems.hpp"

namespace cupy {
namespace signal {

constexpr int kLanes = kRecurrenceLanes;
static_assert(kLanes == platform::kWarp, "tables are made for lanes of a warp");
constexpr int kWarps = kRecurrenceThreads / kLanes;
// Samples of a run: a tile of them fits the shared memory that every block may have.
template <class T> constexpr int kRun = sizeof(T) == 16 ? 16 : 32;

CUPY_DEVICE double lane_up(double v, unsigned up) { return platform::shuffle_up(v, up); }
CUPY_DEVICE complex<double> lane_up(complex<double> v, unsigned up) {
    return {platform::shuffle_up(v.re, up), platform::shuffle_up(v.im, up)};
}

template <class W> struct alignas(2 * sizeof(W)) Two { W first, second; };

template <int P, class W> CUPY_DEVICE bool some_of(const W *state) {
    bool some = false;
    CUPY_UNROLL
    for (int c = 0; c < P; ++c) some |= state[c] != W(0);
    return some;
}

// sum += matrix * state.  A state of zeros adds nothing, even where the powers of an unstable filter are infinite.
template <class System, class W> CUPY_DEVICE void advance(const W *matrix, const W *state, W *sum) {
    constexpr int P = System::kOrder;
    if (!some_of<P>(state)) return;
    CUPY_UNROLL
    for (int r = 0; r < P; ++r) {
        W total = sum[r];
        if constexpr (P % 2 == 0) {
            const Two<W> *row = reinterpret_cast<const Two<W> *>(matrix + r * P);
            CUPY_UNROLL
            for (int c = 0; c < P; c += 2) {
                if (c >= System::reach(r)) continue;     // in the loop's bound it would keep the state from registers
                const Two<W> two = row[c / 2];
                total += two.first * state[c];
                total += two.second * state[c + 1];
            }
        } else {
            total += matrix[r] * state[0];
        }
        sum[r] = total;
    }
}
// The same with the matrix of the thread's lane.
template <class System, class W> CUPY_DEVICE void advance_lane(const W *lanes, const W *state, W *sum) {
    constexpr int P = System::kOrder;
    if (!some_of<P>(state)) return;
    lanes += platform::thread_index() % kLanes;
    CUPY_UNROLL
    for (int r = 0; r < P; ++r) {
        W total = sum[r];
        CUPY_UNROLL
        for (int c = 0; c < P; ++c)
            if (c < System::reach(r)) total += lanes[(r * P + c) * kLanes] * state[c];
        sum[r] = total;
    }
}

// From the end states `e` of runs that start from zero, and the state `seed` before the first of them, to the states
// that runs start from.  `g` of `threads` is the thread's place in its line; `powers` and `lanes` are as in the
// parameters, for the runs of these threads.  `totals` are words of shared memory, kWarps * P of them.
template <class System, class W>
CUPY_DEVICE void scan_states(const W *powers, const W *lanes, const W *seed, int g, int threads, W *totals, W *e) {
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
    }
    CUPY_UNROLL
    for (int j = 0; j < P; ++j) {
        const W before = lane_up(e[j], 1);
        e[j] = g == 0 ? seed[j] : lane == 0 ? W(0) : before;
    }
    if (threads > kLanes) advance_lane<System>(lanes, earlier, e);
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
    scan_states<System>(powers + level * P * P, static_cast<const W *>(p.lanes), seed, thread, kRecurrenceThreads, totals, e);
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
template <class System, class T>
constexpr int kResident = is_complex<T>::value || System::kOrder > 8 ? 1 : System::kOrder > 4 ? 4 : 6;

// Samples that a filter of few states takes without a branch.
template <int P> constexpr int kSteps = P <= 4 ? 8 : P <= 8 ? 2 : 1;

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

// Numbers that other blocks write while this one reads them: a word is zero until it has a number, whose bits it turns
// over.  So no word waits for another, and caches need not be emptied, as fences do.
CUPY_DEVICE void publish(uint64 *word, double x) {
    const uint64 turned = ~platform::bits_as<uint64>(x);
    platform::store_now(word, turned ? turned : ~platform::bits_as<uint64>(limits<double>::nan()));
}
CUPY_DEVICE void publish(uint64 *word, complex<double> x) {
    publish(word, x.re);
    publish(word + 1, x.im);
}
CUPY_DEVICE bool look(const uint64 *word, double *x) {
    const uint64 turned = platform::load_now(word);
    *x = platform::bits_as<double>(~turned);
    return turned != 0;
}
CUPY_DEVICE bool look(const uint64 *word, complex<double> *x) {
    const bool real = look(word, &x->re);
    return look(word + 1, &x->im) && real;
}

// The state before tile `part` of a line: each thread adds up every 128th of the end states before it.
template <class System, class W>
CUPY_DEVICE void state_before(const Recurrence &p, long long line, long long part, W *totals, W *seed) {
    constexpr int P = System::kOrder, B = P <= 2 ? 4 : P <= 4 ? 2 : 1;
    const int thread = platform::thread_index(), lane = thread % kLanes;
    constexpr int kWords = sizeof(W) / 8;
    const uint64 *ends = static_cast<const uint64 *>(p.ends) + 1 + line * p.tiles * P * kWords;
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
        bool there;
        do {
            there = true;
            CUPY_UNROLL
            for (int k = 0; k < B; ++k) {
                const long long at = part - (round - k) * kRecurrenceThreads + thread;
                CUPY_UNROLL
                for (int j = 0; j < P; ++j) {
                    found[k][j] = at == -1 && zi ? zi[j] : W(0);
                    if (at >= 0) there &= look(ends + (at * P + j) * kWords, &found[k][j]);
                }
            }
        } while (!there);
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

// What a thread has of the parameters in phases 0, 2 and 4.  A block has `threads_of_line` threads for each of its lines.
template <class System, class T, class W> struct Place {
    static constexpr int P = System::kOrder, R = kRun<T>;
    const W *coefficients, *powers, *lanes, *zi;
    W *states, *starts;
    int g, stretch;
    long long first, part, line;
    bool mine;
    Tile<T> tile;
    T *run;

    CUPY_DEVICE Place(const Recurrence &p, T *items, long long block) {
        coefficients = static_cast<const W *>(p.coefficients);
        powers = static_cast<const W *>(p.powers);
        lanes = static_cast<const W *>(p.lanes);
        zi = static_cast<const W *>(p.zi);
        const int thread = platform::thread_index();
        g = thread % p.threads_of_line;
        stretch = p.threads_of_line * R;
        first = block / p.tiles * (kRecurrenceThreads / p.threads_of_line);
        part = block % p.tiles;
        line = first + thread / p.threads_of_line;
        mine = line < p.outer;
        tile = {items, first, p.outer, p.length, platform::count_ones((unsigned)stretch - 1)};
        run = items + thread * (R + 1);
        const long long number = line * p.tiles + part;
        states = static_cast<W *>(p.states) + number * P;
        starts = static_cast<W *>(p.starts) + number * P * kRecurrenceThreads + thread;
    }
    // Runs are filtered from their states `e`, in place; the last state of the line is kept.
    CUPY_DEVICE void filter(const Recurrence &p, long long begin, W *e) const {
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
    }
};

// The states `e` that runs of a tile start from, and that it ends with, `own` of the last thread, from zeros.
template <class System, class T, class W>
CUPY_DEVICE void states_from_zeros(const Place<System, T, W> &at, W *totals, W *e, W *own) {
    constexpr int P = System::kOrder;
    W zeros[P];
    CUPY_UNROLL
    for (int j = 0; j < P; ++j) zeros[j] = e[j] = W(0);
    pass_run<System, false>(at.coefficients, at.run, e);
    CUPY_UNROLL
    for (int j = 0; j < P; ++j) own[j] = e[j];
    scan_states<System>(at.powers, at.lanes, zeros, at.g, kRecurrenceThreads, totals, e);
    if (at.g == kRecurrenceThreads - 1) advance<System>(at.powers, e, own);
}

// A tile that starts from the state `seed`; its runs would start from `e` if it were zeros.
template <class System, class T, class W>
CUPY_DEVICE void finish_from(const Recurrence &p, const Place<System, T, W> &at, W *seed, W *e) {
    constexpr int P = System::kOrder;
    // By the runs of the warps before this one, then by those of the lanes before.
    const W *matrix = at.powers + 5 * P * P;
    CUPY_NO_UNROLL
    for (int bit = kLanes; bit < kRecurrenceThreads; bit *= 2, matrix += P * P) {
        if (!(at.g & bit)) continue;
        W moved[P];
        CUPY_UNROLL
        for (int j = 0; j < P; ++j) moved[j] = W(0);
        advance<System>(matrix, seed, moved);
        CUPY_UNROLL
        for (int j = 0; j < P; ++j) seed[j] = moved[j];
    }
    advance_lane<System>(at.lanes, seed, e);
    const long long start = at.part * at.stretch;
    at.filter(p, start + (long long)at.g * kRun<T>, e);
    platform::barrier();
    at.tile.store(static_cast<T *>(p.y), start);
}

// Phase 0: the states from zeros are kept.
template <class System, class T, class W> CUPY_DEVICE void start_tile(const Recurrence &p, T *items, W *totals) {
    constexpr int P = System::kOrder;
    const Place<System, T, W> at(p, items, platform::block_index());
    at.tile.load(static_cast<const T *>(p.x), at.part * at.stretch);
    platform::barrier();
    W e[P], own[P];
    states_from_zeros(at, totals, e, own);
    CUPY_UNROLL
    for (int j = 0; j < P; ++j) at.starts[j * kRecurrenceThreads] = e[j];
    if (at.g < kRecurrenceThreads - 1) return;
    CUPY_UNROLL
    for (int j = 0; j < P; ++j) at.states[j] = own[j];
}

// Phase 2 of tiles that phase 0 has seen.
template <class System, class T, class W> CUPY_DEVICE void finish_tile(const Recurrence &p, T *items) {
    constexpr int P = System::kOrder;
    const Place<System, T, W> at(p, items, platform::block_index());
    at.tile.load(static_cast<const T *>(p.x), at.part * at.stretch);
    W e[P], seed[P];
    CUPY_UNROLL
    for (int j = 0; j < P; ++j) {
        e[j] = at.starts[j * kRecurrenceThreads];
        seed[j] = at.states[j];
    }
    platform::barrier();
    finish_from(p, at, seed, e);
}

// Phase 4: a tile stays where it is while its block waits for the end states of those before.
template <class System, class T, class W> CUPY_DEVICE void whole_tile(const Recurrence &p, T *items, W *totals) {
    constexpr int P = System::kOrder;
    constexpr int kWords = sizeof(W) / 8;
    uint64 *ends = static_cast<uint64 *>(p.ends);
    long long block = platform::block_index();
    if (!platform::kBlocksStartInOrder) {
        CUPY_SHARED unsigned ticket;
        if (platform::thread_index() == 0) ticket = platform::add_and_return(reinterpret_cast<unsigned *>(ends), 1u);
        platform::barrier();
        block = ticket;
    }
    const Place<System, T, W> at(p, items, block);
    at.tile.load(static_cast<const T *>(p.x), at.part * at.stretch);
    platform::barrier();
    W e[P], seed[P];
    states_from_zeros(at, totals, e, seed);
    if (at.g == kRecurrenceThreads - 1) {
        CUPY_UNROLL
        for (int j = 0; j < P; ++j) publish(ends + 1 + (block * P + j) * kWords, seed[j]);
    }
    platform::barrier();
    state_before<System>(p, at.line, at.part, totals, seed);
    finish_from(p, at, seed, e);
}

// Phase 2 of whole lines, tile after tile.
template <class System, class T, class W> CUPY_DEVICE void filter_tiles(const Recurrence &p, T *items, W *totals) {
    constexpr int P = System::kOrder;
    const Place<System, T, W> at(p, items, platform::block_index());
    W *carried = totals + kWarps * P;
    W seed[P];
    CUPY_UNROLL
    for (int j = 0; j < P; ++j) seed[j] = at.mine && at.zi ? at.zi[at.line * P + j] : W(0);
    CUPY_NO_UNROLL
    for (long long start = 0; start < p.length; start += at.stretch) {
        at.tile.load(static_cast<const T *>(p.x), start);
        platform::barrier();
        W e[P];
        CUPY_UNROLL
        for (int j = 0; j < P; ++j) e[j] = W(0);
        pass_run<System, false>(at.coefficients, at.run, e);
        scan_states<System>(at.powers, at.lanes, seed, at.g, p.threads_of_line, totals, e);
        at.filter(p, start + (long long)at.g * kRun<T>, e);
        if (platform::thread_index() == kRecurrenceThreads - 1) {
            CUPY_UNROLL
            for (int j = 0; j < P; ++j) carried[j] = e[j];
        }
        platform::barrier();
        CUPY_UNROLL
        for (int j = 0; j < P; ++j) seed[j] = carried[j];
        at.tile.store(static_cast<T *>(p.y), start);
        platform::barrier();
    }
}

// Phase 3: lanes lie on neighbouring lines.
template <class System, class T, class W> CUPY_DEVICE void filter_lines(const Recurrence &p) {
    constexpr int P = System::kOrder;
    const W *coefficients = static_cast<const W *>(p.coefficients), *zi = static_cast<const W *>(p.zi);
    const long long line = (long long)platform::block_index() * kRecurrenceThreads + platform::thread_index();
    if (line >= p.outer * p.inner) return;
    const long long base = line / p.inner * p.length * p.inner + line % p.inner;
    const T *x = static_cast<const T *>(p.x) + base;
    T *y = static_cast<T *>(p.y) + base;
    W s[P], own[System::kCoefficients];      // stores of y might change what lies in memory
    CUPY_UNROLL
    for (int j = 0; j < System::kCoefficients; ++j) own[j] = coefficients[j];
    CUPY_UNROLL
    for (int j = 0; j < P; ++j) s[j] = zi ? zi[line * P + j] : W(0);
    CUPY_NO_UNROLL
    for (long long k = 0; k < p.length; ++k, x += p.inner, y += p.inner)
        *y = cast<T>(System::step(own, cast<W>(*x), s));
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
    else if (p.phase == 0) start_tile<System, T, W>(p, tile, totals);
    else if (p.phase == 4) whole_tile<System, T, W>(p, tile, totals);
    else if (p.tiles > 1) finish_tile<System, T, W>(p, tile);
    else filter_tiles<System, T, W>(p, tile, totals);
}

}  // namespace signal
}  // namespace cupy

#define CUPY_TEMPLATE(name, System, T)                                                               \
    CUPY_KERNEL CUPY_LAUNCH_RESIDENT(cupy::signal::kRecurrenceThreads,                               \
                                     (cupy::signal::kResident<cupy::signal::System, T>))             \
        name(CUPY_GRID_CONSTANT const cupy::signal::Recurrence params) {                             \
        CUPY_DYNAMIC_SHARED(cupy_staged);                                                            \
        cupy::signal::recurrence<cupy::signal::System, T>(params, cupy_staged);                      \
    }
