// Scans on the host: a block takes some chunks of rows, or of columns that lie side by side.
//
// Phases and chunks: see scan_params.hpp.  Where a block has whole rows, the totals of chunks are made on the way, so that
// results are the same however many blocks there are.  Columns are scanned together, so that the loop over them vectorises and
// memory is read in order; short rows side by side, since each sum waits for the one before.
#pragma once

#include "device/reduce_types.hpp"
#include "scan_params.hpp"

namespace cupy {
namespace host {

template <class Op> struct Scanner {
    using Acc = typename Op::acc_type;
    using In = typename Op::in0_type;
    using Out = typename Op::out0_type;
    static constexpr long long kColumns = 256;
    static constexpr int kChains = is_integer<Acc>::value || is_floating<Acc>::value ? 8 : 4;    // rows side by side

    const Scan &p;

    Acc item(In x, In before, long long i) const {
        if constexpr (Op::neighbour) return i ? Op::map(x, before, p) : Op::identity();
        else return Op::map(x, i);
    }
    Out finish(const Acc &a, In x) const {
        if constexpr (Op::neighbour) return Op::finish(a, x, p);
        else return Op::finish(a);
    }

    // Whether `total` holds something already; what it holds after items first … stop. `sums`: what they are alone, if asked for.
    template <bool write, bool alone = false> void row(const In *CUPY_RESTRICT x, Out *CUPY_RESTRICT y, long long first, long long stop,
                                                       Acc &total, bool started, Acc *sums = nullptr) const {
        Acc acc = total, sum = acc;
        if (first < stop) {
            sum = item(x[first], x[first ? first - 1 : 0], first);
            acc = started ? Op::combine(acc, sum) : sum;
            if constexpr (write) y[first] = finish(acc, x[first]);
        }
        for (long long i = first + 1; i < stop; ++i) {
            const Acc mapped = item(x[i], x[i - 1], i);
            acc = Op::combine(acc, mapped);
            if constexpr (alone) sum = Op::combine(sum, mapped);
            if constexpr (write) y[i] = finish(acc, x[i]);
        }
        total = acc;
        if constexpr (alone) *sums = sum;
    }

    // kChains rows that lie one after the other.
    void side_by_side(const In *CUPY_RESTRICT x, Out *CUPY_RESTRICT y) const {
        Acc acc[kChains];
        for (int c = 0; c < kChains; ++c) {
            const long long at = c * p.length;
            acc[c] = item(x[at], x[at], 0);
            y[at] = finish(acc[c], x[at]);
        }
        for (long long i = 1; i < p.length; ++i) {
            for (int c = 0; c < kChains; ++c) {
                const long long at = c * p.length + i;
                acc[c] = Op::combine(acc[c], item(x[at], x[at - 1], i));
                y[at] = finish(acc[c], x[at]);
            }
        }
    }

    // Whole rows.
    void rows(unsigned block, unsigned grid) const {
        const In *x = static_cast<const In *>(p.input);
        Out *y = static_cast<Out *>(p.output);
        long long r = p.outer * block / grid;
        const long long last = p.outer * (block + 1) / grid;
        for (; r + kChains <= last; r += kChains) side_by_side(x + r * p.length, y + r * p.length);
        for (; r < last; ++r) {
            Acc acc = Op::identity();
            row<true>(x + r * p.length, y + r * p.length, 0, p.length, acc, false);
        }
    }

    // The same of columns side by side; N of them if that is known.
    template <bool write, bool alone, int N> void columns(const In *CUPY_RESTRICT x, Out *CUPY_RESTRICT y, long long first, long long stop,
                                                          long long some, Acc *CUPY_RESTRICT totals, bool started,
                                                          Acc *CUPY_RESTRICT alones) const {
        const long long n = N ? N : some, inner = p.inner;
        Acc few[N ? N : 1], few_alone[N ? N : 1];
        Acc *CUPY_RESTRICT acc = N ? few : totals, *CUPY_RESTRICT sums = N ? few_alone : alones;
        if constexpr (N > 0)
            for (long long j = 0; j < n; ++j) few[j] = totals[j];
        if (first < stop) {
            for (long long j = 0; j < n; ++j) {
                const long long at = first * inner + j;
                const Acc mapped = item(x[at], x[first ? at - inner : at], first);
                acc[j] = started ? Op::combine(acc[j], mapped) : mapped;
                if constexpr (alone) sums[j] = mapped;
                if constexpr (write) y[at] = finish(acc[j], x[at]);
            }
        }
        for (long long i = first + 1; i < stop; ++i) {
            for (long long j = 0; j < n; ++j) {
                const long long at = i * inner + j;
                const Acc mapped = item(x[at], x[at - inner], i);
                acc[j] = Op::combine(acc[j], mapped);
                if constexpr (alone) sums[j] = Op::combine(sums[j], mapped);
                if constexpr (write) y[at] = finish(acc[j], x[at]);
            }
        }
        if constexpr (N > 0) {
            for (long long j = 0; j < n; ++j) totals[j] = few[j];
            if constexpr (alone)
                for (long long j = 0; j < n; ++j) alones[j] = few_alone[j];
        }
    }

    template <bool write, bool alone = false> void any(const In *x, Out *y, long long first, long long stop, long long n, Acc *acc,
                                                       bool started, Acc *sums = nullptr) const {
        if (p.inner == 1) row<write, alone>(x, y, first, stop, *acc, started, sums);
        else if (n == 2) columns<write, alone, 2>(x, y, first, stop, n, acc, started, sums);
        else if (n == 3) columns<write, alone, 3>(x, y, first, stop, n, acc, started, sums);
        else if (n == 4) columns<write, alone, 4>(x, y, first, stop, n, acc, started, sums);
        else columns<write, alone, 0>(x, y, first, stop, n, acc, started, sums);
    }

    long long at_most(long long i) const { return i < p.length ? i : p.length; }

    void lanes(unsigned block, unsigned grid) const {
        if (p.inner == 1 && p.chunks == 1 && !p.bounds) return rows(block, grid);
        const bool known = p.chunks < 2 || p.totals || p.bounds;
        const long long wide = (p.inner + kColumns - 1) / kColumns, each = known ? p.chunks : 1, work = p.outer * wide * each;
        Acc carry[kColumns];
        for (long long w = work * block / grid, begin = w; w < work * (block + 1) / grid; ++w) {
            const long long part = w % each, column = w / each % wide * kColumns, out = w / each / wide;
            const long long n = p.inner - column < kColumns ? p.inner - column : kColumns;
            const In *x = static_cast<const In *>(p.input) + out * p.length * p.inner + column;
            Out *y = static_cast<Out *>(p.output) + out * p.length * p.inner + column;
            Acc *totals = static_cast<Acc *>(p.totals) + out * p.chunks * p.inner + column;
            Acc acc[kColumns];
            if (p.phase != kScanResults) {
                const long long first = p.bounds ? p.bounds[2 * part] : at_most(part * p.span);
                const long long stop = p.bounds ? p.bounds[2 * part + 1] : at_most((part + 1) * p.span);
                if (p.phase == kScanTotals && part == p.chunks - 1) continue;
                for (long long j = 0; j < n; ++j) acc[j] = Op::identity();
                any<false>(x, y, first, stop, n, acc, false);
                Out *reduced = static_cast<Out *>(p.output) + (out * p.chunks + part) * p.inner + column;
                for (long long j = 0; j < n; ++j) {
                    if (p.phase == kScanTotals) totals[part * p.inner + j] = acc[j];
                    else reduced[j] = finish(acc[j], In(0));
                }
                continue;
            }
            const auto join = [&](long long k, const Acc *sums) {
                for (long long j = 0; j < n; ++j) carry[j] = k ? Op::combine(carry[j], sums[j]) : sums[j];
            };
            if (known && (w == begin || !part))
                for (long long k = 0; k < part; ++k) join(k, totals + k * p.inner);
            for (long long chunk = known ? part : 0; chunk < (known ? part + 1 : p.chunks); ++chunk) {
                const long long first = chunk * p.span, stop = at_most((chunk + 1) * p.span);
                for (long long j = 0; j < n; ++j) acc[j] = chunk ? carry[j] : Op::identity();
                if (known || chunk + 1 == p.chunks) {
                    any<true>(x, y, first, stop, n, acc, chunk > 0);
                    if (chunk + 1 < p.chunks) join(chunk, totals + chunk * p.inner);
                } else {
                    Acc sums[kColumns];
                    any<true, true>(x, y, first, stop, n, acc, chunk > 0, sums);
                    join(chunk, sums);
                }
            }
        }
    }
};

}  // namespace host
}  // namespace cupy

#define CUPY_SCAN_LANES(name, op)                                                                \
    CUPY_EXPORT const int name##__info[] = {0, 1, (int)sizeof(cupy::Scan)};                      \
    CUPY_EXPORT void name(void **params, unsigned block, unsigned grid) {                        \
        cupy::host::Scanner<op>{*static_cast<const cupy::Scan *>(params[0])}.lanes(block, grid); \
    }
