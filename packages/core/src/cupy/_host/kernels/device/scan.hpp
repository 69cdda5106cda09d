// Scans on the host: a block takes some chunks of rows, or of columns that lie side by side.
//
// Phases and chunks: see scan_params.hpp.  Columns are scanned together, so that the loop over them
// vectorises and memory is read in order.
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

    const Scan &p;

    Acc item(In x, In before, long long i) const {
        if constexpr (Op::neighbour) return Op::map(x, before, p);
        else return Op::map(x, i);
    }
    Out finish(const Acc &a, In x) const {
        if constexpr (Op::neighbour) return Op::finish(a, x, p);
        else return Op::finish(a);
    }

    // Whether `acc` holds something already; what it holds after items first … stop.
    template <bool write> void row(const In *CUPY_RESTRICT x, Out *CUPY_RESTRICT y, long long first,
                                          long long stop, Acc &total, bool started) const {
        Acc acc = total;
        if (!started && first < stop) {
            acc = item(x[first], x[first ? first - 1 : 0], first);
            if constexpr (write) y[first] = finish(acc, x[first]);
            ++first;
        }
        for (long long i = first; i < stop; ++i) {
            acc = Op::combine(acc, item(x[i], x[i ? i - 1 : 0], i));
            if constexpr (write) y[i] = finish(acc, x[i]);
        }
        total = acc;
    }

    template <bool write> void columns(const In *CUPY_RESTRICT x, Out *CUPY_RESTRICT y, long long first,
                                              long long stop, long long inner, long long n,
                                              Acc *CUPY_RESTRICT acc, bool started) const {
        if (!started && first < stop) {
            for (long long j = 0; j < n; ++j) acc[j] = item(x[first * inner + j], x[(first ? first - 1 : 0) * inner + j], first);
            if constexpr (write)
                for (long long j = 0; j < n; ++j) y[first * inner + j] = finish(acc[j], x[first * inner + j]);
            ++first;
        }
        for (long long i = first; i < stop; ++i) {
            for (long long j = 0; j < n; ++j) {
                acc[j] = Op::combine(acc[j], item(x[i * inner + j], x[(i ? i - 1 : 0) * inner + j], i));
                if constexpr (write) y[i * inner + j] = finish(acc[j], x[i * inner + j]);
            }
        }
    }

    template <bool write> void any(const In *x, Out *y, long long first, long long stop, long long inner,
                                          long long n, Acc *acc, bool started) const {
        if (inner == 1) row<write>(x, y, first, stop, *acc, started);
        else columns<write>(x, y, first, stop, inner, n, acc, started);
    }

    long long at_most(long long i) const { return i < p.length ? i : p.length; }

    void lanes(unsigned block, unsigned grid) const {
        const long long wide = (p.inner + kColumns - 1) / kColumns, work = p.outer * p.chunks * wide;
        for (long long w = work * block / grid; w < work * (block + 1) / grid; ++w) {
            const long long column = w % wide * kColumns, chunk = w / wide % p.chunks, out = w / wide / p.chunks;
            const long long n = p.inner - column < kColumns ? p.inner - column : kColumns;
            const long long first = p.bounds ? p.bounds[2 * chunk] : at_most(chunk * p.span);
            const long long stop = p.bounds ? p.bounds[2 * chunk + 1] : at_most((chunk + 1) * p.span);
            const In *x = static_cast<const In *>(p.input) + out * p.length * p.inner + column;
            Out *y = static_cast<Out *>(p.output) + out * p.length * p.inner + column;
            Acc *totals = static_cast<Acc *>(p.totals) + out * p.chunks * p.inner + column;
            Acc acc[kColumns];
            for (long long j = 0; j < n; ++j) acc[j] = Op::identity();
            if (p.phase != kScanResults) {
                if (p.phase == kScanTotals && chunk == p.chunks - 1) continue;
                any<false>(x, y, first, stop, p.inner, n, acc, false);
                Out *reduced = static_cast<Out *>(p.output) + (out * p.chunks + chunk) * p.inner + column;
                for (long long j = 0; j < n; ++j) {
                    if (p.phase == kScanTotals) totals[chunk * p.inner + j] = acc[j];
                    else reduced[j] = finish(acc[j], In(0));
                }
                continue;
            }
            for (long long k = 0; k < chunk; ++k)
                for (long long j = 0; j < n; ++j) acc[j] = Op::combine(acc[j], totals[k * p.inner + j]);
            any<true>(x, y, first, stop, p.inner, n, acc, chunk > 0);
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
