// Discrete distributions.  Counts are doubles while they are computed: whole numbers up to 2^53.
#pragma once

#include "random/continuous.hpp"

namespace cupy {
namespace random {

CUPY_DEVICE int64 to_integer(real x) {
    return x >= 9.2233720368547748e18 ? 0x7fffffffffffffffll : x == x ? (int64)x.value : (int64)(1ull << 63);
}

// Hörmann's transformed rejection (PTRS) from 10 on, products of uniform numbers below.
template <class S> CUPY_DEVICE real draw_poisson(S &source, real lam) {
    if (!(lam >= 0)) return limits<double>::nan();
    if (lam < 10.0) {
        const real least = exact::exp(-lam);
        real product = source.next_uniform(), k = 0.0;
        for (; product > least; k = k + 1.0) product = product * source.next_uniform();
        return k;
    }
    const real b = 0.931 + 2.53 * root(lam), a = -0.059 + 0.02483 * b, vr = 0.9277 - 3.6224 / (b - 2.0);
    const real log_lam = logarithm(lam), inverse = 1.1239 + 1.1328 / (b - 3.4);
    while (true) {
        const real u = source.next_uniform() - 0.5, v = source.next_positive(), us = 0.5 - absolute(u);
        const real k = floor_of((2.0 * a / us + b) * u + lam + 0.43);
        if (us >= 0.07 && v <= vr) return k;
        if (!(k >= 0) || (us < 0.013 && v > us)) continue;
        if (logarithm(v * inverse / (a / (us * us) + b)) <= k * log_lam - lam - exact::log_factorial(k)) return k;
    }
}

// log(k!) less its approximation (k + 1/2) log(k + 1) - (k + 1) + log(2 pi) / 2.
CUPY_DEVICE real stirling_tail(real k) {
    const real x = k + 1.0;
    if (k < 10.0) return exact::log_factorial(k) - (k + 0.5) * logarithm(x) + x - 0.91893853320467274178;
    const real square = x * x;
    return (1.0 / 12 - (1.0 / 360 - 1.0 / 1260 / square) / square) / x;
}

CUPY_DEVICE void prepare(Trials &t, real n, real p) {
    if (t.n == n && t.p == p) return;
    const real q = 1.0 - p, mean = n * p;
    t.n = n;
    t.p = p;
    if (mean < 10.0) {
        const real most = mean + 10.0 * root(mean * q + 1.0);
        t.weight = exact::exp(n * exact::log1p(-p));
        t.top = n < most ? n : most;
        t.ratio = q;
        return;
    }
    const real deviation = root(mean * q), b = 1.15 + 2.53 * deviation, m = floor_of((n + 1.0) * p), ratio = p / q;
    t.b = b;
    t.a = -0.0873 + 0.0248 * b + 0.01 * p;
    t.vr = 0.92 - 4.2 / b;
    t.alpha = (2.83 + 5.1 / b) * deviation;
    t.top = m;
    t.ratio = ratio;
    t.weight = (m + 0.5) * logarithm((m + 1.0) / (ratio * (n - m + 1.0))) + stirling_tail(m) + stirling_tail(n - m);
}

// Hörmann's BTRS from 10 expected successes on, inversion below; the chance is at most one half.
template <class S> CUPY_DEVICE real draw_few(S &source, const Trials &t) {
    const real n = t.n, m = t.top, c = n * t.p + 0.5;
    if (n * t.p < 10.0) {
        while (true) {
            real u = source.next_uniform(), chance = t.weight, k = 0.0;
            for (; u > chance && k <= t.top; k = k + 1.0) {
                u = u - chance;
                chance = (n - k) * t.p * chance / ((k + 1.0) * t.ratio);
            }
            if (k <= t.top) return k;
        }
    }
    while (true) {
        const real u = source.next_uniform() - 0.5, v = source.next_positive(), us = 0.5 - absolute(u);
        const real k = floor_of((2.0 * t.a / us + t.b) * u + c);
        if (us >= 0.07 && v <= t.vr) return k;
        if (!(k >= 0 && k <= n)) continue;
        const real accept = t.weight + (n + 1.0) * logarithm((n - m + 1.0) / (n - k + 1.0)) +
                            (k + 0.5) * logarithm(t.ratio * (n - k + 1.0) / (k + 1.0)) - stirling_tail(k) - stirling_tail(n - k);
        if (logarithm(v * t.alpha / (t.a / (us * us) + t.b)) <= accept) return k;
    }
}
template <class S> CUPY_DEVICE real draw_binomial(S &source, real n, real p) {
    if (!(n >= 0 && p >= 0 && p <= 1.0)) return limits<double>::nan();
    if (n == 0 || p == 0) return 0.0;
    const bool many = p > 0.5;
    real few = 0.0;
    if (!(many && p == 1.0)) {
        prepare(source.trials, n, many ? real(1.0 - p) : p);
        few = draw_few(source, source.trials);
    }
    return many ? n - few : few;
}

// Stadlober's HRUA for larger samples, one draw after the other for small ones.
template <class S> CUPY_DEVICE real draw_hypergeometric(S &source, real good, real bad, real sample) {
    const real all = good + bad, half = sample < all - sample ? sample : all - sample;
    if (!(good >= 0 && bad >= 0 && half >= 0)) return limits<double>::nan();
    real found = 0.0;
    if (half < 10.0) {
        for (real taken = 0.0; taken < half; taken = taken + 1.0) {
            const uint64 pick = source.below(source.next64(), (uint64)(all - taken).value - 1);
            if (pick < (uint64)(good - found).value) found = found + 1.0;
        }
    } else {
        const real least = good < bad ? good : bad, most = good < bad ? bad : good, share = least / all;
        const real c = half * share + 0.5, deviation = root((all - half) * sample * share * (1.0 - share) / (all - 1.0) + 0.5);
        const real width = 1.7155277699214135 * deviation + 0.8989161620588988;
        const real mode = floor_of((half + 1.0) * (least + 1.0) / (all + 2.0));
        const auto weight = [&](real k) {
            return exact::log_factorial(k) + exact::log_factorial(least - k) + exact::log_factorial(half - k) +
                   exact::log_factorial(most - half + k);
        };
        const real at_mode = weight(mode), far = floor_of(c + 16.0 * deviation);
        const real end = (half < least ? half : least) + 1.0, bound = end < far ? end : far;
        while (true) {
            const real u = source.next_positive(), w = c + width * (source.next_uniform() - 0.5) / u;
            if (!(w >= 0 && w < bound)) continue;
            found = floor_of(w);
            const real t = at_mode - weight(found);
            if (u * (4.0 - u) - 3.0 <= t) break;
            if (u * (u - t) < 1.0 && 2.0 * logarithm(u) <= t) break;
        }
        if (good > bad) found = half - found;
    }
    return half < sample ? good - found : found;
}

// Devroye's rejection from a Pareto number that is cut to an integer.
template <class S> CUPY_DEVICE real draw_zipf(S &source, real a) {
    if (!(a > 1.0)) return limits<double>::nan();
    if (a >= 1025.0) return 1.0;
    const real b = power(2.0, a - 1.0);
    while (true) {
        const real u = source.next_positive(), v = source.next_uniform(), k = floor_of(power(u, -1.0 / (a - 1.0)));
        if (!(k >= 1.0 && k < 9.2233720368547748e18)) continue;
        const real t = power(1.0 + 1.0 / k, a - 1.0);
        if (v * k * (t - 1.0) / (b - 1.0) <= t / b) return k;
    }
}

// Kemp's second algorithm.
template <class S> CUPY_DEVICE real draw_logseries(S &source, real p) {
    if (!(p >= 0 && p < 1.0)) return limits<double>::nan();
    const real r = exact::log1p(-p);
    while (true) {
        const real v = source.next_positive();
        if (v >= p) return 1.0;
        const real q = -exact::expm1(r * source.next_uniform());
        if (v > q * q) return v >= q ? real(1.0) : real(2.0);
        const real k = floor_of(1.0 + logarithm(v) / logarithm(q));
        if (k >= 1.0) return k;
    }
}

template <class S> CUPY_DEVICE real draw_noncentral_chisquare(S &source, real df, real nonc) {
    if (nonc == 0) return draw_chisquare(source, df);
    if (df > 1.0) {
        const real rest = draw_chisquare(source, df - 1.0), n = source.next_normal() + root(nonc);
        return rest + n * n;
    }
    return draw_chisquare(source, df + 2.0 * draw_poisson(source, nonc / 2.0));
}

}  // namespace random
}  // namespace cupy
