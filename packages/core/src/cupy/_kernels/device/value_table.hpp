// Integers of a narrow range on GPUs: a table has a place for each value that may be there.
//
// A bit for each value tells whether it is there; the bits before it, how many smaller ones are.
#pragma once

#include "kernel.hpp"
#include "tuning/value_table.hpp"

namespace cupy {

struct ValueTable {
    const void *items;
    uint64 low;                 // the value of the first place
    int64 size;
    uint32 *bits;               // `words` of them: a bit for each place
    const uint32 *ends;         // of each word the bits up to its end
    uint32 *firsts, *counts;    // of each place: first position, or `size`; number of items
    void *values;               // those that are there, in ascending order,
    int64 *value_firsts, *value_counts;     // their first positions and numbers
    int64 *ranks;               // of each item
    uint32 places, words;
    int parts, width;           // block b tallies the part b % parts, `width` places, in shared memory if any
    int copies;                 // binary logarithm of the copies of a part, against conflicts
    int unused;
};

namespace tables {

// Calls f(i, item) for the share `number` of `count`.
template <class U, class F>
CUPY_DEVICE void each_item(const ValueTable &p, unsigned number, unsigned count, F f) {
    constexpr int kItems = loads_in_flight(sizeof(U));
    const U *items = static_cast<const U *>(p.items);
    const int64 tile = kThreads * kItems;
    for (int64 base = number * tile; base < p.size; base += count * tile) {
        const int64 first = base + platform::thread_index();
        if (base + tile <= p.size) {
            U item[kItems];
            CUPY_UNROLL
            for (int k = 0; k < kItems; ++k) item[k] = items[first + k * kThreads];
            CUPY_UNROLL
            for (int k = 0; k < kItems; ++k) f(first + k * kThreads, item[k]);
        } else {
            CUPY_NO_UNROLL
            for (int64 i = first; i < p.size; i += kThreads) f(i, items[i]);
        }
    }
}

template <class U> CUPY_DEVICE uint32 place_of(const ValueTable &p, U item) { return uint32(U(item - U(p.low))); }

template <class U> CUPY_DEVICE void mark_all(const ValueTable &p, uint32 *bits) {
    each_item<U>(p, platform::block_index(), platform::block_count(), [&](int64, U item) {
        const uint32 place = place_of(p, item), bit = 1u << place % 32;
        if (!(bits[place / 32] & bit)) platform::set_bits(bits + place / 32, bit);
    });
}

// Which values are there.
template <class U> CUPY_DEVICE void mark(const ValueTable &p) {
    CUPY_SHARED uint32 bits[kWords];
    const unsigned thread = platform::thread_index();
    if (p.words > kWords) {
        mark_all<U>(p, p.bits);
        return;
    }
    for (unsigned k = thread; k < p.words; k += kThreads) bits[k] = 0;
    platform::barrier();
    mark_all<U>(p, bits);
    platform::barrier();
    for (unsigned k = thread; k < p.words; k += kThreads)
        if (bits[k] & ~platform::load_now(p.bits + k)) platform::set_bits(p.bits + k, bits[k]);
}

// How many smaller values are there.
CUPY_DEVICE uint32 rank_of(uint32 bits, uint32 end, uint32 place) {
    return end - uint32(platform::count_ones(bits >> place % 32));
}

template <class U> CUPY_DEVICE void rank(const ValueTable &p) {
    struct alignas(8) Word { uint32 bits, end; };
    CUPY_SHARED Word words[kWords / 2];
    const unsigned block = platform::block_index(), blocks = platform::block_count();
    if (p.words > kWords / 2) {
        each_item<U>(p, block, blocks, [&](int64 i, U item) {
            const uint32 place = place_of(p, item);
            p.ranks[i] = rank_of(p.bits[place / 32], p.ends[place / 32], place);
        });
        return;
    }
    for (unsigned k = platform::thread_index(); k < p.words; k += kThreads) words[k] = {p.bits[k], p.ends[k]};
    platform::barrier();
    const Word *const known = words;        // for HIP: see search.hpp
    each_item<U>(p, block, blocks, [&](int64 i, U item) {
        const uint32 place = place_of(p, item);
        const Word word = known[place / 32];
        p.ranks[i] = rank_of(word.bits, word.end, place);
    });
}

struct Count {
    static CUPY_DEVICE uint32 none(const ValueTable &) { return 0; }
    static CUPY_DEVICE uint32 of_item(int64) { return 1; }
    static CUPY_DEVICE uint32 join(uint32 a, uint32 b) { return a + b; }
    static CUPY_DEVICE void put(uint32 *cell, uint32 value) { platform::add(cell, value); }
};

struct First {
    static CUPY_DEVICE uint32 none(const ValueTable &p) { return uint32(p.size); }
    static CUPY_DEVICE uint32 of_item(int64 i) { return uint32(i); }
    static CUPY_DEVICE uint32 join(uint32 a, uint32 b) { return a < b ? a : b; }
    static CUPY_DEVICE void put(uint32 *cell, uint32 value) {
        if (value < platform::load_now(cell)) platform::lower(cell, value);
    }
};

// Something of all items with a value, at the place of the value.
template <class U, class Op> CUPY_DEVICE void tally(const ValueTable &p, uint32 *table, uint32 *cells) {
    const unsigned block = platform::block_index(), blocks = platform::block_count(), thread = platform::thread_index();
    if (p.parts == 0) {
        each_item<U>(p, block, blocks, [&](int64 i, U item) { Op::put(table + place_of(p, item), Op::of_item(i)); });
        return;
    }
    const unsigned from = block % p.parts * p.width, copies = 1u << p.copies, own = thread & (copies - 1);
    for (unsigned k = thread; k < unsigned(p.width) << p.copies; k += kThreads) cells[k] = Op::none(p);
    platform::barrier();
    each_item<U>(p, block / p.parts, blocks / p.parts, [&](int64 i, U item) {
        const uint32 at = place_of(p, item) - from;
        if (at < (unsigned)p.width) Op::put(cells + (at << p.copies | own), Op::of_item(i));
    });
    platform::barrier();
    for (unsigned k = thread; k < (unsigned)p.width && from + k < p.places; k += kThreads) {
        uint32 value = Op::none(p);
        for (unsigned c = 0; c < copies; ++c)
            value = Op::join(value, cells[k << p.copies | ((c + k) & (copies - 1))]);
        if (value != Op::none(p)) Op::put(table + from + k, value);
    }
}

template <class U> CUPY_DEVICE void count(const ValueTable &p, uint32 *cells) { tally<U, Count>(p, p.counts, cells); }
template <class U> CUPY_DEVICE void first(const ValueTable &p, uint32 *cells) { tally<U, First>(p, p.firsts, cells); }

template <class U> CUPY_DEVICE void write(const ValueTable &p) {
    const unsigned step = kThreads * platform::block_count();
    U *values = static_cast<U *>(p.values);
    for (unsigned place = kThreads * platform::block_index() + platform::thread_index(); place < p.places;
         place += step) {
        const uint32 bits = p.bits[place / 32];
        if (!(bits >> place % 32 & 1)) continue;
        const uint32 at = rank_of(bits, p.ends[place / 32], place);
        values[at] = U(U(p.low) + place);
        if (p.value_firsts) p.value_firsts[at] = p.firsts[place];
        if (p.value_counts) p.value_counts[at] = p.counts[place];
    }
}

}  // namespace tables
}  // namespace cupy

#define CUPY_VALUE_TABLE(name, function, U)                                                \
    CUPY_KERNEL CUPY_LAUNCH_BOUNDS(cupy::tables::kThreads) name(CUPY_GRID_CONSTANT const cupy::ValueTable params) { \
        cupy::tables::function<U>(params);                                                 \
    }
#define CUPY_VALUE_TALLY(name, function, U)                                                \
    CUPY_KERNEL CUPY_LAUNCH_BOUNDS(cupy::tables::kThreads) name(CUPY_GRID_CONSTANT const cupy::ValueTable params) { \
        CUPY_DYNAMIC_SHARED(cupy_cells);                                                   \
        cupy::tables::function<U>(params, reinterpret_cast<cupy::uint32 *>(cupy_cells));   \
    }
