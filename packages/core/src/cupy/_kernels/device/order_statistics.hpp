// Items by rank in long rows, a byte of the key at a time: each pass counts the next byte of the keys
// that begin with the bytes found so far, for several ranks of a row at once.
#pragma once

#include "device/sort_keys.hpp"
#include "tuning/order_statistics.hpp"

namespace cupy {

// What is left of a row to select from: the items between those of a sample (sample_select.hpp).
struct SampledRow {
    uint64 low[8], high[8];     // of each target
    int64 ranks[8];             // of each target, among the candidates
    unsigned long long before[8], inside[8];    // items before and in each interval; zero before
    unsigned long long length;  // of the candidates; zero before
    unsigned ticket;            // zero before
    int use;                    // whether the candidates hold all targets
};

struct OrderStatistics {
    const void *keys;
    const int64 *ranks;         // `targets` for each row, or the same for all
    uint64 *prefixes;           // rows of `targets`: the bytes found; at last the keys
    int64 *remaining;           // rank among the keys with that prefix
    uint32 *counts;             // rows of `parts` of `targets` of 256 (host), rows of `targets` of 256; zero before
    unsigned *tickets;          // of each row, zero before
    void *values;               // rows of `targets` items
    void *starts;               // null, or of a partition: rows of 256 places where its sides begin
    SampledRow *sampled;        // null, or one for each row
    void *candidates;           // rows of `capacity` keys
    int64 length, rows, parts, rank_stride, capacity;
    KeyOrder order;
    int pass, passes, targets, wide;        // wide: starts are 64-bit words
};

namespace statistics {

constexpr int kTargets = 8;
constexpr int kValues = 256;

CUPY_DEVICE int shift_of(const OrderStatistics &p) { return 8 * (p.passes - 1 - p.pass); }

CUPY_DEVICE uint64 prefix_of(const OrderStatistics &p, int64 row, int target) {
    return p.pass ? p.prefixes[row * p.targets + target] : 0;
}

// Targets with one prefix share the counts of the first of them.
CUPY_DEVICE int owner_of(const OrderStatistics &p, int64 row, int target) {
    const uint64 prefix = prefix_of(p, row, target);
    for (int k = 0; k < target; ++k)
        if (prefix_of(p, row, k) == prefix) return k;
    return target;
}

CUPY_DEVICE int64 rank_of(const OrderStatistics &p, int64 row, int target) {
    if (p.pass) return p.remaining[row * p.targets + target];
    if (p.sampled && p.sampled[row].use) return p.sampled[row].ranks[target];
    return p.ranks[row * p.rank_stride + target];
}

// A target whose byte is found; `before` of the keys with the prefix have a lower byte, `count` this one.
CUPY_DEVICE void narrow(const OrderStatistics &p, int64 row, int target, uint64 prefix, unsigned byte,
                        int64 rank, int64 before) {
    const int64 at = row * p.targets + target;
    const uint64 longer = prefix << 8 | byte;
    p.prefixes[at] = longer;
    p.remaining[at] = rank - before;
    if (p.pass == p.passes - 1) store_key(p.values, p.order.size, at, decode_key(longer, p.order));
}

// Where the items equal to a pivot begin and end.
CUPY_DEVICE void write_starts(const OrderStatistics &p, int64 row, int target, int64 count) {
    const uint64 *pivots = p.prefixes + row * p.targets;
    int side = 0, behind = 0;
    for (int k = 0; k < p.targets; ++k) {
        side += (pivots[target] >= pivots[k]) + (pivots[target] > pivots[k]);
        behind += 2 * (pivots[target] >= pivots[k]);
    }
    const int64 below = p.ranks[row * p.rank_stride + target] - p.remaining[row * p.targets + target];
    for (int k = 0; k < 2; ++k) {
        const int64 at = row * kValues + (k ? behind : side), start = below + (k ? count : 0);
        if (p.wide) static_cast<uint64 *>(p.starts)[at] = start;
        else static_cast<uint32 *>(p.starts)[at] = uint32(start);
    }
}

}  // namespace statistics
}  // namespace cupy

#ifdef CUPY_HOST

namespace cupy {
namespace statistics {

template <class U> void count_values(const OrderStatistics &p, unsigned block, unsigned) {
    const int64 row = block / p.parts, part = block % p.parts;
    const int shift = shift_of(p);
    uint64 prefixes[kTargets];
    int owners[kTargets], distinct = 0;
    for (int t = 0; t < p.targets; ++t) {
        if (owner_of(p, row, t) != t) continue;
        prefixes[distinct] = prefix_of(p, row, t);
        owners[distinct++] = t;
    }
    uint32 counts[kTargets][kValues] = {};
    const U *keys = static_cast<const U *>(p.keys) + row * p.length;
    for (int64 i = p.length * part / p.parts; i < p.length * (part + 1) / p.parts; ++i) {
        const uint64 code = encode_key(keys[i], p.order, false);
        if (p.pass == 0) {
            ++counts[0][code >> shift];
            continue;
        }
        for (int k = 0; k < distinct; ++k)
            if (code >> (shift + 8) == prefixes[k]) ++counts[k][uint8(code >> shift)];
    }
    uint32 *out = p.counts + block * p.targets * kValues;
    for (int k = 0; k < distinct; ++k)
        for (int v = 0; v < kValues; ++v) out[owners[k] * kValues + v] = counts[k][v];
}

template <class U> void narrow_rows(const OrderStatistics &p, unsigned block, unsigned) {
    const int64 row = block;
    uint64 prefixes[kTargets];
    int owners[kTargets];
    int64 equal[kTargets];
    for (int t = 0; t < p.targets; ++t) prefixes[t] = prefix_of(p, row, t), owners[t] = owner_of(p, row, t);
    for (int t = 0; t < p.targets; ++t) {
        const int64 rank = rank_of(p, row, t);
        int64 before = 0, count = 0;
        for (int value = 0; value < kValues; ++value, before += count) {
            count = 0;
            for (int64 part = 0; part < p.parts; ++part)
                count += p.counts[((row * p.parts + part) * p.targets + owners[t]) * kValues + value];
            if (rank >= before + count && value + 1 < kValues) continue;
            narrow(p, row, t, prefixes[t], value, rank, before);
            equal[t] = count;
            break;
        }
    }
    if (p.starts && p.pass == p.passes - 1)
        for (int t = 0; t < p.targets; ++t) write_starts(p, row, t, equal[t]);
}

// Items of a row onto the sides of its pivots, in their order.
struct Partition {
    const void *keys;
    void *items;
    int64 *positions;
    const uint64 *pivots;
    const uint32 *starts;
    int64 length, rows;
    KeyOrder order;
    int targets, unused;
};

template <class U> void partition_rows(const Partition &p, unsigned block, unsigned grid) {
    for (int64 row = p.rows * block / grid; row < p.rows * (block + 1) / grid; ++row) {
        const U *keys = static_cast<const U *>(p.keys) + row * p.length;
        int64 places[2 * kTargets + 1];
        U pivots[kTargets];
        for (int k = 0; k < 2 * p.targets + 1; ++k) places[k] = p.starts[row * kValues + k];
        for (int k = 0; k < p.targets; ++k) pivots[k] = U(p.pivots[row * p.targets + k]);
        for (int64 i = 0; i < p.length; ++i) {
            const U code = encode_key(keys[i], p.order, false);
            int side = 0;
            for (int k = 0; k < p.targets; ++k) side += (code >= pivots[k]) + (code > pivots[k]);
            const int64 at = row * p.length + places[side]++;
            if (p.positions) p.positions[at] = i;
            else static_cast<U *>(p.items)[at] = keys[i];
        }
    }
}

}  // namespace statistics
}  // namespace cupy

#define CUPY_STATISTICS(name, function, Params, U)                                        \
    CUPY_EXPORT const int name##__info[] = {0, 1, (int)sizeof(cupy::Params)};             \
    CUPY_EXPORT void name(void **params, unsigned block, unsigned grid) {                 \
        cupy::statistics::function<U>(*static_cast<const cupy::Params *>(params[0]), block, grid); \
    }

#else

#include "warp/reduce.hpp"
#include "warp/scan.hpp"

namespace cupy {
namespace statistics {

// Counts of the values of a byte in the keys that begin with one of up to `kMost` prefixes; of all if 0.
// Without a branch: keys with another prefix count behind the counters.  Branches, and constants that only
// some lanes read, would cost more than the counting.
template <class U, int kMost>
CUPY_DEVICE void count_part(const OrderStatistics &p, const U *keys, int64 length, int64 part, int64 parts,
                            uint32 *counters, int copies, const U *prefixes, int distinct) {
    const int thread = platform::thread_index(), shift = shift_of(p);
    const unsigned own = thread % copies, nowhere = kCounters + thread % platform::kWarp;
    const KeyOrder order = p.order;
    U wanted[kMost ? kMost : 1];
    CUPY_UNROLL
    for (int k = 0; k < kMost; ++k) wanted[k] = prefixes[k < distinct ? k : 0];
    const auto count = [&](U key) {
        const U code = encode_key(key, order, false);
        const unsigned value = unsigned(code >> shift) & (kValues - 1);
        unsigned at = kMost ? nowhere : value * copies + own;
        CUPY_UNROLL
        for (int k = kMost - 1; k >= 0; --k)
            at = U(U(code >> shift) >> 8) == wanted[k] ? (k * kValues + value) * copies + own : at;
        platform::add(counters + at, 1u);
    };
    const int64 tile = kThreads * kItems;
    for (int64 base = part * tile; base < length; base += parts * tile) {
        const U *first = keys + base + thread;
        if (base + tile <= length) {
            U key[kItems];
            CUPY_UNROLL
            for (int i = 0; i < kItems; ++i) key[i] = first[i * kThreads];
            CUPY_UNROLL
            for (int i = 0; i < kItems; ++i) count(key[i]);
        } else {
            CUPY_NO_UNROLL
            for (; first < keys + length; first += kThreads) count(*first);
        }
    }
}

template <class U> CUPY_DEVICE void count_values(const OrderStatistics &p) {
    CUPY_SHARED uint32 counters[kCounters + platform::kWarp];
    CUPY_SHARED U prefixes[kTargets];
    CUPY_SHARED int owners[kTargets];
    CUPY_SHARED int distinct_shared;
    CUPY_SHARED unsigned ticket;
    CUPY_SHARED uint64 old_prefixes[kTargets];
    CUPY_SHARED int64 ranks[kTargets], equal[kTargets];
    const int thread = platform::thread_index();
    const int64 row = platform::block_index() / p.parts, part = platform::block_index() % p.parts;
    const U *keys = static_cast<const U *>(p.keys) + row * p.length;
    int64 length = p.length, parts = p.parts;
    if (p.sampled && p.sampled[row].use) {
        constexpr int64 share = 2 * kThreads * kItems;      // more blocks cost more than they count
        keys = static_cast<const U *>(p.candidates) + row * p.capacity;
        length = p.sampled[row].length;
        if (parts > (length + share - 1) / share) parts = (length + share - 1) / share;
        if (part >= parts) return;
    }
    for (int k = thread; k < kCounters; k += kThreads) counters[k] = 0;
    if (thread < p.targets) {
        old_prefixes[thread] = prefix_of(p, row, thread);
        ranks[thread] = rank_of(p, row, thread);
    }
    platform::barrier();
    // Targets with one prefix share the counts of the first of them.
    if (thread == 0) {
        int distinct = 0;
        for (int t = 0; t < p.targets; ++t) {
            bool is_new = true;
            for (int k = 0; k < distinct; ++k) is_new = is_new && old_prefixes[owners[k]] != old_prefixes[t];
            if (!is_new) continue;
            prefixes[distinct] = U(old_prefixes[t]);
            owners[distinct++] = t;
        }
        distinct_shared = distinct;
    }
    platform::barrier();
    const int distinct = distinct_shared;
    int slots = 1;
    while (slots < distinct) slots *= 2;
    const int copies = kCounters / kValues / slots;
    if (p.pass == 0) count_part<U, 0>(p, keys, length, part, parts, counters, copies, prefixes, distinct);
    else if (sizeof(U) > 1 && distinct <= 2) count_part<U, 2>(p, keys, length, part, parts, counters, copies, prefixes, distinct);
    else if (sizeof(U) > 1 && distinct <= 4) count_part<U, 4>(p, keys, length, part, parts, counters, copies, prefixes, distinct);
    else if (sizeof(U) > 1) count_part<U, kTargets>(p, keys, length, part, parts, counters, copies, prefixes, distinct);
    platform::barrier();
    uint32 *counts = p.counts + row * p.targets * kValues;
    for (int k = 0; k < distinct; ++k) {
        uint32 sum = 0;
        for (int c = 0; c < copies; ++c) sum += counters[(k * kValues + thread) * copies + (c + thread) % copies];
        if (sum) platform::add(counts + owners[k] * kValues + thread, sum);
    }
    platform::fence();
    platform::barrier();
    if (thread == 0) ticket = platform::add_and_return(p.tickets + row, 1u);
    platform::barrier();
    if (ticket != parts - 1) return;

    // The last block of the row: a warp for each prefix, some values of the byte for each of its threads.
    platform::fence();
    constexpr int kWarp = platform::kWarp, kEach = kValues / kWarp;
    const int lane = thread % kWarp, k = thread / kWarp;
    if (k < distinct) {
        const int owner = owners[k];
        uint32 *found = counts + owner * kValues + lane * kEach;
        uint32 count[kEach];
        int64 own = 0;
        CUPY_UNROLL
        for (int v = 0; v < kEach; ++v) own += count[v] = platform::load_now(found + v);
        CUPY_UNROLL
        for (int v = 0; v < kEach; ++v) found[v] = 0;
        const int64 sum = warp::inclusive_sum(own);
        for (int t = owner; t < p.targets; ++t) {
            if (old_prefixes[t] != old_prefixes[owner]) continue;
            int64 before = sum - own;
            CUPY_UNROLL
            for (int v = 0; v < kEach; before += count[v++]) {
                if (ranks[t] < before || ranks[t] >= before + count[v]) continue;
                narrow(p, row, t, old_prefixes[t], lane * kEach + v, ranks[t], before);
                equal[t] = count[v];
            }
        }
    }
    if (thread == 0) p.tickets[row] = 0;
    platform::fence();
    platform::barrier();
    if (p.starts && p.pass == p.passes - 1 && thread < p.targets) write_starts(p, row, thread, equal[thread]);
}

}  // namespace statistics
}  // namespace cupy

#define CUPY_STATISTICS(name, function, Params, U)                                        \
    CUPY_KERNEL CUPY_LAUNCH_BOUNDS(256) name(CUPY_GRID_CONSTANT const cupy::Params params) { \
        cupy::statistics::function<U>(params);                                            \
    }

#endif
