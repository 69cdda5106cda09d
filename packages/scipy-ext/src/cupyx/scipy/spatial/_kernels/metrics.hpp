// Metrics that are sums, or maxima, over the items of two rows.
#pragma once

#include "kernel.hpp"

namespace cupy {
namespace spatial {

constexpr int kSumOfDifferences = 0, kSumOfSquares = 1, kLargest = 2, kPowers = 3, kCanberra = 4, kBrayCurtis = 5,
              kUnequal = 6, kJensenShannon = 7, kDivergence = 8, kHellinger = 9, kProducts = 10, kAngle = 11, kDice = 12,
              kJaccard = 13, kRogersTanimoto = 14, kRussellRao = 15, kSokalSneath = 16, kYule = 17;
constexpr int kYuleMost = 4096;     // items of rows from which on Yule's counts need more bits than a float has
// Sides of the squares of pairs that a block makes: of pairs.hpp, of pairs_wide.hpp, on the host; items of a row that
// the host holds of each column, rows that it takes together.
constexpr int kPairsSide = 64, kPairsWideSide = 128, kPairsHostSide = 16, kPairsHostSteps = 64, kPairsHostRows = 128;

// Metric `metric` of row i of `a` (rows, length) and row j of `b` (columns, length).  `condensed`: of pairs i < j of
// one set of rows only, one after the other.
struct Pairs {
    const void *a;
    const void *b;
    const void *weights;        // (length) or null
    void *out;                  // (rows, columns)
    long long rows, columns, length;
    double power, scale;        // of Minkowski's metric; what the sums are multiplied by in the end
    int metric, root, condensed;
    double whole = 0;           // the sum of all weights, for metrics of counts
};

template <class T> CUPY_DEVICE T magnitude(T x) { return x < 0 ? -x : x; }

// A metric adds one item of both rows to what a pair has so far; `second` is the denominator of a quotient. Its end is
// what follows from both sums.
struct Sum {
    template <class T> static CUPY_DEVICE T end(const Pairs &, T first, T) { return first; }
};
struct Differences : Sum {
    template <class T> static CUPY_DEVICE void add(T &first, T &, T a, T b, T w, T) { first += w * magnitude(T(a - b)); }
};
struct Squares : Sum {
    template <class T> static CUPY_DEVICE void add(T &first, T &, T a, T b, T w, T) {
        first += w * ((a - b) * (a - b));
    }
};
struct Largest : Sum {
    template <class T> static CUPY_DEVICE void add(T &first, T &, T a, T b, T w, T) {
        const T x = magnitude(T(a - b));
        first = w > 0 && (x > first || x != x) ? x : first;
    }
};
struct Powers {
    template <class T> static CUPY_DEVICE void add(T &first, T &, T a, T b, T w, T p) {
        first += w * pow(magnitude(T(a - b)), p);
    }
    template <class T> static CUPY_DEVICE T end(const Pairs &p, T first, T) { return pow(first, T(1 / p.power)); }
};
struct Canberra : Sum {
    template <class T> static CUPY_DEVICE void add(T &first, T &, T a, T b, T w, T) {
        const T size = magnitude(a) + magnitude(b);
        first += w * (magnitude(T(a - b)) / (size == 0 ? T(1) : size));
    }
};
struct BrayCurtis {
    template <class T> static CUPY_DEVICE void add(T &first, T &second, T a, T b, T w, T) {
        first += w * magnitude(T(a - b));
        second += w * magnitude(T(a + b));
    }
    template <class T> static CUPY_DEVICE T end(const Pairs &, T first, T second) { return first / second; }
};
struct Unequal : Sum {
    template <class T> static CUPY_DEVICE void add(T &first, T &, T a, T b, T w, T) { first += a != b ? w : T(0); }
};
// a log(a / b), as SciPy's rel_entr.
template <class T> CUPY_DEVICE T relative_entropy(T a, T b) {
    if (a != a || b != b) return a + b;
    if (a > 0 && b > 0) return a * log(a / b);
    return a == 0 && b >= 0 ? T(0) : limits<T>::infinity();
}
// Of rows that are no distributions, which have -1 in them, the distance to any other is infinite.
struct JensenShannon {
    template <class T> static CUPY_DEVICE T part(T a, T mean) { return a > 0 ? a * log(a / mean) : T(0); }
    template <class T> static CUPY_DEVICE void add(T &first, T &second, T a, T b, T w, T) {
        const T mean = (a + b) / 2;
        first += w * (part(a, mean) + part(b, mean));
        second += a < 0 || b < 0 ? T(1) : T(0);
    }
    template <class T> static CUPY_DEVICE T end(const Pairs &, T first, T second) {
        return second > 0 ? limits<T>::infinity() : first < 0 ? T(0) : first;
    }
};
struct Divergence : Sum {
    template <class T> static CUPY_DEVICE void add(T &first, T &, T a, T b, T w, T) {
        first += w * relative_entropy(a, b);
    }
};
struct Hellinger : Sum {
    template <class T> static CUPY_DEVICE void add(T &first, T &, T a, T b, T w, T) {
        const T x = sqrt(a) - sqrt(b);
        first += w * (x * x);
    }
};

struct Products : Sum {
    template <class T> static CUPY_DEVICE void add(T &first, T &, T a, T b, T w, T) { first += w * a * b; }
};
struct Angle : Products {
    template <class T> static CUPY_DEVICE T end(const Pairs &, T first, T) {
        const T x = 1 - first, above = x < 0 ? T(0) : x;
        return above > 2 ? T(2) : above;
    }
};
// Of truth values: how many pairs are both true, and how many differ.
struct Counts {
    template <class T> static CUPY_DEVICE void add(T &first, T &second, T a, T b, T w, T) {
        first += w * (a * b);
        second += w * (a + b - 2 * (a * b));
    }
};
struct Dice : Counts {
    template <class T> static CUPY_DEVICE T end(const Pairs &, T both, T unequal) {
        return unequal / (2 * both + unequal);
    }
};
struct Jaccard : Counts {
    template <class T> static CUPY_DEVICE T end(const Pairs &, T both, T unequal) {
        return unequal == 0 ? T(0) : unequal / (both + unequal);
    }
};
struct RogersTanimoto : Counts {
    template <class T> static CUPY_DEVICE T end(const Pairs &p, T, T unequal) {
        return 2 * unequal / (T(p.whole) + unequal);
    }
};
struct RussellRao : Counts {
    template <class T> static CUPY_DEVICE T end(const Pairs &p, T both, T) { return (T(p.whole) - both) / T(p.whole); }
};
struct SokalSneath : Counts {
    template <class T> static CUPY_DEVICE T end(const Pairs &, T both, T unequal) {
        return 2 * unequal / (both + 2 * unequal);
    }
};

// Of numbers without weights: pairs that differ one way count one, and kYuleMost the other way, in one sum.
struct Yule {
    template <class T> static CUPY_DEVICE void add(T &first, T &second, T a, T b, T, T) {
        const T both = a * b;
        first += both;
        second += (a - both) + T(kYuleMost) * (b - both);
    }
    template <class T> static CUPY_DEVICE T end(const Pairs &p, T both, T unequal) {
        const T other = floor(unequal / T(kYuleMost));
        return of_counts(p, both, unequal - other * T(kYuleMost), other);
    }
    // Of pairs that are both true, and of those that differ one way and the other.
    template <class T> static CUPY_DEVICE T of_counts(const Pairs &p, T both, T one, T other) {
        const T half = one * other, whole = both * (T(p.whole) - both - one - other) + half;
        return half == 0 ? T(0) : 2 * half / whole;
    }
};

template <class Metric, class T> CUPY_DEVICE T finished(const Pairs &p, T first, T second) {
    const T x = Metric::end(p, first, second) * T(p.scale);
    return p.root ? sqrt(x) : x;
}

CUPY_DEVICE long long place(const Pairs &p, long long i, long long j) {
    return p.condensed ? i * (2 * p.rows - i - 1) / 2 + j - i - 1 : i * p.columns + j;
}

// `RUN(metric)` for the one that is asked for.
#define CUPY_FOR_METRIC(p, RUN)                     \
    switch ((p).metric) {                           \
        case kSumOfDifferences: RUN(Differences);   \
        case kSumOfSquares: RUN(Squares);           \
        case kLargest: RUN(Largest);                \
        case kPowers: RUN(Powers);                  \
        case kCanberra: RUN(Canberra);              \
        case kBrayCurtis: RUN(BrayCurtis);          \
        case kUnequal: RUN(Unequal);                \
        case kJensenShannon: RUN(JensenShannon);    \
        case kDivergence: RUN(Divergence);          \
        case kHellinger: RUN(Hellinger);            \
        case kProducts: RUN(Products);              \
        case kAngle: RUN(Angle);                    \
        case kDice: RUN(Dice);                      \
        case kJaccard: RUN(Jaccard);                \
        case kRogersTanimoto: RUN(RogersTanimoto);  \
        case kRussellRao: RUN(RussellRao);          \
        case kSokalSneath: RUN(SokalSneath);        \
        case kYule: RUN(Yule);                      \
        default: return;                            \
    }

}  // namespace spatial
}  // namespace cupy
