// Metrics that are sums, or maxima, over the items of two rows.
#pragma once

#include "kernel.hpp"

namespace cupy {
namespace spatial {

constexpr int kSumOfDifferences = 0, kSumOfSquares = 1, kLargest = 2, kPowers = 3, kCanberra = 4, kBrayCurtis = 5,
              kUnequal = 6, kJensenShannon = 7, kDivergence = 8, kHellinger = 9;

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
};

template <class T> CUPY_DEVICE T magnitude(T x) { return x < 0 ? -x : x; }

// A metric adds one item of both rows to what a pair has so far; `second` is the denominator of a quotient.
struct Differences {
    template <class T> static CUPY_DEVICE void add(T &first, T &, T a, T b, T w, T) { first += w * magnitude(T(a - b)); }
};
struct Squares {
    template <class T> static CUPY_DEVICE void add(T &first, T &, T a, T b, T w, T) {
        first += w * ((a - b) * (a - b));
    }
};
struct Largest {
    template <class T> static CUPY_DEVICE void add(T &first, T &, T a, T b, T w, T) {
        const T x = magnitude(T(a - b));
        first = w > 0 && (x > first || x != x) ? x : first;
    }
};
struct Powers {
    template <class T> static CUPY_DEVICE void add(T &first, T &, T a, T b, T w, T p) {
        first += w * pow(magnitude(T(a - b)), p);
    }
};
struct Canberra {
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
};
struct Unequal {
    template <class T> static CUPY_DEVICE void add(T &first, T &, T a, T b, T w, T) { first += a != b ? w : T(0); }
};
// a log(a / b), as SciPy's rel_entr.
template <class T> CUPY_DEVICE T relative_entropy(T a, T b) {
    if (a != a || b != b) return a + b;
    if (a > 0 && b > 0) return a * log(a / b);
    return a == 0 && b >= 0 ? T(0) : limits<T>::infinity();
}
struct JensenShannon {
    template <class T> static CUPY_DEVICE void add(T &first, T &, T a, T b, T w, T) {
        const T mean = (a + b) / 2;
        first += w * (relative_entropy(a, mean) + relative_entropy(b, mean));
    }
};
struct Divergence {
    template <class T> static CUPY_DEVICE void add(T &first, T &, T a, T b, T w, T) {
        first += w * relative_entropy(a, b);
    }
};
struct Hellinger {
    template <class T> static CUPY_DEVICE void add(T &first, T &, T a, T b, T w, T) {
        const T x = sqrt(a) - sqrt(b);
        first += w * (x * x);
    }
};

template <class T> CUPY_DEVICE T finished(const Pairs &p, T first, T second) {
    T x = p.metric == kBrayCurtis ? T(first / second) : first;
    if (p.metric == kJensenShannon && x < 0) x = T(0);
    if (p.scale != 1) x = x * T(p.scale);
    if (p.metric == kPowers) return pow(x, T(1 / p.power));
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
        default: return;                            \
    }

}  // namespace spatial
}  // namespace cupy
