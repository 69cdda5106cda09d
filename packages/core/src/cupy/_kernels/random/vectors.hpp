// Draws of several values that depend on one another, and choices from tables.
#pragma once

#include "random/discrete.hpp"
#include "random_params.hpp"

namespace cupy {
namespace random {

template <class S> CUPY_DEVICE void multinomial(S &source, const RandomFill &p, int64 i, real n, int64 *row) {
    const double *chances = static_cast<const double *>(p.parameters[1].data) + i * (int64)p.parameters[2].bits;
    real left = n, rest = 1.0;
    for (int64 k = 0; k < p.inner; ++k) {
        real count = left;
        if (k + 1 < p.inner && left > 0) {
            const real chance = rest > 0 ? chances[k] / rest : real(0.0);
            count = draw_binomial(source, left, chance > 1.0 ? real(1.0) : chance);
        }
        row[k] = to_integer(count);
        left = left - count;
        rest = rest - chances[k];
        if (!(rest > 0)) rest = 0.0;
    }
}

template <class S>
CUPY_DEVICE void multivariate_hypergeometric(S &source, const RandomFill &p, int64 i, real n, int64 *row) {
    const double *colors = static_cast<const double *>(p.parameters[1].data);
    real left = n, rest = 0.0;
    for (int64 k = 0; k < p.inner; ++k) rest = rest + colors[k];
    for (int64 k = 0; k < p.inner; ++k) {
        rest = rest - colors[k];
        const real count = left > 0 ? draw_hypergeometric(source, colors[k], rest, left) : real(0.0);
        row[k] = to_integer(count);
        left = left - count;
    }
}

// First place of a rising table, of probabilities added up, that is above x.
CUPY_DEVICE int64 category(double x, const RandomFill &p) {
    const double *table = static_cast<const double *>(p.parameters[0].data);
    x *= table[p.inner - 1];
    int64 low = 0, high = p.inner - 1;
    while (low < high) {
        const int64 middle = (low + high) / 2;
        if (table[middle] > x) high = middle;
        else low = middle + 1;
    }
    return low;
}

// Where item i of a lane of p.inner items goes: a permutation that the lane's part of the table chooses.
//
// A short lane has a random key for each item, and the item's rank among them is its place.  A long one has
// four keys of a Feistel network over the next power of two, which is applied until the value is inside.
constexpr int64 kRankedLane = 1024;

CUPY_DEVICE int64 rank_among(const uint64 *keys, int64 n, int64 i) {
    int64 rank = 0;
    for (int64 k = 0; k < n; ++k) rank += keys[k] < keys[i] || (keys[k] == keys[i] && k < i);
    return rank;
}

CUPY_DEVICE int64 network(const uint64 *keys, int64 n, int64 i) {
    constexpr int kRounds = 12;
    int bits = 2;
    while (bits < 62 && (1ll << bits) < n) ++bits;
    const int low = bits / 2, high = bits - low;
    const uint64 low_mask = (1ull << low) - 1, high_mask = (1ull << high) - 1;
    uint64 value = (uint64)i;
    do {
        uint64 left = value >> low, right = value & low_mask;
        CUPY_UNROLL
        for (int round = 0; round < kRounds; ++round) {
            const uint64 mixed = (right ^ keys[round & 3]) * (0x9e3779b97f4a7c15ull + 2 * (uint64)round);
            const uint64 next = (left ^ mixed >> 32) & (round % 2 ? low_mask : high_mask);
            left = right;
            right = next;
        }
        value = left << low | right;
    } while (value >= (uint64)n);
    return (int64)value;
}

CUPY_DEVICE int64 permuted(const RandomFill &p, int64 i) {
    const int64 n = p.inner, lane = i / n;
    const uint64 *keys = static_cast<const uint64 *>(p.parameters[0].data);
    return n <= kRankedLane ? rank_among(keys + lane * n, n, i - lane * n) : network(keys + 4 * lane, n, i - lane * n);
}

}  // namespace random
}  // namespace cupy
