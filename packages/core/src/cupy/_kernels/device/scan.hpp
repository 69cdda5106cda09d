// Scans on SIMT targets: running results along an axis, in one launch or two (see scan_params.hpp).
//
//     struct op {
//         using in0_type = …; using acc_type = …; using out0_type = …;
//         static acc_type identity();
//         static acc_type map(in0_type in0, int64 i);
//         static acc_type combine(acc_type a, acc_type b);
//         static out0_type finish(acc_type a);
//     };
//
// One that looks at neighbours has map(in0, the item before it, parameters) and finish(a, in0, parameters).
// lanes: a thread goes along a chunk of each (outer, inner); with one chunk the operation may be any.
// tile, strip: inner is small; a block scans neighbouring columns in shared memory (scan_narrow.hpp).
// rows: inner is 1; the threads that exchange registers scan a row, or reduce a chunk of one.
// chain: inner is 1; rows are cut into tiles of a block each (scan_chain.hpp).
// columns: a thread holds some items of a column; warps below one another share it (scan_columns.hpp).
// constant: inner is 1; the array repeats along the axis (scan_constant.hpp).
// All but lanes are for associative operations.
#pragma once

#include "device/reduce_types.hpp"
#include "device/registers.hpp"
#include "scan_params.hpp"
#include "warp/scan.hpp"

namespace cupy {
namespace simt {

template <class Op> struct Scanner {
    using Acc = typename Op::acc_type;
    using In = typename Op::in0_type;
    using Out = typename Op::out0_type;
    static constexpr int kWidest = sizeof(In) > sizeof(Out) ? sizeof(In) : sizeof(Out);
    static constexpr int V = scan_vector(kWidest);
    static constexpr int U = kScanInFlight;
    static constexpr int kNear = kScanNear;

    static constexpr int kStage = kScanThreads * V * kWidest;       // bytes: a vector of every thread

    const Scan &p;
    const unsigned thread = platform::thread_index();
    const unsigned near = thread % kNear;
    unsigned char *const stage;           // this warp's part of kStage bytes, where rows begin anywhere

    CUPY_DEVICE Scanner(const Scan &params, unsigned char *turning = nullptr)
        : p(params), stage(turning + thread / kNear * (kNear * V * kWidest)) {}

    // Item `i`, after `before`; nothing is before the first of all.
    CUPY_DEVICE Acc item(In x, In before, long long i) const {
        if constexpr (Op::neighbour) return i ? Op::map(x, before, p) : Op::identity();
        else return Op::map(x, i);
    }
    CUPY_DEVICE Out finish(const Acc &a, In x) const {
        if constexpr (Op::neighbour) return Op::finish(a, x, p);
        else return Op::finish(a);
    }

    // The threads up to this one together.
    CUPY_DEVICE Acc up_to_here(Acc acc) const {
        return warp::inclusive_scan(acc, [](const Acc &a, const Acc &b) { return Op::combine(a, b); });
    }

    // V items from `i` on, before `stop`.
    CUPY_DEVICE void load(In (&x)[V], const In *input, long long i, long long stop) const {
        if (p.vectors && i + V <= stop) {
            load_vector(x, input + i);
        } else {
            CUPY_UNROLL
            for (int v = 0; v < V; ++v) x[v] = i + v < stop ? input[(i + v) * p.strides[1]] : In(0);
        }
    }
    CUPY_DEVICE void store(Out *output, const Out (&y)[V], long long i, long long stop) const {
        if (p.vectors && i + V <= stop) {
            store_vector(output + i, y);
        } else {
            CUPY_UNROLL
            for (int v = 0; v < V; ++v)
                if (i + v < stop) output[i + v] = y[v];
        }
    }

    // Of rows that vectors do not fit the near threads read and write neighbours, and turn them in shared memory:
    // how many items from this thread's first on, of those from `first` on, are before `stop`.
    CUPY_DEVICE int beside(long long first, long long stop) const {
        const long long left = stop - first;
        return (left > kNear * V ? kNear * V : left < 0 ? 0 : (int)left) - (int)near;
    }
    CUPY_DEVICE void load_beside(In (&x)[V], const In *input, long long first, long long stop) const {
        const int left = beside(first, stop);
        if (p.linear) {
            input += first + near;
            CUPY_UNROLL
            for (int v = 0; v < V; ++v) x[v] = v * kNear < left ? input[v * kNear] : In(0);
        } else {
            input += (first + near) * p.strides[1];
            CUPY_UNROLL
            for (int v = 0; v < V; ++v, input += kNear * p.strides[1]) x[v] = v * kNear < left ? *input : In(0);
        }
    }
    // From every kNear-th item to V neighbours.
    CUPY_DEVICE void turn(In (&x)[V]) const {
        if constexpr (V == 1) return;
        In *items = reinterpret_cast<In *>(stage);
        CUPY_UNROLL
        for (int v = 0; v < V; ++v) items[v * kNear + near] = x[v];
        platform::warp_barrier();
        load_vector(x, items + near * V);
        platform::warp_barrier();
    }
    CUPY_DEVICE void store_turned(Out *output, const Out (&y)[V], long long first, long long stop) const {
        Out *items = reinterpret_cast<Out *>(stage);
        store_vector(items + near * V, y);
        platform::warp_barrier();
        const int left = beside(first, stop);
        output += first + near;
        CUPY_UNROLL
        for (int v = 0; v < V; ++v)
            if (v * kNear < left) output[v * kNear] = items[v * kNear + near];
        platform::warp_barrier();
    }
    // The item before the V items from `i` on, which the threads that exchange registers hold together.
    CUPY_DEVICE In neighbour(const In (&x)[V], const In *input, long long i, long long stop) const {
        const In before = warp::lane_at(x[V - 1], near - 1);
        return near ? before : i > 0 && i < stop ? input[(i - 1) * p.strides[1]] : x[0];
    }
    CUPY_DEVICE void accumulate(Acc (&acc)[V], const In (&x)[V], const In *input, long long i, long long stop) const {
        In before = x[0];
        if constexpr (Op::neighbour) before = neighbour(x, input, i, stop);
        CUPY_UNROLL
        for (int v = 0; v < V; ++v) {
            const Acc one = i + v < stop ? item(x[v], v ? x[v - 1] : before, i + v) : Op::identity();
            acc[v] = v ? Op::combine(acc[v - 1], one) : one;
        }
    }
    CUPY_DEVICE Acc total(const In (&x)[V], In before, long long i, long long stop) const {
        Acc acc = Op::identity();
        CUPY_UNROLL
        for (int v = 0; v < V; ++v)
            if (i + v < stop) acc = Op::combine(acc, item(x[v], v ? x[v - 1] : before, i + v));
        return acc;
    }

    // The near threads take V items each; what they and those before add up to.
    template <bool write> CUPY_DEVICE Acc vector(const In (&x)[V], const In *input, Out *output, long long i,
                                                 long long stop, Acc carry) const {
        Acc mine[V];
        accumulate(mine, x, input, i, stop);
        const Acc here = up_to_here(mine[V - 1]);
        const Acc next = Op::combine(carry, warp::lane_at(here, kNear - 1));
        if constexpr (write) {
            const Acc other = warp::lane_at(here, near - 1);
            const Acc before = near ? Op::combine(carry, other) : carry;
            Out y[V];
            CUPY_UNROLL
            for (int v = 0; v < V; ++v) y[v] = finish(Op::combine(before, mine[v]), x[v]);
            if (p.vectors) store(output, y, i, stop);
            else store_turned(output, y, i - near * V, stop);
        }
        return next;
    }

    template <bool write> CUPY_DEVICE Acc run(const In *input, Out *output, long long first, long long stop,
                                              Acc carry) const {
        constexpr int step = kNear * V;
        for (long long at = first + near * V; at - near * V < stop; at += U * step) {
            In x[U][V];
            if (p.vectors) {
                CUPY_UNROLL
                for (int u = 0; u < U; ++u) load(x[u], input, at + u * step, stop);
            } else {
                CUPY_UNROLL
                for (int u = 0; u < U; ++u) load_beside(x[u], input, at - near * V + u * step, stop);
                CUPY_UNROLL
                for (int u = 0; u < U; ++u) turn(x[u]);
            }
            CUPY_UNROLL
            for (int u = 0; u < U; ++u) carry = vector<write>(x[u], input, output, at + u * step, stop, carry);
        }
        return carry;
    }

    // How far item `i` of some axes lies from the first.
    CUPY_DEVICE static long long offset(const ScanAxes &axes, long long i) {
        long long sum = 0;
        CUPY_NO_UNROLL
        for (int k = 0; k < axes.count - 1; ++k) {
            const long long size = axes.size[k];
            const long long next = (i | size) >> 31 ? i / size : (unsigned)i / (unsigned)size;
            sum += (i - next * size) * axes.stride[k];
            i = next;
        }
        return sum + i * axes.stride[axes.count - 1];
    }
    CUPY_DEVICE long long outer_at(long long out) const { return offset(p.outer_axes, out); }
    CUPY_DEVICE long long inner_at(long long in) const { return offset(p.inner_axes, in); }

    CUPY_DEVICE long long at_most(long long i) const { return i < p.length ? i : p.length; }
    CUPY_DEVICE long long begin(long long chunk) const {
        return p.bounds ? p.bounds[2 * chunk] : at_most(chunk * p.span);
    }
    CUPY_DEVICE long long end(long long chunk) const {
        return p.bounds ? p.bounds[2 * chunk + 1] : at_most((chunk + 1) * p.span);
    }

    // Asks for what lies from `from` to `extent` items further, some of it in vain where only `count` are read.
    // While a block waits for those before it, memory need not.
    CUPY_DEVICE void prefetch(const In *from, long long extent, long long count) const {
        constexpr int line = 128;
        const int sign = extent < 0 ? -1 : 1;
        if (sign * extent > 4 * count) return;
        const char *const first = reinterpret_cast<const char *>(from);
        CUPY_NO_UNROLL
        for (long long k = thread * line; k < sign * extent * (int)sizeof(In); k += kScanThreads * line)
            platform::prefetch(first + sign * k);
    }

    // The near threads take some short rows, all on their way at once.
    CUPY_DEVICE void short_rows(long long first) const {
        constexpr int step = kNear * V;
        const bool two = p.length > step;           // vectors of a row
        const auto row = [&](int u) { return first + (two ? u / 2 : u); };
        const auto begins = [&](int u) { return two && u % 2 ? step : 0; };
        const auto stop = [&](int u) { return row(u) < p.outer ? p.length : 0; };
        const auto input = [&](int u) { return static_cast<const In *>(p.input) + outer_at(row(u)); };
        In x[U][V];
        CUPY_UNROLL
        for (int u = 0; u < U; ++u) {
            if (p.vectors) load(x[u], input(u), begins(u) + near * V, stop(u));
            else load_beside(x[u], input(u), begins(u), stop(u));
        }
        if (!p.vectors) {
            CUPY_UNROLL
            for (int u = 0; u < U; ++u) turn(x[u]);
        }
        Acc carry = Op::identity();
        CUPY_UNROLL
        for (int u = 0; u < U; ++u) {
            if (!begins(u)) carry = Op::identity();
            carry = vector<true>(x[u], input(u), static_cast<Out *>(p.output) + row(u) * p.length,
                                 begins(u) + near * V, stop(u), carry);
        }
    }

    CUPY_DEVICE void rows() const {
        const long long each = kScanThreads / kNear;
        const long long work = (long long)platform::block_index() * each + thread / kNear;
        if (p.parts > 1) return short_rows(work * p.parts);
        const long long row = work / p.chunks, chunk = work % p.chunks;
        if (row >= p.outer) return;
        const long long first = begin(chunk), stop = end(chunk);
        const In *input = static_cast<const In *>(p.input) + outer_at(row);
        Out *output = static_cast<Out *>(p.output) + row * p.length;
        if (p.phase == kScanResults) {
            run<true>(input, output, first, stop, Op::identity());
            return;
        }
        const Acc total = run<false>(input, output, first, stop, Op::identity());
        if (near == 0) static_cast<Out *>(p.output)[work] = finish(total, In(0));
    }

    // `count` totals, each `step` after the one before; several are on their way at once.
    CUPY_DEVICE static Acc sum_totals(const Acc *totals, long long count, long long step) {
        Acc acc = Op::identity();
        for (long long k = 0; k < count; k += 8 * step) {
            Acc part[8];
            CUPY_UNROLL
            for (int u = 0; u < 8; ++u) part[u] = k + u * step < count ? totals[k + u * step] : Op::identity();
            CUPY_UNROLL
            for (int u = 0; u < 8; ++u) acc = Op::combine(acc, part[u]);
        }
        return acc;
    }

    template <bool write> CUPY_DEVICE Acc go(const In *input, Out *output, long long first, long long stop, Acc acc,
                                             bool started) const {
        constexpr int ahead = 8;
        In before = In(0);
        if constexpr (Op::neighbour)
            if (first < stop) before = input[(first ? first - 1 : 0) * p.strides[1]];
        for (long long i = first; i < stop; i += ahead) {
            In x[ahead];
            CUPY_UNROLL
            for (int u = 0; u < ahead; ++u) x[u] = i + u < stop ? input[(i + u) * p.strides[1]] : In(0);
            CUPY_UNROLL
            for (int u = 0; u < ahead; ++u) {
                if (i + u >= stop) break;
                const Acc one = item(x[u], before, i + u);
                before = x[u];
                acc = started ? Op::combine(acc, one) : one;
                started = true;
                if constexpr (write) output[(i + u) * p.inner] = finish(acc, x[u]);
            }
        }
        return acc;
    }

    CUPY_DEVICE void lanes() const {
        const long long work = (long long)platform::block_index() * kScanThreads + thread;
        long long in, chunk, out;
        if (p.outer * p.chunks * p.inner >> 31) {
            in = work % p.inner, chunk = work / p.inner % p.chunks, out = work / p.inner / p.chunks;
        } else {            // divisions of 32 bits take a fraction of the time
            const unsigned wide = (unsigned)p.inner, deep = (unsigned)p.chunks, both = (unsigned)work / wide;
            in = (unsigned)work % wide, chunk = both % deep, out = both / deep;
        }
        if (out >= p.outer) return;
        const long long first = begin(chunk), stop = end(chunk);
        const In *input = static_cast<const In *>(p.input) + outer_at(out) + inner_at(in);
        Out *output = static_cast<Out *>(p.output) + out * p.length * p.inner + in;
        Acc *totals = static_cast<Acc *>(p.totals) + out * p.chunks * p.inner + in;
        if (p.phase == kScanResults) {
            const Acc carry = chunk ? sum_totals(totals, chunk * p.inner, p.inner) : Op::identity();
            go<true>(input, output, first, stop, carry, chunk > 0);
            return;
        }
        const Acc total = go<false>(input, output, first, stop, Op::identity(), false);
        if (p.phase == kScanTotals) totals[chunk * p.inner] = total;
        else static_cast<Out *>(p.output)[work] = finish(total, In(0));
    }
};

}  // namespace simt
}  // namespace cupy

#define CUPY_SCAN_LANES(name, op)                                                                 \
    CUPY_KERNEL CUPY_LAUNCH_BOUNDS(cupy::kScanThreads)                                            \
        name(CUPY_GRID_CONSTANT const cupy::Scan params) {                                        \
        cupy::simt::Scanner<op>(params).lanes();                                                  \
    }
#define CUPY_SCAN_ROWS(name, op)                                                                  \
    CUPY_KERNEL CUPY_LAUNCH_BOUNDS(cupy::kScanThreads)                                            \
        name(CUPY_GRID_CONSTANT const cupy::Scan params) {                                        \
        alignas(16) CUPY_SHARED unsigned char turning[cupy::simt::Scanner<op>::kStage];           \
        cupy::simt::Scanner<op>(params, turning).rows();                                          \
    }
