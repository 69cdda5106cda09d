// Short rows in registers: a bitonic network over the items of each thread and the threads of a row.
//
// Every comparison puts the smaller item first: the first step of a merge compares with the mirror
// image.  An item that carries its position is unique, so that the order of equal keys is stable.
#pragma once

#include "device/sort_keys.hpp"

namespace cupy {
namespace sorting {

// Pairs of items exchanged through shared memory at once, of the `Run` items of a thread.
template <int Run> constexpr int pairs_at_once() { return Run < 16 ? Run / 2 : 8; }
constexpr int run_levels(int run) { return run == 1 ? 0 : 1 + run_levels(run / 2); }

struct alignas(8) KeyPosition {
    uint64 key;
    uint32 position;
};

CUPY_DEVICE bool before(uint32 a, uint32 b) { return a < b; }
CUPY_DEVICE bool before(uint64 a, uint64 b) { return a < b; }
CUPY_DEVICE bool before(const KeyPosition &a, const KeyPosition &b) {
    return a.key < b.key || (a.key == b.key && a.position < b.position);
}

CUPY_DEVICE uint32 across(uint32 x, unsigned lanes) { return platform::shuffle_xor(x, lanes); }
CUPY_DEVICE uint64 across(uint64 x, unsigned lanes) { return platform::shuffle_xor(x, lanes); }
CUPY_DEVICE KeyPosition across(const KeyPosition &x, unsigned lanes) {
    return {platform::shuffle_xor(x.key, lanes), platform::shuffle_xor(x.position, lanes)};
}

// An item of the network from a key, its position in the row and whether positions are wanted.
template <class E> struct element {
    using store_type = E;
    static constexpr int kShift = sizeof(E) * 4;
    static CUPY_DEVICE E last() { return ~E(0); }
    static CUPY_DEVICE E make(const SortRows &p, int64 at, uint32 position) {
        const E key = encode_key(load_key<E>(p.input, p.order.size, at), p.order, p.positions != nullptr);
        return p.positions ? E(key << kShift | position) : key;
    }
    static CUPY_DEVICE E result(const SortRows &p, E x) {
        return p.positions ? E(x & (last() >> kShift)) : decode_key(x, p.order);
    }
};

template <> struct element<KeyPosition> {
    using store_type = uint32;
    static CUPY_DEVICE KeyPosition last() { return {~0ull, ~0u}; }
    static CUPY_DEVICE KeyPosition make(const SortRows &p, int64 at, uint32 position) {
        return {encode_key(static_cast<const uint64 *>(p.input)[at], p.order, true), position};
    }
    static CUPY_DEVICE uint32 result(const SortRows &, const KeyPosition &x) { return x.position; }
};

template <class E> CUPY_DEVICE void order_pair(E &a, E &b) {
    const bool swap = before(b, a);
    const E low = swap ? b : a, high = swap ? a : b;
    a = low;
    b = high;
}

CUPY_DEVICE void order_pair(uint32 &a, uint32 &b) {
    const uint32 low = a < b ? a : b, high = a < b ? b : a;
    a = low;
    b = high;
}

template <class E> CUPY_DEVICE void keep(E &mine, const E &other, bool smaller) {
    if (before(other, mine) == smaller) mine = other;
}

// Bitonic items of a thread become ascending.
template <int Run, class E> CUPY_DEVICE void merge_own(E (&x)[Run]) {
    CUPY_UNROLL
    for (int stride = Run / 2; stride > 0; stride /= 2) {
        CUPY_UNROLL
        for (int i = 0; i < Run; ++i)
            if ((i & stride) == 0) order_pair(x[i], x[i | stride]);
    }
}

template <int Run, class E> CUPY_DEVICE void sort_own(E (&x)[Run]) {
    CUPY_UNROLL
    for (int size = 2; size <= Run; size *= 2) {
        CUPY_UNROLL
        for (int i = 0; i < Run; ++i)
            if ((i & (size / 2)) == 0) order_pair(x[i], x[i ^ (size - 1)]);
        CUPY_UNROLL
        for (int stride = size / 4; stride > 0; stride /= 2) {
            CUPY_UNROLL
            for (int i = 0; i < Run; ++i)
                if ((i & stride) == 0) order_pair(x[i], x[i | stride]);
        }
    }
}

// Compare with the thread whose number differs in the bits of `mask`, item by item, or with the
// mirror image of its items.
template <bool Mirror, int Run, class E>
CUPY_DEVICE void exchange_lanes(E (&x)[Run], unsigned mask, bool smaller) {
    CUPY_UNROLL
    for (int i = 0; i < Run / 2; ++i) {
        const int j = Run - 1 - i;
        const E other_i = across(Mirror ? x[j] : x[i], mask);
        const E other_j = across(Mirror ? x[i] : x[j], mask);
        keep(x[i], other_i, smaller);
        keep(x[j], other_j, smaller);
    }
}

template <bool Mirror, int Run, class E>
CUPY_DEVICE void exchange_shared(E (&x)[Run], unsigned mask, bool smaller, E *shared) {
    constexpr int kPart = pairs_at_once<Run>();
    const unsigned thread = platform::thread_index(), threads = platform::thread_count(), other = thread ^ mask;
    CUPY_UNROLL
    for (int part = 0; part < Run / 2; part += kPart) {
        platform::barrier();
        CUPY_UNROLL
        for (int k = 0; k < kPart; ++k) {
            shared[k * threads + thread] = x[part + k];
            shared[(k + kPart) * threads + thread] = x[Run - 1 - part - k];
        }
        platform::barrier();
        CUPY_UNROLL
        for (int k = 0; k < kPart; ++k) {
            const E low = shared[(Mirror ? k + kPart : k) * threads + other];
            const E high = shared[(Mirror ? k : k + kPart) * threads + other];
            keep(x[part + k], low, smaller);
            keep(x[Run - 1 - part - k], high, smaller);
        }
    }
}

template <int Run, class E> CUPY_DEVICE void sort_block(E (&x)[Run], int levels, E *shared) {
    constexpr int kRunLevels = run_levels(Run);
    const unsigned thread = platform::thread_index();
    sort_own(x);
    CUPY_NO_UNROLL
    for (int level = kRunLevels + 1; level <= levels; ++level) {
        const unsigned half = 1u << (level - kRunLevels - 1), mirror = 2 * half - 1;
        if (mirror < platform::kWarp) exchange_lanes<true>(x, mirror, (thread & half) == 0);
        else exchange_shared<true>(x, mirror, (thread & half) == 0, shared);
        CUPY_NO_UNROLL
        for (unsigned stride = half / 2; stride > 0; stride /= 2) {
            if (stride < platform::kWarp) exchange_lanes<false>(x, stride, (thread & stride) == 0);
            else exchange_shared<false>(x, stride, (thread & stride) == 0, shared);
        }
        merge_own(x);
    }
}

template <class E, int Run, int Threads> CUPY_DEVICE void sort_rows(const SortRows &p) {
    using Store = typename element<E>::store_type;
    constexpr int kHalf = Threads * Run / 2;
    CUPY_SHARED union {
        E items[Threads * 2 * pairs_at_once<Run>()];
        Store results[kHalf + kHalf / Run];
    } shared;
    const unsigned thread = platform::thread_index();
    const int lane_levels = p.levels - run_levels(Run);
    const unsigned lanes = 1u << lane_levels, mine = thread & (lanes - 1);
    const int64 first_row = (int64)platform::block_index() * (Threads >> lane_levels);
    const int64 row = first_row + (thread >> lane_levels);
    E x[Run];
    CUPY_UNROLL
    for (int i = 0; i < Run; ++i) {
        const uint32 at = i * lanes + mine;
        const bool there = row < p.rows && at < p.length;
        x[i] = there ? element<E>::make(p, row * p.length + at, at) : element<E>::last();
    }
    sort_block(x, p.levels, shared.items);
    CUPY_UNROLL
    for (int half = 0; half < 2; ++half) {
        platform::barrier();
        const int slot = (int)thread - half * (Threads / 2);
        if (slot >= 0 && slot < Threads / 2) {
            CUPY_UNROLL
            for (int i = 0; i < Run; ++i) shared.results[slot * (Run + 1) + i] = element<E>::result(p, x[i]);
        }
        platform::barrier();
        CUPY_NO_UNROLL
        for (int k = thread; k < kHalf; k += Threads) {
            const unsigned place = half * kHalf + k;
            const int64 out_row = first_row + (place >> p.levels);
            const uint32 column = place & ((1u << p.levels) - 1);
            if (out_row >= p.rows || column >= p.length) continue;
            const Store value = shared.results[k + k / Run];
            const int64 at = out_row * p.length + column;
            if (p.positions) p.positions[at] = (int64)value;
            else store_key(p.items, p.order.size, at, value);
        }
    }
}

}  // namespace sorting
}  // namespace cupy

#define CUPY_SORT_ROWS(name, E, run, threads)                                                    \
    CUPY_KERNEL CUPY_LAUNCH_BOUNDS(threads) name(CUPY_GRID_CONSTANT const cupy::SortRows params) { \
        cupy::sorting::sort_rows<E, run, threads>(params);                                       \
    }
