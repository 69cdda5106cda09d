// What recurrences along lines read: the coefficients of a filter, and powers of the matrix that moves its state on.
#pragma once

#include "recurrence_params.hpp"
#include "systems.hpp"

namespace cupy {
namespace signal {

constexpr int kTableThreads = 256;

// The real numbers that stand for a working type: a complex matrix is a real one of twice the order.
template <class W> struct Parts {
    static constexpr int kCount = 1;
    static CUPY_DEVICE double part(W x, int) { return x; }
    static CUPY_DEVICE W join(double re, double) { return re; }
};
template <> struct Parts<complex<double>> {
    static constexpr int kCount = 2;
    static CUPY_DEVICE double part(complex<double> x, int k) { return k ? x.im : x.re; }
    static CUPY_DEVICE complex<double> join(double re, double im) { return {re, im}; }
};

// A sum of two doubles: powers keep the digits that poles near the unit circle need.
struct Double2 { double high, low; };

// Entry (r, c) of the square of a matrix: products and sums with their errors, which are added up beside them.
// Infinities stay, and what has no value becomes one.
template <int N> CUPY_DEVICE Double2 squared(const Double2 *m, int r, int c) {
    double high = 0, low = 0;
    CUPY_UNROLL
    for (int k = 0; k < N; ++k) {
        const Double2 a = m[r * N + k], b = m[k * N + c];
        const double p = platform::product(a.high, b.high), sum = high + p, moved = sum - high;
        low += (high - (sum - moved)) + (p - moved) + fma(a.high, b.high, -p) + (a.high * b.low + a.low * b.high);
        high = sum;
    }
    const double sum = high + low;
    if (!isfinite(sum)) return {limits<double>::infinity(), 0};
    return {sum, low - (sum - high)};
}

template <int order, class W> struct Tables {
    static constexpr int kParts = Parts<W>::kCount, kEntries = order * order, kWide = order * kParts;
    const RecurrenceTables &p;
    const W *b, *a;
    W *coefficients, *powers;

    CUPY_DEVICE explicit Tables(const RecurrenceTables &params)
        : p(params), b(static_cast<const W *>(p.b)), a(static_cast<const W *>(p.a)),
          coefficients(static_cast<W *>(p.coefficients)), powers(static_cast<W *>(p.powers)) {}

    static CUPY_DEVICE W one_if(bool yes) { return W(yes ? 1.0 : 0.0); }
    // Coefficients as `Direct` and `Cascade` have them: divided by the first of the denominator, zeros beyond.
    CUPY_DEVICE W direct_coefficient(int i) const {
        const bool above = i <= order;
        const int k = above ? i : i - order;
        return k >= (above ? p.count_b : p.count_a) ? W(0) : (above ? b : a)[k] / a[0];
    }
    CUPY_DEVICE W cascade_coefficient(int i) const {
        const int section = i / 5, k = i % 5;
        return section < p.sections ? b[section * 6 + k + (k > 2)] : one_if(k == 0);
    }
    CUPY_DEVICE bool refused() const {
        if (p.sections == 0) return a[0] == W(0);
        for (int k = 0; k < p.sections; ++k)
            if (b[k * 6 + 3] != W(1)) return true;
        return false;
    }
    // Column `c` of the matrix of one sample of zero; `coefficients` are there.
    CUPY_DEVICE void step_column(Double2 *m, int c) const {
        W x(0);
        for (int r = 0; r < order; ++r) {
            W next;
            if (p.sections == 0) {
                next = one_if(r + 1 == c) - (c == 0 ? coefficients[order + 1 + r] : W(0));
            } else {
                const W *s = coefficients + r / 2 * 5;
                const W y = one_if(r - r % 2 == c) + s[0] * x;
                next = r % 2 == 0 ? one_if(r + 1 == c) + s[1] * x - s[3] * y : s[2] * x - s[4] * y;
                if (r % 2) x = y;
            }
            m[r * kWide + c] = {Parts<W>::part(next, 0), 0};
            if (kParts == 1) continue;
            m[(r + order) * kWide + c + order] = {Parts<W>::part(next, 0), 0};
            m[(r + order) * kWide + c] = {Parts<W>::part(next, 1), 0};
            m[r * kWide + c + order] = {-Parts<W>::part(next, 1), 0};
        }
    }
    // lanes[.., l] = powers[h] lanes[.., l - 2^h] for the highest bit h of each lane.
    CUPY_DEVICE void fill_lanes() const {
        constexpr int kLanes = platform::kWarp;
        const int thread = platform::thread_index();
        W *lanes = static_cast<W *>(p.lanes);
        for (int i = thread; i < kEntries; i += kTableThreads) lanes[i * kLanes] = one_if(i / order == i % order);
        for (int h = 1; h < kLanes; h *= 2) {
            platform::barrier();
            for (int i = thread; i < kEntries * h; i += kTableThreads) {
                const int lane = i % h, r = i / h / order, c = i / h % order;
                W sum(0);
                CUPY_UNROLL
                for (int k = 0; k < order; ++k)
                    sum += powers[(platform::count_ones((unsigned)h - 1) * order + r) * order + k]
                           * lanes[(k * order + c) * kLanes + lane];
                lanes[(r * order + c) * kLanes + h + lane] = isnan(sum) ? W(limits<double>::infinity()) : sum;
            }
        }
    }
};

// One block.
template <int order, class W> CUPY_DEVICE void recurrence_tables(const RecurrenceTables &p) {
    const Tables<order, W> tables(p);
    constexpr int kParts = tables.kParts, kEntries = tables.kEntries, kWide = tables.kWide;
    CUPY_SHARED Double2 matrices[2][kWide * kWide];
    const int thread = platform::thread_index(), count = p.sections ? order / 2 * 5 : 2 * order + 1;
    if (thread < count)
        tables.coefficients[thread] = p.sections ? tables.cascade_coefficient(thread) : tables.direct_coefficient(thread);
    if (thread == 0 && p.refused && tables.refused()) *static_cast<int *>(p.refused) = 1;
    platform::barrier();
    if (thread < order) tables.step_column(matrices[0], thread);
    for (int level = 0; level < p.before + p.levels; ++level) {
        const Double2 *now = matrices[level % 2];
        Double2 *next = matrices[(level + 1) % 2];
        platform::barrier();
        if (level >= p.before)
            for (int i = thread; i < kEntries; i += kTableThreads) {
                const int at = i / order * kWide + i % order;
                tables.powers[(level - p.before) * kEntries + i] =
                    Parts<W>::join(now[at].high, kParts == 1 ? 0.0 : now[at + order * kWide].high);
            }
        if (level + 1 == p.before + p.levels) break;
        for (int i = thread; i < kWide * kWide; i += kTableThreads) next[i] = squared<kWide>(now, i / kWide, i % kWide);
    }
    if (p.lanes) tables.fill_lanes();
}

}  // namespace signal
}  // namespace cupy

#define CUPY_TEMPLATE(name, order, W)                                       \
    CUPY_KERNEL CUPY_LAUNCH_BOUNDS(cupy::signal::kTableThreads)             \
        name(CUPY_GRID_CONSTANT const cupy::signal::RecurrenceTables params) { \
        cupy::signal::recurrence_tables<order, W>(params);                  \
    }
