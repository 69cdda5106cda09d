// What the distances of all pairs of rows are made from; the launch packs the same fields.
#pragma once

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

}  // namespace spatial
}  // namespace cupy
