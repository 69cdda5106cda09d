// Long rows by radix, least significant digit first, each digit in one pass over the items.
//
// One reading counts all digits of all rows (count).  A pass ranks the items of a tile in shared
// memory, learns by looking back at the tiles before it where each digit of its own goes, and writes.
// A digit that all items of a row share costs nothing.  Tiles are numbered in the order in which they start, so that one never waits for a later one.
// (Adinets and Merrill, "Onesweep", 2022.)
#pragma once

#include "device/sort_keys.hpp"
#include "warp/scan.hpp"

namespace cupy {
namespace sorting {

constexpr int kDigits = 256;
constexpr int kRadixWarps = kRadixThreads / platform::kWarp;

template <class U, bool Pairs, class Word> constexpr int radix_items() {
    return cupy::radix_items(sizeof(U), Pairs, sizeof(Word));
}

template <class U, bool Pairs, class Word> struct RadixShared {
    static constexpr int kTile = kRadixThreads * radix_items<U, Pairs, Word>();
    union {
        uint32 counts[kRadixWarps][kDigits];
        U keys[kTile];
        Word positions[kTile];
    };
};

// Sum over the lanes before this one of the first `kDigits` threads; all threads of the block call it.
template <class Word> CUPY_DEVICE Word digits_before(Word count, Word *totals) {
    const int thread = platform::thread_index(), warp = thread / platform::kWarp;
    const int lane = thread % platform::kWarp;
    const Word sum = warp::inclusive_sum(thread < kDigits ? count : Word(0));
    if (lane == platform::kWarp - 1) totals[warp] = sum;
    platform::barrier();
    Word earlier = 0;
    CUPY_UNROLL
    for (int w = 0; w < kDigits / platform::kWarp; ++w)
        if (w < warp) earlier += totals[w];
    return earlier + sum - count;
}

// What a pass orders by: a byte of the key, or on which side of some pivots it lies.
template <class U, bool Pairs> struct ByteOf {
    static constexpr bool kIsByte = true, kMergeZeros = Pairs;
    int pass;

    CUPY_DEVICE ByteOf(const RadixSort &p, int64) : pass(p.pass) {}
    CUPY_DEVICE unsigned operator()(U key) const {
        if constexpr (sizeof(U) == 8) return platform::byte_of(unsigned(pass & 4 ? key >> 32 : key), pass & 3);
        else return platform::byte_of(key, pass);
    }
};

template <class U, bool Pairs> struct SideOf {
    static constexpr bool kIsByte = false, kMergeZeros = false;
    const uint64 *pivots;
    int targets;
    U first;

    CUPY_DEVICE SideOf(const RadixSort &p, int64 row)
        : pivots(p.pivots + row * p.targets), targets(p.targets), first(U(pivots[0])) {}
    CUPY_DEVICE unsigned operator()(U key) const {
        unsigned side = (key >= first) + (key > first);
        CUPY_NO_UNROLL
        for (int k = 1; k < targets; ++k) side += (key >= U(pivots[k])) + (key > U(pivots[k]));
        return side;
    }
};

// Counts of every digit; the last block of a row turns them into the places where digits begin.
template <class U, bool Pairs, class Word> CUPY_DEVICE void count_digits(const RadixSort &p) {
    constexpr int kPasses = sizeof(U), kCopies = sizeof(U) == 8 ? 4 : 8;
    CUPY_SHARED uint32 counts[kPasses * kDigits * kCopies];
    CUPY_SHARED Word totals[kCountThreads / platform::kWarp + 1];
    CUPY_SHARED unsigned ticket, moves;
    const int thread = platform::thread_index();
    const unsigned blocks = platform::block_count() / (unsigned)p.rows;
    const int64 row = platform::block_index() / blocks;
    const U *keys = static_cast<const U *>(p.items) + row * p.length;
    ByteOf<U, Pairs> digit_of(p, row);
    for (int k = thread; k < kPasses * kDigits * kCopies; k += kCountThreads) counts[k] = 0;
    platform::barrier();
    const int64 tile = kCountThreads * kCountItems;
    for (int64 base = platform::block_index() % blocks * tile; base < p.length; base += blocks * tile) {
        const bool whole = base + tile <= p.length;
        U key[kCountItems];
        CUPY_UNROLL
        for (int i = 0; i < kCountItems; ++i) {
            const int64 at = base + i * kCountThreads + thread;
            key[i] = whole || at < p.length ? keys[at] : U(0);
        }
        CUPY_UNROLL
        for (int i = 0; i < kCountItems; ++i) {
            if (!whole && base + i * kCountThreads + thread >= p.length) continue;
            const U code = encode_key(key[i], p.order, Pairs);
            CUPY_UNROLL
            for (int pass = 0; pass < kPasses; ++pass) {
                digit_of.pass = pass;
                platform::add(counts + (pass * kDigits + digit_of(code)) * kCopies + thread % kCopies, 1u);
            }
        }
    }
    platform::barrier();
    Word *starts = static_cast<Word *>(p.starts) + row * kPasses * kDigits;
    for (int k = thread; k < kPasses * kDigits; k += kCountThreads) {
        uint32 sum = 0;
        CUPY_UNROLL
        for (int c = 0; c < kCopies; ++c) sum += counts[k * kCopies + c];
        if (sum) platform::add(starts + k, Word(sum));
    }
    platform::fence();
    platform::barrier();
    if (thread == 0) ticket = platform::add_and_return(p.tickets + p.passes + row, 1u);
    platform::barrier();
    if (ticket != blocks - 1) return;
    platform::fence();
    if (thread == 0) moves = (1u << kPasses) - 1;
    platform::barrier();
    for (int pass = 0; pass < kPasses; ++pass) {
        const Word count = platform::load_now(starts + pass * kDigits + thread);
        const Word before = digits_before(count, totals);
        platform::barrier();
        starts[pass * kDigits + thread] = before;
        if (count == Word(p.length)) moves &= ~(1u << pass);
    }
    platform::barrier();
    if (thread == 0) p.moves[row] = moves ? moves : 1;
}

template <class Word> struct state_bits {
    static constexpr int kShift = sizeof(Word) * 8 - 2;
    static constexpr Word kSum = Word(1) << kShift, kPrefix = Word(2) << kShift, kValue = kSum - 1;
};

// How many items of this digit the tiles of the row before this one have.  Several states are asked for
// at once: each takes as long as the way to the memory that all blocks share.
template <class Word> CUPY_DEVICE Word look_back(Word *states, int tile, Word count) {
    using bits = state_bits<Word>;
    constexpr int kAtOnce = 4;
    Word before = 0;
    for (int t = tile - 1; t >= 0;) {
        Word state[kAtOnce];
        CUPY_UNROLL
        for (int k = 0; k < kAtOnce; ++k)
            state[k] = t >= k ? platform::load_now(states + (int64)(t - k) * kDigits) : bits::kPrefix;
        bool known = true;
        CUPY_UNROLL
        for (int k = 0; k < kAtOnce; ++k) {
            known = known && (state[k] & ~bits::kValue);
            if (!known) continue;
            before += state[k] & bits::kValue;
            t = state[k] & bits::kPrefix ? -1 : t - 1;
            known = t >= 0;
        }
    }
    platform::store_now(states + (int64)tile * kDigits, Word(bits::kPrefix | (before + count)));
    return before;
}

// Calls f(i) for the items of a thread that are there: item i stands `step` * i behind the first.
template <int kItems, int step, class F> CUPY_DEVICE void each_item(bool whole, int left, F f) {
    if (whole) {
        CUPY_UNROLL
        for (int i = 0; i < kItems; ++i) f(i);
    } else {
        CUPY_UNROLL
        for (int i = 0; i < kItems; ++i)
            if (i * step < left) f(i);
    }
}

template <class U, bool Pairs, class Word, class Digit> CUPY_DEVICE void order_tile(const RadixSort &p) {
    constexpr int kItems = radix_items<U, Pairs, Word>(), kTile = kRadixThreads * kItems, kWarp = platform::kWarp;
    CUPY_SHARED RadixShared<U, Pairs, Word> shared;
    CUPY_SHARED Word bases[kDigits];
    CUPY_SHARED uint32 totals[kRadixWarps];
    CUPY_SHARED unsigned ticket;
    CUPY_SHARED void *outs[2];      // the row's keys and positions: read back, else each address begins with the row
    const int thread = platform::thread_index(), warp = thread / kWarp, lane = thread % kWarp;
    if (thread == 0) ticket = platform::add_and_return(p.tickets + p.pass, 1u);
    for (int k = thread; k < kRadixWarps * kDigits; k += kRadixThreads) (&shared.counts[0][0])[k] = 0;
    platform::barrier();
    const unsigned tiles = (unsigned)p.tiles, row = ticket / tiles, tile = ticket % tiles;
    const Digit digit_of(p, row);
    const unsigned moves = Digit::kIsByte ? p.moves[row] : 1;
    if (!(moves >> p.pass & 1)) return;
    const unsigned later = moves >> p.pass >> 1;
    const bool is_first = (moves & ((1u << p.pass) - 1)) == 0, is_last = later == 0;
    const int turn = platform::count_ones(later) & 1;
    const int64 row_start = row * p.length, first = (int64)tile * kTile;
    const int left = int(p.length - first < kTile ? p.length - first : kTile);
    const int place = warp * kWarp * kItems + lane;     // of the thread's first item

    // Beyond the end, the last key: behind all others, and only in a tile that none looks back at.
    // What only some tiles or passes do stands in loops of its own, which the others skip.
    const bool whole = left == kTile;
    if (thread == 0) {
        outs[0] = static_cast<U *>(p.keys[turn]) + row_start;
        if (Pairs && is_last) outs[1] = p.positions + row_start;
        else if (Pairs) outs[1] = static_cast<Word *>(p.places[turn]) + row_start;
    }
    U key[kItems];
    const U *keys = static_cast<const U *>(is_first ? p.items : p.keys[1 - turn]) + row_start + first + place;
    // While this block looks back, memory need not wait.
    const int64 ahead = (int64)kRadixAhead * kTile + thread * (128 / sizeof(U));
    if (thread * 128 < kTile * (int)sizeof(U) && ahead < p.length - first) platform::prefetch(keys - place + ahead);
    each_item<kItems, kWarp>(whole, left - place, [&](int i) { key[i] = keys[i * kWarp]; });
    if (is_first) {
        CUPY_UNROLL
        for (int i = 0; i < kItems; ++i) key[i] = encode_key(key[i], p.order, Digit::kMergeZeros);
    }
    if (!whole) {
        CUPY_UNROLL
        for (int i = 0; i < kItems; ++i)
            if (i * kWarp >= left - place) key[i] = ~U(0);
    }

    // Rank within the warp: lanes with the same digit count themselves at once, the last one for all.
    uint32 rank[kItems];
    uint32 *counts = shared.counts[warp];
    const platform::LaneMask below = platform::lanes_below(), up_to = 2 * below + 1;
    CUPY_UNROLL
    for (int i = 0; i < kItems; ++i) {
        const unsigned digit = digit_of(key[i]);
        const platform::LaneMask same = platform::match_byte(digit);
        rank[i] = counts[digit] + platform::count_ones(same & below);
        platform::warp_barrier();
        if (same <= up_to) counts[digit] = rank[i] + 1;
        platform::warp_barrier();
    }
    platform::barrier();

    // Thread d: the digit d.
    Word *states = static_cast<Word *>(p.states) + (int64)row * tiles * kDigits + thread;
    uint32 sum = 0, of_warp[kRadixWarps];
    if (thread < kDigits) {
        CUPY_UNROLL
        for (int w = 0; w < kRadixWarps; ++w) sum += of_warp[w] = shared.counts[w][thread];
        if (tile + 1 < tiles)
            platform::store_now(states + (int64)tile * kDigits, Word(state_bits<Word>::kSum | sum));
    }
    const uint32 start = digits_before(sum, totals);
    if (thread < kDigits) {
        uint32 earlier = start;
        CUPY_UNROLL
        for (int w = 0; w < kRadixWarps; ++w) {
            shared.counts[w][thread] = earlier;
            earlier += of_warp[w];
        }
    }
    platform::barrier();
    CUPY_UNROLL
    for (int i = 0; i < kItems; ++i) rank[i] += counts[digit_of(key[i])];
    platform::barrier();
    CUPY_UNROLL
    for (int i = 0; i < kItems; ++i) shared.keys[rank[i]] = key[i];
    if (thread < kDigits) {
        const Word starts = static_cast<const Word *>(p.starts)[((int64)row * p.passes + p.pass) * kDigits + thread];
        bases[thread] = starts + look_back(states, tile, Word(sum)) - start;
    }
    platform::barrier();

    U *keys_out = static_cast<U *>(outs[0]);
    Word to[kItems];
    CUPY_UNROLL
    for (int i = 0; i < kItems; ++i) {
        const int at = i * kRadixThreads + thread;
        key[i] = shared.keys[at];
        to[i] = bases[digit_of(key[i])] + at;
    }
    if (is_last && (!Pairs || p.both)) {
        CUPY_UNROLL
        for (int i = 0; i < kItems; ++i) key[i] = decode_key(key[i], p.order);
    }
    if (!Pairs || !is_last || p.both)
        each_item<kItems, kRadixThreads>(whole, left - thread, [&](int i) { keys_out[to[i]] = key[i]; });
    if constexpr (Pairs) {
        Word position[kItems];
        if (is_first) {
            CUPY_UNROLL
            for (int i = 0; i < kItems; ++i) position[i] = Word(first + place + i * kWarp);
        } else {
            const Word *earlier = static_cast<const Word *>(p.places[1 - turn]) + row_start + first + place;
            each_item<kItems, kWarp>(whole, left - place, [&](int i) { position[i] = earlier[i * kWarp]; });
        }
        platform::barrier();
        CUPY_UNROLL
        for (int i = 0; i < kItems; ++i) shared.positions[rank[i]] = position[i];
        platform::barrier();
        CUPY_UNROLL
        for (int i = 0; i < kItems; ++i) position[i] = shared.positions[i * kRadixThreads + thread];
        if (is_last) {
            int64 *out = static_cast<int64 *>(outs[1]);
            each_item<kItems, kRadixThreads>(whole, left - thread, [&](int i) { out[to[i]] = position[i]; });
        } else {
            Word *out = static_cast<Word *>(outs[1]);
            each_item<kItems, kRadixThreads>(whole, left - thread, [&](int i) { out[to[i]] = position[i]; });
        }
    }
}

template <class U, bool Pairs, class Word> CUPY_DEVICE void radix_pass(const RadixSort &p) {
    order_tile<U, Pairs, Word, ByteOf<U, Pairs>>(p);
}
template <class U, bool Pairs, class Word> CUPY_DEVICE void partition(const RadixSort &p) {
    order_tile<U, Pairs, Word, SideOf<U, Pairs>>(p);
}

}  // namespace sorting
}  // namespace cupy

#define CUPY_RADIX_SORT(name, function, threads, U, Pairs, Word)                                 \
    CUPY_KERNEL CUPY_LAUNCH_RESIDENT(threads, 2)                                                 \
        name(CUPY_GRID_CONSTANT const cupy::RadixSort params) {                                  \
        cupy::sorting::function<U, Pairs, Word>(params);                                         \
    }
