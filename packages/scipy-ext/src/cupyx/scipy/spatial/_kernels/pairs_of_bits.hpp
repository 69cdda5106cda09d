// Dissimilarities of all pairs of rows of truth values, 32 of them a word: a thread makes four by four.
#pragma once

#include "device/map.hpp"
#include "metrics.hpp"

namespace cupy {
namespace spatial {

constexpr int kBitsSide = 4;

// Words lie beside each other row by row: (words, pitch), with rows of zeros up to a multiple of kBitsSide.
struct PairsOfBits {
    const void *a;
    const void *b;
    const void *ones_a;         // how many values of each row are true
    const void *ones_b;
    void *out;                  // (rows, columns), or of pairs i < j only
    long long count;            // squares of pairs
    long long rows, columns, words, length;
    int metric, condensed;
};

// Of pairs (true, true), and of those that differ one way and the other.
CUPY_DEVICE double dissimilarity(int metric, double both, double one, double other, double length) {
    const double unequal = one + other;
    Pairs counted;
    counted.whole = length;
    switch (metric) {
        case kDice: return Dice::end(counted, both, unequal);
        case kJaccard: return Jaccard::end(counted, both, unequal);
        case kRogersTanimoto: return RogersTanimoto::end(counted, both, unequal);
        case kRussellRao: return RussellRao::end(counted, both, unequal);
        case kSokalSneath: return SokalSneath::end(counted, both, unequal);
        default: return Yule::of_counts(counted, both, one, other);
    }
}

struct alignas(4 * kBitsSide) Words { unsigned at[kBitsSide]; };

template <class T> CUPY_DEVICE void pairs_of_bits(const PairsOfBits &p, long long index) {
    constexpr int side = kBitsSide;
    const long long down = (p.rows + side - 1) / side, across = (p.columns + side - 1) / side;
    const long long top = index / across, left = index - top * across;
    if (p.condensed && left < top) return;
    const Words *a = static_cast<const Words *>(p.a) + top, *b = static_cast<const Words *>(p.b) + left;
    int both[side][side] = {};
    for (long long k = 0; k < p.words; ++k, a += down, b += across) {
        const Words x = *a, y = *b;
        CUPY_UNROLL
        for (int i = 0; i < side; ++i)
            CUPY_UNROLL
            for (int j = 0; j < side; ++j) both[i][j] += platform::count_ones(x.at[i] & y.at[j]);
    }
    const int *ones_a = static_cast<const int *>(p.ones_a), *ones_b = static_cast<const int *>(p.ones_b);
    T *out = static_cast<T *>(p.out);
    CUPY_UNROLL
    for (int i = 0; i < side; ++i)
        CUPY_UNROLL
        for (int j = 0; j < side; ++j) {
            const long long row = top * side + i, column = left * side + j;
            if (row >= p.rows || column >= p.columns || (p.condensed && row >= column)) continue;
            const long long at = p.condensed ? row * (2 * p.rows - row - 1) / 2 + column - row - 1
                                             : row * p.columns + column;
            out[at] = T(dissimilarity(p.metric, both[i][j], ones_a[row] - both[i][j], ones_b[column] - both[i][j],
                                      double(p.length)));
        }
}

}  // namespace spatial
}  // namespace cupy

#define CUPY_TEMPLATE(name, T) CUPY_MAP_KERNEL(name, cupy::spatial::PairsOfBits, cupy::spatial::pairs_of_bits<T>)
