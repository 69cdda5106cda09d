// Splines of very many queries on SIMT targets: knots and records of the intervals in shared memory, where reads at
// random places cost a fraction of what they cost in a cache.
#pragma once

#include "bspline_params.hpp"
#include "kernel.hpp"
#include "spans.hpp"

namespace cupy {
namespace interpolate {

struct alignas(16) TwoTerms {
    double even, odd;
};

// One column; `pieces` as `expand` of bspline.hpp leaves them.  The table has the first words of all intervals,
// then the second ones, so that neighbours of an interval lie in other banks.
template <int order> CUPY_DEVICE void tabled(const BSpline &p, unsigned char *shared) {
    constexpr int words = (order + 1) / 2;
    const int intervals = (int)p.knots - 2 * p.degree - 1;
    const int thread = platform::thread_index(), threads = platform::thread_count();
    TwoTerms *table = reinterpret_cast<TwoTerms *>(shared);
    double *t = reinterpret_cast<double *>(table + words * intervals);
    const TwoTerms *pieces = static_cast<const TwoTerms *>(p.pieces);
    for (int i = thread; i < words * intervals; i += threads) table[i % words * intervals + i / words] = pieces[i];
    const double *knots = static_cast<const double *>(p.t) + p.degree;
    for (int i = thread; i <= intervals; i += threads) t[i] = knots[i];
    platform::barrier();

    const double *guess = static_cast<const double *>(p.guess), *q = static_cast<const double *>(p.q);
    const double from = guess[0], rate = guess[1], low = t[0], high = t[intervals];
    double *out = static_cast<double *>(p.out);
    const long long step = (long long)platform::block_count() * threads * kPoints;
    long long first = ((long long)platform::block_index() * threads + thread) * kPoints;
    for (; first < p.count; first += step) {
        double x[kPoints], apart[kPoints];
        int interval[kPoints];
        CUPY_UNROLL
        for (int e = 0; e < kPoints; ++e) x[e] = first + e < p.count ? q[first + e] : low;
        CUPY_UNROLL
        for (int e = 0; e < kPoints; ++e) {
            interval[e] = guessed_span(t, intervals, from, rate, x[e]);
            apart[e] = x[e] - t[interval[e]];
        }
        CUPY_UNROLL
        for (int e = 0; e < kPoints; ++e) {
            TwoTerms terms[words];
            CUPY_UNROLL
            for (int m = 0; m < words; ++m) terms[m] = table[m * intervals + interval[e]];
            double sum = order % 2 ? terms[words - 1].even : terms[words - 1].odd;
            CUPY_UNROLL
            for (int m = order - 2; m >= 0; --m) sum = sum * apart[e] + (m % 2 ? terms[m / 2].odd : terms[m / 2].even);
            if (x[e] != x[e] || (!p.extrapolate && (x[e] < low || x[e] > high))) sum = limits<double>::nan();
            if (first + e < p.count) out[first + e] = sum;
        }
    }
}

CUPY_DEVICE void tables(const BSpline &p, unsigned char *shared) {
    switch (p.degree - p.nu) {
    case 0: return tabled<1>(p, shared);
    case 1: return tabled<2>(p, shared);
    case 2: return tabled<3>(p, shared);
    case 3: return tabled<4>(p, shared);
    case 4: return tabled<5>(p, shared);
    case 5: return tabled<6>(p, shared);
    }
}

}  // namespace interpolate
}  // namespace cupy

#define CUPY_TEMPLATE(name, T)                                                                                  \
    CUPY_KERNEL CUPY_LAUNCH_BOUNDS(2 * cupy::interpolate::kTableThreads)                                        \
        name(CUPY_GRID_CONSTANT const cupy::interpolate::BSpline params) {                                      \
        CUPY_DYNAMIC_SHARED(cupy_tables);                                                                       \
        cupy::interpolate::tables(params, cupy_tables);                                                         \
    }
