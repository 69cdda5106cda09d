// Items by rank in very long rows of a GPU: a sample says between which items each rank lies, one reading
// of the row counts what lies before and collects what lies between; the digits of those few are counted.
//
// Of items that are equal to both bounds one is enough.  Should a sample mislead, or too many items lie between,
// the digits of the whole row are counted instead.
// (After Floyd and Rivest, "Expected time bounds for selection", 1975.)
#pragma once

#include "device/order_statistics.hpp"

namespace cupy {
namespace statistics {

constexpr int kFilterWarps = kFilterThreads / platform::kWarp;

template <class U> constexpr int filter_items() { return statistics::filter_items(sizeof(U)); }
template <class U> constexpr int filter_stage() { return 2 * filter_items<U>() * platform::kWarp; }

// Which of the sample's ranks bound a rank of the row: `side` -1 or 1.  Below 0 or from `kSample` on: none does.
CUPY_DEVICE int sample_rank(int64 rank, int64 length, int side) {
    const double at = (double(rank) + 0.5) / double(length) * kSample;
    const double off = kDeviations * sqrt(at * (1 - at / kSample)) + kSlack;
    return int(at + side * off) + (side < 0 ? -1 : 1);
}

// Each item of the sample counts those before it.
template <class U> CUPY_DEVICE void rank_sample(const OrderStatistics &p) {
    constexpr int kParts = kSampleThreads / kSampleShare;
    CUPY_SHARED U keys[kSample];
    CUPY_SHARED int wanted[2][kTargets];
    const int thread = platform::thread_index();
    const int shares = kSample / kSampleShare;
    const int64 row = platform::block_index() / shares;
    const int share = int(platform::block_index() % shares);
    const U *items = static_cast<const U *>(p.keys) + row * p.length;
    const uint64 length = p.length, step = length / kSample;
    CUPY_UNROLL
    for (int k = 0; k < kSample / kSampleThreads; ++k) {
        const uint32 i = k * kSampleThreads + thread;
        // Anywhere in its part of the row, so that a pattern in the row is not one in the sample.
        const uint32 hash = (i + 1) * 2654435769u;
        keys[i] = encode_key(items[i * length / kSample + (step * (hash ^ hash >> 15) >> 32)], p.order, false);
    }
    SampledRow &out = p.sampled[row];
    if (thread < 2 * p.targets) {
        const int side = thread / p.targets, target = thread % p.targets;
        const int at = sample_rank(p.ranks[row * p.rank_stride + target], p.length, side ? 1 : -1);
        wanted[side][target] = at;
        if (share == 0 && at < 0) (side ? out.high : out.low)[target] = 0;
        if (share == 0 && at >= kSample) (side ? out.high : out.low)[target] = p.order.mask;
    }
    platform::barrier();
    const int own = share * kSampleShare + thread / kParts, part = thread % kParts;
    const U key = keys[own];
    int rank = 0;
    for (int k = 0; k < kSample / kParts; ++k) {
        const U other = keys[k * kParts + part];
        rank += other < key || (other == key && k * kParts + part < own);
    }
    rank = warp::sum(rank, kParts);
    if (part) return;
    for (int target = 0; target < p.targets; ++target) {
        if (rank == wanted[0][target]) out.low[target] = key;
        if (rank == wanted[1][target]) out.high[target] = key;
    }
}

// The intervals of a row's targets, those that meet as one, ascending.
struct Intervals {
    uint64 low[kTargets], high[kTargets];
    int of_target[kTargets];
    int count;

    CUPY_DEVICE void take(const SampledRow &row, int targets) {
        int order[kTargets];
        for (int t = 0; t < targets; ++t) {
            int at = t;
            for (; at > 0 && row.low[order[at - 1]] > row.low[t]; --at) order[at] = order[at - 1];
            order[at] = t;
        }
        count = 0;
        for (int k = 0; k < targets; ++k) {
            const int t = order[k];
            if (count && row.low[t] <= high[count - 1]) {
                if (row.high[t] > high[count - 1]) high[count - 1] = row.high[t];
            } else {
                low[count] = row.low[t];
                high[count++] = row.high[t];
            }
            of_target[t] = count - 1;
        }
    }

    // Whether all of its items are needed: for the sides of a partition they are.
    CUPY_DEVICE bool collects(const OrderStatistics &p, int k) const { return low[k] != high[k] || p.starts; }
};

template <class U> struct Filter {
    static constexpr int kItems = filter_items<U>(), kStage = filter_stage<U>(), kWarp = platform::kWarp;
    static constexpr int64 kTile = kFilterThreads * kItems;
    const OrderStatistics &p;
    const int64 row, part;
    const Intervals &intervals;
    U *stage;                       // of this warp
    uint32 (*sums)[kTargets];       // items before and in each interval

    CUPY_DEVICE void flush(int staged) const {
        const int lane = platform::thread_index() % kWarp;
        unsigned long long base = 0;
        if (lane == 0) base = platform::add_and_return(&p.sampled[row].length, (unsigned long long)staged);
        base = warp::lane_at(base, 0);
        U *out = static_cast<U *>(p.candidates) + row * p.capacity;
        for (int k = lane; k < staged; k += kWarp)
            if (int64(base + k) < p.capacity) out[base + k] = stage[k];
    }

    // K intervals, some of which may hold equal items of which one is enough.
    template <int K, bool Ties> CUPY_DEVICE void run() const {
        const int thread = platform::thread_index(), lane = thread % kWarp;
        const U *keys = static_cast<const U *>(p.keys) + row * p.length;
        const KeyOrder order = p.order;
        U low[K], span[K];
        unsigned collects = 0;
        uint32 before[K] = {}, inside[K] = {};
        CUPY_UNROLL
        for (int k = 0; k < K; ++k) {
            const int from = k < intervals.count ? k : 0;
            low[k] = U(intervals.low[from]);
            span[k] = U(intervals.high[from] - intervals.low[from]);
            collects |= unsigned(intervals.collects(p, from)) << k;
        }
        int staged = 0;
        for (int64 base = part * kTile; base < p.length; base += p.parts * kTile) {
            const U *first = keys + base + thread;
            const int64 left = p.length - base - thread;
            U key[kItems];
            unsigned wanted = 0;
            const auto take = [&](int i) {
                const U code = encode_key(key[i], order, false);
                bool any = false;
                CUPY_UNROLL
                for (int k = 0; k < K; ++k) {
                    const bool is_inside = U(code - low[k]) <= span[k];
                    before[k] += code < low[k];
                    inside[k] += is_inside;
                    any = any || (is_inside && (!Ties || collects >> k & 1));
                }
                wanted |= unsigned(any) << i;
            };
            if (base + kTile <= p.length) {
                CUPY_UNROLL
                for (int i = 0; i < kItems; ++i) key[i] = first[i * kFilterThreads];
                CUPY_UNROLL
                for (int i = 0; i < kItems; ++i) take(i);
            } else {
                CUPY_UNROLL
                for (int i = 0; i < kItems; ++i) {
                    if (i * kFilterThreads >= left) continue;
                    key[i] = first[i * kFilterThreads];
                    take(i);
                }
            }
            const int count = platform::count_ones(wanted);
            const int sum = warp::inclusive_sum(count);
            int at = staged + sum - count;
            staged += int(platform::shuffle(unsigned(sum), kWarp - 1));
            CUPY_UNROLL
            for (int i = 0; i < kItems; ++i)
                if (wanted >> i & 1) stage[at++] = key[i];
            if (staged < kStage / 2) continue;
            platform::warp_barrier();
            flush(staged);
            platform::warp_barrier();
            staged = 0;
        }
        platform::warp_barrier();
        if (staged) flush(staged);
        CUPY_UNROLL
        for (int k = 0; k < K; ++k) {
            if (before[k] && k < intervals.count) platform::add(&sums[0][k], before[k]);
            if (inside[k] && k < intervals.count) platform::add(&sums[1][k], inside[k]);
        }
    }
};

// What the intervals of a row hold; its last block tells where in them the ranks lie.
template <class U> CUPY_DEVICE void filter_row(const OrderStatistics &p) {
    CUPY_SHARED U stage[kFilterWarps][filter_stage<U>()];
    CUPY_SHARED SampledRow copy;
    CUPY_SHARED Intervals intervals;
    CUPY_SHARED uint32 sums[2][kTargets];
    CUPY_SHARED unsigned ticket;
    const int thread = platform::thread_index();
    const int64 row = platform::block_index() / p.parts, part = platform::block_index() % p.parts;
    SampledRow &out = p.sampled[row];
    if (thread < kTargets) {
        copy.low[thread] = out.low[thread];
        copy.high[thread] = out.high[thread];
        sums[0][thread] = sums[1][thread] = 0;
    }
    platform::barrier();
    if (thread == 0) intervals.take(copy, p.targets);
    platform::barrier();
    const Filter<U> filter{p, row, part, intervals, stage[thread / platform::kWarp], sums};
    bool ties = false;
    for (int k = 0; k < intervals.count; ++k) ties = ties || !intervals.collects(p, k);
    if (ties) filter.template run<kTargets, true>();
    else if (intervals.count == 1) filter.template run<1, false>();
    else if (intervals.count == 2) filter.template run<2, false>();
    else if (intervals.count <= 4) filter.template run<4, false>();
    else filter.template run<kTargets, false>();
    platform::barrier();
    if (thread < 2 * kTargets) {
        const uint32 sum = sums[thread / kTargets][thread % kTargets];
        unsigned long long *to = thread < kTargets ? out.before : out.inside;
        if (sum) platform::add(to + thread % kTargets, (unsigned long long)sum);
    }
    platform::fence();
    platform::barrier();
    if (thread) return;
    ticket = platform::add_and_return(&out.ticket, 1u);
    if (ticket != p.parts - 1) return;
    platform::fence();
    unsigned long long length = platform::load_now(&out.length);
    bool use = length + intervals.count <= (unsigned long long)p.capacity;
    int64 starts[kTargets], start = 0;
    for (int k = 0; k < intervals.count; ++k) {
        starts[k] = start;
        if (intervals.collects(p, k)) {
            start += platform::load_now(out.inside + k);
        } else {
            if (use) store_key(p.candidates, sizeof(U), row * p.capacity + length++, decode_key(U(intervals.low[k]), p.order));
            ++start;
        }
    }
    out.length = length;
    for (int t = 0; t < p.targets; ++t) {
        const int own = intervals.of_target[t];
        const int64 rank = p.ranks[row * p.rank_stride + t];
        const int64 place = rank - int64(platform::load_now(out.before + own));
        use = use && place >= 0 && place < int64(platform::load_now(out.inside + own));
        out.ranks[t] = starts[own] + (intervals.collects(p, own) ? place : 0);
    }
    out.use = use;
}

}  // namespace statistics
}  // namespace cupy

#define CUPY_SAMPLE_SELECT(name, function, U)                                             \
    CUPY_KERNEL CUPY_LAUNCH_RESIDENT(256, 4) name(CUPY_GRID_CONSTANT const cupy::OrderStatistics params) { \
        cupy::statistics::function<U>(params);                                            \
    }
